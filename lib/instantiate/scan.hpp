// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <instantiate/scanners.hpp>
#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/strategy/scan/reduce_then_scan.hpp>
#include <omprim/detail/strategy/scan/sequential.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>

/// The variants of scans, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

/// A scan for members of a strategy that do not depend on it.
using any_scan = kernel::scan<kernel::bits_scanner<int, unsigned, kernel::add_policy>>;

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          tuning t>
reduce_result run_scan(const call& c) {
  using T = typename element_type<type>::type;
  using scanner = typename scanner_of<T, op>::type;
  using scan = kernel::scan<scanner>;
  Backend::template run<Strategy<scan, t>>(
      c, scan{static_cast<const T*>(c.data), c.n, static_cast<T*>(c.scan->out),
              initial_of<scanner>(*c.scan), c.scan->exclusive ? 1U : 0U});
  return {};
}

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto scan_strategy_rows() {
  constexpr const auto& info = Strategy<any_scan, any_tuning>::info;
  return make_rows<Backend, type, op, tunings>(
      info, []<tuning t>() { return run_scan<Backend, Strategy, type, op, t>; });
}

template <bool on_device, bool whole, int bytes>
constexpr const auto& scan_tunings() {
  if constexpr (on_device) {
    return pick<whole, tunings::scan_device_grid, tunings::scan_device_few<bytes>>();
  } else {
    return pick<whole, tunings::scan_host_grid<bytes>, tunings::scan_host_few<bytes>>();
  }
}
template <bool on_device, int bytes>
constexpr const auto& scan_other_tunings() {
  if constexpr (on_device) {
    return tunings::scan_device_few<bytes>;
  } else {
    return tunings::scan_host_few<bytes>;
  }
}

/// All scans by one operation on one type.
template <class Backend, element type, operation op>
constexpr auto scan_pair() {
  using namespace strategy;
  constexpr bool on_device = Backend::on_device;
  constexpr bool whole = type == element::int32 && op == operation::scan_sum;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<on_device>();
  constexpr const auto& tiles = scan_tunings<on_device, whole, bytes>();
  constexpr const auto& others = scan_other_tunings<on_device, bytes>();
  return join(scan_strategy_rows<Backend, scan_sequential, type, op, sequential>(),
              scan_strategy_rows<Backend, scan_single_pass, type, op, tiles>(),
              scan_strategy_rows<Backend, scan_reduce_then_scan, type, op, others>());
}

/// All scans of one type.
template <class Backend, element type>
struct scan_rows {
  static constexpr auto make() {
    using enum operation;
    return join(scan_pair<Backend, type, scan_sum>(), scan_pair<Backend, type, scan_min>(),
                scan_pair<Backend, type, scan_max>());
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
