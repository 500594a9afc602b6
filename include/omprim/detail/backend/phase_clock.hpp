// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include <omprim/table.hpp>

namespace omprim::detail {

/// Records the duration of a launch if the caller asked for a profile.
class phase_clock {
 public:
  phase_clock(reduce_profile* profile, int phase) : seconds_(nullptr) {
    if (profile == nullptr || phase >= static_cast<int>(profile->phase_seconds.size())) return;
    seconds_ = profile->phase_seconds.data() + phase;
    start_ = std::chrono::steady_clock::now();
  }
  ~phase_clock() {
    if (seconds_ == nullptr) return;
    *seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  phase_clock(const phase_clock&) = delete;
  phase_clock& operator=(const phase_clock&) = delete;

 private:
  double* seconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace omprim::detail
