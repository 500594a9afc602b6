// SPDX-License-Identifier: BSD-3-Clause
// C functions of sorts whose element type is an argument: a call links all types.
#include <c/sort_requests.hpp>
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_arrays;
using omprim::detail::to_cpp;
using omprim::detail::to_options;

}  // namespace

omprim_status omprim_sort(omprim_execution where, int type, int operation, const void* keys,
                          size_t n, const omprim_sort_request* request,
                          const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::sort_any(to_cpp(where), static_cast<omprim::element>(type),
                     static_cast<omprim::operation>(operation), keys, n, to_arrays(*request),
                     to_options(*request, options));
  });
}
