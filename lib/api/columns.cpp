// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/columns.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <api/call.hpp>
#include <api/lent_heads.hpp>
#include <api/runs.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/families.hpp>
#include <tuning/policy.hpp>

namespace omprim::detail {
namespace {

/// What a call was asked for.
struct columns_call {
  const key_families& of_keys;
  const void* keys;
  std::size_t n;
  void* unique_keys;
  const value_column* columns;
  std::size_t count;
};

std::string of_column(const char* what, std::size_t column) {
  return std::string(what) + " of column " + std::to_string(column);
}

void require_column(const value_column& column, std::size_t number, std::size_t n) {
  if (column.family == nullptr) {
    refuse("column " + std::to_string(number) +
           " has no type; columns are made by column() or column_any()");
  }
  (void)run_operation(column.op);
  require_size(n, size_of(column.family->type));
  const auto require = [&](const void* data, const char* what) {
    if (data == nullptr) require_data(data, n, of_column(what, number).c_str());
  };
  require(column.values, "the pointer to the values");
  require(column.out, "the output pointer");
}

/// The name of array `i` of the call: keys, values of the columns; then the outputs, in this order.
std::string name_of_array(std::size_t i, std::size_t columns) {
  if (i == 0) return "the keys";
  if (i <= columns) return of_column("the values", i - 1);
  return i == columns + 1 ? "the unique keys" : of_column("the results", i - columns - 2);
}

/// Throws status::invalid_argument if an output is another array of the call.
void require_apart(const columns_call& call) {
  std::vector<std::pair<std::uintptr_t, std::size_t>> arrays;  // addresses and numbers
  arrays.reserve(2 * call.count + 2);
  const auto add = [&](const void* data) {
    arrays.emplace_back(reinterpret_cast<std::uintptr_t>(data), arrays.size());
  };
  add(call.keys);
  for (std::size_t c = 0; c < call.count; ++c) add(call.columns[c].values);
  add(call.unique_keys);
  for (std::size_t c = 0; c < call.count; ++c) add(call.columns[c].out);
  // Equal arrays become neighbours: the inputs first, and then the outputs.
  std::sort(arrays.begin(), arrays.end());
  std::size_t wrong = 0;  // of the outputs that are another array, the first of the call
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    const bool is_output = arrays[i].second > call.count;
    if (!is_output || arrays[i].first != arrays[i - 1].first) continue;
    if (wrong == 0 || arrays[i].second < arrays[wrong].second) wrong = i;
  }
  if (wrong == 0) return;
  refuse("reduce_by_key cannot write " + name_of_array(arrays[wrong].second, call.count) +
         " over " + name_of_array(arrays[wrong - 1].second, call.count) + "; pass another output");
}

void require_call(const columns_call& call) {
  if (call.columns == nullptr && call.count != 0) {
    refuse("the pointer to the columns is null, and there are " + std::to_string(call.count));
  }
  require_size(call.n, size_of(call.of_keys.runs.type));
  require_data(call.keys, call.n, "the pointer to the keys");
  require_data(call.unique_keys, call.n, "the output pointer for the keys");
  for (std::size_t c = 0; c < call.count; ++c) require_column(call.columns[c], c, call.n);
  if (call.n != 0) require_apart(call);
}

/// The rows of all columns, with head flags or with keys in place of them.
std::vector<prepared_runs> prepare_columns(const execution& where, const columns_call& call,
                                           std::uint64_t* heads, const key_array& keys,
                                           const runs_options& options) {
  std::vector<prepared_runs> prepared;
  prepared.reserve(call.count);
  for (std::size_t c = 0; c < call.count; ++c) {
    const value_column& column = call.columns[c];
    prepared.push_back(prepare_runs(where, *column.family, run_operation(column.op),
                                    {column.values, call.n, {heads, column.out}, keys}, options));
  }
  return prepared;
}

/// A pass that finds the runs and writes the unique keys, and a pass for each column.
std::uint64_t find_once(const execution& where, const columns_call& call,
                        const runs_options& options) {
  const lent_heads heads(where, call.n);
  const prepared_runs find =
      prepare_runs(where, call.of_keys.runs, operation::run_heads,
                   {call.keys, call.n, {heads.data(), call.unique_keys}}, {});
  const auto columns = prepare_columns(where, call, heads.data(), {}, options);
  const std::uint64_t count = run_prepared(where, find, {});
  for (const prepared_runs& each : columns) (void)run_prepared(where, each, options);
  return count;
}

/// A pass over keys and values for each column. Each writes the unique keys.
std::uint64_t find_with_each(const execution& where, const columns_call& call,
                             const runs_options& options) {
  std::uint64_t count = 0;
  const key_array keys{call.keys, call.unique_keys, call.of_keys.runs.type};
  for (const prepared_runs& each : prepare_columns(where, call, nullptr, keys, options)) {
    count = run_prepared(where, each, options);
  }
  return count;
}

}  // namespace

std::uint64_t run_by_key(const execution& where, const key_families& of_keys, const void* keys,
                         std::size_t n, void* unique_keys, const value_column* columns,
                         std::size_t count, const runs_options& options) try {
  const columns_call call{of_keys, keys, n, unique_keys, columns, count};
  require_call(call);
  const bool with_each =
      where.where() == backend::device && count != 0 && !choice_policy::finds_runs_once(count, n);
  return with_each ? find_with_each(where, call, options) : find_once(where, call, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
