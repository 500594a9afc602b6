// SPDX-License-Identifier: BSD-3-Clause
// C functions of histograms whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_histogram(omprim_execution where, int type, int operation, const void* data,
                               size_t n, const omprim_histogram_request* request,
                               const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::histogram_request converted;
    converted.lower.u = request->lower.u;
    converted.upper.u = request->upper.u;
    converted.edges = request->edges;
    converted.bins = request->bins;
    converted.counts = request->counts;
    omprim::histogram_any(to_cpp(where), static_cast<omprim::element>(type),
                          static_cast<omprim::operation>(operation), data, n, converted,
                          to_cpp(options));
  });
}
