// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/resolve.hpp>

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <dispatch/architecture.hpp>
#include <dispatch/table.hpp>
#include <tuning/policy.hpp>

namespace omprim::detail {
namespace {

template <class Problem>
const variant<Problem>* compiled(const tuning_rule& rule, bool on_device, element type,
                                 operation op) {
  for (const auto* v : variants_of<Problem>(on_device, type, op)) {
    if (v->row.strategy == rule.strategy && v->row.tuning == rule.tuning) return v;
  }
  return nullptr;
}

/// The row that runs where no rule holds: the default strategy. Strategies that take tiles in local
/// memory, on devices, have their fastest tuning first in the table; selections and scans may need
/// smaller tiles.
template <class Problem>
const variant<Problem>* fallback(bool on_host, std::string_view family, element type,
                                 operation op) {
  const tuning best = choice_policy::by_packs(on_host, active_isa(), size_of(type));
  const bool reads_by_packs = on_host || algorithm_of(op) == algorithm::reduce;
  const bool small_tiles =
      choice_policy::prefers_small_tiles(family) &&
      (algorithm_of(op) == algorithm::select || algorithm_of(op) == algorithm::scan);
  const variant<Problem>* first = nullptr;
  for (const auto* v : variants_of<Problem>(!on_host, type, op)) {
    if (!v->row.traits.by_default) continue;
    if (reads_by_packs && v->row.tuning == best) return v;
    if (first == nullptr || (small_tiles && v->row.strategy == first->row.strategy &&
                             v->row.tuning.tile() < first->row.tuning.tile())) {
      first = v;
    }
  }
  return first;
}

/// What the first step comes to below the limit for threads, which is not 0.
short_call short_call_by(const step<reduce_problem>& first, element type,
                         std::uint64_t parallel_from) {
  if (first.chosen->run_alone == nullptr) return {};
  const std::uint64_t alone = (parallel_from - 1) / size_of(type);
  return {std::min(first.up_to_n, alone) + 1, first.chosen->run_alone};
}

/// The steps of one pair of type and operation, without those that never decide.
template <class Problem>
class step_list {
 public:
  explicit step_list(std::vector<step<Problem>>& steps) : steps_(steps) {}

  /// Adds a step, unless an earlier one with the same variant reaches as far.
  void add(const step<Problem>& next) {
    const auto reach = std::find_if(reaches_.begin(), reaches_.end(),
                                    [&](const auto& r) { return r.first == next.chosen; });
    if (reach == reaches_.end()) {
      reaches_.emplace_back(next.chosen, next.up_to_n);
    } else if (reach->second >= next.up_to_n) {
      return;
    } else {
      reach->second = next.up_to_n;
    }
    steps_.push_back(next);
  }

 private:
  std::vector<step<Problem>>& steps_;
  std::vector<std::pair<const variant<Problem>*, std::uint64_t>> reaches_;
};

/// The choices on a target: its architecture and its family have rules, in the order of the book.
template <class Problem>
target_choices<Problem> resolve_for(const tuned_target& target, bool on_host,
                                    const tuning_file& file, element type) {
  target_choices<Problem> result{target, {}};
  std::vector<const tuning_rule*> rules;
  for (const tuning_rule& rule : file.rules) {
    if (target.is_named(rule.target)) rules.push_back(&rule);
  }
  for (std::size_t i = 0; i < operation_count; ++i) {
    const auto op = static_cast<operation>(i);
    step_list<Problem> steps(result.steps[i]);
    for (const tuning_rule* rule : rules) {
      if (!applies(*rule, type, op)) continue;
      const auto* v = compiled<Problem>(*rule, !on_host, type, op);
      if (v != nullptr) steps.add({rule->up_to_n.value_or(any_n), v, rule->score});
    }
    if (const auto* v = fallback<Problem>(on_host, target.family, type, op))
      steps.add({any_n, v, 0});
  }
  return result;
}

}  // namespace

bool applies(const tuning_rule& rule, element type, operation op) {
  return (!rule.type || *rule.type == type) && (!rule.op || *rule.op == op);
}

std::uint64_t parallel_from_of(const tuning_file& file) {
  std::uint64_t bytes = choice_policy::parallel_bytes;
  for (auto rule = file.parallel_from.rbegin(); rule != file.parallel_from.rend(); ++rule) {
    if (host_target().is_named(rule->target)) bytes = rule->bytes;
  }
  return bytes;
}

template <class Problem>
std::unique_ptr<const choice_table<Problem>> resolve(const tuning_file& file, element type) {
  auto table = std::make_unique<choice_table<Problem>>();
  table->targets.push_back(resolve_for<Problem>(host_target(), true, file, type));
  for (const tuned_target& device : device_targets(file.rules)) {
    table->targets.push_back(resolve_for<Problem>(device, false, file, type));
  }
  if constexpr (std::is_same_v<Problem, reduce_problem>) {
    const std::uint64_t parallel_from = parallel_from_of(file);
    const auto& on_host = table->targets.front().steps;
    for (std::size_t i = 0; i < operation_count && parallel_from != 0; ++i) {
      if (on_host[i].empty()) continue;
      table->short_calls[i] = short_call_by(on_host[i].front(), type, parallel_from);
    }
  }
  return table;
}

#define X(algorithm)                                                                            \
  template std::unique_ptr<const choice_table<algorithm##_problem>> resolve(const tuning_file&, \
                                                                            element);
OMPRIM_PROBLEMS(X)
#undef X

}  // namespace omprim::detail
