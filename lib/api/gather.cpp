// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

/// The bytes of an element. Throws unless rows of `type` move such elements.
std::size_t checked_bytes(const gather_request& request, element type) {
  const std::size_t word = size_of(type);
  const std::size_t bytes = request.element_bytes;
  if (bytes == 0 || bytes == word) return word;
  if (word != sizeof(std::uint32_t)) {
    refuse("elements of " + std::to_string(bytes) + " bytes by rows of " +
           std::string(to_string(type)) + "; rows of uint32 move elements of any size");
  }
  constexpr std::size_t most = std::size_t{1} << 30;
  if (bytes > most) {
    refuse("elements of " + std::to_string(bytes) + " bytes; they have at most " +
           std::to_string(most));
  }
  return bytes;
}

}  // namespace

void run(const execution& where, const gather_family& family, operation op, std::size_t n,
         const gather_request& request, const gather_options& options) try {
  require_algorithm(op, algorithm::gather);
  const std::size_t element_bytes = checked_bytes(request, family.type);
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
  problem.request.element_bytes = element_bytes;
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

void run_gather(const execution& where, const gather_families& families, operation op,
                std::size_t n, const gather_request& request, const gather_options& options) {
  const bool is_wide =
      request.element_bytes == 8 && is_aligned(request.source, 8) && is_aligned(request.out, 8);
  run(where, is_wide ? families.wide : families.narrow, op, n, request, options);
}

}  // namespace omprim::detail
