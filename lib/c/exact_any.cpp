// SPDX-License-Identifier: BSD-3-Clause
// C functions of exact sums whose element type is an argument: a call links both types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_c;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_exact(omprim_execution where, int type, int operation, const void* data,
                           const void* other, size_t n, const omprim_options* options,
                           omprim_result* result) {
  return guarded([&] {
    require_results(result);
    *result = to_c(omprim::exact_any(to_cpp(where), static_cast<omprim::element>(type),
                                     static_cast<omprim::operation>(operation), data, other, n,
                                     to_cpp(options)));
  });
}
