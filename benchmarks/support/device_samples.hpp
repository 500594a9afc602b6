// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "contest.hpp"

/// Samples on a device, of contestants whose output stays there.
namespace omprim_benchmark {

/// How the output of a contestant is checked.
struct output_checks {
  std::function<void()> spoil;        ///< overwrites the output
  std::function<bool()> right;        ///< checks the output; called once, before the first timing
  std::function<bool()> still_right;  ///< checks it after each timing; may be empty
};

/// Times `calls` calls after an untimed one. `call` returns whether it succeeded. As long as
/// `checked` is false, the output of the untimed call is checked: the calls are timed, and
/// `checked` becomes true, only if it is right.
template <class Call>
sample checked_sample(bool& checked, std::size_t calls, const Call& call,
                      const output_checks& checks) {
  if (!checked) checks.spoil();
  bool done = call();
  if (!checked && !(done && checks.right())) return {not_measured, not_measured, false};
  checked = true;
  sample s;
  s.wall = seconds_per_call(calls, [&] { done = call() && done; });
  s.right = done && (!checks.still_right || checks.still_right());
  return s;
}

/// Adds a peer that prepares its calls: the first sample calls `make_plan`, which returns a shared
/// pointer, null if it fails. Each sample is `measure(plan)`. The plan is released when the contest
/// ends.
template <class MakePlan, class Measure>
void add_planned_peer(contest& into, const std::string& name, const MakePlan& make_plan,
                      const Measure& measure) {
  const auto plan = std::make_shared<decltype(make_plan())>();
  into.contestants.push_back({name, role::peer, [=] {
                                if (*plan == nullptr) *plan = make_plan();
                                return *plan == nullptr ? sample{} : measure(plan->get());
                              }});
  const auto finished_before = into.finish;
  into.finish = [=] {
    plan->reset();
    if (finished_before) finished_before();
  };
}

}  // namespace omprim_benchmark
