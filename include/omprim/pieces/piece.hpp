// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <omprim/containers/array.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/result.hpp>

namespace omprim {

/// A part of an array: `size` elements from `data` on, where calls on `where` read them.
template <class T>
struct piece {
  execution where;
  T* data = nullptr;
  std::size_t size = 0;
};

/// Sizes of pieces that share n elements in the proportion of the weights, such as
/// reading_speed (measure.hpp) of each device: not negative, and not all 0. The sizes add up to n.
/// Throws status::invalid_argument for other weights.
[[nodiscard]] std::vector<std::size_t> split(std::size_t n, const std::vector<double>& weights);

namespace detail {
template <class P>
struct piece_traits : std::false_type {};
template <class T>
struct piece_traits<piece<T>> : std::true_type {
  using element = std::remove_const_t<T>;
};

template <class V, bool = is_container<std::remove_reference_t<V>>::value>
struct holds_pieces : std::false_type {};
template <class V>
struct holds_pieces<V, true> : std::bool_constant<piece_traits<value_of<V>>::value> {};

/// Enables a function for containers of pieces.
template <class... Vs>
using if_pieces =
    std::enable_if_t<(holds_pieces<std::remove_cv_t<std::remove_reference_t<Vs>>>::value && ...)>;
/// The elements of pieces.
template <class V>
using element_of_pieces = typename piece_traits<value_of<V>>::element;

/// Where each piece is.
template <class V>
std::vector<execution> places_of(const V& pieces) {
  std::vector<execution> places;
  for (std::size_t i = 0; i < length_of(pieces); ++i) places.push_back(data_of(pieces)[i].where);
  return places;
}

/// Throws status::invalid_argument unless two ranges of pieces have the same number of pieces, each
/// at the same place with the same size.
template <class V, class W>
void require_alike(const V& a, const W& b) {
  require_equal(length_of(a), "the first range of pieces", length_of(b), "the second");
  for (std::size_t i = 0; i < length_of(a); ++i) {
    const auto& one = data_of(a)[i];
    const auto& other = data_of(b)[i];
    const std::string number = std::to_string(i);
    require_equal(one.size, ("piece " + number + " of the first range").c_str(), other.size,
                  "that of the second");
    if (one.where.where() != other.where.where() ||
        one.where.device_number() != other.where.device_number()) {
      throw error(status::invalid_argument,
                  "piece " + number + " of the first range is not where that of the second is");
    }
  }
}

/// The counts of all pieces, from how many elements each piece gives.
inline std::vector<selection_counts> counts_in_order(const std::vector<std::uint64_t>& local) {
  std::vector<selection_counts> counts;
  std::uint64_t total = 0;
  for (const std::uint64_t count : local) {
    counts.push_back({count, total, 0});
    total += count;
  }
  for (selection_counts& one : counts) one.total = total;
  return counts;
}

/// Calls `call(i)` for each piece, all at the same time, and returns when all are done. Throws the
/// error of the first piece that has one, with its number and place.
void for_each_piece(const std::vector<execution>& places,
                    const std::function<void(std::size_t i)>& call);
}  // namespace detail

}  // namespace omprim
