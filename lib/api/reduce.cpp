// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/device.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/table.hpp>
#include <omprim/backend/open.hpp>
#include <omprim/backend/openmp_host.hpp>
#include <omprim/backend/serial.hpp>
#include <omprim/error.hpp>
#include <omprim/table.hpp>
#include <omprim_build.hpp>
#if OMPRIM_WITH_TBB
#include <omprim/backend/tbb_host.hpp>
#endif

namespace omprim {
namespace {

void require_data(const void* data, std::size_t n, const char* what) {
  if (data != nullptr || n == 0) return;
  throw error(status::invalid_argument,
              std::string(what) + " is a null pointer, and n is " + std::to_string(n));
}

const detail::variant& pick(const execution& where, element type, operation op, std::size_t n,
                            const reduce_options& options) {
  const bool by_rule = options.strategy.empty() && options.shape == tuning{};
  if (by_rule) return detail::choose(where, type, op, n);
  const std::string_view strategy = options.strategy.empty() ? "single-pass" : options.strategy;
  return detail::find_variant(where.where() == backend::device, type, op, strategy, options.shape);
}

}  // namespace

detail::executor detail::executor_for(const execution& where, std::size_t bytes) {
  if (where.where() == backend::serial || bytes < parallel_from()) return serial_executor();
#if OMPRIM_WITH_TBB
  if (where.where() == backend::tbb) return tbb_executor(where.threads());
#endif
  return openmp_executor(where.threads());
}

const void* detail::device_pointer(const execution& where, const void* data, std::size_t bytes) {
  return on_device(probed_device(where.device_number()), data, bytes);
}

void detail::require_image(const execution& where, bool ran_there) {
  if (ran_there) return;
  throw error(status::unavailable_device,
              "a kernel of the calling translation unit ran on the host instead of device " +
                  std::to_string(where.device_number()) +
                  "; compile it for that device (CMake: omprim::offload)");
}

reduce_result reduce_any(const execution& where, element type, operation op, const void* data,
                         const void* other, std::size_t n, const reduce_options& options) {
  require_data(data, n, "the data pointer");
  if (op == operation::dot) require_data(other, n, "the second data pointer");
  const detail::variant& chosen = pick(where, type, op, n, options);
  if (options.profile != nullptr) {
    *options.profile = {chosen.row.strategy, chosen.row.shape, 0, 0, 0, 0};
  }
  const std::size_t bytes = n * size_of(type);
  detail::call call{nullptr, -1, data, other, n, options.profile};
  if (where.where() == backend::device) {
    call.device = where.device_number();
    call.data = detail::device_pointer(where, data, bytes);
    if (op == operation::dot) call.other = detail::device_pointer(where, other, bytes);
    return chosen.run(call);
  }
  const detail::executor run = detail::executor_for(where, bytes);
  call.run = &run;
  return chosen.run(call);
}

}  // namespace omprim
