// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

/// Memory that a call borrows from the library and gives back when it ends. A device's memory is
/// kept for the next call; each concurrent call has its own.
namespace omprim::detail {

struct device_block;

/// Device memory, a page of pinned host memory that the device can write, and a ticket counter that
/// is 0 between calls. Throws status::out_of_memory with the number of bytes requested.
class device_workspace {
 public:
  explicit device_workspace(int device);
  ~device_workspace();
  device_workspace(const device_workspace&) = delete;
  device_workspace& operator=(const device_workspace&) = delete;

  /// At least `bytes` of device memory, aligned to 256. Invalidates the previous scratch().
  void* scratch(std::size_t bytes);
  /// A second block of the same kind.
  void* input_scratch(std::size_t bytes);
  /// At least `bytes` of device memory that one call passes on to the next. Zeroed when it is first
  /// handed out and again after every `calls` calls; otherwise left as the last call wrote it.
  void* look_back(std::size_t bytes, unsigned calls);
  /// The bytes of pinned(), and of counters that cost no allocation; both are aligned to 256.
  static constexpr std::size_t fixed_bytes = 1280;
  /// Pinned host memory.
  [[nodiscard]] void* pinned() const;
  /// At least `bytes` of device memory that is 0 between calls.
  [[nodiscard]] void* counters(std::size_t bytes);
  [[nodiscard]] unsigned* tickets() const;
  /// Properties of the device, for launch sizes.
  [[nodiscard]] int compute_units() const;
  [[nodiscard]] bool simt() const;

 private:
  int device_;
  device_block* block_;
};

/// Copies between host and device, and on a device; throw status::device_failure.
void copy_to_device(int device, void* to, const void* from, std::size_t bytes);
void copy_from_device(int device, void* to, const void* from, std::size_t bytes);
void copy_on_device(int device, void* to, const void* from, std::size_t bytes);

}  // namespace omprim::detail
