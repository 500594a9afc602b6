// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dispatch/type_operation.hpp>
#include <instantiate/variant.hpp>
#include <omprim_build.hpp>

/// The family of an element type that is known at run time. Who includes this links all of them.
namespace omprim::detail {

/// Throws status::unknown_name for a number that is no type.
template <class Family>
const Family& family_of(const Family* const (&by_type)[element_count], element type) {
  return *by_type[require_known(type, element_count, "element type")];
}

}  // namespace omprim::detail
