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

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          tuning t>
reduce_result run_selection(const call& c) {
  const auto what = make_selection<type, op>(c);
  using selection = std::remove_const_t<decltype(what)>;
  reduce_result kept;
  kept.value.u = Backend::template run<Strategy<selection, t>>(c, what);
  return kept;
}

/// A selection for members of a strategy that do not depend on it.
using any_selection = kernel::selection<int, kernel::flagged, kernel::emit::values>;

template <class Backend, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto selection_rows() {
  constexpr const auto& info = Strategy<any_selection, any_tuning>::info;
  return make_rows<Backend, type, op, tunings>(
      info, []<tuning t>() { return run_selection<Backend, Strategy, type, op, t>; });
}

/// The tunings of one size of elements: of single-pass, and of the strategies beside it.
template <bool on_device, bool whole, int bytes>
constexpr const auto& select_tunings() {
  if constexpr (on_device) {
    return pick<whole, tunings::select_device_grid, tunings::select_device_few<bytes>>();
  } else {
    return pick<whole, tunings::select_host_grid<bytes>, tunings::select_host_few<bytes>>();
  }
}
template <bool on_device, bool whole, int bytes>
constexpr const auto& select_other_tunings() {
  if constexpr (on_device) {
    return pick<whole, tunings::select_device_other_grid, tunings::select_device_other_few>();
  } else {
    return tunings::select_host_few<bytes>;
  }
}

/// All selections by one operation on one type.
template <class Backend, element type, operation op>
constexpr auto selection_pair() {
  using namespace strategy;
  constexpr bool on_device = Backend::on_device;
  constexpr bool whole = type == element::int32 && op == operation::select_if;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<on_device>();
  constexpr const auto& tiles = select_tunings<on_device, whole, bytes>();
  constexpr const auto& others = select_other_tunings<on_device, whole, bytes>();
  if constexpr (only_counts(op)) {
    return join(selection_rows<Backend, select_sequential, type, op, sequential>(),
                selection_rows<Backend, count_single_pass, type, op, others>());
  } else if constexpr (op == operation::select_if) {
    constexpr const auto& sizes = pick<whole, tunings::select_sizes_grid, tunings::sizes_few>();
    return join(selection_rows<Backend, select_sequential, type, op, sequential>(),
                selection_rows<Backend, select_single_pass, type, op, tiles>(),
                selection_rows<Backend, select_three_phase, type, op, sizes>(),
                selection_rows<Backend, select_reduce_then_scan, type, op, others>(),
                selection_rows<Backend, select_unordered, type, op, others>());
  } else {
    return join(selection_rows<Backend, select_sequential, type, op, sequential>(),
                selection_rows<Backend, select_single_pass, type, op, tiles>(),
                selection_rows<Backend, select_reduce_then_scan, type, op, others>());
  }
}

/// All selections on one type. Flags keep bits, whatever they mean: unsigned ones stand for all.
template <class Backend, element type>
struct select_rows {
  static constexpr auto make() {
    using enum operation;
    constexpr auto all = join(
        selection_pair<Backend, type, select_if>(), selection_pair<Backend, type, select_index>(),
        selection_pair<Backend, type, partition>(), selection_pair<Backend, type, unique>(),
        selection_pair<Backend, type, unique_index>(), selection_pair<Backend, type, count_if>(),
        selection_pair<Backend, type, count_unique>());
    if constexpr (type == element::uint32) {
      return join(all, selection_pair<Backend, type, select_flagged>(),
                  selection_pair<Backend, type, count_flagged>());
    } else if constexpr (type == element::uint64) {
      return join(all, selection_pair<Backend, type, select_flagged>());
    } else {
      return all;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
