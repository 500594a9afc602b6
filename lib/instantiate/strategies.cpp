// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <vector>

#include <instantiate/reduce.hpp>
#include <instantiate/scan.hpp>
#include <instantiate/segmented_reduce.hpp>
#include <instantiate/select.hpp>
#include <omprim/error.hpp>
#include <omprim/table.hpp>

/// Every strategy, in the order in which listings show them. A strategy describes itself (`info`).
namespace omprim {
namespace {

using namespace strategy;

template <class Problem, template <class, tuning> class... Strategies>
void add(std::vector<strategy_info>& all) {
  (all.push_back(Strategies<Problem, instantiate::any_tuning>::info), ...);
}

using any_reducer = kernel::fold<int, unsigned, kernel::add_policy>;

std::vector<strategy_info> make_strategies() {
  std::vector<strategy_info> all;
  add<any_reducer, reduce_sequential, reduce_atomic_per_item, reduce_atomic_per_block,
      reduce_atomic_interleaved, reduce_local_atomic, reduce_local_atomic_vector,
      reduce_local_atomic_workload, reduce_tree_host_finish, reduce_tree_relaunch, reduce_sub_group,
      reduce_work_group, reduce_multi_block, reduce_multi_block_vector, reduce_reducer,
      reduce_single_pass>(all);
  add<instantiate::any_selection, select_sequential, select_single_pass, select_three_phase,
      select_reduce_then_scan, select_unordered>(all);
  add<instantiate::any_scan, scan_sequential, scan_single_pass, scan_reduce_then_scan>(all);
  add<instantiate::any_segmented, segmented_sequential, segmented_item_per_segment,
      segmented_sub_group_per_segment, segmented_group_per_segment, segmented_groups_per_segment,
      segmented_work_queue, segmented_merge_path>(all);
  return all;
}

}  // namespace

const std::vector<strategy_info>& strategies() {
  static const std::vector<strategy_info> all = make_strategies();
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
