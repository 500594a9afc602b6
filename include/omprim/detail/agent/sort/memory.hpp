// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/leading_runs.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// The temporary memory of a radix sort.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Parts of one block, for `n` keys and passes of up to `tiles` tiles.
template <class Word, class Value>
struct sort_memory {
  std::uint64_t* begin;  ///< of each pass and digit
  std::uint64_t* next_begin[2];
  std::uint32_t* words[2];
  digit_report* reports;  ///< of the two times that a sort may count digits
  run_report* runs;
  Word* keys;
  Value* values;

  static OMPRIM_INLINE sort_memory at(void* block, std::uint64_t n, std::uint64_t tiles) {
    sort_memory memory{};
    auto* place = static_cast<unsigned char*>(block);
    memory.for_each_part(n, tiles,
                         [&]<class T>(T*& part, std::uint64_t count) OMPRIM_INLINE_LAMBDA {
                           part = reinterpret_cast<T*>(place);
                           place += bytes_of<T>(count);
                         });
    return memory;
  }
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t n, std::uint64_t tiles) {
    sort_memory unused{};
    std::uint64_t sum = 0;
    unused.for_each_part(
        n, tiles, [&]<class T>(T*& /*part*/, std::uint64_t count) { sum += bytes_of<T>(count); });
    return sum;
  }
  [[nodiscard]] static OMPRIM_INLINE std::uint64_t words_of(std::uint64_t tiles) {
    return tiles * digit_look_back::digits;
  }

  /// The places of the first keys of each digit in a pass.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t* begin_of(int pass) const {
    return begin + std::uint64_t{digit_look_back::digits} * static_cast<std::uint64_t>(pass);
  }
  /// The look-back of a step, whose number is odd or not. `first` has the places of the first keys
  /// of each digit.
  [[nodiscard]] OMPRIM_INLINE digit_look_back look_back(const std::uint64_t* first,
                                                        bool is_odd) const {
    return {first, next_begin_of(is_odd), is_odd ? words[1] : words[0],
            is_odd ? words[0] : words[1]};
  }
  /// Where a step leaves the places for the next keys.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t* next_begin_of(bool is_odd) const {
    return is_odd ? next_begin[1] : next_begin[0];
  }
  /// Lists in the words of look-backs, after the last pass of `tiles` tiles.
  [[nodiscard]] OMPRIM_INLINE run_lists lists(std::uint64_t tiles) const {
    return {reinterpret_cast<std::uint64_t*>(words[0]), reinterpret_cast<std::uint64_t*>(words[1]),
            words_of(tiles) / 2};
  }

 private:
  /// Calls f(part, count) with each pointer and the number of its elements.
  template <class Function>
  OMPRIM_INLINE void for_each_part(std::uint64_t n, std::uint64_t tiles, Function&& f) {
    f(begin, digit_look_back::digits * sizeof(Word));
    for (auto& part : next_begin) f(part, std::uint64_t{digit_look_back::digits});
    for (auto& part : words) f(part, words_of(tiles));
    f(reports, std::uint64_t{2});
    f(runs, std::uint64_t{1});
    f(keys, n);
    if constexpr (sorted_data<Word, Value>::has_values) f(values, n);
  }
  /// The bytes of a part, up to where the next one begins.
  template <class T>
  static OMPRIM_INLINE std::uint64_t bytes_of(std::uint64_t count) {
    constexpr std::uint64_t alignment = 256;
    return (count * sizeof(T) + alignment - 1) / alignment * alignment;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
