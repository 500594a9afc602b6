// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <instantiate/scan.hpp>
#include <instantiate/scanners.hpp>
#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/sequential.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>

/// The variants of scans of segments, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::offset_fault;
using omprim::detail::segmented_scan_problem;

template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
offset_fault run_segmented_scan(const place& where, const segmented_scan_problem& problem) {
  using T = typename element_type<type>::type;
  using scanner = typename scanner_of<T, op>::type;
  using scan = strategy::scan_segments<scanner, Strategy<strategy::segmented_scan<scanner>, t>>;
  const scan_request& asked = problem.request;
  auto backend = Side::backend_of(where);
  const auto wrong =
      scan::run(backend, typename scan::request{static_cast<const T*>(problem.data), problem.n,
                                                asked.segments, static_cast<T*>(asked.out),
                                                initial_of<scanner>(asked), asked.exclusive});
  return {wrong.position, wrong.first, wrong.second};
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto segmented_scan_strategy_rows() {
  constexpr const auto& info = Strategy<any_scan, any_tuning>::info;
  return make_rows<segmented_scan_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_segmented_scan<Side, Strategy, type, op, t>; });
}

template <bool on_device, int bytes>
constexpr const auto& segmented_scan_tunings() {
  if constexpr (on_device) {
    return tunings::segmented_scan_device_few<bytes>;
  } else {
    return tunings::segmented_scan_host_few<bytes>;
  }
}

/// All scans of segments by one operation on one type.
template <class Side, element type, operation op>
constexpr auto segmented_scan_pair() {
  using namespace strategy;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& tiles = segmented_scan_tunings<Side::on_device, bytes>();
  return join(segmented_scan_strategy_rows<Side, scan_sequential, type, op, sequential>(),
              segmented_scan_strategy_rows<Side, scan_single_pass, type, op, tiles>());
}

/// All scans of segments of one type.
template <class Side, element type>
struct segmented_scan_rows {
  static constexpr auto make() {
    using enum operation;
    return join(segmented_scan_pair<Side, type, segmented_scan_sum>(),
                segmented_scan_pair<Side, type, segmented_scan_min>(),
                segmented_scan_pair<Side, type, segmented_scan_max>());
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
