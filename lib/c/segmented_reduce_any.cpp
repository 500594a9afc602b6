// SPDX-License-Identifier: BSD-3-Clause
// C functions of segmented reductions whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;

omprim::segment_request request_for(const omprim_segments& segments, void* out,
                                    int64_t* positions) {
  return {to_cpp(segments), out, positions};
}

}  // namespace

omprim_status omprim_segmented_reduce(omprim_execution where, int type, int operation,
                                      const void* values, const omprim_segment_request* request,
                                      const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::segmented_reduce_any(to_cpp(where), static_cast<omprim::element>(type),
                                 static_cast<omprim::operation>(operation), values,
                                 request_for(request->segments, request->out, request->positions),
                                 to_cpp(options));
  });
}
