// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>
#include <stdexcept>

/// omprim::error is the one exception of the library.
namespace omprim::detail {

[[noreturn]] void throw_no_memory();

/// Runs the body of a public call: an exception of the standard library about memory leaves it as
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
