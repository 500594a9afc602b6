// SPDX-License-Identifier: BSD-3-Clause
#include <api/sort.hpp>

#include <cstdint>
#include <string>

#include <api/call.hpp>
#include <api/values_by_position.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

void require_bits(const key_bits& bits, element type) {
  if (bits.first == 0 && bits.last == 0) return;
  const auto most = static_cast<int>(8 * size_of(type));
  if (bits.first >= 0 && bits.first < bits.last && bits.last <= most) return;
  refuse("bits " + std::to_string(bits.first) + " to below " + std::to_string(bits.last) +
         " of keys that have bits 0 to below " + std::to_string(most));
}

void require_arrays(operation op, const void* keys, std::size_t n, const sort_request& asked) {
  require_data(keys, n, "the pointer to the keys");
  if (op != operation::argsort) require_data(asked.keys_out, n, "the pointer to the sorted keys");
  if (op == operation::sort) return;
  if (op == operation::sort_by_key) {
    require_values_to_sort(asked, n);
  } else {
    require_value_bytes(asked.value_bytes);
    require_size(n, asked.value_bytes);
    require_data(asked.values_out, n, "the pointer to the positions");
    if (asked.value_bytes == 4 && n > (std::size_t{1} << 31)) {
      refuse("n is " + std::to_string(n) + "; positions of 4 bytes number 2147483648 keys");
    }
  }
}

/// Checks a sort, and chooses its variant.
const variant<sort_problem>& checked_choice(const execution& where, const sort_family& family,
                                            element type, operation op, const void* keys,
                                            std::size_t n, const sort_request& request,
                                            const sort_options& options) {
  require_algorithm(op, algorithm::sort);
  require_size(n, size_of(type));
  require_arrays(op, keys, n, request);
  require_bits(options.bits, type);
  const bool in_place = (op != operation::argsort && keys == request.keys_out) ||
                        (op == operation::sort_by_key && request.values == request.values_out);
  const auto& chosen = pick(where, family, op, n, options, {false, in_place});
  begin_profile(options, chosen.row);
  return chosen;
}

}  // namespace

void require_values_to_sort(const sort_request& request, std::size_t n) {
  if (request.value_bytes == 0) refuse("values of 0 bytes");
  require_size(n, request.value_bytes);
  require_data(request.values, n, "the pointer to the values");
  require_data(request.values_out, n, "the pointer to the sorted values");
}

offset_fault run_chosen(const execution& where, const variant<sort_problem>& chosen, operation op,
                        sort_problem problem, reduce_profile* profile) {
  sort_request& arrays = problem.request;
  if (op == operation::sort) arrays.values = arrays.values_out = nullptr;
  if (op == operation::argsort) arrays.values = arrays.keys_out = nullptr;
  const std::size_t key_bytes = problem.n * size_of(problem.type);
  const std::size_t value_bytes = problem.n * arrays.value_bytes;
  if (where.where() == backend::device) {
    problem.keys = device_pointer(where, problem.keys, key_bytes);
    if (arrays.keys_out != nullptr) {
      arrays.keys_out = output_pointer(where, arrays.keys_out, key_bytes);
    }
    if (arrays.values != nullptr) {
      arrays.values = device_pointer(where, arrays.values, value_bytes);
    }
    if (arrays.values_out != nullptr) {
      arrays.values_out = output_pointer(where, arrays.values_out, value_bytes);
    }
  }
  return chosen.run(place_of(where, key_bytes, profile), problem);
}

void run(const execution& where, const sort_family& family, element type, operation op,
         const void* keys, std::size_t n, const sort_request& request,
         const sort_options& options) try {
  const auto& chosen = checked_choice(where, family, type, op, keys, n, request, options);
  if (n == 0) return;
  (void)run_chosen(where, chosen, op, {keys, n, request, type, options.descending, options.bits},
                   options.profile);
} catch (...) {
  rethrow_as_error();
}

void run_sort_by_key(const execution& where, const sort_family& family,
                     const gather_families& gathers, element type, const void* keys, std::size_t n,
                     const sort_request& request, const sort_options& options) try {
  constexpr operation op = operation::sort_by_key;
  if (move_with_keys(request) || become_words(request)) {
    return run(where, family, type, op, keys, n, request, options);
  }
  const auto& chosen = checked_choice(where, family, type, op, keys, n, request, options);
  if (n == 0) return;
  const values_by_position values(where, gathers, n);
  (void)run_chosen(where, chosen, op,
                   {keys, n, values.positions(request), type, options.descending, options.bits},
                   options.profile);
  values.move(request, {0, n});
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
