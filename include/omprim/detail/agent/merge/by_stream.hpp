// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// Merges by one thread.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The next keys [k, k_end) of the output. Keys of `a` from i to below i_end are among them, and
/// the others are keys of `b`, of which k - i are before.
struct merge_stream {
  std::uint64_t i;
  std::uint64_t i_end;
  std::uint64_t k;
  std::uint64_t k_end;

  /// The keys that can be taken before one of the inputs may end.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t steps() const {
    const std::uint64_t of_a = i_end - i;
    const std::uint64_t of_b = k_end - k - of_a;
    return of_a < of_b ? of_a : of_b;
  }
};

/// Takes keys of both inputs in order.
template <class Word, class Value, class Order>
class stream_merger {
 public:
  const merged_input<Word, Value>& a;
  const merged_input<Word, Value>& b;
  Word* keys_out;
  Value* values_out;
  const Order& order;

  /// Merges several streams in turn, so that a key of one is taken while another one waits for its
  /// comparison.
  template <int streams>
  OMPRIM_INLINE void run(merge_stream (&all)[streams]) const {
    const auto least = [&]() OMPRIM_INLINE_LAMBDA {
      std::uint64_t steps = all[0].steps();
      for (int s = 1; s < streams; ++s) steps = all[s].steps() < steps ? all[s].steps() : steps;
      return steps;
    };
    for (std::uint64_t left = least(); left != 0; left = least()) {
      for (; left != 0; --left) {
#pragma GCC unroll 8
        for (int s = 0; s < streams; ++s) step(all[s]);
      }
    }
    for (merge_stream& stream : all) finish(stream);
  }

 private:
  static constexpr bool has_values = merge_problem<Word, Value>::has_values;

  /// Takes the next key; each input has one. No branch depends on keys, and nothing that a compiler
  /// could make one of.
  OMPRIM_INLINE void step(merge_stream& stream) const {
    const std::uint64_t i = stream.i;
    const std::uint64_t j = stream.k - i;
    const Word of_a = a.keys[i];
    const Word of_b = b.keys[j];
    const auto takes_b = static_cast<std::uint64_t>(order(of_b) < order(of_a));
    keys_out[stream.k] = chosen(of_a, of_b, takes_b);
    if constexpr (has_values) {
      values_out[stream.k] = chosen(a.values[i], b.values[j], takes_b);
    }
    stream.i += 1 - takes_b;
    ++stream.k;
  }
  template <class Bits>
  static OMPRIM_INLINE Bits chosen(Bits first, Bits second, std::uint64_t takes_second) {
    return first ^ ((first ^ second) & static_cast<Bits>(0 - takes_second));
  }

  /// Takes the keys that are left of one stream.
  OMPRIM_INLINE void finish(merge_stream& stream) const {
    for (std::uint64_t left = stream.steps(); left != 0; left = stream.steps()) {
      for (; left != 0; --left) step(stream);
    }
    const std::uint64_t of_a = stream.i_end - stream.i;
    copy(a, stream.i, stream.k, of_a);
    copy(b, stream.k - stream.i, stream.k + of_a, stream.k_end - stream.k - of_a);
  }
  OMPRIM_INLINE void copy(const merged_input<Word, Value>& input, std::uint64_t from,
                          std::uint64_t to, std::uint64_t count) const {
    for (std::uint64_t i = 0; i < count; ++i) keys_out[to + i] = input.keys[from + i];
    if constexpr (has_values) {
      for (std::uint64_t i = 0; i < count; ++i) values_out[to + i] = input.values[from + i];
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
