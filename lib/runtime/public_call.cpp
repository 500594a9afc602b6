// SPDX-License-Identifier: BSD-3-Clause
#include <new>
#include <stdexcept>

#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>

/// The errors that public calls throw in place of exceptions of the standard library.
namespace omprim::detail {

namespace {
// Constructed when the program starts, while there is memory. A copy of it allocates nothing.
const error no_memory(status::out_of_memory, "the host has no memory left for this call");
}  // namespace

void rethrow_as_error() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw no_memory;
  } catch (const std::length_error&) {
    throw no_memory;
  }
}

}  // namespace omprim::detail
