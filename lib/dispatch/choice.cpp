// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/choice.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <map>
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
#include <instantiate/problem.hpp>
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

/// `first` before `second`. A rule of `second` with the decision of an earlier one never decides
/// and is dropped, as is a threshold for the same target: what was loaded before takes no more
/// memory when it is loaded again.
tuning_file stacked(const tuning_file& first, const tuning_file& second) {
  tuning_file all = first;
  std::unordered_set<std::string> decided;
  for (const tuning_rule& rule : first.rules) decided.insert(decision_of(rule));
  for (const tuning_rule& rule : second.rules) {
    if (decided.count(decision_of(rule)) == 0) all.rules.push_back(rule);
  }
  for (const auto& old : second.parallel_from) {
    const bool is_replaced =
        std::any_of(first.parallel_from.begin(), first.parallel_from.end(),
                    [&](const auto& threshold) { return threshold.target == old.target; });
    if (!is_replaced) all.parallel_from.push_back(old);
  }
  return all;
}

/// The rules as text: equal for rules that make equal tables.
std::string text_of(const tuning_file& rules) {
  std::string text;
  for (const tuning_rule& rule : rules.rules) text += to_line(rule) + '\n';
  for (const auto& threshold : rules.parallel_from) {
    text += threshold.target + ' ' + std::to_string(threshold.bytes) + '\n';
  }
  return text;
}

/// The tables of one problem: one for each linked family, in their order.
template <class Problem>
class family_tables {
 public:
  explicit family_tables(const tuning_file& rules) : families_(linked_families<Problem>()) {
    for (const family<Problem>* each : families_) {
      tables_.push_back(resolve<Problem>(rules, each->type));
    }
  }
  void publish() const noexcept {
    for (std::size_t i = 0; i < families_.size(); ++i) {
      families_[i]->choices.store(tables_[i].get(), std::memory_order_release);
    }
  }

 private:
  std::vector<const family<Problem>*> families_;
  std::vector<std::unique_ptr<const choice_table<Problem>>> tables_;
};

/// The tables that certain rules make.
class all_tables {
 public:
  explicit all_tables(const tuning_file& rules)
      : parallel_from_(parallel_from_of(rules))
#define X(algorithm) , algorithm##_(rules)
            OMPRIM_PROBLEMS(X)
#undef X
  {
  }

  void publish() const noexcept {
    parallel_bytes.store(parallel_from_, std::memory_order_relaxed);
#define X(algorithm) algorithm##_.publish();
    OMPRIM_PROBLEMS(X)
#undef X
  }

 private:
  std::uint64_t parallel_from_;
#define X(algorithm) family_tables<algorithm##_problem> algorithm##_;
  OMPRIM_PROBLEMS(X)
#undef X
};

/// All rules in force, first ones first, and the tables made of them.
class rule_book {
 public:
  static rule_book& instance() {
    static auto* const book = new rule_book;
    return *book;
  }
  /// Puts the file's rules first, those for architectures before those for families.
  void put_first(tuning_file file) {
    put_architectures_first(file);
    const std::lock_guard lock(mutex_);
    tuning_file loaded = stacked(file, loaded_);
    publish(loaded);
    loaded_ = std::move(loaded);
  }
  /// Drops what put_first() put.
  void clear() {
    const std::lock_guard lock(mutex_);
    publish({});
    loaded_ = {};
  }

 private:
  rule_book();

  /// Publishes the tables for the loaded rules in front of the lasting ones. If it throws, the old
  /// tables stay in force. Published tables are kept, since calls may still read them; rules that
  /// were in force before get the same tables again.
  void publish(const tuning_file& loaded) {
    const tuning_file rules = stacked(loaded, lasting_);
    published_.try_emplace(text_of(rules), rules).first->second.publish();
  }

  std::mutex mutex_;
  tuning_file lasting_;  ///< the shipped rules and those of OMPRIM_TUNING_FILE
  tuning_file loaded_;
  std::map<std::string, all_tables> published_;  ///< by text_of the rules
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
  lasting_ = read_shipped();
  put_architectures_first(lasting_);
  if (const char* path = std::getenv("OMPRIM_TUNING_FILE"); path != nullptr && *path != '\0') {
    tuning_file named = read_and_check(path, " (OMPRIM_TUNING_FILE names it)");
    put_architectures_first(named);
    lasting_ = stacked(named, lasting_);
  }
  publish({});
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

std::vector<tuning_rule> shipped_rules() try { return detail::read_shipped().rules; } catch (...) {
  detail::rethrow_as_error();
}

std::string tuning_target(const execution& where) try {
  if (where.where() != backend::device) return detail::host_target().name();
  return detail::device_target(where.device_number()).name();
} catch (...) {
  detail::rethrow_as_error();
}

void load_tuning_file(const std::string& path) try {
  detail::rule_book::instance().put_first(detail::read_and_check(path));
} catch (...) {
  detail::rethrow_as_error();
}

void clear_tuning_files() try { detail::rule_book::instance().clear(); } catch (...) {
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
    case algorithm::exact:
      return detail::chosen<exact_problem>(where, type, op, n);
    case algorithm::histogram:
      return detail::chosen<histogram_problem>(where, type, op, n);
    case algorithm::sort:
      return detail::chosen<sort_problem>(where, type, op, n);
    case algorithm::runs:
      return detail::chosen<runs_problem>(where, type, op, n);
    case algorithm::top_k:
      return detail::chosen<top_k_problem>(where, type, op, n);
    case algorithm::search:
      return detail::chosen<search_problem>(where, type, op, n);
    case algorithm::gather:
      return detail::chosen<gather_problem>(where, type, op, n);
    case algorithm::merge:
      return detail::chosen<merge_problem>(where, type, op, n);
    default:
      return detail::chosen<reduce_problem>(where, type, op, n);
  }
} catch (...) {
  detail::rethrow_as_error();
}

}  // namespace omprim
