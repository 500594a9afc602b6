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
#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/segmentation.hpp>

/// Scans with own types and operators; omprim/open/launch.hpp says how they are compiled.
///
/// Contract and errors are those of scan.hpp, in place included. T is trivially copyable, default
/// constructible and of at most 32 bytes. Operators have the form of operators.hpp and need be
/// associative only: elements are combined in their order. Those of operators.hpp on the types of
/// the library are computed in registers, as scan.hpp does. Method: strategy single-pass; its
/// tunings are template parameters.
namespace omprim::inline OMPRIM_ABI::open {

template <class T>
inline constexpr tuning scan_device_tuning = {128, sizeof(T) <= 8 ? 16 / int(sizeof(T)) : 1,
                                              sizeof(T) <= 8 ? 18 : 288 / int(sizeof(T))};
/// The heads of what an item takes of a row stand in one word.
template <class T>
inline constexpr tuning segmented_scan_device_tuning =
    sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0 ? scan_device_tuning<T>
                                                         : tuning{128, 1, 288 / int(sizeof(T))};
/// Tiles of 64 kB in registers, else of 32 kB.
template <class T, class Op>
inline constexpr tuning scan_host_tuning =
    kernel::in_registers<T, Op> ? tuning{16, 64 / int(sizeof(T)), 64}
                                : tuning{16, 1, 2048 / int(sizeof(T))};

/// Marks the heads of segments that are given by offsets.
inline constexpr tuning mark_device_tuning = {256, 1, 8};
inline constexpr tuning mark_host_tuning = {16, 1, 64};

namespace detail {
template <tuning device_tuning, tuning host_tuning, class Op, class T>
void scan_all(const execution& where, const T* data, std::size_t n, T* out, const T& initial,
              bool exclusive) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                "omprim::open scans trivially copyable types of up to 32 bytes");
  require_data(data, n, "the data pointer");
  require_data(out, n, "the output pointer");
  using scanner = typename kernel::operator_traits<T, Op>::scanner;
  using scan = kernel::scan<scanner>;
  const auto before = scanner::template lift<1>(initial, 0);
  const auto asked = [&](auto place) {
    return scan{place(data, n), n, place(out, n), before, exclusive ? 1U : 0U};
  };
  run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        strategy::scan_single_pass<scan, host_tuning>::run(backend, asked(here));
      },
      [&](auto& backend, auto there) {
        strategy::scan_single_pass<scan, device_tuning>::run(backend, asked(there));
      });
}

template <tuning device_tuning, tuning host_tuning, class Op, class T>
void scan_segments(const execution& where, const T* data, std::size_t n,
                   const segmentation& segments, T* out, const T& initial, bool exclusive) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 24,
                "omprim::open scans segments of trivially copyable types of up to 24 bytes");
  require_data(data, n, "the data pointer");
  require_data(out, n, "the output pointer");
  omprim::detail::require_scannable(segments, n);
  using scanner = typename kernel::operator_traits<T, Op>::scanner;
  const auto before = scanner::template lift<1>(initial, 0);
  using scan = strategy::segmented_scan<scanner>;
  using on_host = strategy::scan_segments<scanner, strategy::scan_single_pass<scan, host_tuning>,
                                          mark_host_tuning>;
  using on_device =
      strategy::scan_segments<scanner, strategy::scan_single_pass<scan, device_tuning>,
                              mark_device_tuning>;
  const auto wrong = run(
      where, n * sizeof(T),
      [&](auto& backend, auto) {
        return on_host::run(backend,
                            typename on_host::request{data, n, segments, out, before, exclusive});
      },
      [&](auto& backend, auto there) {
        const auto on = omprim::detail::device_segments(where, segments, n);
        return on_device::run(
            backend,
            typename on_device::request{there(data, n), n, on, there(out, n), before, exclusive});
      });
  if (wrong.position < 0) return;
  omprim::detail::throw_wrong_offsets(static_cast<std::uint64_t>(wrong.position), wrong.first,
                                      wrong.second, n);
}
}  // namespace detail

/// out[i] = initial op data[0] op ... op data[i].
template <class T, class Op, tuning device_tuning = scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>>
void inclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    T initial = Op::template identity<T>()) {
  detail::scan_all<device_tuning, host_tuning, Op>(where, data, n, out, initial, false);
}

/// out[i] = initial op data[0] op ... op data[i - 1]; out[0] = initial.
template <class T, class Op, tuning device_tuning = scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>>
void exclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    T initial = Op::template identity<T>()) {
  detail::scan_all<device_tuning, host_tuning, Op>(where, data, n, out, initial, true);
}

/// The inclusive scan of each segment for itself, with `initial` before its first element;
/// segmentation.hpp says how segments are given. T is of at most 24 bytes.
template <class T, class Op, tuning device_tuning = segmented_scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>>
void segmented_inclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              T initial = Op::template identity<T>()) {
  detail::scan_segments<device_tuning, host_tuning, Op>(where, data, n, segments, out, initial,
                                                        false);
}

/// The exclusive scan of each segment for itself: its first result is `initial`.
template <class T, class Op, tuning device_tuning = segmented_scan_device_tuning<T>,
          tuning host_tuning = scan_host_tuning<T, Op>>
void segmented_exclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              T initial = Op::template identity<T>()) {
  detail::scan_segments<device_tuning, host_tuning, Op>(where, data, n, segments, out, initial,
                                                        true);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
