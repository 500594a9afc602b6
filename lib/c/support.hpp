// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include <omprim/any.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/omprim.h>

/// Keeps a message for omprim_last_error(). The Fortran module calls it for errors that it finds
/// itself.
extern "C" void omprim_keep_error(const char* message);

/// The helpers of the C functions, which convert arguments and let no exception out.
namespace omprim::detail {

/// Keeps the message for omprim_last_error().
omprim_status fail(status code, const char* message) noexcept;

template <class Body>
omprim_status guarded(Body body) noexcept {
  try {
    body();
    return omprim_status_success;
  } catch (const error& e) {
    return fail(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return fail(status::out_of_memory, "the host has no memory left for this call");
  } catch (const std::length_error&) {
    return fail(status::out_of_memory, "the call needs more memory than there can be");
  } catch (const std::exception& e) {
    return fail(status::unexpected_failure, e.what());
  } catch (...) {
    return fail(status::unexpected_failure, "an unknown exception ended the call");
  }
}

template <class... Pointers>
void require_results(const Pointers*... results) {
  const bool any_null = (... || !results);
  if (any_null) {
    throw error(status::invalid_argument, "the pointer to the result is null");
  }
}

/// Throws status::unknown_name for a number that is no backend.
omprim::execution to_cpp(const omprim_execution& where);
/// All zeros for null.
reduce_options to_cpp(const omprim_options* options);
segmentation to_cpp(const omprim_segments& segments);
scan_request to_cpp(const omprim_scan_request& request);

inline omprim_scalar to_c(const scalar& value) noexcept {
  omprim_scalar result;
  result.u = value.u;
  return result;
}
inline omprim_result to_c(const reduce_result& result) noexcept {
  return {to_c(result.value), to_c(result.second), to_c(result.third), result.index};
}

/// Chooses one of the three operations by the number of an omprim_operator. Throws
/// status::unknown_name for a number that is no operator.
operation operation_by(int by, operation plus, operation minimum, operation maximum);
inline operation segmented_by(int by) {
  return operation_by(by, operation::segmented_sum, operation::segmented_min,
                      operation::segmented_max);
}

/// The options of a sort by the number of an omprim_order. Throws status::unknown_name for a number
/// that is no order.
sort_options to_order(int order);
/// The same for the options of searches and merges.
search_options to_search_order(int order);

/// Throws status::invalid_argument if one of the pointers is null although there are columns.
template <class... Pointers>
void require_columns(size_t count, const Pointers*... columns) {
  const bool any_null = (... || !columns);
  if (any_null && count != 0) {
    throw error(status::invalid_argument,
                "the pointer to the columns or their outputs is null, "
                "and there are " +
                    std::to_string(count));
  }
}

template <class Request>
void require_request(const Request* request) {
  if (request == nullptr) throw error(status::invalid_argument, "the request is null");
}

}  // namespace omprim::detail
