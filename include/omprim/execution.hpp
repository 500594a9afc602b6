// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error omprim needs _GLIBCXX_USE_CXX11_ABI=1: std::string is part of its interface
#endif

namespace omprim {

/// Who runs the work-groups.
enum class backend : int {
  serial,  ///< the calling thread; the oracle of all others
  host,    ///< OpenMP threads
  tbb,     ///< oneTBB tasks
  device,  ///< an OpenMP target device
};

/// Where a call runs. A small value, cheap to copy; made by the four functions below.
class execution {
 public:
  [[nodiscard]] backend where() const noexcept { return where_; }
  /// OpenMP device number; -1 on the host.
  [[nodiscard]] int device_number() const noexcept { return device_; }
  /// Greatest number of threads; 0 leaves it to the runtime.
  [[nodiscard]] int threads() const noexcept { return threads_; }

 private:
  friend execution serial() noexcept;
  friend execution host(int threads);
  friend execution tbb(int threads);
  friend execution device();
  friend execution device(int number);
  execution(backend where, int device, int threads) noexcept
      : where_(where), device_(device), threads_(threads) {}

  backend where_;
  int device_;
  int threads_;
};

/// The calling thread alone, by standard algorithms where a strategy has one.
[[nodiscard]] execution serial() noexcept;

/// OpenMP threads over the work-groups, SIMD over the items. `threads` 0: as many as the
/// OpenMP runtime would start; at most 8 for each processor, or OMP_NUM_THREADS if that is more.
/// Small inputs run on the calling thread.
[[nodiscard]] execution host(int threads = 0);

/// oneTBB tasks over the work-groups, SIMD over the items. `threads` 0: the whole arena.
/// Throws status::unavailable_backend in a build without TBB.
[[nodiscard]] execution tbb(int threads = 0);

/// OpenMP target device `number`. Its calls take pointers that the device can read:
/// memory of omp_target_alloc (or of the vendor's own allocator), or host arrays that the
/// caller has mapped with `target data`, which are looked up and never copied.
///
/// Never runs on the host instead: throws status::unavailable_device, naming the devices
/// there are, when the number is not one of them or the device cannot run this build's
/// images, and status::unavailable_backend in a build without offloading.
///
/// Numbers are those of the OpenMP runtime. LLVM's numbers the host as a device before the GPUs, in
/// builds with images for both.
[[nodiscard]] execution device(int number);

/// The first GPU that runs this build's images; the host as a device only in builds whose images
/// are for nothing else. Errors as above.
[[nodiscard]] execution device();

enum class device_kind : int { nvidia, amd, host, other };

/// One OpenMP target device as omprim sees it.
struct device_info {
  int number = 0;
  device_kind kind = device_kind::other;  ///< `host`: the host as a target device
  std::string name;
  int compute_units = 0;  ///< multiprocessors; 1 where the runtime does not tell
  bool usable = false;    ///< a probe kernel of this build ran there
  std::string diagnosis;  ///< if not usable: why
};

/// Every OpenMP target device, usable or not; empty in a build without offloading.
[[nodiscard]] const std::vector<device_info>& devices();

/// Whether the backend is part of this build (and, for `device`, has a usable device).
[[nodiscard]] bool available(backend where);

/// "serial", "host", "tbb", "device".
[[nodiscard]] std::string_view to_string(backend where) noexcept;
[[nodiscard]] std::string_view to_string(device_kind kind) noexcept;

/// Reads "serial", "host", "tbb", "host:4" (threads), "device" or "device:1".
/// Throws status::unknown_name and what the functions above throw.
[[nodiscard]] execution parse_execution(std::string_view text);

/// How the host thread waits for a device.
enum class wait_policy : int {
  runtime_default,  ///< what the offload runtime does; LLVM's blocks on NVIDIA devices
  spin,             ///< polls: 10 to 70 us less per call, one busy core while waiting
  block,            ///< sleeps until the device interrupts
};

/// Chooses how host threads wait for NVIDIA devices. The library changes nothing unasked;
/// OMPRIM_WAIT_POLICY=spin|block in the environment asks too. Call it before the first use
/// of a device: later calls reach a device only where its driver still allows it.
/// Returns whether the policy is in force on every NVIDIA device; other kinds have no choice.
bool set_wait_policy(wait_policy policy);
[[nodiscard]] wait_policy current_wait_policy() noexcept;

/// The level of the host kernels: the best that this CPU runs, or the one that the
/// environment variable OMPRIM_ISA names ("x86-64-v2", "x86-64-v3", "x86-64-v4", or
/// "generic" where the CPU is no x86-64). Throws status::unknown_name if the variable names
/// none, status::unavailable_backend if the CPU or this build lacks it.
[[nodiscard]] std::string_view active_isa();
/// The levels compiled into this build, lowest first.
[[nodiscard]] const std::vector<std::string_view>& compiled_isas();

}  // namespace omprim
