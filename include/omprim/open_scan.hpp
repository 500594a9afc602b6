// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/kernel/scanned_tile.hpp>
#include <omprim/open_backend.hpp>
#include <omprim/strategy/scan_single_pass.hpp>

/// Scans with own types and operators; open_backend.hpp says how they are compiled.
///
/// Contract and errors are those of scan.hpp, in place included. T is trivially copyable, default
/// constructible and of at most 32 bytes. Operators have the form of operators.hpp and need be
/// associative only: elements are combined in their order. Method: strategy single-pass; its
/// tunings are template parameters.
namespace omprim::inline OMPRIM_ABI::open {

template <class T>
inline constexpr tuning scan_device_shape = {256, 1, sizeof(T) <= 8 ? 8 : 2};
/// Tiles of 32 kB.
template <class T>
inline constexpr tuning scan_host_shape = {16, 1, 2048 / int(sizeof(T))};

namespace detail {
template <tuning device_shape, tuning host_shape, class Scanner, class T, class MakeInput>
void scan(const execution& where, std::size_t n, T* out, const T& initial, bool exclusive,
          MakeInput&& input) {
  require_data(out, n, "the output pointer");
  const auto asked = [&](auto place) {
    using scan_type = kernel::scan<Scanner, decltype(input(place))>;
    auto start = Scanner::template identity<1>();
    if constexpr (!Scanner::segmented) start = initial;
    return scan_type{input(place), n, place(out, n), start, exclusive ? 1U : 0U};
  };
  run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        using scan_type = decltype(asked(here));
        strategy::scan_single_pass<scan_type, host_shape>::run(backend, asked(here));
      },
      [&](auto& backend, auto there) {
        using scan_type = decltype(asked(there));
        strategy::scan_single_pass<scan_type, device_shape>::run(backend, asked(there));
      });
}

template <tuning device_shape, tuning host_shape, class Op, class T>
void scan_all(const execution& where, const T* data, std::size_t n, T* out, const T& initial,
              bool exclusive) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                "omprim::open scans trivially copyable types of up to 32 bytes");
  require_data(data, n, "the data pointer");
  scan<device_shape, host_shape, kernel::custom_scanner<T, Op>>(
      where, n, out, initial, exclusive, [&](auto place) { return place(data, n); });
}

template <tuning device_shape, tuning host_shape, class Op, class T>
void scan_segments(const execution& where, const T* data, const unsigned char* heads, std::size_t n,
                   T* out, bool exclusive) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 24,
                "omprim::open scans segments of trivially copyable types of up to 24 bytes");
  require_data(data, n, "the data pointer");
  require_data(heads, n, "the pointer to the heads");
  using scanner = kernel::segmented_scanner<kernel::custom_scanner<T, Op>>;
  scan<device_shape, host_shape, scanner>(
      where, n, out, Op::template identity<T>(), exclusive,
      [&](auto place) { return kernel::headed_input<T>{place(data, n), place(heads, n)}; });
}
}  // namespace detail

/// out[i] = initial op data[0] op ... op data[i].
template <class T, class Op, tuning device_shape = scan_device_shape<T>,
          tuning host_shape = scan_host_shape<T>>
void inclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    T initial = Op::template identity<T>()) {
  detail::scan_all<device_shape, host_shape, Op>(where, data, n, out, initial, false);
}

/// out[i] = initial op data[0] op ... op data[i - 1]; out[0] = initial.
template <class T, class Op, tuning device_shape = scan_device_shape<T>,
          tuning host_shape = scan_host_shape<T>>
void exclusive_scan(const execution& where, const T* data, std::size_t n, T* out, Op = {},
                    T initial = Op::template identity<T>()) {
  detail::scan_all<device_shape, host_shape, Op>(where, data, n, out, initial, true);
}

/// The inclusive scan of each segment for itself; a segment begins at each element whose head, a
/// byte for each element, is not 0.
template <class T, class Op, tuning device_shape = scan_device_shape<T>,
          tuning host_shape = scan_host_shape<T>>
void segmented_inclusive_scan(const execution& where, const T* data, const unsigned char* heads,
                              std::size_t n, T* out, Op = {}) {
  detail::scan_segments<device_shape, host_shape, Op>(where, data, heads, n, out, false);
}

/// The exclusive scan of each segment for itself: its first result is the identity.
template <class T, class Op, tuning device_shape = scan_device_shape<T>,
          tuning host_shape = scan_host_shape<T>>
void segmented_exclusive_scan(const execution& where, const T* data, const unsigned char* heads,
                              std::size_t n, T* out, Op = {}) {
  detail::scan_segments<device_shape, host_shape, Op>(where, data, heads, n, out, true);
}

}  // namespace omprim::inline OMPRIM_ABI::open
