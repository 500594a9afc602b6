// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/call.hpp>
#include <dispatch/pair.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>
#include <omprim/table.hpp>

namespace omprim {
namespace {

constexpr bool scans_segments(operation op) { return op >= operation::segmented_scan_sum; }

void require_request(operation op, const void* data, std::size_t n, const scan_request& request) {
  detail::require_data(data, n, "the data pointer");
  detail::require_data(request.out, n, "the output pointer");
  if (scans_segments(op)) return detail::require_scannable(request.segments, n);
  if (form_of(request.segments) == segment_form::none) return;
  const std::string name(to_string(op));
  throw error(status::invalid_argument, name + " takes no segments; ask segmented_" + name);
}

void scan(const execution& where, element type, operation op, const void* data, std::size_t n,
          const scan_request& request, const scan_options& options) {
  detail::require_algorithm(op, algorithm::scan);
  detail::require_known(type, detail::element_count, "element type");
  detail::require_size(n, size_of(type));
  require_request(op, data, n, request);
  const detail::variant& chosen = detail::pick(where, type, op, n, options);
  detail::begin_profile(options, chosen);
  const std::size_t bytes = n * size_of(type);
  scan_request there = request;
  detail::call call{nullptr, -1, data, nullptr, n, options.profile, nullptr, nullptr, &there};
  reduce_result result;
  if (where.where() == backend::device) {
    call.device = where.device_number();
    call.data = detail::device_pointer(where, data, bytes);
    there.out = detail::output_pointer(where, request.out, bytes);
    if (scans_segments(op)) {
      there.segments = detail::device_segments(where, request.segments, n);
    }
    result = chosen.run(call);
  } else {
    result = detail::run_on_host(where, bytes, chosen, call);
  }
  if (result.index >= 0) {
    detail::throw_wrong_offsets(static_cast<std::uint64_t>(result.index), result.value.u,
                                result.second.u, n);
  }
}

}  // namespace

void scan_any(const execution& where, element type, operation op, const void* data, std::size_t n,
              const scan_request& request, const scan_options& options) {
  detail::as_public_call([&] { scan(where, type, op, data, n, request, options); });
}

}  // namespace omprim
