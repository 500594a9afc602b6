// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/table.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <dispatch/isa.hpp>
#include <dispatch/pair.hpp>
#include <omprim/error.hpp>
#include <omprim_build.hpp>

#if OMPRIM_WITH_DEVICE
namespace omprim::device_abi::instantiate {
void collect_device(std::vector<omprim::detail::variant_span>& spans);
}
#endif

namespace omprim {
namespace detail {

namespace {

std::size_t key_of(bool on_device, element type, operation op) {
  return (on_device ? pair_count : 0) + pair_of(type, op);
}

/// All variants, and for each (side, type, operation) where its own begin.
struct index_type {
  std::vector<const variant*> variants;
  std::array<std::size_t, 2 * pair_count + 1> begin{};
};

index_type make_index() {
  std::vector<variant_span> spans;
  active_isa_level().collect(spans);
  collect_baseline(spans);
#if OMPRIM_WITH_DEVICE
  device_abi::instantiate::collect_device(spans);
#endif
  const auto for_each_variant = [&](auto&& f) {
    for (const auto& span : spans) {
      for (std::size_t i = 0; i < span.count; ++i) {
        const table_row& row = span.rows[i].row;
        f(span.rows[i], key_of(row.on_device, row.type, row.op));
      }
    }
  };
  index_type index;
  for_each_variant([&](const variant&, std::size_t key) { ++index.begin[key + 1]; });
  for (std::size_t k = 1; k < index.begin.size(); ++k) index.begin[k] += index.begin[k - 1];
  index.variants.resize(index.begin.back());
  auto next = index.begin;
  for_each_variant([&](const variant& v, std::size_t key) { index.variants[next[key]++] = &v; });
  return index;
}

const index_type& index() {
  static const index_type made = make_index();
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
std::string compiled_tunings(const variant_range& range, std::string_view strategy) {
  constexpr int most = 24;
  std::string tunings;
  int named = 0;
  for (const variant* v : range) {
    if (!matches(v->row, strategy, {})) continue;
    if (++named > most) return tunings + ", ... (omprim list names all)";
    tunings += tunings.empty() ? "" : ", ";
    tunings += to_string(v->row.tuning);
  }
  return tunings;
}

[[noreturn]] void throw_unknown(bool on_device, element type, operation op,
                                std::string_view strategy, const tuning& t) {
  const std::string pair = std::string(to_string(op)) + " of " + std::string(to_string(type)) +
                           (on_device ? " on a device" : " on the host");
  const auto range = variants_of(on_device, type, op);
  if (range.count == 0) {
    throw error(status::unknown_variant, "no variant is compiled for " + pair);
  }
  const std::string tunings = compiled_tunings(range, strategy);
  if (tunings.empty()) {
    throw error(status::unknown_variant,
                "strategy '" + std::string(strategy) + "' is not compiled for " + pair);
  }
  throw error(status::unknown_variant, "strategy '" + std::string(strategy) + "' for " + pair +
                                           " has no tuning " + to_string(t) + "; compiled are " +
                                           tunings);
}

}  // namespace

variant_range variants_of(bool on_device, element type, operation op) {
  const index_type& all = index();
  const std::size_t k = key_of(on_device, type, op);
  return {all.variants.data() + all.begin[k], all.begin[k + 1] - all.begin[k]};
}

bool matches(const table_row& row, std::string_view strategy, const tuning& t) {
  const auto fits = [](int asked, int has) { return asked == 0 || asked == has; };
  return (strategy.empty() || row.strategy == strategy) &&
         fits(t.work_group_size, row.tuning.work_group_size) && fits(t.lanes, row.tuning.lanes) &&
         fits(t.items_per_work_item, row.tuning.items_per_work_item);
}

const variant& find_variant(bool on_device, element type, operation op, std::string_view strategy,
                            const tuning& t) {
  for (const variant* v : variants_of(on_device, type, op)) {
    if (matches(v->row, strategy, t)) return *v;
  }
  const algorithm work = algorithm_of(op);
  if (!strategy.empty() && !is_strategy(work, strategy)) {
    throw error(status::unknown_name, "no strategy of " + std::string(to_string(op)) +
                                          " is called '" + std::string(strategy) + "'; there are " +
                                          strategy_names(work));
  }
  throw_unknown(on_device, type, op, strategy, t);
}

}  // namespace detail

const std::vector<table_row>& table() {
  static const std::vector<table_row> rows = [] {
    std::vector<table_row> all;
    for (const auto* v : detail::index().variants) all.push_back(v->row);
    return all;
  }();
  return rows;
}

}  // namespace omprim
