// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>

/// The C++ type of each element, and its order.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <element type>
struct element_type;
#define OMPRIM_ELEMENT_TYPE(name, type) \
  template <>                           \
  struct element_type<element::name> : std::type_identity<type> {};
OMPRIM_ELEMENTS(OMPRIM_ELEMENT_TYPE)
#undef OMPRIM_ELEMENT_TYPE

/// How the elements of a type compare, where unsigned integers stand for all types of their size.
inline kernel::key_kind key_kind_of(element type) {
  if (!omprim::is_integer(type)) return kernel::key_kind::floating;
  const bool is_signed = type == element::int32 || type == element::int64;
  return is_signed ? kernel::key_kind::signed_integer : kernel::key_kind::unsigned_integer;
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
