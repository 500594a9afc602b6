// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/segmented_reduce.hpp needs C++20
#else

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/reducer/operator_traits.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/segmentation.hpp>

/// Segmented reductions of own types by own operators; omprim/open/launch.hpp says how they are
/// compiled.
///
/// Contract and errors are those of segmented_reduce.hpp. T is trivially copyable, trivially
/// default constructible and of at most 64 bytes. Operators have the form of operators.hpp and need
/// be associative only: the values of a segment are combined in their order. Those of operators.hpp
/// on the types of the library commute, and are computed in registers, in any order. Method:
/// strategy merge-path; its tunings are template parameters, of which lanes are 1 for your own
/// operators.
namespace omprim::inline OMPRIM_ABI::open {

/// For own operators a tile takes at most 20 kB of local memory.
template <class T, class Op>
inline constexpr tuning segment_device_tuning =
    kernel::in_registers<T, Op> ? tuning{128, 16 / int(sizeof(T)), int(sizeof(T))}
                                : tuning{sizeof(T) <= 16 ? 256 : 64, 1,
                                         sizeof(T) <= 4   ? 16
                                         : sizeof(T) <= 8 ? 8
                                                          : 4};
template <class T, class Op>
inline constexpr tuning segment_host_tuning =
    kernel::in_registers<T, Op> ? tuning{8, 32 / int(sizeof(T)), 4} : tuning{8, 1, 32};

/// out[s] combines segment s by Op.
template <class T, class Op, tuning device_tuning = segment_device_tuning<T, Op>,
          tuning host_tuning = segment_host_tuning<T, Op>>
void segmented_reduce(const execution& where, const T* values, const segmentation& segments, T* out,
                      Op = {}) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                    sizeof(T) <= 64,
                "omprim::open reduces segments of trivial types of up to 64 bytes");
  static_assert(kernel::in_registers<T, Op> || (device_tuning.lanes == 1 && host_tuning.lanes == 1),
                "own operators take one value at a time: lanes are 1");
  using segmented = kernel::segmented<typename kernel::operator_traits<T, Op>::scanner>;
  omprim::detail::require_reducible(segments);
  const std::size_t count = segments.count;
  detail::require_data(out, count, "the output pointer");
  if (count == 0) return;
  const std::size_t n = omprim::detail::require_values(where, values, segments);
  const auto asked = [&](auto place, const segmentation& on) {
    return segmented{values == nullptr ? nullptr : place(values, 1), kernel::bounds_of(on),
                     place(out, count), nullptr};
  };
  detail::run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        strategy::segmented_merge_path<segmented, host_tuning>::run(backend, asked(here, segments));
      },
      [&](auto& backend, auto there) {
        const auto on = omprim::detail::device_segments(where, segments, 0);
        strategy::segmented_merge_path<segmented, device_tuning>::run(backend, asked(there, on));
      });
}
template <class T, class Op, tuning device_tuning = segment_device_tuning<T, Op>,
          tuning host_tuning = segment_host_tuning<T, Op>, class Offset>
void segmented_reduce(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, T* out, Op op = {}) {
  segmented_reduce<T, Op, device_tuning, host_tuning>(where, values, by_offsets(offsets, count),
                                                      out, op);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
