// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include <omprim/execution.hpp>
#include <omprim/memory.hpp>

namespace omprim::detail {

/// `size` elements in memory of `where`, not initialised.
template <class T>
auto buffer_at(const execution& where, std::size_t size) {
  const auto free = [where](T* memory) { deallocate(where, memory); };
  return std::unique_ptr<T, decltype(free)>(static_cast<T*>(allocate(where, size * sizeof(T))),
                                            free);
}

}  // namespace omprim::detail
