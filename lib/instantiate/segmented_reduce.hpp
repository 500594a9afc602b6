// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <instantiate/scanners.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/segmented_reduce/group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/groups_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/item_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/segmented_reduce/sequential.hpp>
#include <omprim/detail/strategy/segmented_reduce/sub_group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/work_queue.hpp>

/// The variants of segmented reductions, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

/// A segmented reduction for members of a strategy that do not depend on it.
using any_segmented = kernel::segmented<kernel::bits_scanner<int, unsigned, kernel::add_policy>>;

template <class T, operation op>
struct segment_reducer_of;
// Values are combined by the scanners of the same operators.
template <class T>
struct segment_reducer_of<T, operation::segmented_sum>
    : scanner_of<T, operation::segmented_scan_sum> {};
template <class T>
struct segment_reducer_of<T, operation::segmented_min> : scanner_of<T, operation::scan_min> {};
template <class T>
struct segment_reducer_of<T, operation::segmented_max> : scanner_of<T, operation::scan_max> {};
template <class T>
struct segment_reducer_of<T, operation::segmented_argmin> {
  using type = kernel::indexed_reducer<T, kernel::minimum_policy>;
};
template <class T>
struct segment_reducer_of<T, operation::segmented_argmax> {
  using type = kernel::indexed_reducer<T, kernel::maximum_policy>;
};

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          tuning t>
reduce_result run_segments(const call& c) {
  using T = typename element_type<type>::type;
  using segmented = kernel::segmented<typename segment_reducer_of<T, op>::type>;
  const segment_request& asked = *c.segment;
  Backend::template run<Strategy<segmented, t>>(
      c, segmented{static_cast<const T*>(c.data), kernel::bounds_of(asked.segments),
                   static_cast<T*>(asked.out), asked.positions});
  return {};
}

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto segment_strategy_rows() {
  constexpr const auto& info = Strategy<any_segmented, any_tuning>::info;
  return make_rows<Backend, type, op, tunings>(
      info, []<tuning t>() { return run_segments<Backend, Strategy, type, op, t>; });
}

template <bool on_device, element type, operation op>
constexpr const auto& merge_path_tunings() {
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr bool whole = type == element::float64 && op == operation::segmented_sum;
  if constexpr (!on_device) {
    return pick<whole, tunings::merge_path_host_grid<bytes>, tunings::merge_path_host_few<bytes>>();
  } else if constexpr (op >= operation::segmented_argmin) {
    return tunings::merge_path_device_located<bytes>;
  } else {
    return pick<whole, tunings::merge_path_device_grid, tunings::merge_path_device_few<bytes>>();
  }
}

/// By ticket, on devices; there is no row for positions.
template <class Backend, element type, operation op>
constexpr auto work_queue_rows() {
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr bool whole = type == element::float64 && op == operation::segmented_sum;
  if constexpr (!Backend::on_device || op >= operation::segmented_argmin) {
    return std::array<variant, 0>{};
  } else {
    constexpr const auto& tunings =
        pick<whole, tunings::work_queue_device_grid, tunings::work_queue_device_few<bytes>>();
    return segment_strategy_rows<Backend, strategy::segmented_work_queue, type, op, tunings>();
  }
}

/// All segmented reductions by one operation on one type: sums by every strategy.
template <class Backend, element type, operation op>
constexpr auto segment_pair() {
  using namespace strategy;
  constexpr bool on_device = Backend::on_device;
  constexpr const auto& sequential = sequential_tunings<on_device>();
  constexpr const auto& paths = merge_path_tunings<on_device, type, op>();
  constexpr const auto& others =
      pick<on_device, tunings::segments_device_few, tunings::segments_host_few>();
  const auto all =
      join(segment_strategy_rows<Backend, segmented_sequential, type, op, sequential>(),
           segment_strategy_rows<Backend, segmented_merge_path, type, op, paths>(),
           work_queue_rows<Backend, type, op>());
  if constexpr (op == operation::segmented_sum) {
    return join(all, segment_strategy_rows<Backend, segmented_item_per_segment, type, op, others>(),
                segment_strategy_rows<Backend, segmented_sub_group_per_segment, type, op, others>(),
                segment_strategy_rows<Backend, segmented_group_per_segment, type, op, others>(),
                segment_strategy_rows<Backend, segmented_groups_per_segment, type, op, others>());
  } else {
    return all;
  }
}

/// All segmented reductions of one type.
template <class Backend, element type>
struct segmented_reduce_rows {
  static constexpr auto make() {
    using enum operation;
    return join(segment_pair<Backend, type, segmented_sum>(),
                segment_pair<Backend, type, segmented_min>(),
                segment_pair<Backend, type, segmented_max>(),
                segment_pair<Backend, type, segmented_argmin>(),
                segment_pair<Backend, type, segmented_argmax>());
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
