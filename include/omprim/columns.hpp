// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/runs.hpp>

/// reduce_by_key of several arrays of values, the columns, which share one array of keys. Each
/// column has its own type, operator and output.
///
///   runs = omprim::reduce_by_key(where, cells, n, unique_cells,
///                                {omprim::column(masses, total_mass),
///                                 omprim::column(times, latest, omprim::maximum{})});
///
/// The contract and the errors are those of runs.hpp for each column, and in addition:
///   * The unique keys are written once. The number of columns may be 0.
///   * Columns may share their values. No output is an input or another output.
///   * `options` choose the row for each column. A profile is that of the last one.
///   * A wrong argument of any column is an error before anything is written.
///
/// Determinism: the results are those of one call of reduce_by_key for each column, bit by bit,
/// except sums of floats by several threads or on devices: they differ within the rounding bound,
/// as they do from one such call to the next.
///
/// Default method: a pass over the keys marks the heads of runs and writes the unique keys; a pass
/// for each column combines its values (strategies "single-pass"). A device combines one or two
/// columns, or fewer than 2^24 values each, in one pass over keys and values for each column.
/// Memory: that of runs.hpp for one column, and on devices also a bit for each key.
namespace omprim {

/// One array of values, how they are combined, and where the results are written. Made by column()
/// or column_any().
struct value_column {
  const detail::runs_family* family = nullptr;  ///< that of the type
  operation op = operation::segmented_sum;      ///< or segmented_min, segmented_max
  const void* values = nullptr;                 ///< as many as keys
  void* out = nullptr;                          ///< one for each run; room for n is always enough
};

/// A column of values that are combined by `Op`: plus, minimum or maximum.
template <class Op = plus, class T>
value_column column(const T* values, T* out, Op = {}) {
  return {&detail::families<T>::runs(), detail::run_by<Op>(), values, out};
}

/// The same with a type that is known at run time, and by segmented_sum, _min or _max. A program
/// that calls it links all types. Throws status::unknown_name for a number that is no type.
value_column column_any(element type, operation op, const void* values, void* out);

namespace detail {
/// Finds the runs of `keys`, and combines the values of each column.
std::uint64_t run_by_key(const execution& where, const key_families& of_keys, const void* keys,
                         std::size_t n, void* unique_keys, const value_column* columns,
                         std::size_t count, const runs_options& options);
}  // namespace detail

/// Combines the values of equal neighbouring keys in each of `count` columns. Writes the key of
/// each run to `unique_keys` and its results to the outputs of the columns; returns the number of
/// runs.
template <class Key>
std::size_t reduce_by_key(const execution& where, const Key* keys, std::size_t n, Key* unique_keys,
                          const value_column* columns, std::size_t count,
                          const runs_options& options = default_options) {
  return static_cast<std::size_t>(detail::run_by_key(where, detail::key_families_of<Key>(), keys, n,
                                                     unique_keys, columns, count, options));
}
template <class Key>
std::size_t reduce_by_key(const execution& where, const Key* keys, std::size_t n, Key* unique_keys,
                          std::initializer_list<value_column> columns,
                          const runs_options& options = default_options) {
  return reduce_by_key(where, keys, n, unique_keys, columns.begin(), columns.size(), options);
}

/// The same for keys whose type is known at run time.
std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                std::size_t n, void* unique_keys, const value_column* columns,
                                std::size_t count, const runs_options& options = default_options);

}  // namespace omprim
