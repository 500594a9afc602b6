// SPDX-License-Identifier: BSD-3-Clause
// C functions of sorts whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;
using omprim::detail::to_order;

}  // namespace

omprim_status omprim_sort(omprim_execution where, int type, int operation, const void* keys,
                          size_t n, const omprim_sort_request* request,
                          const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::sort_request arrays;
    arrays.keys_out = request->keys_out;
    arrays.values = request->values;
    arrays.values_out = request->values_out;
    arrays.value_bytes = request->value_bytes;
    omprim::sort_options converted = to_order(request->order);
    static_cast<omprim::reduce_options&>(converted) = to_cpp(options);
    converted.bits = {request->bits.first, request->bits.last};
    omprim::sort_any(to_cpp(where), static_cast<omprim::element>(type),
                     static_cast<omprim::operation>(operation), keys, n, arrays, converted);
  });
}
