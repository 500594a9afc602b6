// SPDX-License-Identifier: BSD-3-Clause
#include <runtime/device_memory.hpp>

#include <omprim/buffer_at.hpp>
#include <omprim/memory.hpp>
#include <omprim_build.hpp>

#if OMPRIM_WITH_DEVICE
#include <algorithm>
#include <array>
#include <mutex>
#include <omp.h>
#include <utility>
#include <vector>

#include <runtime/device.hpp>
#endif

namespace omprim::detail {

#if OMPRIM_WITH_DEVICE
namespace {

/// The memory of a device that waits for the next call.
class waiting_memory {
 public:
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;  ///< of all that waits

  /// The smallest that has `bytes`; none if there is none.
  lent_memory take(std::size_t bytes) {
    lent_memory* found = nullptr;
    for (lent_memory& one : all_) {
      if (one.bytes >= bytes && (found == nullptr || one.bytes < found->bytes)) found = &one;
    }
    return found != nullptr ? std::exchange(*found, {}) : lent_memory{};
  }
  /// Keeps `lent` if there is room, and returns the memory that has to be freed.
  lent_memory keep(lent_memory lent) {
    lent_memory& smallest = *std::min_element(
        all_.begin(), all_.end(),
        [](const lent_memory& a, const lent_memory& b) { return a.bytes < b.bytes; });
    std::size_t others = 0;
    for (const lent_memory& one : all_) others += one.bytes;
    const bool has_room = others - smallest.bytes + lent.bytes <= most_bytes;
    if (has_room && smallest.bytes < lent.bytes) std::swap(smallest, lent);
    return lent;
  }

 private:
  std::array<lent_memory, 4> all_{};
};

/// Lives until the process ends, because the runtime may end before static destructors run.
struct waiting_on_all_devices {
  std::mutex mutex;
  std::vector<waiting_memory> devices =
      std::vector<waiting_memory>(static_cast<std::size_t>(device_count()));

  static waiting_on_all_devices& get() {
    static auto* const all = new waiting_on_all_devices;
    return *all;
  }
};

/// Calls f with what waits on a device, for one thread at a time. Nothing waits on devices that do
/// not exist.
template <class Function>
lent_memory with_waiting(int device, const Function& f) {
  auto& all = waiting_on_all_devices::get();
  const std::lock_guard lock(all.mutex);
  const auto number = static_cast<std::size_t>(device);
  return number < all.devices.size() ? f(all.devices[number]) : lent_memory{};
}

}  // namespace

void* allocate_on_device(int device, std::size_t bytes) {
  void* memory = omp_target_alloc(bytes, device);
  while (memory == nullptr) {
    const lent_memory unused =
        with_waiting(device, [](waiting_memory& waiting) { return waiting.take(1); });
    if (unused.memory == nullptr) break;
    omp_target_free(unused.memory, device);
    memory = omp_target_alloc(bytes, device);
  }
  return memory;
}
#endif

lent_memory lend_memory(const execution& where, std::size_t bytes) {
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device && bytes > 0) {
    const lent_memory found = with_waiting(
        where.device_number(), [&](waiting_memory& waiting) { return waiting.take(bytes); });
    if (found.memory != nullptr) return found;
  }
#endif
  return {allocate(where, bytes), bytes};
}

void take_back(const execution& where, const lent_memory& lent) noexcept {
#if OMPRIM_WITH_DEVICE
  if (where.where() == backend::device) {
    const lent_memory unused = with_waiting(
        where.device_number(), [&](waiting_memory& waiting) { return waiting.keep(lent); });
    deallocate(where, unused.memory);
    return;
  }
#endif
  deallocate(where, lent.memory);
}

}  // namespace omprim::detail
