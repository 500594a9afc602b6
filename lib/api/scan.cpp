// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/call.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/library.hpp>

namespace omprim::detail {
namespace {

void require_request(operation op, const void* data, std::size_t n, const scan_request& request) {
  require_data(data, n, "the data pointer");
  require_data(request.out, n, "the output pointer");
  if (op == operation::wide_scan_sum && request.out == data && n != 0) {
    refuse(
        "wide_scan_sum cannot write over its input: its results are wider than the "
        "elements; pass another output");
  }
  if (scans_segments(op)) return require_scannable(request.segments, n);
  if (form_of(request.segments) == segment_form::none) return;
  const std::string name(to_string(op));
  refuse(name + " takes no segments; ask segmented_" + name);
}

template <class Problem>
typename Problem::result scan(const execution& where, const family<Problem>& all, operation op,
                              const void* data, std::size_t n, const scan_request& request,
                              const scan_options& options) {
  require_algorithm(op, algorithm::scan);
  require_size(n, scanned_size_of(all.type, op));
  require_request(op, data, n, request);
  const auto& chosen = pick(where, all, op, n, options);
  begin_profile(options, chosen.row);
  const std::size_t bytes = n * size_of(all.type);
  Problem problem{data, n, request};
  if (where.where() == backend::device) {
    problem.data = device_pointer(where, data, bytes);
    problem.request.out = output_pointer(where, request.out, n * scanned_size_of(all.type, op));
    if (scans_segments(op)) {
      problem.request.segments = device_segments(where, request.segments, n);
    }
  }
  return chosen.run(place_of(where, bytes, options.profile), problem);
}

}  // namespace

void run(const execution& where, const scan_family& family, operation op, const void* data,
         std::size_t n, const scan_request& request, const scan_options& options) try {
  scan(where, family, op, data, n, request, options);
} catch (...) {
  rethrow_as_error();
}

void run(const execution& where, const segmented_scan_family& family, operation op,
         const void* data, std::size_t n, const scan_request& request,
         const scan_options& options) try {
  const offset_fault fault = scan(where, family, op, data, n, request, options);
  if (fault.position < 0) return;
  throw_wrong_offsets(static_cast<std::uint64_t>(fault.position), fault.first, fault.second, n);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
