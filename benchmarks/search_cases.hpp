// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/numbers.hpp"
#include "support/placed_array.hpp"

/// The measured searches, gathers, scatters and merges on devices.
namespace omprim_benchmark {

enum class search_work { lower_bound, gather, scatter, merge, merge_by_key };

struct search_case {
  omprim::element type;
  search_work work;
  bool in_order;     ///< values or positions ascend
  std::size_t size;  ///< sorted elements, or elements that positions are for
  std::size_t n;     ///< values, positions or merged keys

  [[nodiscard]] bool merges() const { return work >= search_work::merge; }
  [[nodiscard]] bool has_values() const { return work == search_work::merge_by_key; }
  /// "uint32_lower_bound/random/size:1048576/n:16777216"
  [[nodiscard]] std::string name() const {
    constexpr const char* works[] = {"_lower_bound", "_gather", "_scatter", "_merge",
                                     "_merge_by_key"};
    return std::string(omprim::to_string(type)) + works[static_cast<int>(work)] +
           (merges() ? ""
                     : (in_order ? "/sorted" : "/random") + ("/size:" + std::to_string(size))) +
           "/n:" + std::to_string(n);
  }
  /// The bytes that a call reads and writes, but for those of the sorted elements of a search.
  [[nodiscard]] double bytes() const {
    const std::size_t element = omprim::size_of(type);
    const std::size_t each = merges() ? 2 * (element + (has_values() ? 4 : 0))
                             : work == search_work::lower_bound ? element + 4
                                                                : 2 * element + 4;
    return static_cast<double>(n * each);
  }
};

/// Element i of n in ascending order, at a random place of its part of the whole range.
template <class T>
T ascending_value(std::uint64_t i, std::size_t n, std::uint64_t seed) {
  if constexpr (std::is_floating_point_v<T>) {
    return (static_cast<T>(i) + random_value<T>(i, seed)) / static_cast<T>(n);
  } else {
    static_assert(sizeof(T) == 4);
    return static_cast<T>(((i << 32U) + random_value<std::uint32_t>(i, seed)) / n);
  }
}

template <class T, class Value>
std::vector<T> made(std::size_t n, const Value& value) {
  std::vector<T> data(n);
  T* const out = data.data();
  in_pieces(n, [=](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = value(i);
  });
  return data;
}

/// Whether holds(i) for each i below n.
template <class Predicate>
bool all_hold(std::size_t n, const Predicate& holds) {
  std::vector<char> parts(std::max(1U, std::thread::hardware_concurrency()), 1);
  char* const part = parts.data();
  in_pieces(n, [=](std::size_t p, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!holds(i)) part[p] = 0;
    }
  });
  return std::all_of(parts.begin(), parts.end(), [](char right) { return right != 0; });
}

/// The inputs and outputs of all cases of one type, in memory of `where`.
template <class T>
struct search_arrays {
  omprim::execution where;
  placed_array<T> a{where};  ///< sorted elements, source, or first keys
  placed_array<T> b{where};  ///< values, or second keys
  placed_array<std::int32_t> positions{where};
  placed_array<std::uint32_t> a_values{where};
  placed_array<std::uint32_t> b_values{where};
  placed_array<T> out{where};
  placed_array<std::uint32_t> values_out{where};

  explicit search_arrays(const omprim::execution& on) : where(on) {}

  void choose(const search_case& c) {
    const std::size_t of_a = c.merges() ? c.n / 2 : c.work == search_work::scatter ? c.n : c.size;
    a_ = made<T>(of_a, [=](std::size_t i) { return ascending_value<T>(i, of_a, 1); });
    a.put(a_);
    const std::size_t of_b = c.merges() ? c.n - of_a : c.work == search_work::lower_bound ? c.n : 0;
    b_ = made<T>(of_b, [=](std::size_t i) {
      const std::uint64_t at =
          c.merges() || c.in_order ? i : omprim::command::random_at(i, 3) % of_b;
      return ascending_value<T>(at, of_b, 2);
    });
    b.put(b_);
    // An odd factor makes a permutation of positions below a power of two.
    const std::size_t most = c.size - 1;
    positions_ = made<std::int32_t>(c.merges() ? 0 : c.n, [=](std::size_t i) {
      return static_cast<std::int32_t>(c.in_order ? i & most : i * 2654435761U & most);
    });
    positions.put(positions_);
    const auto number = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
    a_values.put(made<std::uint32_t>(c.has_values() ? of_a : 0, number));
    b_values.put(made<std::uint32_t>(c.has_values() ? of_b : 0, number));
    spoil(c);
  }
  void spoil(const search_case& c) {
    if (c.work == search_work::lower_bound) {
      positions.put(std::vector<std::int32_t>(c.n, -1));
    } else {
      out.put(std::vector<T>(c.work == search_work::scatter ? c.size : c.n));
    }
    if (c.has_values()) values_out.put(std::vector<std::uint32_t>(c.n, ~0U));
  }

  /// Whether the outputs are right.
  [[nodiscard]] bool right(const search_case& c) const {
    if (c.merges()) return right_merge(c);
    if (c.work == search_work::lower_bound) return right_bounds(c);
    const std::vector<T> got = out.get(c.work == search_work::scatter ? c.size : c.n);
    const bool scatters = c.work == search_work::scatter;
    return all_hold(c.n, [&, from = a_.data(), at = positions_.data()](std::size_t i) {
      const auto position = static_cast<std::size_t>(at[i]);
      return scatters ? got[position] == from[i] : got[i] == from[position];
    });
  }

 private:
  [[nodiscard]] bool right_bounds(const search_case& c) const {
    const std::vector<std::int32_t> got = positions.get(c.n);
    return all_hold(c.n, [&](std::size_t i) {
      const auto found = std::lower_bound(a_.begin(), a_.end(), b_[i]);
      return got[i] == static_cast<std::int32_t>(found - a_.begin());
    });
  }
  [[nodiscard]] bool right_merge(const search_case& c) const {
    std::vector<T> want(c.n);
    std::merge(a_.begin(), a_.end(), b_.begin(), b_.end(), want.begin());
    if (out.get(c.n) != want) return false;
    if (!c.has_values()) return true;
    // Each value is the number of a key of one of the arrays.
    const std::vector<std::uint32_t> got = values_out.get(c.n);
    return all_hold(c.n, [&](std::size_t i) {
      const std::uint32_t number = got[i];
      return (number < a_.size() && a_[number] == want[i]) ||
             (number < b_.size() && b_[number] == want[i]);
    });
  }

  std::vector<T> a_;
  std::vector<T> b_;
  std::vector<std::int32_t> positions_;
};

}  // namespace omprim_benchmark
