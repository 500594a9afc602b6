// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/scan.hpp needs C++20
#else

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/reducer/operator_traits.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>
#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/open/operators.hpp>
#include <omprim/segmentation.hpp>

/// Scans with your own types and operators; omprim/open/launch.hpp says how they are compiled.
///
/// Contract and errors are those of scan.hpp, in place included.
///   * T is trivially copyable, default constructible and of at most 32 bytes: 8 less in segments,
///     and 8 less for function objects.
///   * Operators have a form of omprim/open/operators.hpp. They need be associative only: elements
///     are combined in their order.
///   * Function objects have no captures; an exclusive scan by them needs an initial value.
///   * Operators of omprim/operators.hpp on the types of the library are computed in registers, as
///     in scan.hpp.
///   * Method: strategy single-pass; its tunings are template parameters.
namespace omprim::inline OMPRIM_ABI::open {

template <class T>
inline constexpr tuning scan_device_tuning = {128, sizeof(T) <= 8 ? 16 / int(sizeof(T)) : 1,
                                              sizeof(T) <= 8 ? 18 : 288 / int(sizeof(T))};
/// The head flags of the elements that an item takes of a row fit in one word.
template <class T>
inline constexpr tuning segmented_scan_device_tuning =
    sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0 ? scan_device_tuning<T>
                                                         : tuning{128, 1, 288 / int(sizeof(T))};
/// Tiles of 64 kB in registers, else of 32 kB.
template <class T, class Op>
inline constexpr tuning scan_host_tuning =
    kernel::in_registers<T, Op>
        ? tuning{16, kernel::vector_bytes / int(sizeof(T)), 64 * 64 / kernel::vector_bytes}
        : tuning{16, 1, 2048 / int(sizeof(T))};

namespace detail {
template <tuning device_tuning, tuning host_tuning, class Op, class T, class Before>
void scan_all(const execution& where, const T* data, std::size_t n, T* out, const Before& before,
              bool exclusive) {
  require_data(data, n, "the data pointer");
  require_data(out, n, "the output pointer");
  using scanner = typename kernel::whole_scanner<T, Op>::type;
  using scan = kernel::scan<scanner>;
  const auto make_problem = [&](auto translate) {
    return scan{translate(data, n), n, translate(out, n), before, exclusive ? 1U : 0U};
  };
  run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        strategy::scan_single_pass<scan, host_tuning>::run(backend, make_problem(here));
      },
      [&](auto& backend, auto there) {
        strategy::scan_single_pass<scan, device_tuning>::run(backend, make_problem(there));
      });
}

template <tuning device_tuning, tuning host_tuning, class Op, class T, class Before>
void scan_segments(const execution& where, const T* data, std::size_t n,
                   const segmentation& segments, T* out, const Before& before, bool exclusive) {
  require_data(data, n, "the data pointer");
  require_data(out, n, "the output pointer");
  omprim::detail::require_scannable(segments, n);
  using scanner = typename kernel::operator_traits<T, Op>::scanner;
  using scan = strategy::segmented_scan<scanner>;
  using on_host = strategy::scan_segments<scanner, strategy::scan_single_pass<scan, host_tuning>>;
  using on_device =
      strategy::scan_segments<scanner, strategy::scan_single_pass<scan, device_tuning>>;
  const auto wrong = run(
      where, n * sizeof(T),
      [&](auto& backend, auto) {
        return on_host::run(backend,
                            typename on_host::request{data, n, segments, out, before, exclusive});
      },
      [&](auto& backend, auto there) {
        const auto translated = omprim::detail::device_segments(where, segments, n);
        return on_device::run(
            backend, typename on_device::request{there(data, n), n, translated, there(out, n),
                                                 before, exclusive});
      });
  if (wrong.position < 0) return;
  omprim::detail::throw_wrong_offsets(static_cast<std::uint64_t>(wrong.position), wrong.first,
                                      wrong.second, n);
}
}  // namespace detail

/// out[i] = initial op data[0] op ... op data[i]. By default `initial` is the identity of the
/// operator; with a function object the scan then begins with data[0].
template <class T, class Op, tuning device_tuning = scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>, class Initial = detail::identity_value>
void inclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    const Initial& initial = {}) {
  if constexpr (detail::require_scan<T, Op, Initial, false, 32>()) {
    detail::scan_all<device_tuning, host_tuning, Op>(where, data, n, out,
                                                     detail::before_all<T, Op>(initial), false);
  }
}

/// out[i] = initial op data[0] op ... op data[i - 1]; out[0] = initial.
template <class T, class Op, tuning device_tuning = scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>, class Initial = detail::identity_value>
void exclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    const Initial& initial = {}) {
  if constexpr (detail::require_scan<T, Op, Initial, true, 32>()) {
    detail::scan_all<device_tuning, host_tuning, Op>(where, data, n, out,
                                                     detail::before_all<T, Op>(initial), true);
  }
}

/// Scans each segment by itself, inclusively, with `initial` before the first element of the
/// segment; segmentation.hpp says how segments are given.
template <class T, class Op, tuning device_tuning = segmented_scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>, class Initial = detail::identity_value>
void segmented_inclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              const Initial& initial = {}) {
  if constexpr (detail::require_scan<T, Op, Initial, false, 24>()) {
    detail::scan_segments<device_tuning, host_tuning, Op>(
        where, data, n, segments, out, detail::before_all<T, Op>(initial), false);
  }
}

/// The same, but exclusively: the first result of each segment is `initial`.
template <class T, class Op, tuning device_tuning = segmented_scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>, class Initial = detail::identity_value>
void segmented_exclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              const Initial& initial = {}) {
  if constexpr (detail::require_scan<T, Op, Initial, true, 24>()) {
    detail::scan_segments<device_tuning, host_tuning, Op>(where, data, n, segments, out,
                                                          detail::before_all<T, Op>(initial), true);
  }
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
