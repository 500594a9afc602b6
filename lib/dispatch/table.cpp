// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/table.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <dispatch/isa.hpp>
#include <dispatch/type_operation.hpp>
#include <instantiate/linked.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>

namespace omprim {
namespace detail {

namespace {

std::size_t key_of(const table_row& row) {
  return (row.on_device ? type_operation_count : 0) + type_operation_of(row.type, row.op);
}

/// Calls f(variant) for each row that this process can choose.
template <class Problem, class Function>
void for_each_variant(Function&& f) {
  const std::size_t isa = active_isa_number();
  for (const row_source<Problem>* source : linked_sources<Problem>()) {
    for (const auto rows : {source->host[isa], source->baseline, source->device}) {
      if (rows == nullptr) continue;
      const variant_span<Problem> span = rows();
      for (std::size_t i = 0; i < span.count; ++i) f(span.rows[i]);
    }
  }
}

/// All variants of a problem, and for each (side, type, operation) where its own begin.
template <class Problem>
struct index_type {
  std::vector<const variant<Problem>*> variants;
  std::array<std::size_t, 2 * type_operation_count + 1> begin{};
};

template <class Problem>
index_type<Problem> make_index() {
  index_type<Problem> index;
  for_each_variant<Problem>([&](const auto& v) { ++index.begin[key_of(v.row) + 1]; });
  for (std::size_t k = 1; k < index.begin.size(); ++k) index.begin[k] += index.begin[k - 1];
  index.variants.resize(index.begin.back());
  auto next = index.begin;
  for_each_variant<Problem>([&](const auto& v) { index.variants[next[key_of(v.row)]++] = &v; });
  return index;
}

template <class Problem>
const index_type<Problem>& index() {
  static const index_type<Problem> made = make_index<Problem>();
  return made;
}

bool is_strategy(algorithm work, std::string_view name) {
  return std::any_of(strategies().begin(), strategies().end(),
                     [&](const strategy_info& s) { return s.work == work && s.name == name; });
}

std::string strategy_names(algorithm work) {
  std::string names;
  for (const auto& s : strategies()) {
    if (s.work != work) continue;
    names += names.empty() ? "" : ", ";
    names += s.name;
  }
  return names;
}

/// The tunings that exist for a strategy; empty if none.
template <class Problem>
std::string compiled_tunings(const variant_range<Problem>& range, std::string_view strategy) {
  constexpr int most = 24;
  std::string tunings;
  int named = 0;
  for (const auto* v : range) {
    if (!matches(v->row, strategy, {})) continue;
    if (++named > most) return tunings + ", ... (omprim list names all)";
    tunings += tunings.empty() ? "" : ", ";
    tunings += to_string(v->row.tuning);
  }
  return tunings;
}

/// What to link for more, where that may help.
std::string advice() {
  if (links_strategies()) return "";
  return "; this program does not link the published listings and the grids of tunings (CMake: "
         "omprim::strategies, pkg-config: omprim-strategies)";
}

template <class Problem>
[[noreturn]] void throw_unknown(bool on_device, element type, operation op,
                                std::string_view strategy, const tuning& t) {
  const std::string pair = std::string(to_string(op)) + " of " + std::string(to_string(type)) +
                           (on_device ? " on a device" : " on the host");
  const auto range = variants_of<Problem>(on_device, type, op);
  if (range.count == 0) {
    throw error(status::unknown_variant, "no variant is compiled for " + pair);
  }
  const std::string tunings = compiled_tunings(range, strategy);
  if (tunings.empty()) {
    throw error(status::unknown_variant,
                "strategy '" + std::string(strategy) + "' is not compiled for " + pair + advice());
  }
  throw error(status::unknown_variant, "strategy '" + std::string(strategy) + "' for " + pair +
                                           " has no tuning " + to_string(t) + "; compiled are " +
                                           tunings + advice());
}

}  // namespace

bool is_strategy(std::string_view name) {
  return std::any_of(strategies().begin(), strategies().end(),
                     [&](const strategy_info& s) { return s.name == name; });
}

template <class Problem>
variant_range<Problem> variants_of(bool on_device, element type, operation op) {
  const index_type<Problem>& all = index<Problem>();
  const std::size_t k = (on_device ? type_operation_count : 0) + type_operation_of(type, op);
  return {all.variants.data() + all.begin[k], all.begin[k + 1] - all.begin[k]};
}

bool matches(const table_row& row, std::string_view strategy, const tuning& t) {
  const auto fits = [](int asked, int has) { return asked == 0 || asked == has; };
  return (strategy.empty() || row.strategy == strategy) &&
         fits(t.work_group_size, row.tuning.work_group_size) && fits(t.lanes, row.tuning.lanes) &&
         fits(t.items_per_work_item, row.tuning.items_per_work_item);
}

template <class Problem>
const variant<Problem>& find_variant(bool on_device, element type, operation op,
                                     std::string_view strategy, const tuning& t) {
  for (const auto* v : variants_of<Problem>(on_device, type, op)) {
    if (matches(v->row, strategy, t)) return *v;
  }
  const algorithm work = algorithm_of(op);
  if (!strategy.empty() && !is_strategy(work, strategy)) {
    throw error(status::unknown_name, "no strategy of " + std::string(to_string(op)) +
                                          " is called '" + std::string(strategy) + "'; there are " +
                                          strategy_names(work));
  }
  throw_unknown<Problem>(on_device, type, op, strategy, t);
}

#define X(algorithm)                                                                  \
  template variant_range<algorithm##_problem> variants_of(bool, element, operation);  \
  template const variant<algorithm##_problem>& find_variant(bool, element, operation, \
                                                            std::string_view, const tuning&);
OMPRIM_PROBLEMS(X)
#undef X

}  // namespace detail

const std::vector<table_row>& table() try {
  using namespace detail;
  static const std::vector<table_row> rows = [] {
    std::map<std::size_t, std::vector<table_row>> by_key;
    const auto add = [&](const auto& v) { by_key[key_of(v.row)].push_back(v.row); };
#define X(algorithm) for_each_variant<algorithm##_problem>(add);
    OMPRIM_PROBLEMS(X)
#undef X
    std::vector<table_row> all;
    for (const auto& [key, some] : by_key) all.insert(all.end(), some.begin(), some.end());
    return all;
  }();
  return rows;
} catch (...) {
  detail::rethrow_as_error();
}

}  // namespace omprim
