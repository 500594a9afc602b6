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
#include <omprim/detail/simd/vector_bytes.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/open/operators.hpp>
#include <omprim/segmentation.hpp>

/// Segmented reductions of your own types by your own operators; omprim/open/launch.hpp says how
/// they are compiled.
///
/// Contract and errors are those of segmented_reduce.hpp.
///   * T is trivially copyable, trivially default constructible and of at most 64 bytes, 16 for
///     function objects.
///   * Operators have a form of omprim/open/operators.hpp and no captures. They need be associative
///     only: the values of a segment are combined in their order.
///   * Operators of omprim/operators.hpp on the types of the library commute, and are computed in
///     registers, in any order.
///   * Method: strategy merge-path. Its tunings are template parameters; lanes are 1 for your own
///     operators.
namespace omprim::inline OMPRIM_ABI::open {

/// With your own operators a tile takes at most 20 kB of local memory.
template <class T, class Op>
inline constexpr tuning segment_device_tuning =
    kernel::in_registers<T, Op> ? tuning{128, 16 / int(sizeof(T)), int(sizeof(T))}
                                : tuning{sizeof(T) <= 16 ? 256 : 64, 1,
                                         sizeof(T) <= 4   ? 16
                                         : sizeof(T) <= 8 ? 8
                                                          : 4};
template <class T, class Op>
inline constexpr tuning segment_host_tuning =
    kernel::in_registers<T, Op> ? tuning{8, kernel::default_pack_bytes / int(sizeof(T)), 4}
                                : tuning{8, 1, 32};

namespace detail {
/// Segments with an initial value, for operators without an identity.
template <class Reducer>
struct alignas(8) started_segments : kernel::segmented<Reducer> {
  typename Reducer::accumulator initial;

  OMPRIM_INLINE void write(std::uint64_t segment,
                           const typename Reducer::accumulator& total) const {
    this->out[segment] = Reducer::template lower<1>(Reducer::combine(initial, total));
  }
};

/// The problem, with its initial value if one is given.
template <class Reducer, class Given>
auto problem(const kernel::segmented<Reducer>& plain, [[maybe_unused]] const Given& initial) {
  if constexpr (is_given<Given>) {
    using element = typename Reducer::element;
    return started_segments<Reducer>{plain,
                                     Reducer::template lift<1>(static_cast<element>(initial), 0)};
  } else {
    return plain;
  }
}

template <class T, class Op, class Initial, bool by_lanes>
constexpr bool require_segments() {
  if constexpr (!require_operator_without_captures<T, Op>()) {
    return false;
  } else {
    constexpr bool is_static = kernel::static_operator<Op, T>;
    constexpr bool begins = is_given<Initial> != is_static;
    constexpr bool fits = std::is_trivially_copyable_v<T> &&
                          std::is_trivially_default_constructible_v<T> &&
                          sizeof(T) <= (is_static ? 64 : 16);
    constexpr bool in_lanes = kernel::in_registers<T, Op> || !by_lanes;
    static_assert(begins,
                  "omprim::open::segmented_reduce takes an initial value after a function object, "
                  "which has no identity, and none after an operator with an identity");
    static_assert(fits,
                  "omprim::open reduces segments of trivial types of up to 64 bytes, by function "
                  "objects of up to 16 bytes");
    static_assert(in_lanes, "own operators take one value at a time: lanes are 1");
    return begins && fits && in_lanes;
  }
}
}  // namespace detail

/// out[s] = the values of segment s, combined by Op. After a function object the call takes an
/// initial value, which is combined with each segment once and is the result of an empty segment.
template <class T, class Op, tuning device_tuning = segment_device_tuning<T, Op>,
          tuning host_tuning = segment_host_tuning<T, Op>, class Initial = detail::identity_value>
void segmented_reduce(const execution& where, const T* values, const segmentation& segments, T* out,
                      Op = {}, const Initial& initial = {}) {
  constexpr bool by_lanes = device_tuning.lanes != 1 || host_tuning.lanes != 1;
  if constexpr (detail::require_segments<T, Op, Initial, by_lanes>()) {
    using segmented = kernel::segmented<typename kernel::operator_traits<T, Op>::scanner>;
    omprim::detail::require_reducible(segments);
    omprim::detail::require_total_size(segments, sizeof(T));
    const std::size_t count = segments.count;
    detail::require_data(out, count, "the output pointer");
    if (count == 0) return;
    const std::size_t n = omprim::detail::require_values(where, values, segments);
    const auto make_problem = [&](auto translate, const segmentation& given) {
      return detail::problem(segmented{values == nullptr ? nullptr : translate(values, 1),
                                       kernel::bounds_of(given), translate(out, count), nullptr},
                             initial);
    };
    using problem = decltype(make_problem(detail::pointers_here{}, segments));
    detail::run(
        where, n * sizeof(T),
        [&](auto& backend, auto here) {
          strategy::segmented_merge_path<problem, host_tuning>::run(backend,
                                                                    make_problem(here, segments));
        },
        [&](auto& backend, auto there) {
          const auto translated = omprim::detail::device_segments(where, segments, 0);
          strategy::segmented_merge_path<problem, device_tuning>::run(
              backend, make_problem(there, translated));
        });
  }
}
template <class T, class Op, tuning device_tuning = segment_device_tuning<T, Op>,
          tuning host_tuning = segment_host_tuning<T, Op>, class Offset,
          class Initial = detail::identity_value>
void segmented_reduce(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, T* out, Op op = {}, const Initial& initial = {}) {
  segmented_reduce<T, Op, device_tuning, host_tuning>(where, values, by_offsets(offsets, count),
                                                      out, op, initial);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
