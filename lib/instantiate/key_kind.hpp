// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// How the elements of a type compare, where unsigned integers stand for all types of their size.
inline kernel::key_kind key_kind_of(element type) {
  using kernel::key_kind;
  if (!omprim::is_integer(type)) return key_kind::floating;
  return type == element::int32 || type == element::int64 ? key_kind::signed_integer
                                                          : key_kind::unsigned_integer;
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
