// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>

/// For translation units that define OMPRIM_EMULATE_SIMT and an OMPRIM_ISA of their own.
namespace omprim_test {

/// How the keys of type T compare, on all their bits.
template <class T>
omprim::strategy::sorted_bits all_bits(bool descending) {
  using kind = omprim::kernel::key_kind;
  const kind of_keys = std::is_floating_point_v<T> ? kind::floating
                       : std::is_signed_v<T>       ? kind::signed_integer
                                                   : kind::unsigned_integer;
  return {of_keys, descending, 0, 8 * sizeof(T)};
}

}  // namespace omprim_test
