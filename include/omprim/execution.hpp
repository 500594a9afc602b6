// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error omprim needs _GLIBCXX_USE_CXX11_ABI=1: std::string is part of its interface
#endif

namespace omprim {

/// A way to run work-groups.
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
  /// Upper bound for the number of threads; 0: the runtime decides.
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

/// The calling thread alone.
[[nodiscard]] execution serial() noexcept;

/// OpenMP threads run the work-groups, and SIMD instructions run the items of a group.
///   * `threads` 0: the OpenMP runtime decides how many threads start.
///   * Otherwise at most `threads`, and no more than 8 for each processor, or OMP_NUM_THREADS if
///     that is more.
///   * Small inputs run on the calling thread.
[[nodiscard]] execution host(int threads = 0);

/// oneTBB tasks run the work-groups, and SIMD instructions run the items of a group. `threads` 0:
/// the tasks use the whole arena. Small inputs run on the calling thread. Throws
/// status::unavailable_backend in a build without TBB.
[[nodiscard]] execution tbb(int threads = 0);

/// OpenMP target device `number`. Calls take pointers that the device can read:
///   * memory of omp_target_alloc or of the vendor's own allocator
///   * host arrays that the caller has mapped with `target data`: their copies on the device are
///     looked up, and nothing is copied
///
/// A call never runs on the host instead. device() throws
///   * status::unavailable_device, with the devices there are, if `number` is none of them or the
///     device cannot run this build's images
///   * status::unavailable_backend in a build without offloading
///
/// Device numbers are those of the OpenMP runtime. In builds with images for GPUs and for the host
/// as a device, LLVM's runtime numbers the host before the GPUs.
[[nodiscard]] execution device(int number);

/// Chooses the first GPU that runs this build's images, or, in builds with images for the host
/// only, the host as a device. Throws as device(number) does.
[[nodiscard]] execution device();

enum class device_kind : int { nvidia, amd, host, other };

/// One OpenMP target device as omprim sees it.
struct device_info {
  int number = 0;
  device_kind kind = device_kind::other;  ///< `host`: the host as a target device
  std::string name;
  int compute_units = 0;  ///< multiprocessors of an NVIDIA GPU, threads of the host, or a guess
  std::uint64_t cache_bytes = 0;  ///< last cache level of an NVIDIA GPU; 0: not known
  bool usable = false;            ///< a probe kernel of this build ran there
  std::string diagnosis;          ///< if not usable: why
};

/// Every OpenMP target device, usable or not; empty in a build without offloading.
[[nodiscard]] const std::vector<device_info>& devices();

/// Whether the backend is part of this build and, for `device`, some device is usable.
[[nodiscard]] bool available(backend where);

/// "serial", "host", "tbb", "device".
[[nodiscard]] std::string_view to_string(backend where) noexcept;
[[nodiscard]] std::string_view to_string(device_kind kind) noexcept;

/// Reads "serial", "host", "tbb", "host:4" (threads), "device" or "device:1".
/// Throws status::unknown_name, and the errors of the functions above.
[[nodiscard]] execution parse_execution(std::string_view text);

/// How the host thread waits for a device.
enum class wait_policy : int {
  runtime_default,  ///< the offload runtime decides; LLVM's runtime blocks on NVIDIA devices
  spin,             ///< polls: 10 to 70 us less per call, one busy core while waiting
  block,            ///< sleeps until the device interrupts
};

/// Chooses how host threads wait for NVIDIA devices; other kinds of devices have no choice. Returns
/// whether the policy is in force on every NVIDIA device.
///   * The environment variable OMPRIM_WAIT_POLICY=spin|block sets the policy, too. If it has
///     another value, this call and the first use of an NVIDIA device throw status::unknown_name.
///   * Without the call and the variable, the library changes nothing.
///   * Call it before the first use of a device: a later call has an effect only if the driver
///     still allows the change.
bool set_wait_policy(wait_policy policy);
[[nodiscard]] wait_policy current_wait_policy() noexcept;

/// The ISA level of the host kernels: the best that this CPU runs, or the level that the
/// environment variable OMPRIM_ISA names. On x86-64 there are "x86-64-v2", "x86-64-v3" and
/// "x86-64-v4", on 64-bit Arm "armv8-a" and "sve512" (vectors of 512 bits), on other CPUs
/// "generic". Throws status::unknown_name if the variable names no level,
/// status::unavailable_backend if the CPU or this build lacks the level.
[[nodiscard]] std::string_view active_isa();
/// The levels compiled into this build, lowest first.
[[nodiscard]] const std::vector<std::string_view>& compiled_isas();

}  // namespace omprim
