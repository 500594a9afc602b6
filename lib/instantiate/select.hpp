// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/rows.hpp>
#include <instantiate/selections.hpp>
#include <omprim/detail/strategy/select/count_single_pass.hpp>
#include <omprim/detail/strategy/select/reduce_then_scan.hpp>
#include <omprim/detail/strategy/select/sequential.hpp>
#include <omprim/detail/strategy/select/single_pass.hpp>
#include <omprim/detail/strategy/select/three_phase.hpp>
#include <omprim/detail/strategy/select/unordered.hpp>

/// The variants of selections, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::select_problem;

template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
std::uint64_t run_selection(const place& where, const select_problem& problem) {
  auto backend = Side::backend_of(where);
  const auto selection = make_selection<type, op>(problem);
  return Strategy<std::remove_const_t<decltype(selection)>, t>::run(backend, selection);
}

/// A selection for members of a strategy that do not depend on it.
using any_selection = kernel::selection<int, kernel::flagged, kernel::emit::values>;

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto selection_rows() {
  constexpr const auto& info = Strategy<any_selection, any_tuning>::info;
  return make_rows<select_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_selection<Side, Strategy, type, op, t>; });
}

/// The tunings of one size of elements: of single-pass, and of the strategies beside it.
template <bool on_device, int bytes>
constexpr const auto& select_tunings() {
  return either<on_device, tunings::select_device_few<bytes>, tunings::select_host_few<bytes>>();
}
template <bool on_device, int bytes>
constexpr const auto& select_grid() {
  return either<on_device, tunings::select_device_grid, tunings::select_host_grid<bytes>>();
}
template <bool on_device, bool is_swept, int bytes>
constexpr const auto& select_other_tunings() {
  if constexpr (on_device) {
    return either<is_swept, tunings::select_device_other_grid, tunings::select_device_other_few>();
  } else {
    return tunings::select_host_few<bytes>;
  }
}

/// The pair of type and operation that is swept.
template <element type, operation op>
inline constexpr bool is_swept_selection = type == element::int32 && op == operation::select_if;

/// The selections by one operation on one type that run by default, and the one without order.
template <class Side, element type, operation op>
constexpr auto selection_pair() {
  using namespace strategy;
  constexpr bool on_device = Side::on_device;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<on_device>();
  constexpr const auto& tiles = select_tunings<on_device, bytes>();
  constexpr const auto& others =
      select_other_tunings<on_device, is_swept_selection<type, op>, bytes>();
  constexpr auto alone = selection_rows<Side, select_sequential, type, op, sequential>();
  if constexpr (only_counts(op)) {
    return join(alone, selection_rows<Side, count_single_pass, type, op, others>());
  } else {
    constexpr auto all = join(alone, selection_rows<Side, select_single_pass, type, op, tiles>());
    if constexpr (op == operation::select_if) {
      return join(all, selection_rows<Side, select_unordered, type, op, others>());
    } else {
      return all;
    }
  }
}

/// The other selections by one operation on one type, and the other tunings of what is swept.
template <class Side, element type, operation op>
constexpr auto selection_listing_pair() {
  using namespace strategy;
  constexpr bool on_device = Side::on_device;
  constexpr bool is_swept = is_swept_selection<type, op>;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& others = select_other_tunings<on_device, is_swept, bytes>();
  constexpr const auto& sizes = either<is_swept, tunings::select_sizes_grid, tunings::sizes_few>();
  constexpr const auto& rest =
      either<is_swept,
             tunings::rest_of<select_grid<on_device, bytes>(), select_tunings<on_device, bytes>()>,
             tunings::none>();
  constexpr auto all = join(selection_rows<Side, select_single_pass, type, op, rest>(),
                            selection_rows<Side, select_reduce_then_scan, type, op, others>());
  if constexpr (op == operation::select_if) {
    return join(all, selection_rows<Side, select_three_phase, type, op, sizes>());
  } else {
    return all;
  }
}

/// Selections by conditions and of unique elements, on one type.
template <class Side, element type>
struct select_rows {
  static constexpr auto make() {
    using enum operation;
    return join(selection_pair<Side, type, select_if>(), selection_pair<Side, type, select_index>(),
                selection_pair<Side, type, partition>(), selection_pair<Side, type, unique>(),
                selection_pair<Side, type, unique_index>(), selection_pair<Side, type, count_if>(),
                selection_pair<Side, type, count_unique>());
  }
};
/// Selections by flags. Flags keep bits, whatever they mean: unsigned types stand for all.
template <class Side, element type>
struct select_flagged_rows {
  static constexpr auto make() {
    using enum operation;
    return join(selection_pair<Side, type, select_flagged>(),
                selection_pair<Side, type, count_flagged>());
  }
};

/// The published listings of both.
template <class Side, element type>
struct select_listings_rows {
  static constexpr auto make() {
    using enum operation;
    return join(selection_listing_pair<Side, type, select_if>(),
                selection_listing_pair<Side, type, select_index>(),
                selection_listing_pair<Side, type, partition>(),
                selection_listing_pair<Side, type, unique>(),
                selection_listing_pair<Side, type, unique_index>());
  }
};
template <class Side, element type>
struct select_flagged_listings_rows {
  static constexpr auto make() {
    return selection_listing_pair<Side, type, operation::select_flagged>();
  }
};

/// Every strategy of selections, in the order of listings.
using select_strategies = strategies<any_selection, strategy::select_sequential,
                                     strategy::select_single_pass, strategy::select_three_phase,
                                     strategy::select_reduce_then_scan, strategy::select_unordered>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
