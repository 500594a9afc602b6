// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>
#include <stdexcept>

/// Public calls throw no exception but omprim::error.
namespace omprim::detail {

[[noreturn]] void throw_no_memory();

/// Runs the body of a public call. Turns exceptions of the standard library about memory into
/// omprim::error with status::out_of_memory.
template <class Body>
auto as_public_call(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    throw_no_memory();
  } catch (const std::length_error&) {
    throw_no_memory();
  }
}

}  // namespace omprim::detail
