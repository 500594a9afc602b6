// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/table.hpp>

/// Scans (prefix sums): for each element of an array the combination of all elements up to it,
/// compiled into the library for int32, uint32, int64, uint64, float and double with plus, minimum
/// and maximum; other operators and types: omprim/open/scan.hpp.
///
/// Both functions share one contract. They read the half-open range [data, data + n), any n from 0
/// and any alignment that T allows, write n elements to `out`, which may be `data` itself (in
/// place) but overlap it in no other way, block until the output is there and may be called from
/// several threads at once. `where` says who runs it, and so where both arrays must be accessible
/// (execution.hpp); the output is ready for the next kernel there.
///
/// Results: integer sums wrap; NaN propagates through minimum and maximum from its position on,
/// and -0 is below +0. Integer results and extremes are the same on every backend; float sums
/// differ within the rounding bound, as elements are combined in an unspecified association, and
/// may differ from call to call on backends that run several groups.
///
/// Errors: those of reduce.hpp.
///
/// Default method: one pass; tiles by ticket, what stands before them by decoupled look-back
/// (strategy "single-pass"). Memory: 8 bytes per tile of some thousand elements, and two elements
/// where they are 8 bytes wide.
namespace omprim {

namespace detail {
template <class Op, class T>
void run_scan(const execution& where, const T* data, std::size_t n, const scan_request& request,
              const scan_options& options) {
  static_assert(
      is_ordered<Op>,
      "omprim's scans take plus, minimum or maximum after the output, then the initial value, then "
      "options; for an operator of your own use omprim::open (omprim/open/scan.hpp)");
  run(where, scan_family_of<T>(),
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

/// out[i] = initial op data[0] op ... op data[i - 1]; out[0] = initial. Without `initial`, the
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

}  // namespace omprim
