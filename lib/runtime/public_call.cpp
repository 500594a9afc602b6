// SPDX-License-Identifier: BSD-3-Clause
#include <runtime/public_call.hpp>

#include <omprim/error.hpp>

namespace omprim::detail {

namespace {
// Constructed when the program starts, while there is memory. A copy of it allocates nothing.
const error no_memory(status::out_of_memory, "the host has no memory left for this call");
}  // namespace

void throw_no_memory() { throw no_memory; }

}  // namespace omprim::detail
