// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/detail/backend/workspace.hpp>

#include <omprim_build.hpp>

#if OMPRIM_WITH_DEVICE
#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <omp.h>
#include <string>
#include <vector>

#include <omprim/error.hpp>
#include <runtime/device.hpp>
#include <runtime/device_memory.hpp>

extern "C" {
// Functions of LLVM's runtime: OpenMP has no allocator for pinned host memory of a device.
void* llvm_omp_target_alloc_host(std::size_t size, int device);
void llvm_omp_target_free_host(void* pointer, int device);
}

namespace omprim::detail {

/// Device memory that grows. The host as a device aligns memory to 16 bytes only, so that more than
/// is asked for is allocated.
struct device_memory {
  void* allocated = nullptr;
  void* aligned = nullptr;  ///< to a line
  std::size_t bytes = 0;    ///< from there
};

/// The device memory of one call; other calls use it later.
struct device_block {
  void* counters = nullptr;  ///< device memory, 0 between calls: counters, then tickets
  void* pinned = nullptr;
  device_memory scratch;
  device_memory input_scratch;
  device_memory many_counters;  ///< 0 between calls
  device_memory look_back;
  unsigned look_back_calls = 0;
  device_block* next = nullptr;  ///< in the pool
};

namespace {

constexpr std::size_t line = 256;

constexpr std::size_t pinned_bytes = device_workspace::fixed_bytes;
constexpr std::size_t counter_bytes = device_workspace::fixed_bytes + line;

/// The first address at or above `memory` that is aligned to a line; there are `bytes` from there.
void* align(void* memory, std::size_t bytes) {
  std::size_t space = bytes + line;
  return std::align(line, bytes, memory, space);
}

[[noreturn]] void throw_out_of_memory(int device, std::size_t bytes, const char* kind) {
  throw error(status::out_of_memory, "device " + std::to_string(device) + " has no room for " +
                                         std::to_string(bytes) + " bytes of " + kind);
}

/// The blocks that no call uses, for each device. They live until the process ends, because the
/// runtime may end before static destructors run.
class block_pool {
 public:
  device_block* take(int device) {
    const std::lock_guard lock(mutex_);
    device_block*& first = free_[static_cast<std::size_t>(device)];
    device_block* const block = first;
    if (block != nullptr) first = block->next;
    return block;
  }
  /// Allocates nothing, since destructors call it.
  void give_back(int device, device_block* block) {
    const std::lock_guard lock(mutex_);
    device_block*& first = free_[static_cast<std::size_t>(device)];
    block->next = first;
    first = block;
  }

 private:
  std::mutex mutex_;
  /// The first block of each device's list.
  std::vector<device_block*> free_ =
      std::vector<device_block*>(static_cast<std::size_t>(device_count()));
};

block_pool& pool() {
  static auto* const the_pool = new block_pool;
  return *the_pool;
}

void zero(int device, void* memory, std::size_t bytes) {
  const std::vector<unsigned char> zeros(bytes);
  copy_to_device(device, memory, zeros.data(), bytes);
}

device_block* make_block(int device) {
  auto block = std::make_unique<device_block>();
  void* const counters = allocate_on_device(device, counter_bytes + line);
  void* const pinned = llvm_omp_target_alloc_host(pinned_bytes + line, device);
  if (counters == nullptr || pinned == nullptr) {
    if (counters != nullptr) omp_target_free(counters, device);
    if (pinned != nullptr) llvm_omp_target_free_host(pinned, device);
    throw_out_of_memory(device, counter_bytes + pinned_bytes + 2 * line, "workspace");
  }
  block->counters = align(counters, counter_bytes);
  block->pinned = align(pinned, pinned_bytes);
  zero(device, block->counters, counter_bytes);
  return block.release();
}

}  // namespace

device_workspace::device_workspace(int device) : device_(device), block_(pool().take(device)) {
  if (block_ == nullptr) block_ = make_block(device);
}

device_workspace::~device_workspace() { pool().give_back(device_, block_); }

namespace {
/// Makes `memory` at least `bytes` long. Returns whether it had to grow; its content is then lost.
bool grow(int device, device_memory& memory, std::size_t bytes, const char* kind) {
  if (bytes <= memory.bytes) return false;
  omp_target_free(memory.allocated, device);
  memory = {};
  constexpr std::size_t least = std::size_t(128) << 10;
  const std::size_t new_size = std::max(bytes, least);
  memory.allocated = allocate_on_device(device, new_size + line);
  if (memory.allocated == nullptr) throw_out_of_memory(device, new_size, kind);
  memory.aligned = align(memory.allocated, new_size);
  memory.bytes = new_size;
  return true;
}
}  // namespace

void* device_workspace::scratch(std::size_t bytes) {
  grow(device_, block_->scratch, bytes, "scratch memory");
  return block_->scratch.aligned;
}

void* device_workspace::input_scratch(std::size_t bytes) {
  grow(device_, block_->input_scratch, bytes, "scratch memory");
  return block_->input_scratch.aligned;
}

void* device_workspace::look_back(std::size_t bytes, unsigned calls) {
  device_memory& words = block_->look_back;
  if (grow(device_, words, bytes, "look-back words") || ++block_->look_back_calls == calls) {
    block_->look_back_calls = 0;
    zero(device_, words.aligned, words.bytes);
  }
  return words.aligned;
}

void* device_workspace::pinned() const { return block_->pinned; }
void* device_workspace::counters(std::size_t bytes) {
  if (bytes <= fixed_bytes) return block_->counters;
  device_memory& many = block_->many_counters;
  if (grow(device_, many, bytes, "counters")) zero(device_, many.aligned, many.bytes);
  return many.aligned;
}
unsigned* device_workspace::tickets() const {
  return reinterpret_cast<unsigned*>(static_cast<std::byte*>(block_->counters) + fixed_bytes);
}
int device_workspace::compute_units() const { return probed_device(device_).compute_units; }
bool device_workspace::simt() const { return probed_device(device_).kind != device_kind::host; }

namespace {
void copy(void* to, const void* from, std::size_t bytes, int to_device, int from_device) {
  if (bytes == 0) return;
  if (omp_target_memcpy(to, from, bytes, 0, 0, to_device, from_device) == 0) return;
  throw error(status::device_failure,
              "a copy of " + std::to_string(bytes) + " bytes to or from device " +
                  std::to_string(std::max(to_device, from_device)) + " failed");
}
}  // namespace

void copy_to_device(int device, void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, device, omp_get_initial_device());
}
void copy_from_device(int device, void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, omp_get_initial_device(), device);
}
void copy_on_device(int device, void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, device, device);
}

}  // namespace omprim::detail
#endif
