// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>

/// Scans (prefix sums) combine, for each element of an array, all elements up to it. They are
/// compiled into the library for int32, uint32, int64, uint64, float and double with plus, minimum
/// and maximum. Other operators and types: omprim/open/scan.hpp.
///
/// Contract of both functions:
///   * They read the half-open range [data, data + n): any n from 0, any alignment that T allows.
///   * They write n elements to `out`, which may be `data` itself (in place). Any other overlap is
///     an error of the caller.
///   * They block until the output is written. Several threads may call them at the same time.
///   * Both arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the output.
///
/// Results:
///   * Integer sums wrap. NaN propagates through minimum and maximum from its position on. -0 is
///     below +0.
///   * Integer results and extremes are the same on every backend.
///   * Float sums differ within the rounding bound, since their association is unspecified. On
///     backends that run several groups they may differ from call to call.
///
/// Errors: those of reduce.hpp.
///
/// Default method: one pass; groups take tiles by ticket and learn the prefix of each by decoupled
/// look-back (strategy "single-pass").
/// Memory: 8 bytes per tile of some thousand elements, 16 for 8-byte types.
namespace omprim {

namespace detail {
template <class Op, class T>
void run_scan(const execution& where, const T* data, std::size_t n, const scan_request& request,
              const scan_options& options) {
  static_assert(
      is_ordered<Op>,
      "omprim's scans take plus, minimum or maximum after the output, then the initial value, then "
      "options; for an operator of your own use omprim::open (omprim/open/scan.hpp)");
  run(where, families<T>::scan(),
      by_operator<Op>(operation::scan_sum, operation::scan_min, operation::scan_max), data, n,
      request, options);
}
}  // namespace detail

/// out[i] = data[0] op ... op data[i].
template <class Op = plus, class T>
void inclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    const scan_options& options = default_options) {
  scan_request request;
  request.out = out;
  detail::run_scan<Op>(where, data, n, request, options);
}

/// out[i] = initial op data[0] op ... op data[i].
template <class Op = plus, class T>
void inclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op,
                    detail::same<T> initial, const scan_options& options = default_options) {
  scan_request request;
  request.out = out;
  request.has_initial = true;
  request.initial = detail::to_scalar(initial);
  detail::run_scan<Op>(where, data, n, request, options);
}

/// out[i] = initial op data[0] op ... op data[i - 1]; out[0] = initial. By default `initial` is the
/// identity of the operator.
template <class Op = plus, class T>
void exclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    detail::same<T> initial = detail::identity_of<Op, T>(),
                    const scan_options& options = default_options) {
  scan_request request;
  request.exclusive = true;
  request.has_initial = true;
  request.initial = detail::to_scalar(initial);
  request.out = out;
  detail::run_scan<Op>(where, data, n, request, options);
}

/// The sums of 4-byte elements as 8-byte results: int32 into int64, uint32 into uint64, float into
/// double. For offsets from counts. `out` must not overlap the input.
template <class T, class Out, class = detail::if_wider<T, Out>>
void inclusive_scan(const execution& where, const T* data, std::size_t n, Out* out, plus = {},
                    const scan_options& options = default_options) {
  scan_request request;
  request.out = out;
  detail::run(where, detail::families<T>::scan(), operation::wide_scan_sum, data, n, request,
              options);
}
/// The same, after `initial`: out[0] = initial, out[i] = initial + data[0] + ... + data[i - 1].
template <class T, class Out, class = detail::if_wider<T, Out>>
void exclusive_scan(const execution& where, const T* data, std::size_t n, Out* out, plus = {},
                    detail::same<Out> initial = 0, const scan_options& options = default_options) {
  scan_request request;
  request.exclusive = true;
  request.has_initial = true;
  request.initial = detail::to_scalar(initial);
  request.out = out;
  detail::run(where, detail::families<T>::scan(), operation::wide_scan_sum, data, n, request,
              options);
}

}  // namespace omprim
