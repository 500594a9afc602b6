// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/memory.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/backend/workspace.hpp>
#include <omprim/error.hpp>
#include <omprim_build.hpp>
#include <runtime/device_memory.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if OMPRIM_WITH_DEVICE
#include <omp.h>
#endif

namespace omprim {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::size_t huge_page = std::size_t(2) << 20;

void* allocate_on_host(std::size_t bytes) {
  const bool large = bytes >= huge_page;
  const std::size_t unit = large ? huge_page : alignment;
  if (bytes > ~std::size_t(0) - unit) return nullptr;
  void* memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
#if defined(__linux__)
  // This is only advice: a system without huge pages uses small ones.
  if (large && memory != nullptr) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

void require_pointers(const char* function, const void* to, const void* from, std::size_t bytes) {
  if (bytes == 0 || (to != nullptr && from != nullptr)) return;
  throw error(status::invalid_argument, std::string(to == nullptr ? "the target" : "the source") +
                                            " of " + function + " of " + std::to_string(bytes) +
                                            " bytes is a null pointer");
}

}  // namespace

void* allocate(const execution& where, std::size_t bytes) try {
  if (bytes == 0) return nullptr;
  void* memory = nullptr;
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device)
    memory = detail::allocate_on_device(where.device_number(), bytes);
#endif
  if (where.where() != backend::device) memory = allocate_on_host(bytes);
  if (memory == nullptr) {
    throw error(status::out_of_memory, std::string(to_string(where.where())) + " has no room for " +
                                           std::to_string(bytes) + " bytes");
  }
  return memory;
} catch (...) {
  detail::rethrow_as_error();
}

void deallocate([[maybe_unused]] const execution& where, void* memory) noexcept {
  if (memory == nullptr) return;
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device) {
    omp_target_free(memory, where.device_number());
    return;
  }
#endif
  std::free(memory);
}

void copy_in([[maybe_unused]] const execution& where, void* to, const void* from_host,
             std::size_t bytes) try {
  require_pointers("copy_in", to, from_host, bytes);
  if (bytes == 0) return;
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device) {
    detail::copy_to_device(where.device_number(), to, from_host, bytes);
    return;
  }
#endif
  std::memcpy(to, from_host, bytes);
} catch (...) {
  detail::rethrow_as_error();
}

void copy_out([[maybe_unused]] const execution& where, void* to_host, const void* from,
              std::size_t bytes) try {
  require_pointers("copy_out", to_host, from, bytes);
  if (bytes == 0) return;
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device) {
    detail::copy_from_device(where.device_number(), to_host, from, bytes);
    return;
  }
#endif
  std::memcpy(to_host, from, bytes);
} catch (...) {
  detail::rethrow_as_error();
}

void copy_within([[maybe_unused]] const execution& where, void* to, const void* from,
                 std::size_t bytes) try {
  require_pointers("copy_within", to, from, bytes);
  if (bytes == 0) return;
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device) {
    detail::copy_on_device(where.device_number(), to, from, bytes);
    return;
  }
#endif
  std::memcpy(to, from, bytes);
} catch (...) {
  detail::rethrow_as_error();
}

}  // namespace omprim
