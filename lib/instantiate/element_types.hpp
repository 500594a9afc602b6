// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>

/// The C++ type of each element.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <element type>
struct element_type;
#define OMPRIM_ELEMENT_TYPE(name, type) \
  template <>                           \
  struct element_type<element::name> : std::type_identity<type> {};
OMPRIM_ELEMENTS(OMPRIM_ELEMENT_TYPE)
#undef OMPRIM_ELEMENT_TYPE

}  // namespace omprim::inline OMPRIM_ABI::instantiate
