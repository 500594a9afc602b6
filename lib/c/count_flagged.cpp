// SPDX-License-Identifier: BSD-3-Clause
#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/select.hpp>

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

omprim_status omprim_count_flagged(omprim_execution where, const unsigned char* flags, size_t n,
                                   size_t* count) {
  return guarded([&] {
    require_results(count);
    *count = omprim::count_flagged(to_cpp(where), flags, n);
  });
}
