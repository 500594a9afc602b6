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
template <template <class, tuning> class Strategy, kernel::emit emits, tuning device_tuning,
          tuning host_tuning, class T, class Output, class Predicate>
std::size_t select(const execution& where, const T* data, std::size_t n, Output* selected,
                   Output* rejected, const Predicate& predicate) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 1024,
                "omprim selects trivially copyable types of up to 1 kB");
  if constexpr (require_predicate<T, Predicate>()) {
    require_data(data, n, "the data pointer");
    if (emits != kernel::emit::nothing) require_data(selected, n, "the output pointer");
    if (emits == kernel::emit::both_halves) {
      require_data(rejected, n, "the output pointer for the rejected elements");
      omprim::detail::require_two_outputs(selected, rejected, n);
    }
    using selector = kernel::satisfies<Predicate>;
    using selection = kernel::selection<T, selector, emits>;
    // The number of kept elements is not known yet, so only the first element of each output is
    // looked up.
    const std::size_t looked_up = n == 0 ? 0 : 1;
    const auto make_problem = [&](auto translate) {
      return selection{translate(data, n),
                       n,
                       selected == nullptr ? nullptr : translate(selected, looked_up),
                       rejected == nullptr ? nullptr : translate(rejected, looked_up),
                       nullptr,
                       {predicate}};
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
  return detail::select<strategy::select_single_pass, kernel::emit::values, device_tuning,
                        host_tuning>(where, data, n, selected, static_cast<T*>(nullptr), predicate);
}

/// Writes the positions, from 0, of the elements that fulfil the predicate.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t select_index(const execution& where, const T* data, std::size_t n,
                         std::int64_t* positions, const Predicate& predicate) {
  return detail::select<strategy::select_single_pass, kernel::emit::indices, device_tuning,
                        host_tuning>(where, data, n, positions, static_cast<std::int64_t*>(nullptr),
                                     predicate);
}

/// Writes the elements that fulfil the predicate to `selected` and all others to `rejected`, both
/// in their order; returns how many are selected.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t partition(const execution& where, const T* data, std::size_t n, T* selected,
                      T* rejected, const Predicate& predicate) {
  return detail::select<strategy::select_single_pass, kernel::emit::both_halves, device_tuning,
                        host_tuning>(where, data, n, selected, rejected, predicate);
}

/// Counts the elements that fulfil the predicate.
template <class T, class Predicate, tuning device_tuning = select_device_tuning<T>,
          tuning host_tuning = select_host_tuning<T>>
std::size_t count_if(const execution& where, const T* data, std::size_t n,
                     const Predicate& predicate) {
  return detail::select<strategy::count_single_pass, kernel::emit::nothing, device_tuning,
                        host_tuning>(where, data, n, static_cast<T*>(nullptr),
                                     static_cast<T*>(nullptr), predicate);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
