// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

/// Merges move values as words.
void require_words(const void* values, std::size_t bytes, const char* what) {
  if (is_aligned(values, bytes)) return;
  refuse(std::string(what) + " have " + std::to_string(bytes) +
         " bytes and lie at an address that is no multiple of it");
}

void require_arrays(operation op, const void* keys, std::size_t n, const merge_request& asked) {
  const std::size_t all = n + asked.second_count;
  require_data(keys, n, "the pointer to the keys of the first array");
  require_data(asked.second, asked.second_count, "the pointer to the keys of the second array");
  require_data(asked.keys_out, all, "the pointer to the merged keys");
  if (op == operation::merge) return;
  require_value_bytes(asked.value_bytes);
  require_size(all, asked.value_bytes);
  require_data(asked.values, n, "the pointer to the values of the first array");
  require_data(asked.second_values, asked.second_count,
               "the pointer to the values of the second array");
  require_data(asked.values_out, all, "the pointer to the merged values");
  require_words(asked.values, asked.value_bytes, "the values of the first array");
  require_words(asked.second_values, asked.value_bytes, "the values of the second array");
  require_words(asked.values_out, asked.value_bytes, "the merged values");
}

/// The arrays of the problem as the device of `where` sees them.
void to_device(const execution& where, merge_problem& problem) {
  merge_request& arrays = problem.request;
  const std::size_t key_bytes = size_of(problem.type);
  const std::size_t first = problem.n;
  const std::size_t second = arrays.second_count;
  problem.keys = device_pointer(where, problem.keys, first * key_bytes);
  arrays.second = device_pointer(where, arrays.second, second * key_bytes);
  arrays.keys_out = output_pointer(where, arrays.keys_out, (first + second) * key_bytes);
  if (arrays.values_out == nullptr) return;
  arrays.values = device_pointer(where, arrays.values, first * arrays.value_bytes);
  arrays.second_values = device_pointer(where, arrays.second_values, second * arrays.value_bytes);
  arrays.values_out =
      output_pointer(where, arrays.values_out, (first + second) * arrays.value_bytes);
}

}  // namespace

void run(const execution& where, const merge_family& family, element type, operation op,
         const void* keys, std::size_t n, const merge_request& request,
         const merge_options& options) try {
  require_algorithm(op, algorithm::merge);
  const std::size_t key_bytes = size_of(type);
  require_size(n, key_bytes);
  require_size(request.second_count, key_bytes);
  const std::size_t all = n + request.second_count;
  require_size(all, key_bytes);
  require_arrays(op, keys, n, request);
  const auto& chosen = pick(where, family, op, all, options);
  begin_profile(options, chosen.row);
  if (all == 0) return;
  merge_problem problem{keys, n, request, type, options.descending};
  if (op == operation::merge) {
    problem.request.values = problem.request.second_values = nullptr;
    problem.request.values_out = nullptr;
  }
  if (where.where() == backend::device) to_device(where, problem);
  const std::size_t value_bytes = op == operation::merge ? 0 : request.value_bytes;
  chosen.run(place_of(where, 2 * all * (key_bytes + value_bytes), options.profile), problem);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
