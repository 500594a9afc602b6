// SPDX-License-Identifier: BSD-3-Clause
// omprim.h over the C++ door: converts arguments, lets no exception out.
#include <omprim/reduce.hpp>

#include <cstdio>
#include <string>

#include <c/support.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/memory.hpp>
#include <omprim/omprim.h>
#include <omprim/table.hpp>
#include <omprim/version.hpp>

namespace {

using omprim::error;
using omprim::status;
using omprim::detail::fail;
using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

// A fixed buffer, since reporting an error must not fail.
thread_local char last_error[1024] = "";

omprim_execution to_c(const omprim::execution& where) noexcept {
  return {static_cast<int>(where.where()), where.device_number(), where.threads()};
}

omprim_scalar to_c(const omprim::scalar& value) noexcept {
  omprim_scalar result;
  result.u = value.u;
  return result;
}

/// Stores what make() returns, and on failure stores an execution that every call refuses.
template <class Make>
omprim_status make_execution(omprim_execution* where, Make make) noexcept {
  const omprim_status made = guarded([&] {
    require_results(where);
    *where = to_c(make());
  });
  if (made != omprim_status_success && where != nullptr) *where = {-1, -1, 0};
  return made;
}

}  // namespace

omprim_status omprim::detail::fail(status code, const char* message) noexcept {
  std::snprintf(last_error, sizeof last_error, "%s", message);
  return static_cast<omprim_status>(code);
}

omprim::reduce_options omprim::detail::to_cpp(const omprim_options* options) {
  reduce_options wanted;
  if (options == nullptr) return wanted;
  if (options->strategy != nullptr) wanted.strategy = options->strategy;
  wanted.tuning = {options->work_group_size, options->lanes, options->items_per_work_item};
  return wanted;
}

omprim::execution omprim::detail::to_cpp(const omprim_execution& where) {
  switch (where.backend) {
    case omprim_backend_serial:
      return omprim::serial();
    case omprim_backend_host:
      return omprim::host(where.threads);
    case omprim_backend_tbb:
      return omprim::tbb(where.threads);
    case omprim_backend_device:
      return omprim::device(where.device);
    default:
      throw error(status::unknown_name,
                  "omprim_execution.backend is " + std::to_string(where.backend) +
                      "; it is 0 (serial), 1 (host), 2 (tbb) or 3 (device), and "
                      "-1 after an omprim_device that failed");
  }
}

// The enumerations are passed through as numbers.
static_assert(int{omprim_status_bad_tuning_file} == static_cast<int>(status::bad_tuning_file));
static_assert(int{omprim_backend_device} == static_cast<int>(omprim::backend::device));
static_assert(int{omprim_element_double} == static_cast<int>(omprim::element::float64));
static_assert(int{omprim_operation_wide_sum} == static_cast<int>(omprim::operation::wide_sum));
static_assert(int{omprim_operation_segmented_argmax} == static_cast<int>(omprim::last_operation));

const char* omprim_status_message(omprim_status code) {
  switch (code) {
    case omprim_status_success:
      return "success";
    case omprim_status_invalid_argument:
      return "invalid argument";
    case omprim_status_unknown_name:
      return "unknown name";
    case omprim_status_unavailable_backend:
      return "the backend is not part of this build";
    case omprim_status_unavailable_device:
      return "the device cannot be used";
    case omprim_status_unknown_variant:
      return "the variant was not compiled";
    case omprim_status_not_on_device:
      return "the device cannot read the pointer";
    case omprim_status_out_of_memory:
      return "out of memory";
    case omprim_status_device_failure:
      return "a kernel did not run on the device";
    case omprim_status_bad_tuning_file:
      return "the tuning file cannot be read";
  }
  return "not a status of omprim";
}

const char* omprim_last_error(void) { return last_error; }

void omprim_keep_error(const char* message) { fail(status::invalid_argument, message); }

omprim_execution omprim_serial(void) { return {omprim_backend_serial, -1, 0}; }
omprim_execution omprim_host(int threads) { return {omprim_backend_host, -1, threads}; }
omprim_execution omprim_tbb(int threads) { return {omprim_backend_tbb, -1, threads}; }

omprim_status omprim_device(int number, omprim_execution* where) {
  return make_execution(where, [&] { return omprim::device(number); });
}

omprim_status omprim_parse_execution(const char* text, omprim_execution* where) {
  return make_execution(where, [&] {
    if (text == nullptr) throw error(status::invalid_argument, "the text is null");
    return omprim::parse_execution(text);
  });
}

const char* omprim_version(void) { return omprim::version().data(); }

int omprim_device_count(void) {
  int count = 0;
  guarded([&] { count = static_cast<int>(omprim::devices().size()); });
  return count;
}

omprim_status omprim_allocate(omprim_execution where, size_t bytes, void** memory) {
  return guarded([&] {
    require_results(memory);
    *memory = omprim::allocate(to_cpp(where), bytes);
  });
}

void omprim_deallocate(omprim_execution where, void* memory) {
  guarded([&] { omprim::deallocate(to_cpp(where), memory); });
}

omprim_status omprim_copy_in(omprim_execution where, void* to, const void* from_host,
                             size_t bytes) {
  return guarded([&] { omprim::copy_in(to_cpp(where), to, from_host, bytes); });
}

omprim_status omprim_copy_out(omprim_execution where, void* to_host, const void* from,
                              size_t bytes) {
  return guarded([&] { omprim::copy_out(to_cpp(where), to_host, from, bytes); });
}

