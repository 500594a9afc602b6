// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include <omprim/execution.hpp>

namespace omprim::detail {

/// Memory for the time of a call, and its size, which is at least what was asked for.
struct lent_memory {
  void* memory;
  std::size_t bytes;
};

/// Lends memory as allocate() does. A device keeps some megabytes for the next call, because the
/// runtime takes longer to allocate and free them than a short call lasts.
[[nodiscard]] lent_memory lend_memory(const execution& where, std::size_t bytes);
void take_back(const execution& where, const lent_memory& lent) noexcept;

/// `size` elements in memory of `where` for the time of a call, not initialised.
template <class T>
auto buffer_at(const execution& where, std::size_t size) {
  const lent_memory lent = lend_memory(where, size * sizeof(T));
  const auto free = [where, lent](T* /*memory*/) { take_back(where, lent); };
  return std::unique_ptr<T, decltype(free)>(static_cast<T*>(lent.memory), free);
}

}  // namespace omprim::detail
