// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/backend/openmp_host.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/error.hpp>
#include <omprim_build.hpp>
#include <runtime/device.hpp>
#if OMPRIM_WITH_TBB
#include <omprim/detail/backend/tbb_host.hpp>
#endif

namespace omprim {
detail::executor detail::executor_for(const execution& where, std::size_t bytes) {
  if (where.where() == backend::serial || bytes < parallel_from()) return serial_executor;
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

namespace detail {
namespace {

/// Apart, so that the fast path needs no frame.
[[gnu::noinline]] reduce_result run_checked(const execution& where, const reduce_family& family,
                                            operation op, const void* data, const void* other,
                                            std::size_t n, const reduce_options& options) try {
  require_algorithm(op, algorithm::reduce);
  require_data(data, n, "the data pointer");
  if (op == operation::dot) require_data(other, n, "the second data pointer");
  require_size(n, size_of(family.type));
  const auto& chosen = pick(where, family, op, n, options);
  begin_profile(options, chosen.row);
  const std::size_t bytes = n * size_of(family.type);
  reduce_problem problem{data, other, n};
  if (where.where() == backend::device) {
    problem.data = device_pointer(where, data, bytes);
    if (op == operation::dot) problem.other = device_pointer(where, other, bytes);
  }
  return chosen.run(place_of(where, bytes, options.profile), problem);
} catch (...) {
  rethrow_as_error();
}

/// The object of calls without options is known by its address.
bool asks_nothing(const reduce_options& options) {
  return &options == &default_options || (by_rule(options) && options.profile == nullptr);
}

}  // namespace

reduce_result run(const execution& where, const reduce_family& family, operation op,
                  const void* data, const void* other, std::size_t n,
                  const reduce_options& options) {
  // Fast path for calls without options: few instructions, since adding about 100 elements takes
  // as long as the dispatch.
  const bool is_whole = data != nullptr && (other != nullptr || op != operation::dot);
  if (asks_nothing(options) && where.where() != backend::device && is_whole) {
    const short_call alone = short_call_of(family, op);
    const bool is_exact = is_integer(family.type);  // in every floating-point environment
    if (n < alone.below && (is_exact || backends::default_arithmetic::holds())) {
      return alone.run(data, other, n);
    }
  }
  return run_checked(where, family, op, data, other, n, options);
}

}  // namespace detail
}  // namespace omprim
