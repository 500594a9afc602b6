// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/choice.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <dispatch/isa.hpp>
#include <dispatch/resolve.hpp>
#include <dispatch/table.hpp>
#include <dispatch/type_operation.hpp>
#include <instantiate/linked.hpp>
#include <omprim/choice.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>
#include <runtime/device.hpp>
#include <tuning/file.hpp>

namespace omprim {
namespace detail {
namespace {

/// Bytes of input from which threads are used; 0 means always.
constinit std::atomic<std::uint64_t> parallel_bytes{0};

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
  template <class Problem>
  using tables = std::vector<std::unique_ptr<const choice_table<Problem>>>;

  template <class Problem>
  void publish(tables<Problem>& made) {
    for (const family<Problem>* all : linked_families<Problem>()) {
      made.push_back(resolve<Problem>(rules_, all->type));
      all->choices.store(made.back().get(), std::memory_order_release);
    }
  }
  void publish() {
    parallel_bytes.store(parallel_from_of(rules_), std::memory_order_relaxed);
    publish(reduce_);
    publish(select_);
    publish(scan_);
    publish(segmented_scan_);
    publish(segmented_reduce_);
  }

  std::mutex mutex_;
  tuning_file rules_;
  tables<reduce_problem> reduce_;
  tables<select_problem> select_;
  tables<scan_problem> scan_;
  tables<segmented_scan_problem> segmented_scan_;
  tables<segmented_reduce_problem> segmented_reduce_;
};

/// Throws for a rule that fits nothing compiled. It keeps a rule that fits other targets only and,
/// in a program that does not link all that was compiled, one whose strategy exists.
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
  if (!links_strategies() && is_strategy(rule.strategy)) return;
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

void make_choices() { (void)rule_book::instance(); }

std::uint64_t parallel_from() {
  make_choices();
  return parallel_bytes.load(std::memory_order_relaxed);
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

void load_tuning_file(const std::string& path) try {
  detail::rule_book::instance().put_first(detail::read_and_check(path));
} catch (...) {
  detail::rethrow_as_error();
}

namespace detail {
namespace {

template <class Problem>
tuning_rule chosen(const execution& where, element type, operation op, std::uint64_t n) {
  for (const family<Problem>* all : linked_families<Problem>()) {
    if (all->type != type ||
        variants_of<Problem>(where.where() == backend::device, type, op).count == 0)
      continue;
    const step<Problem>& s = step_for(where, *all, op, n);
    tuning_rule rule;
    rule.target = tuning_target(where);
    rule.type = type;
    rule.op = op;
    if (s.up_to_n != any_n) rule.up_to_n = s.up_to_n;
    rule.strategy = s.chosen->row.strategy;
    rule.tuning = s.chosen->row.tuning;
    rule.score = s.score;
    return rule;
  }
  throw_no_choice(where, type, op);
}

}  // namespace
}  // namespace detail

tuning_rule chosen(const execution& where, element type, operation op, std::uint64_t n) try {
  using namespace detail;
  (void)type_operation_of(type, op);
  switch (algorithm_of(op)) {
    case algorithm::select:
      return detail::chosen<select_problem>(where, type, op, n);
    case algorithm::scan:
      return scans_segments(op) ? detail::chosen<segmented_scan_problem>(where, type, op, n)
                                : detail::chosen<scan_problem>(where, type, op, n);
    case algorithm::segment:
      return detail::chosen<segmented_reduce_problem>(where, type, op, n);
    default:
      return detail::chosen<reduce_problem>(where, type, op, n);
  }
} catch (...) {
  detail::rethrow_as_error();
}

}  // namespace omprim
