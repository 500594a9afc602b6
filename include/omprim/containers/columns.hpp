// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <omprim/columns.hpp>
#include <omprim/containers/array.hpp>
#include <omprim/select.hpp>

/// columns.hpp for containers. Outputs have room for one element per run. If an output has fewer
/// than n elements, the keys are read once more to count the runs.
///
///   runs = omprim::reduce_by_key(where, cells, unique_cells,
///                                {omprim::column(masses, total_mass),
///                                 omprim::column(times, latest, omprim::maximum{})});
namespace omprim {

/// A column and the sizes of its arrays.
struct container_column {
  value_column arrays;
  std::size_t size = 0;  ///< of the values
  std::size_t room = 0;  ///< elements that the output can take
};

/// The containers must live until the call that takes the column.
template <class Op = plus, class V, class Out, class = detail::if_containers<V, Out>>
container_column column(const V& values, Out&& out, Op op = {}) {
  return {column(detail::data_of(values), detail::data_of(out), op), detail::length_of(values),
          detail::length_of(out)};
}

/// There are as many values in each column as keys.
template <class Keys, class UniqueKeys, class = detail::if_containers<Keys, UniqueKeys>>
std::size_t reduce_by_key(const execution& where, const Keys& keys, UniqueKeys&& unique_keys,
                          const std::vector<container_column>& columns,
                          const runs_options& options = default_options) {
  const std::size_t n = detail::length_of(keys);
  std::size_t room = detail::length_of(unique_keys);
  std::vector<value_column> arrays;
  arrays.reserve(columns.size());
  for (const container_column& each : columns) {
    if (each.size != n) {
      detail::throw_sizes("the array of values of column " + std::to_string(arrays.size()),
                          each.size, "that of keys has", n);
    }
    room = std::min(room, each.room);
    arrays.push_back(each.arrays);
  }
  if (room < n) detail::require_room(room, count_unique(where, detail::data_of(keys), n));
  return reduce_by_key(where, detail::data_of(keys), n, detail::data_of(unique_keys), arrays.data(),
                       arrays.size(), options);
}

}  // namespace omprim
