// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <cstdint>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {

void run(const execution& where, const search_family& family, element type, operation op,
         const void* sorted, std::size_t n, const search_request& request,
         const search_options& options) try {
  require_algorithm(op, algorithm::search);
  const std::size_t element_bytes = size_of(type);
  const std::size_t count = request.count;
  require_size(n, element_bytes);
  require_size(count, element_bytes);
  require_data(sorted, n, "the pointer to the sorted elements");
  require_data(request.values, count, "the pointer to the values");
  require_data(request.positions, count, "the pointer to the positions");
  require_positions(n, request.position_bytes);
  require_size(count, request.position_bytes);
  const auto& chosen = pick(where, family, op, count, options);
  begin_profile(options, chosen.row);
  if (count == 0) return;
  search_problem problem{sorted, n, request, op, type, options.descending};
  if (where.where() == backend::device) {
    search_request& arrays = problem.request;
    problem.sorted = device_pointer(where, sorted, n * element_bytes);
    arrays.values = device_pointer(where, arrays.values, count * element_bytes);
    arrays.positions = output_pointer(where, arrays.positions, count * request.position_bytes);
  }
  // A value reads an element for each bit of n.
  const std::size_t steps = std::bit_width(n) + std::size_t{1};
  chosen.run(place_of(where, count * element_bytes * steps, options.profile), problem);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
