// SPDX-License-Identifier: BSD-3-Clause
// C functions of searches whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;
using omprim::detail::to_search_order;

omprim_status omprim_search(omprim_execution where, int type, int operation, const void* sorted,
                            size_t n, const omprim_search_request* request,
                            const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::search_options converted = to_search_order(request->order);
    static_cast<omprim::reduce_options&>(converted) = to_cpp(options);
    omprim::search_any(
        to_cpp(where), static_cast<omprim::element>(type),
        static_cast<omprim::operation>(operation), sorted, n,
        {request->values, request->count, request->positions, request->position_bytes}, converted);
  });
}
