// SPDX-License-Identifier: BSD-3-Clause
#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/error.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {

exact_digits run(const execution& where, const exact_family& family, operation op, const void* data,
                 const void* other, std::size_t n, const reduce_options& options) try {
  const bool is_dot = op == operation::exact_dot;
  require_algorithm(op, algorithm::exact);
  require_data(data, n, "the data pointer");
  if (is_dot) require_data(other, n, "the second data pointer");
  require_size(n, size_of(family.type));
  const auto& chosen = pick(where, family, op, n, options);
  begin_profile(options, chosen.row);
  const std::size_t bytes = n * size_of(family.type);
  exact_problem problem{data, other, n};
  if (where.where() == backend::device) {
    problem.data = device_pointer(where, data, bytes);
    if (is_dot) problem.other = device_pointer(where, other, bytes);
  }
  exact_digits sum = chosen.run(place_of(where, bytes, options.profile), problem);
  // Kernels note only whether there is another term than -0.
  if (n != 0 && sum.others == 0) sum.negative_zeros = 1;
  return sum;
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
