// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <instantiate/scanners.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/exact/segmented_merge_path.hpp>
#include <omprim/detail/strategy/exact/segmented_sequential.hpp>
#include <omprim/detail/strategy/segmented_reduce/group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/groups_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/item_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/segmented_reduce/sequential.hpp>
#include <omprim/detail/strategy/segmented_reduce/sub_group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/work_queue.hpp>

/// The variants of segmented reductions, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::segmented_reduce_problem;

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

template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
void run_segments(const place& where, const segmented_reduce_problem& problem) {
  using T = typename element_type<type>::type;
  using segmented = kernel::segmented<typename segment_reducer_of<T, op>::type>;
  const segment_request& asked = problem.request;
  auto backend = Side::backend_of(where);
  Strategy<segmented, t>::run(
      backend, segmented{static_cast<const T*>(problem.data), kernel::bounds_of(asked.segments),
                         static_cast<T*>(asked.out), asked.positions});
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto segment_strategy_rows() {
  constexpr const auto& info = Strategy<any_segmented, any_tuning>::info;
  return make_rows<segmented_reduce_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_segments<Side, Strategy, type, op, t>; });
}

constexpr bool locates(operation op) {
  return op == operation::segmented_argmin || op == operation::segmented_argmax;
}

template <bool on_device, element type, operation op>
constexpr const auto& merge_path_tunings() {
  constexpr int bytes = sizeof(typename element_type<type>::type);
  if constexpr (!on_device) {
    return tunings::merge_path_host_few<bytes>;
  } else {
    return either<locates(op), tunings::merge_path_device_located<bytes>,
                  tunings::merge_path_device_few<bytes>>();
  }
}
template <bool on_device, int bytes>
constexpr const auto& merge_path_grid() {
  return either<on_device, tunings::merge_path_device_grid, tunings::merge_path_host_grid<bytes>>();
}

/// The tunings of work-queue, which is for devices and has no row for positions.
template <bool on_device, element type, operation op>
constexpr const auto& work_queue_tunings() {
  constexpr int bytes = sizeof(typename element_type<type>::type);
  return either<on_device && !locates(op), tunings::work_queue_device_few<bytes>, tunings::none>();
}
template <bool on_device>
constexpr const auto& work_queue_grid() {
  return either<on_device, tunings::work_queue_device_grid, tunings::none>();
}

/// The rows of work-queue. Hosts do not compile it.
template <class Side, element type, operation op, const auto& tunings>
constexpr auto work_queue_rows() {
  if constexpr (tunings.empty()) {
    return std::array<variant<segmented_reduce_problem>, 0>{};
  } else {
    return segment_strategy_rows<Side, strategy::segmented_work_queue, type, op, tunings>();
  }
}

/// The segmented reductions by one operation on one type that run by default.
template <class Side, element type, operation op>
constexpr auto segment_pair() {
  using namespace strategy;
  constexpr bool on_device = Side::on_device;
  constexpr const auto& sequential = sequential_tunings<on_device>();
  constexpr const auto& paths = merge_path_tunings<on_device, type, op>();
  constexpr const auto& queues = work_queue_tunings<on_device, type, op>();
  return join(segment_strategy_rows<Side, segmented_sequential, type, op, sequential>(),
              segment_strategy_rows<Side, segmented_merge_path, type, op, paths>(),
              work_queue_rows<Side, type, op, queues>());
}

/// The segmented reductions of one type that run by default.
template <class Side, element type>
struct segmented_reduce_rows {
  static constexpr auto make() {
    using enum operation;
    return join(
        segment_pair<Side, type, segmented_sum>(), segment_pair<Side, type, segmented_min>(),
        segment_pair<Side, type, segmented_max>(), segment_pair<Side, type, segmented_argmin>(),
        segment_pair<Side, type, segmented_argmax>());
  }
};

/// The published listings, of sums.
template <class Side, element type>
struct segmented_listings_rows {
  static constexpr auto make() {
    using namespace strategy;
    constexpr operation sum = operation::segmented_sum;
    constexpr const auto& tunings =
        either<Side::on_device, tunings::segments_device_few, tunings::segments_host_few>();
    return join(segment_strategy_rows<Side, segmented_item_per_segment, type, sum, tunings>(),
                segment_strategy_rows<Side, segmented_sub_group_per_segment, type, sum, tunings>(),
                segment_strategy_rows<Side, segmented_group_per_segment, type, sum, tunings>(),
                segment_strategy_rows<Side, segmented_groups_per_segment, type, sum, tunings>());
  }
};

/// The other tunings of the sum that is swept.
template <class Side, element type>
struct segmented_sweep_rows {
  static constexpr auto make() {
    using namespace strategy;
    constexpr bool on_device = Side::on_device;
    constexpr operation sum = operation::segmented_sum;
    constexpr int bytes = sizeof(typename element_type<type>::type);
    constexpr const auto& paths = tunings::rest_of<merge_path_grid<on_device, bytes>(),
                                                   merge_path_tunings<on_device, type, sum>()>;
    constexpr const auto& queues =
        tunings::rest_of<work_queue_grid<on_device>(), work_queue_tunings<on_device, type, sum>()>;
    return join(segment_strategy_rows<Side, segmented_merge_path, type, sum, paths>(),
                work_queue_rows<Side, type, sum, queues>());
  }
};

/// Exact sums of segments. The strategies have the names of those of other operations.
template <class Side, template <class, tuning> class Strategy, element type, tuning t>
void run_exact_segments(const place& where, const segmented_reduce_problem& problem) {
  using T = typename element_type<type>::type;
  const segment_request& asked = problem.request;
  auto backend = Side::backend_of(where);
  Strategy<T, t>::run(backend, strategy::exact_segments<T>{static_cast<const T*>(problem.data),
                                                           kernel::bounds_of(asked.segments),
                                                           static_cast<T*>(asked.out)});
}

template <class Side, template <class, tuning> class Strategy, element type, const auto& tunings>
constexpr auto exact_segment_rows() {
  constexpr const auto& info = Strategy<typename element_type<type>::type, any_tuning>::info;
  return make_rows<segmented_reduce_problem, Side, type, operation::exact_segmented_sum, tunings>(
      info, []<tuning t>() { return run_exact_segments<Side, Strategy, type, t>; });
}

template <class Side, element type>
struct exact_segmented_rows {
  static constexpr auto make() {
    using namespace strategy;
    constexpr int bytes = sizeof(typename element_type<type>::type);
    constexpr const auto& sequential = sequential_tunings<Side::on_device>();
    constexpr const auto& shares = either<Side::on_device, tunings::exact_segments_device_few,
                                          tunings::single_pass_host_few<bytes>>();
    return join(exact_segment_rows<Side, exact_segmented_sequential, type, sequential>(),
                exact_segment_rows<Side, exact_segmented_merge_path, type, shares>());
  }
};

/// Every strategy of segmented reductions, in the order of listings.
using segmented_reduce_strategies =
    strategies<any_segmented, strategy::segmented_sequential, strategy::segmented_item_per_segment,
               strategy::segmented_sub_group_per_segment, strategy::segmented_group_per_segment,
               strategy::segmented_groups_per_segment, strategy::segmented_work_queue,
               strategy::segmented_merge_path>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
