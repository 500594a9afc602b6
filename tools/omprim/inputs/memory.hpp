// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <omprim/error.hpp>
#include <omprim/execution.hpp>

/// Memory of the backends and of the host. Requests are compared to the free memory.
namespace omprim::command {

/// Bytes that can still be allocated without swapping or hitting the container's limit; the
/// greatest number if the system does not report it.
[[nodiscard]] std::uint64_t available_memory();

/// count * size. Throws status::out_of_memory if no address space is that large.
[[nodiscard]] std::size_t bytes_of(std::uint64_t count, std::uint64_t size);

/// Throws status::out_of_memory with the needed and the free bytes, unless the host has room for
/// `count` elements of `size` bytes. Linux grants more than there is and then kills the process.
void require_host_memory(std::uint64_t count, std::uint64_t size);

/// Calls f. Appends the hint to the message of an error for lack of memory.
template <class F>
decltype(auto) with_hint(std::string_view hint, const F& f) {
  try {
    return f();
  } catch (const error& e) {
    if (e.code() != status::out_of_memory) throw;
    throw error(e.code(), e.what() + std::string("; ") + std::string(hint));
  }
}

/// Memory of a backend, freed by the destructor.
class buffer {
 public:
  buffer() = default;
  /// Throws status::out_of_memory with the requested and the available bytes.
  buffer(const execution& where, std::size_t bytes);
  ~buffer();
  buffer(buffer&& other) noexcept;
  buffer& operator=(buffer&& other) noexcept;

  [[nodiscard]] void* data() const { return data_; }

 private:
  execution where_ = serial();
  void* data_ = nullptr;
};

/// Whether host code can read the backend's memory.
[[nodiscard]] bool host_readable(const execution& where);

}  // namespace omprim::command
