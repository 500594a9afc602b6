// SPDX-License-Identifier: BSD-3-Clause
// C functions of segmented reductions whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::require_results;
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

omprim_status omprim_reduce_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   int operation, const void* values, size_t n, void* unique_keys,
                                   void* out, const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::reduce_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                                      static_cast<omprim::element>(type),
                                      static_cast<omprim::operation>(operation), values, n,
                                      unique_keys, out, to_cpp(options));
  });
}
