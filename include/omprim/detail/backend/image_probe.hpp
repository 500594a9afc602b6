// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <omp.h>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::backends {

/// One answer for each device. A device is asked when its answer is first needed; concurrent
/// threads may each ask it.
class answers_by_device {
 public:
  template <class Ask>
  bool get(int device, const Ask& ask) {
    const auto index = static_cast<std::size_t>(device);
    if (device < 0 || index >= most) return ask(device);
    answer known = answers_[index].load(std::memory_order_relaxed);
    if (known == answer::unknown) {
      known = ask(device) ? answer::yes : answer::no;
      answers_[index].store(known, std::memory_order_relaxed);
    }
    return known == answer::yes;
  }

 private:
  enum class answer : unsigned char { unknown, no, yes };
  static constexpr std::size_t most = 64;  // devices with higher numbers are asked each time
  std::atomic<answer> answers_[most] = {};
};

/// Whether target regions of this translation unit run on the device rather than on the host.
/// Static, not inline: each translation unit has its own device code, and its own answers.
[[maybe_unused]] static bool runs_on(int device) {
  static answers_by_device answers;
  return answers.get(device, [](int number) {
    int initial = 1;
#pragma omp target device(number) map(tofrom : initial)
    initial = omp_is_initial_device();
    return initial == 0;
  });
}

}  // namespace omprim::inline OMPRIM_ABI::backends
