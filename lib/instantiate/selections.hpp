// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <instantiate/element_types.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/reducer/selector.hpp>

/// The selection behind each (type, operation) of the closed set.
namespace omprim::inline OMPRIM_ABI::instantiate {

using kernel::greatest_of;
using kernel::lowest_of;

/// The neighbours of x, which is not the last in that direction. By bits: the caller's environment
/// may take denormals for zero, and the library for C programs does without libm. The bits of
/// negative floats descend; counted down from the lowest integer, all floats ascend. There is no
/// test for zero, which clang would make a comparison of floats.
template <class T>
T above(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    using bits = kernel::same_size_signed<T>;
    constexpr auto ascending = [](bits b) {
      return static_cast<bits>(b < 0 ? std::numeric_limits<bits>::min() - b : b);
    };
    const bits next = ascending(__builtin_bit_cast(bits, x)) + 1;
    return __builtin_bit_cast(T, ascending(next));
  } else {
    return static_cast<T>(x + 1);
  }
}
template <class T>
T below(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return -above(-x);
  } else {
    return static_cast<T>(x - 1);
  }
}

/// The values x with `x how bound`, as a range.
template <class T>
kernel::in_range<T> range_of(comparison how, T bound) {
  const kernel::in_range<T> nothing{T(1), T(0), 0};
  const bool is_nan = bound != bound;
  switch (how) {
    case comparison::less:
      if (is_nan || bound == lowest_of<T>()) return nothing;
      return {lowest_of<T>(), below(bound), 0};
    case comparison::less_equal:
      return {lowest_of<T>(), bound, 0};
    case comparison::equal:
      return {bound, bound, 0};
    case comparison::not_equal:
      return {bound, bound, ~std::uint64_t(0)};
    case comparison::greater_equal:
      return {bound, greatest_of<T>(), 0};
    case comparison::greater:
      if (is_nan || bound == greatest_of<T>()) return nothing;
      return {above(bound), greatest_of<T>(), 0};
  }
  return nothing;
}

constexpr kernel::emit emitted_by(operation op) {
  return op == operation::select_index || op == operation::unique_index ? kernel::emit::indices
         : op == operation::partition                                   ? kernel::emit::both_halves
         : only_counts(op)                                              ? kernel::emit::nothing
                                                                        : kernel::emit::values;
}

template <operation op, class T>
auto make_selector(const T* data, const selection_request& asked) {
  if constexpr (op == operation::select_flagged) {
    return kernel::flagged{asked.flags};
  } else if constexpr (op == operation::count_flagged) {
    return kernel::at_least<T>{1};
  } else if constexpr (op == operation::unique || op == operation::unique_index ||
                       op == operation::count_unique) {
    return kernel::differs_from_previous<T>{data};
  } else {
    return range_of<T>(asked.how, omprim::detail::get<T>(asked.bound));
  }
}

template <class Outputs>
Outputs make_outputs(const selection_request& asked) {
  if constexpr (requires(Outputs out) { out.rejected; }) {
    using output = decltype(Outputs::rejected);
    return {static_cast<output>(asked.selected), static_cast<output>(asked.rejected)};
  } else if constexpr (requires(Outputs out) { out.selected; }) {
    return {static_cast<decltype(Outputs::selected)>(asked.selected)};
  } else {
    return {};
  }
}

template <element type, operation op>
auto make_selection(const omprim::detail::select_problem& problem) {
  // Flags are counted for what they are, bytes.
  using T = std::conditional_t<op == operation::count_flagged, unsigned char,
                               typename element_type<type>::type>;
  const selection_request& asked = problem.request;
  const auto* data = static_cast<const T*>(problem.data);
  auto selector = make_selector<op>(data, asked);
  using selection = kernel::selection<T, decltype(selector), emitted_by(op)>;
  const auto outputs = make_outputs<typename selection::outputs>(asked);
  return selection{outputs, data, problem.n, problem.count, selector};
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
