// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {

void run(const execution& where, const gather_family& family, operation op, std::size_t n,
         const gather_request& request, const gather_options& options) try {
  require_algorithm(op, algorithm::gather);
  const std::size_t element_bytes = size_of(family.type);
  const bool scatters = op == operation::scatter;
  const std::size_t source_size = scatters ? n : request.size;
  const std::size_t out_size = scatters ? request.size : n;
  require_size(n, element_bytes);
  require_size(request.size, element_bytes);
  require_data(request.positions, n, "the pointer to the positions");
  require_data(request.source, source_size, "the pointer to the source");
  require_data(request.out, out_size, "the pointer to the output");
  require_positions(0, request.position_bytes);
  require_size(n, request.position_bytes);
  const auto& chosen = pick(where, family, op, n, options);
  begin_profile(options, chosen.row);
  if (n == 0) return;
  gather_problem problem{n, request, op};
  const std::size_t position_bytes = n * request.position_bytes;
  if (where.where() == backend::device) {
    gather_request& arrays = problem.request;
    arrays.source = device_pointer(where, arrays.source, source_size * element_bytes);
    arrays.positions = device_pointer(where, arrays.positions, position_bytes);
    arrays.out = output_pointer(where, arrays.out, out_size * element_bytes);
  }
  const position_fault fault =
      chosen.run(place_of(where, 2 * n * element_bytes + position_bytes, options.profile), problem);
  if (fault.index == position_fault{}.index) return;
  refuse("position " + std::to_string(fault.index) + " is " + std::to_string(fault.position) +
         "; the array has " + std::to_string(request.size) + " elements");
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
