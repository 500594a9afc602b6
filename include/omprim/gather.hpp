// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Gathers and scatters: elements from given positions of an array, or to them. Elements have any
/// trivially copyable type; positions are integers of 4 or 8 bytes, signed or not. Elements of 4
/// and 8 bytes are moved whole, others as words of 4 or 2 bytes if size and alignment allow it,
/// else byte by byte.
///
/// Contract of both functions:
///   * They move n elements, any n from 0, of any alignment that the types allow.
///   * A position is from 0 to below the size of the array that it is for, which may be 0. One of 4
///     bytes is below 2^31.
///   * Of equal positions of a scatter, any one counts. Elements of its output to which none leads
///     stay as they are.
///   * They block until the output is complete. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the output. It does not overlap the inputs.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for a wrong position: the message has
/// the first one, where it is, and the size. Elements whose positions are right are then moved.
///
/// Default method: one loop, with several elements of an item under way (strategy "direct").
/// Memory: none.
namespace omprim {

namespace detail {
template <class T, class Index>
void run_gather(const execution& where, operation op, const T* source, const Index* positions,
                std::size_t n, T* out, std::size_t size, const gather_options& options) {
  static_assert(std::is_trivially_copyable<T>::value,
                "gathers and scatters move trivially copyable elements");
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "positions are integers of 4 or 8 bytes");
  gather_request request;
  request.source = source;
  request.positions = positions;
  request.position_bytes = sizeof(Index);
  request.out = out;
  request.size = size;
  request.element_bytes = sizeof(T);
  if constexpr (is_word<T>) {
    run(where, families_of_size<T>::gather(), op, n, request, options);
  } else {
    run_gather(where, all_gathers(), op, n, request, options);
  }
}
}  // namespace detail

/// out[i] = source[positions[i]] for each i below n. `source` has `size` elements.
template <class T, class Index>
void gather(const execution& where, const T* source, std::size_t size, const Index* positions,
            std::size_t n, T* out, const gather_options& options = default_options) {
  detail::run_gather(where, operation::gather, source, positions, n, out, size, options);
}

/// out[positions[i]] = source[i] for each i below n. `out` has `size` elements.
template <class T, class Index>
void scatter(const execution& where, const T* source, const Index* positions, std::size_t n, T* out,
             std::size_t size, const gather_options& options = default_options) {
  detail::run_gather(where, operation::scatter, source, positions, n, out, size, options);
}

}  // namespace omprim
