// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/select.hpp needs C++20
#else

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/reducer/selector.hpp>
#include <omprim/detail/strategy/select/count_single_pass.hpp>
#include <omprim/detail/strategy/select/single_pass.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/open/operators.hpp>

/// Selections of your own types by your own predicates; omprim/open/launch.hpp says how they are
/// compiled.
///
/// Contract, errors and determinism are those of select.hpp, in place included.
///   * T is trivially copyable, default constructible and of at most 1 kB.
///   * A predicate is a function object in the form of omprim/open/operators.hpp, of at most 32
///     bytes (a pointer to more will do). It is called as `bool(const T&)`, once per element or
///     more often.
///   * A predicate may throw on serial, host and tbb; the output is then unspecified.
///   * Method: strategy single-pass; its tunings are template parameters.
namespace omprim::inline OMPRIM_ABI::open {

template <class T>
inline constexpr tuning select_device_tuning = {sizeof(T) <= 288 ? 128 : 32, 1,
                                                sizeof(T) <= 288 ? 288 / int(sizeof(T)) : 1};
/// Tiles of 32 kB, for types of at most 64 bytes.
template <class T>
inline constexpr tuning select_host_tuning = {16, 1, sizeof(T) <= 64 ? 2048 / int(sizeof(T)) : 16};

namespace detail {
template <template <class, tuning> class Strategy, tuning device_tuning, tuning host_tuning,
          class T, kernel::emit emits, class Predicate>
std::size_t select(const execution& where, const T* data, std::size_t n,
                   const kernel::selection_outputs<T, emits>& outputs, const Predicate& predicate) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 1024,
                "omprim selects trivially copyable types of up to 1 kB");
  if constexpr (require_predicate<T, Predicate>()) {
    require_data(data, n, "the data pointer");
    if constexpr (emits != kernel::emit::nothing) {
      require_data(outputs.selected, n, "the output pointer");
    }
    if constexpr (emits == kernel::emit::both_halves) {
      require_data(outputs.rejected, n, "the output pointer for the rejected elements");
      omprim::detail::require_two_outputs(outputs.selected, outputs.rejected, n);
    }
    using selector = kernel::satisfies<Predicate>;
    using selection = kernel::selection<T, selector, emits>;
    // The number of kept elements is not known yet, so only the first element of each output is
    // looked up.
    const std::size_t looked_up = n == 0 ? 0 : 1;
    const auto make_problem = [&](auto translate) {
      const auto there = outputs.transformed([&](auto* out) { return translate(out, looked_up); });
      return selection{there, translate(data, n), n, nullptr, {predicate}};
    };
    return static_cast<std::size_t>(run(
        where, n * sizeof(T),
        [&](auto& backend, auto here) {
          return Strategy<selection, host_tuning>::run(backend, make_problem(here));
        },
        [&](auto& backend, auto there) {
          return Strategy<selection, device_tuning>::run(backend, make_problem(there));
        }));
  } else {
    return 0;
  }
}
}  // namespace detail

/// Writes the elements that fulfil the predicate to `selected`, which may be `data`, in their
/// order; returns how many.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t select_if(const execution& where, const T* data, std::size_t n, T* selected,
                      const Predicate& predicate) {
  const kernel::selection_outputs<T, kernel::emit::values> outputs{selected};
  return detail::select<strategy::select_single_pass, device_tuning, host_tuning>(
      where, data, n, outputs, predicate);
}

/// Writes the positions, from 0, of the elements that fulfil the predicate.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t select_index(const execution& where, const T* data, std::size_t n,
                         std::int64_t* positions, const Predicate& predicate) {
  const kernel::selection_outputs<T, kernel::emit::indices> outputs{positions};
  return detail::select<strategy::select_single_pass, device_tuning, host_tuning>(
      where, data, n, outputs, predicate);
}

/// Writes the elements that fulfil the predicate to `selected` and all others to `rejected`, both
/// in their order; returns how many are selected.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t partition(const execution& where, const T* data, std::size_t n, T* selected,
                      T* rejected, const Predicate& predicate) {
  const kernel::selection_outputs<T, kernel::emit::both_halves> outputs{selected, rejected};
  return detail::select<strategy::select_single_pass, device_tuning, host_tuning>(
      where, data, n, outputs, predicate);
}

/// Counts the elements that fulfil the predicate.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t count_if(const execution& where, const T* data, std::size_t n,
                     const Predicate& predicate) {
  const kernel::selection_outputs<T, kernel::emit::nothing> outputs;
  return detail::select<strategy::count_single_pass, device_tuning, host_tuning>(
      where, data, n, outputs, predicate);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
