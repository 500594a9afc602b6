// SPDX-License-Identifier: BSD-3-Clause
// C functions of scans whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_scan(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_scan_request* request,
                          const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::scan_any(to_cpp(where), static_cast<omprim::element>(type),
                     static_cast<omprim::operation>(operation), data, n, to_cpp(*request),
                     to_cpp(options));
  });
}
