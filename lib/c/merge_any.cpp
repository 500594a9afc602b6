// SPDX-License-Identifier: BSD-3-Clause
// C functions of merges whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;
using omprim::detail::to_search_order;

omprim_status omprim_merge(omprim_execution where, int type, int operation, const void* keys,
                           size_t n, const omprim_merge_request* request,
                           const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::merge_options converted = to_search_order(request->order);
    static_cast<omprim::reduce_options&>(converted) = to_cpp(options);
    omprim::merge_any(to_cpp(where), static_cast<omprim::element>(type),
                      static_cast<omprim::operation>(operation), keys, n,
                      {request->second, request->second_count, request->keys_out, request->values,
                       request->second_values, request->values_out, request->value_bytes},
                      converted);
  });
}
