// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/choice.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <dispatch/isa.hpp>
#include <dispatch/pair.hpp>
#include <dispatch/table.hpp>
#include <omprim/choice.hpp>
#include <omprim/error.hpp>
#include <runtime/device.hpp>
#include <runtime/public_call.hpp>
#include <tuning/file.hpp>

namespace omprim {
namespace detail {
namespace {

constexpr std::uint64_t any_n = std::numeric_limits<std::uint64_t>::max();

bool applies(const tuning_rule& rule, element type, operation op) {
  return (!rule.type || *rule.type == type) && (!rule.op || *rule.op == op);
}

const variant* compiled(const tuning_rule& rule, bool on_device, element type, operation op) {
  for (const variant* v : variants_of(on_device, type, op)) {
    if (v->row.strategy == rule.strategy && v->row.tuning == rule.tuning) return v;
  }
  return nullptr;
}

/// Where no rule speaks, the default strategy: on devices with sixteen loads of 16 bytes under way,
/// on processors with loads of 16 for SSE and of 32 above (from memory, 64 at a time outrun the
/// prefetchers of a Zen 4). What devices do by tiles in local memory is fastest in the tuning that
/// is listed first.
const variant* fallback(bool on_host, element type, operation op) {
  const int bytes = on_host && active_isa() != "x86-64-v2" ? 32 : 16;
  const int lanes = bytes / static_cast<int>(size_of(type));
  const tuning best = on_host ? tuning{8, lanes, 4} : tuning{256, lanes, 16};
  const bool by_loads = on_host || algorithm_of(op) == algorithm::reduce;
  const variant* first = nullptr;
  for (const variant* v : variants_of(!on_host, type, op)) {
    if (!v->row.traits.by_default) continue;
    if (by_loads && v->row.tuning == best) return v;
    if (first == nullptr) first = v;
  }
  return first;
}

/// What the first step comes to below the limit for threads, which is not 0.
short_call short_call_by(const step& first, element type, std::uint64_t parallel_from) {
  if (first.chosen->run_alone == nullptr) return {};
  const std::uint64_t alone = (parallel_from - 1) / size_of(type);
  return {std::min(first.up_to_n, alone) + 1, first.chosen->run_alone};
}

/// The steps of one pair of type and operation, without those that never decide.
class step_list {
 public:
  explicit step_list(std::vector<step>& steps) : steps_(steps) {}

  /// Adds a step, unless an earlier one with the same variant reaches as far.
  void add(const step& next) {
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
  std::vector<step>& steps_;
  std::vector<std::pair<const variant*, std::uint64_t>> reaches_;
};

/// The choices on a target: its architecture and its family have rules, in the order of the book.
target_choices resolve_for(const tuned_target& target, bool on_host, const tuning_file& file) {
  target_choices result{target, {}};
  std::vector<const tuning_rule*> rules;
  for (const tuning_rule& rule : file.rules) {
    if (target.is_named(rule.target)) rules.push_back(&rule);
  }
  for (std::size_t i = 0; i < pair_count; ++i) {
    const auto type = static_cast<element>(i / operation_count);
    const auto op = static_cast<operation>(i % operation_count);
    step_list steps(result.steps[i]);
    for (const tuning_rule* rule : rules) {
      if (!applies(*rule, type, op)) continue;
      const variant* v = compiled(*rule, !on_host, type, op);
      if (v != nullptr) steps.add({rule->up_to_n.value_or(any_n), v, rule->score});
    }
    if (const variant* v = fallback(on_host, type, op)) steps.add({any_n, v, 0});
  }
  return result;
}

choice_table resolve(const tuning_file& file) {
  choice_table table;
  table.parallel_from = std::uint64_t(256) << 10;
  for (auto rule = file.parallel_from.rbegin(); rule != file.parallel_from.rend(); ++rule) {
    if (host_target().is_named(rule->target)) table.parallel_from = rule->bytes;
  }
  table.targets.push_back(resolve_for(host_target(), true, file));
  for (const tuned_target& device : device_targets(file.rules)) {
    table.targets.push_back(resolve_for(device, false, file));
  }
  if (table.parallel_from == 0) return table;
  const auto& on_host = table.targets.front().steps;
  for (std::size_t i = 0; i < pair_count; ++i) {
    if (on_host[i].empty()) continue;
    const auto type = static_cast<element>(i / operation_count);
    table.short_calls[i] = short_call_by(on_host[i].front(), type, table.parallel_from);
  }
  return table;
}

/// A rule as text, without its measurement: what it decides.
std::string decision_of(tuning_rule rule) {
  rule.score = 0;
  rule.date = rule.compiler = rule.device = "";
  return to_line(rule);
}

/// All rules in force, first ones first, and the table made of them.
class rule_book {
 public:
  static rule_book& instance() {
    static auto* const book = new rule_book;
    return *book;
  }
  void put_first(tuning_file file) {
    const std::lock_guard lock(mutex_);
    if (add(std::move(file))) publish();
  }

 private:
  rule_book();

