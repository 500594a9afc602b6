// SPDX-License-Identifier: BSD-3-Clause
// The functions of omprim/c/base.h, which call the C++ functions, and the helpers of all C
// functions (c/support.hpp).
#include <cstdio>
#include <string>

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/memory.hpp>
#include <omprim/omprim.h>
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

omprim_segments to_c(const omprim::segmentation& segments) {
  return {segments.heads, segments.offsets, segments.offset_bytes,
          segments.count, segments.length,  segments.values};
}

/// Stores the execution that make() returns; on failure stores one that every call refuses.
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

omprim::segmentation omprim::detail::to_cpp(const omprim_segments& segments) {
  return {segments.heads,  segments.offsets, segments.offset_bytes, segments.count, segments.length,
          segments.values, nullptr};
}

omprim::scan_request omprim::detail::to_cpp(const omprim_scan_request& request) {
  scan_request converted;
  converted.exclusive = request.exclusive != 0;
  converted.has_initial = request.has_initial != 0;
  converted.initial.u = request.initial.u;
  converted.out = request.out;
  converted.segments = to_cpp(request.segments);
  return converted;
}

omprim::operation omprim::detail::operation_by(int by, operation plus, operation minimum,
                                               operation maximum) {
  switch (by) {
    case omprim_operator_plus:
      return plus;
    case omprim_operator_minimum:
      return minimum;
    case omprim_operator_maximum:
      return maximum;
    default:
      throw error(status::unknown_name,
                  "no operator has the number " + std::to_string(by) + "; the last is 2");
  }
}

omprim::sort_options omprim::detail::to_order(int order) {
  if (order != omprim_order_ascending && order != omprim_order_descending) {
    throw error(status::unknown_name, "no order has the number " + std::to_string(order) +
                                          "; it is 0 (ascending) or 1 (descending)");
  }
  sort_options options;
  options.descending = order == omprim_order_descending;
  return options;
}

omprim::search_options omprim::detail::to_search_order(int order) {
  search_options options;
  options.descending = to_order(order).descending;
  return options;
}

// The enumerations are passed through as numbers.
static_assert(int{omprim_status_communication_failure} ==
              static_cast<int>(status::communication_failure));
static_assert(int{omprim_backend_device} == static_cast<int>(omprim::backend::device));
static_assert(int{omprim_comparison_greater} == static_cast<int>(omprim::comparison::greater));

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
    case omprim_status_unexpected_failure:
      return "an unexpected exception ended the call";
    case omprim_status_communication_failure:
      return "an MPI function returned an error";
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

omprim_segments omprim_segments_by_heads(const unsigned char* heads) {
  return to_c(omprim::by_heads(heads));
}
omprim_segments omprim_segments_by_offsets32(const int32_t* offsets, size_t count) {
  return to_c(omprim::by_offsets(offsets, count));
}
omprim_segments omprim_segments_by_offsets64(const int64_t* offsets, size_t count) {
  return to_c(omprim::by_offsets(offsets, count));
}
omprim_segments omprim_segments_by_length(size_t length, size_t count) {
  return to_c(omprim::by_length(length, count));
}
