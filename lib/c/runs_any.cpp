// SPDX-License-Identifier: BSD-3-Clause
// C functions of runs whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_runs(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_runs_request* request,
                          const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_request(request);
    require_results(runs);
    *runs = omprim::runs_any(to_cpp(where), static_cast<omprim::element>(type),
                             static_cast<omprim::operation>(operation), data, n,
                             {request->heads, request->out}, to_cpp(options));
  });
}

omprim_status omprim_run_length_encode(omprim_execution where, int type, const void* data, size_t n,
                                       void* unique, int64_t* lengths,
                                       const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::run_length_encode_any(to_cpp(where), static_cast<omprim::element>(type), data,
                                          n, unique, lengths, to_cpp(options));
  });
}