omprim_status omprim_reduce(omprim_execution where, int type, int operation, const void* data,
                            const void* other, size_t n, const omprim_options* options,
                            omprim_result* result) {
  return guarded([&] {
    require_results(result);
    const omprim::reduce_result r = omprim::reduce_any(
        to_cpp(where), static_cast<omprim::element>(type),
        static_cast<omprim::operation>(operation), data, other, n, to_cpp(options));
    *result = {to_c(r.value), to_c(r.second), to_c(r.third), r.index};
  });
}

// ---- Typed reductions, in the order of omprim.h ------------------------------------------

#define OMPRIM_DEFINE_VALUE(function, name, type, result_type, call)                           \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* data, size_t n, \
                                           result_type* result) {                              \
    return guarded([&] {                                                                       \
      require_results(result);                                                                 \
      *result = call;                                                                          \
    });                                                                                        \
  }
#define OMPRIM_DEFINE_INDEXED(function, name, type)                                            \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* data, size_t n, \
                                           type* value, int64_t* index) {                      \
    return guarded([&] {                                                                       \
      require_results(value, index);                                                           \
      const auto found = omprim::function(to_cpp(where), data, n);                             \
      *value = found.value;                                                                    \
      *index = found.index;                                                                    \
    });                                                                                        \
  }
#define OMPRIM_DEFINE_EXTREMA(name, type)                                                     \
  omprim_status omprim_minmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* min, type* max) {                                  \
    return guarded([&] {                                                                      \
      require_results(min, max);                                                              \
      const auto found = omprim::minmax(to_cpp(where), data, n);                              \
      *min = found.min;                                                                       \
      *max = found.max;                                                                       \
    });                                                                                       \
  }                                                                                           \
  omprim_status omprim_sum_min_max_##name(omprim_execution where, const type* data, size_t n, \
                                          type* sum, type* min, type* max) {                  \
    return guarded([&] {                                                                      \
      require_results(sum, min, max);                                                         \
      const auto found = omprim::sum_min_max(to_cpp(where), data, n);                         \
      *sum = found.sum;                                                                       \
      *min = found.min;                                                                       \
      *max = found.max;                                                                       \
    });                                                                                       \
  }
#define OMPRIM_DEFINE_REDUCE(function, name, type, operator_type) \
  OMPRIM_DEFINE_VALUE(function, name, type, type,                 \
                      omprim::reduce(to_cpp(where), data, n, omprim::operator_type{}))

#define OMPRIM_DEFINE(name, type)                                                        \
  OMPRIM_DEFINE_REDUCE(sum, name, type, plus)                                            \
  OMPRIM_DEFINE_REDUCE(product, name, type, multiplies)                                  \
  OMPRIM_DEFINE_REDUCE(min, name, type, minimum)                                         \
  OMPRIM_DEFINE_REDUCE(max, name, type, maximum)                                         \
  OMPRIM_DEFINE_INDEXED(argmin, name, type)                                              \
  OMPRIM_DEFINE_INDEXED(argmax, name, type)                                              \
  OMPRIM_DEFINE_EXTREMA(name, type)                                                      \
  OMPRIM_DEFINE_VALUE(all, name, type, int, omprim::all(to_cpp(where), data, n) ? 1 : 0) \
  OMPRIM_DEFINE_VALUE(any, name, type, int, omprim::any(to_cpp(where), data, n) ? 1 : 0)
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)

#define OMPRIM_DEFINE_BITS(name, type)               \
  OMPRIM_DEFINE_REDUCE(bit_and, name, type, bit_and) \
  OMPRIM_DEFINE_REDUCE(bit_or, name, type, bit_or)   \
  OMPRIM_DEFINE_REDUCE(bit_xor, name, type, bit_xor)
OMPRIM_DEFINE_BITS(int32, int32_t)
OMPRIM_DEFINE_BITS(uint32, uint32_t)
OMPRIM_DEFINE_BITS(int64, int64_t)
OMPRIM_DEFINE_BITS(uint64, uint64_t)

#define OMPRIM_DEFINE_NORMS(name, type)                                                           \
  omprim_status omprim_dot_##name(omprim_execution where, const type* a, const type* b, size_t n, \
                                  type* result) {                                                 \
    return guarded([&] {                                                                          \
      require_results(result);                                                                    \
      *result = omprim::dot(to_cpp(where), a, b, n);                                              \
    });                                                                                           \
  }                                                                                               \
  OMPRIM_DEFINE_VALUE(sum_of_absolutes, name, type, type,                                         \
                      omprim::sum_of_absolutes(to_cpp(where), data, n))                           \
  OMPRIM_DEFINE_VALUE(sum_of_squares, name, type, type,                                           \
                      omprim::sum_of_squares(to_cpp(where), data, n))
OMPRIM_DEFINE_NORMS(float, float)
OMPRIM_DEFINE_NORMS(double, double)

OMPRIM_DEFINE_VALUE(wide_sum, int32, int32_t, int64_t, omprim::wide_sum(to_cpp(where), data, n))
OMPRIM_DEFINE_VALUE(wide_sum, uint32, uint32_t, uint64_t, omprim::wide_sum(to_cpp(where), data, n))
OMPRIM_DEFINE_VALUE(wide_sum, float, float, double, omprim::wide_sum(to_cpp(where), data, n))
