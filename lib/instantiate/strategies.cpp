// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <vector>

#include <instantiate/exact.hpp>
#include <instantiate/gather.hpp>
#include <instantiate/histogram.hpp>
#include <instantiate/merge.hpp>
#include <instantiate/reduce.hpp>
#include <instantiate/runs.hpp>
#include <instantiate/scan.hpp>
#include <instantiate/search.hpp>
#include <instantiate/segmented_reduce.hpp>
#include <instantiate/select.hpp>
#include <instantiate/sort.hpp>
#include <instantiate/top_k.hpp>
#include <omprim/error.hpp>
#include <omprim/table.hpp>

/// Every strategy of every algorithm. A strategy describes itself (`info`).
namespace omprim {
namespace {

template <class... Algorithms>
std::vector<strategy_info> infos_of() {
  std::vector<strategy_info> all;
  (all.insert(all.end(), Algorithms::infos.begin(), Algorithms::infos.end()), ...);
  return all;
}

}  // namespace

const std::vector<strategy_info>& strategies() {
  using namespace instantiate;
  static const std::vector<strategy_info> all =
      infos_of<reduce_strategies, select_strategies, scan_strategies, segmented_reduce_strategies,
               exact_strategies, histogram_strategies, sort_strategies, runs_strategies,
               top_k_strategies, search_strategies, gather_strategies, merge_strategies>();
  return all;
}

std::string_view default_strategy(algorithm work) {
  for (const strategy_info& info : strategies()) {
    if (info.work == work && info.traits.by_default) return info.name;
  }
  throw error(status::unknown_name,
              "no algorithm has the number " + std::to_string(static_cast<int>(work)));
}

}  // namespace omprim
