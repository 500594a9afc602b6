// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <omprim/error.hpp>
#include <omprim/table.hpp>

/// Pairs of type and operation, numbered from 0: the key of everything that is looked up by them.
namespace omprim::detail {

constexpr std::size_t type_operation_count = element_count * operation_count;

/// An enumerator may hold any number, and those that come from C often do.
/// Throws status::unknown_name.
[[noreturn]] inline void throw_unknown_number(int number, std::size_t count, const char* what) {
  throw error(status::unknown_name, std::string("no ") + what + " has the number " +
                                        std::to_string(number) + "; the last is " +
                                        std::to_string(count - 1));
}
template <class Enum>
std::size_t require_known(Enum value, std::size_t count, const char* what) {
  const auto number = static_cast<std::size_t>(value);  // of a negative one: beyond all
  if (number >= count) throw_unknown_number(static_cast<int>(value), count, what);
  return number;
}

/// Throws status::unknown_name for a number that is no type or no operation.
inline std::size_t type_operation_of(element type, operation op) {
  return require_known(type, element_count, "element type") * operation_count +
         require_known(op, operation_count, "operation");
}

}  // namespace omprim::detail
