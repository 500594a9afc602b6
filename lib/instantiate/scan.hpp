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

using omprim::detail::scan_problem;

/// A scan for members of a strategy that do not depend on it.
using any_scan = kernel::scan<kernel::bits_scanner<int, unsigned, kernel::add_policy>>;

template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
void run_scan(const place& where, const scan_problem& problem) {
  using T = typename element_type<type>::type;
  using scanner = typename scanner_of<T, op>::type;
  using scan = kernel::scan<scanner>;
  const scan_request& asked = problem.request;
  auto backend = Side::backend_of(where);
  Strategy<scan, t>::run(backend, scan{static_cast<const T*>(problem.data), problem.n,
                                       static_cast<typename scan::output*>(asked.out),
                                       initial_of<scanner>(asked), asked.exclusive ? 1U : 0U});
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto scan_strategy_rows() {
  constexpr const auto& info = Strategy<any_scan, any_tuning>::info;
  return make_rows<scan_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_scan<Side, Strategy, type, op, t>; });
}

template <bool on_device, int bytes>
constexpr const auto& scan_tunings() {
  return either<on_device, tunings::scan_device_few<bytes>, tunings::scan_host_few<bytes>>();
}
template <bool on_device, int bytes>
constexpr const auto& scan_grid() {
  return either<on_device, tunings::scan_device_grid, tunings::scan_host_grid<bytes>>();
}

/// The scans by one operation on one type that run by default.
template <class Side, element type, operation op>
constexpr auto scan_pair() {
  using namespace strategy;
  constexpr int bytes = static_cast<int>(omprim::scanned_size_of(type, op));
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& tiles = scan_tunings<Side::on_device, bytes>();
  return join(scan_strategy_rows<Side, scan_sequential, type, op, sequential>(),
              scan_strategy_rows<Side, scan_single_pass, type, op, tiles>());
}

/// The other scans by one operation on one type, and the other tunings of what is swept.
template <class Side, element type, operation op>
constexpr auto scan_listing_pair() {
  using namespace strategy;
  constexpr bool on_device = Side::on_device;
  constexpr bool is_swept = type == element::int32 && op == operation::scan_sum;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& tiles = scan_tunings<on_device, bytes>();
  constexpr const auto& rest =
      either<is_swept, tunings::rest_of<scan_grid<on_device, bytes>(), tiles>, tunings::none>();
  return join(scan_strategy_rows<Side, scan_single_pass, type, op, rest>(),
              scan_strategy_rows<Side, scan_reduce_then_scan, type, op, tiles>());
}

/// The scans of one type that run by default.
template <class Side, element type>
struct scan_rows {
  static constexpr auto make() {
    using enum operation;
    constexpr auto all = join(scan_pair<Side, type, scan_sum>(), scan_pair<Side, type, scan_min>(),
                              scan_pair<Side, type, scan_max>());
    if constexpr (omprim::size_of(type) == 4) {
      return join(all, scan_pair<Side, type, wide_scan_sum>());
    } else {
      return all;
    }
  }
};

/// The published listings.
template <class Side, element type>
struct scan_listings_rows {
  static constexpr auto make() {
    using enum operation;
    return join(scan_listing_pair<Side, type, scan_sum>(),
                scan_listing_pair<Side, type, scan_min>(),
                scan_listing_pair<Side, type, scan_max>());
  }
};

/// Every strategy of scans, in the order of listings.
using scan_strategies = strategies<any_scan, strategy::scan_sequential, strategy::scan_single_pass,
                                   strategy::scan_reduce_then_scan>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
