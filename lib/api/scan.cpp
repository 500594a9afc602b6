// SPDX-License-Identifier: BSD-3-Clause
#include <api/call.hpp>
#include <omprim/backend/open.hpp>
#include <omprim/table.hpp>

namespace omprim {

void scan_any(const execution& where, element type, operation op, const void* data, std::size_t n,
              const scan_request& request, const scan_options& options) {
  detail::require_algorithm(op, algorithm::scan);
  detail::require_data(data, n, "the data pointer");
  detail::require_data(request.out, n, "the output pointer");
  const detail::variant& chosen = detail::pick(where, type, op, n, options);
  detail::begin_profile(options, chosen);
  const std::size_t bytes = n * size_of(type);
  scan_request there = request;
  detail::call call{nullptr, -1, data, nullptr, n, options.profile, nullptr, nullptr, &there};
  if (where.where() == backend::device) {
    call.device = where.device_number();
    call.data = detail::device_pointer(where, data, bytes);
    there.out = detail::output_pointer(where, request.out, bytes);
    (void)chosen.run(call);
    return;
  }
  const detail::executor run = detail::executor_for(where, bytes);
  call.run = &run;
  (void)chosen.run(call);
}

}  // namespace omprim
