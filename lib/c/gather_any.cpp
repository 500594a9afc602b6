// SPDX-License-Identifier: BSD-3-Clause
// C functions of gathers and scatters whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;

omprim_status omprim_gather(omprim_execution where, int type, int operation, size_t n,
                            const omprim_gather_request* request, const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::gather_any(to_cpp(where), static_cast<omprim::element>(type),
                       static_cast<omprim::operation>(operation), n,
                       {request->source, request->positions, request->position_bytes, request->out,
                        request->size, request->element_bytes},
                       to_cpp(options));
  });
}