  /// Puts the file's rules first, those for architectures before those for families; returns
  /// whether that changes anything. The same rule further down never decides and is dropped, so
  /// that loading a file again takes no more memory.
  bool add(tuning_file file) {
    put_architectures_first(file);
    std::unordered_set<std::string> first;
    for (const tuning_rule& rule : file.rules) first.insert(decision_of(rule));
    std::vector<tuning_rule> all = file.rules;
    for (const tuning_rule& old : rules_.rules) {
      if (first.count(decision_of(old)) == 0) all.push_back(old);
    }
    const auto same = [](const tuning_rule& a, const tuning_rule& b) {
      return to_line(a) == to_line(b);
    };
    if (file.parallel_from.empty() &&
        std::equal(all.begin(), all.end(), rules_.rules.begin(), rules_.rules.end(), same)) {
      return false;
    }
    rules_.rules = std::move(all);
    rules_.parallel_from.insert(rules_.parallel_from.begin(), file.parallel_from.begin(),
                                file.parallel_from.end());
    return true;
  }
  void publish() {
    tables_.push_back(std::make_unique<const choice_table>(resolve(rules_)));
    choices_in_force.store(tables_.back().get(), std::memory_order_release);
  }

  std::mutex mutex_;
  tuning_file rules_;
  std::vector<std::unique_ptr<const choice_table>> tables_;
};

/// Throws for a rule that fits nothing compiled; one that fits other targets only is kept.
void check(const tuning_rule& rule, const std::string& place) {
  const bool host_rule = host_target().is_named(rule.target);
  const bool device_rule = names_device(rule.target);
  if (!host_rule && !device_rule) return;
  bool pair_exists = false;
  for (const table_row& row : table()) {
    if (row.on_device != device_rule) continue;
    if (!applies(rule, row.type, row.op)) continue;
    pair_exists = true;
    if (row.strategy != rule.strategy || row.tuning != rule.tuning) continue;
    if (row.traits.keeps_order) return;
    throw error(status::bad_tuning_file, place + ": '" + to_line(rule) +
                                             "' would change results: the strategy loses the "
                                             "order; rules choose strategies that keep it");
  }
  // A build without offloading has no device rows to check against.
  if (device_rule && !pair_exists) return;
  throw error(status::bad_tuning_file, place + ": '" + to_line(rule) +
                                           "' names a variant that is not compiled (omprim list "
                                           "names all)");
}

tuning_file read_and_check(const std::string& path, const std::string& named_by = "") {
  std::ifstream in(path);
  if (!in) throw error(status::bad_tuning_file, path + ": cannot be read" + named_by);
  tuning_file file = read_tuning(in, path);
  require_targets(file, path);
  for (std::size_t i = 0; i < file.rules.size(); ++i) {
    check(file.rules[i], path + ", line " + std::to_string(file.lines[i]));
  }
  return file;
}

tuning_file read_shipped() {
  std::istringstream shipped{std::string(shipped_tuning)};
  return read_tuning(shipped, "shipped tuning");
}

rule_book::rule_book() {
  add(read_shipped());
  if (const char* path = std::getenv("OMPRIM_TUNING_FILE"); path != nullptr && *path != '\0') {
    add(read_and_check(path, " (OMPRIM_TUNING_FILE names it)"));
  }
  publish();
}

}  // namespace

constinit std::atomic<const choice_table*> choices_in_force{nullptr};

const choice_table& make_choices() {
  (void)rule_book::instance();
  return *choices_in_force.load(std::memory_order_acquire);
}

const target_choices& choices_on_device(const choice_table& table, const execution& where) {
  const tuned_target device = device_target(where.device_number());
  const target_choices* found = nullptr;
  for (const target_choices& each : table.targets) {
    if (device.is_named(each.target.name())) found = &each;
  }
  return *found;
}

void throw_no_choice(const execution& where, element type, operation op) {
  throw error(status::unknown_variant, std::string(to_string(op)) + " of " +
                                           std::string(to_string(type)) + " is not compiled for " +
                                           std::string(to_string(where.where())));
}

}  // namespace detail

std::vector<tuning_rule> shipped_rules() { return detail::read_shipped().rules; }

std::string tuning_target(const execution& where) {
  if (where.where() != backend::device) return detail::host_target().name();
  return detail::device_target(where.device_number()).name();
}

void load_tuning_file(const std::string& path) {
  detail::as_public_call(
      [&] { detail::rule_book::instance().put_first(detail::read_and_check(path)); });
}

tuning_rule chosen(const execution& where, element type, operation op, std::uint64_t n) {
  return detail::as_public_call([&] {
    const detail::step& s = detail::step_for(where, type, op, n);
    tuning_rule rule;
    rule.target = tuning_target(where);
    rule.type = type;
    rule.op = op;
    if (s.up_to_n != detail::any_n) rule.up_to_n = s.up_to_n;
    rule.strategy = s.chosen->row.strategy;
    rule.tuning = s.chosen->row.tuning;
    rule.score = s.score;
    return rule;
  });
}

}  // namespace omprim
