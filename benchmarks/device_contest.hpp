// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "cub_plan.h"
#include "support/contest.hpp"
#include "support/device_samples.hpp"

/// The library and CUB in a contest on a device.
///
/// `timed(checked, call)` is a checked sample (support/device_samples.hpp) of `call`, which returns
/// the count of its outputs, 0 if it has none, or a negative number if it fails. A call of the
/// library without a count may return nothing, since it throws if it fails.
namespace omprim_benchmark {

/// Runs a call that has no count of outputs. Returns whether it succeeded.
template <class Call>
bool succeeds(const Call& call) {
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return true;
  } else {
    return call() == 0;
  }
}

/// Adds the library. The kernel of a call is its wall time without an empty launch, `on->empty`.
template <class Arrays, class Timed, class Call>
void add_ours(contest& into, const std::shared_ptr<Arrays>& on, const Timed& timed,
              const Call& call) {
  const auto checked = std::make_shared<bool>(false);
  into.contestants.push_back({"omprim", role::ours, [=] {
                                sample s = timed(*checked, call);
                                s.kernel = s.wall - on->empty;
                                return s;
                              }});
}

/// Adds CUB or Thrust. `prepare` returns a plan, null if it fails.
template <class Timed, class Prepare>
void add_cub(contest& into, const std::string& name, const Timed& timed, const Prepare& prepare) {
  const auto checked = std::make_shared<bool>(false);
  add_planned_peer(
      into, name, [=] { return std::shared_ptr<cub_plan>(prepare(), cub_plan_release); },
      [=](cub_plan* plan) {
        sample s = timed(*checked, [&]() -> std::int64_t {
          return cub_plan_run(plan) == 0 ? cub_plan_count(plan) : -1;
        });
        s.kernel = cub_plan_kernel_seconds(plan);
        return s;
      });
}

}  // namespace omprim_benchmark
