// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/kernel/merge_path.hpp>
#include <omprim/kernel/scanned_tile.hpp>
#include <omprim/open_backend.hpp>
#include <omprim/strategy/segmented_merge_path.hpp>

/// Segmented reductions of own types by own operators; open_backend.hpp says how they are compiled.
///
/// Contract and errors are those of segmented_reduce.hpp. T is trivially copyable, trivially
/// default constructible and of at most 64 bytes. Operators have the form of operators.hpp and need
/// be associative only: the values of a segment are combined in their order. Method: strategy
/// merge-path; its tunings are template parameters, of which lanes are 1.
namespace omprim::inline OMPRIM_ABI::open {

/// A tile takes at most 20 kB of local memory.
template <class T>
inline constexpr tuning segment_device_shape = {sizeof(T) <= 16 ? 256 : 64, 1,
                                                sizeof(T) <= 4   ? 16
                                                : sizeof(T) <= 8 ? 8
                                                                 : 4};
inline constexpr tuning segment_host_shape = {8, 1, 32};

namespace detail {
template <tuning device_shape, tuning host_shape, class Op, class T>
void reduce_segments(const execution& where, const T* values, std::size_t n,
                     const kernel::segment_bounds& bounds, T* out) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                    sizeof(T) <= 64,
                "omprim::open reduces segments of trivial types of up to 64 bytes");
  static_assert(device_shape.lanes == 1 && host_shape.lanes == 1,
                "own operators take one value at a time: lanes are 1");
  using segmented = kernel::segmented<kernel::custom_scanner<T, Op>>;
  const std::size_t segments = bounds.segments;
  require_data(out, segments, "the output pointer");
  if (segments == 0) return;
  const auto asked = [&](auto place) {
    kernel::segment_bounds there = bounds;
    const auto* bytes = static_cast<const unsigned char*>(bounds.offsets);
    if (bytes != nullptr) there.offsets = place(bytes, (segments + 1) * (bounds.wide != 0 ? 8 : 4));
    // How many values there are stands on the device, perhaps: the first must do.
    return segmented{values == nullptr ? nullptr : place(values, 1), there, place(out, segments),
                     nullptr};
  };
  run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        strategy::segmented_merge_path<segmented, host_shape>::run(backend, asked(here));
      },
      [&](auto& backend, auto there) {
        strategy::segmented_merge_path<segmented, device_shape>::run(backend, asked(there));
      });
}
}  // namespace detail

/// out[s] combines the values [offsets[s], offsets[s + 1]) by Op, for `segments` segments; there
/// are segments + 1 offsets of 4 or 8 bytes.
template <class T, class Op, tuning device_shape = segment_device_shape<T>,
          tuning host_shape = segment_host_shape, class Offset>
void segmented_reduce(const execution& where, const T* values, const Offset* offsets,
                      std::size_t segments, T* out, Op = {}) {
  static_assert(std::is_integral_v<Offset> && (sizeof(Offset) == 4 || sizeof(Offset) == 8),
                "offsets are integers of 4 or 8 bytes");
  detail::require_data(offsets, segments, "the pointer to the offsets");
  // On a device nobody asks how many values there are.
  const bool counted = where.where() != backend::device && segments > 0;
  const auto n = counted ? static_cast<std::size_t>(offsets[segments] - offsets[0]) : 0;
  detail::require_data(values, n, "the pointer to the values");
  detail::reduce_segments<device_shape, host_shape, Op>(
      where, values, n, {offsets, segments, 0, sizeof(Offset) == 8 ? 1U : 0U}, out);
}

/// out[s] combines the values [s * length, (s + 1) * length) by Op.
template <class T, class Op, tuning device_shape = segment_device_shape<T>,
          tuning host_shape = segment_host_shape>
void segmented_reduce_fixed(const execution& where, const T* values, std::size_t length,
                            std::size_t segments, T* out, Op = {}) {
  detail::require_data(values, segments * length, "the pointer to the values");
  detail::reduce_segments<device_shape, host_shape, Op>(where, values, segments * length,
                                                        {nullptr, segments, length, 0}, out);
}

}  // namespace omprim::inline OMPRIM_ABI::open
