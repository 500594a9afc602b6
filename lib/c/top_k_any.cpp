// SPDX-License-Identifier: BSD-3-Clause
// C functions of order statistics whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;
using omprim::detail::to_order;

}  // namespace

omprim_status omprim_top_k(omprim_execution where, int type, int operation, const void* data,
                           size_t n, const omprim_top_k_request* request,
                           const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    const omprim::top_k_request asked{request->k, request->out, request->positions,
                                      request->places};
    omprim::top_k_options converted;
    static_cast<omprim::reduce_options&>(converted) = to_cpp(options);
    converted.smallest = !to_order(request->order).descending;
    omprim::top_k_any(to_cpp(where), static_cast<omprim::element>(type),
                      static_cast<omprim::operation>(operation), data, n, asked, converted);
  });
}
