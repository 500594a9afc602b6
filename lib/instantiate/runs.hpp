// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/key_kind.hpp>
#include <instantiate/rows.hpp>
#include <instantiate/scanners.hpp>
#include <instantiate/segmented_scan.hpp>
#include <instantiate/select.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/detail/strategy/runs/sequential.hpp>
#include <omprim/detail/strategy/runs/single_pass.hpp>

/// The variants of runs, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::runs_problem;

/// Calls f with the problem of a request that has keys in place of heads. `reduced` is the same
/// problem with heads.
template <class Runs, class Function>
auto with_keys(const runs_problem& asked, Runs reduced, const Function& f) {
  reduced.n = asked.n + 1;
  const auto kind = static_cast<std::uint64_t>(key_kind_of(asked.keys.type));
  const auto call = [&]<class Word>(Word /*type*/) {
    return f(kernel::runs_of_keys<Runs, Word>{reduced, static_cast<const Word*>(asked.keys.keys),
                                              static_cast<Word*>(asked.keys.unique), kind});
  };
  return omprim::size_of(asked.keys.type) == sizeof(std::uint32_t) ? call(std::uint32_t{})
                                                                   : call(std::uint64_t{});
}

/// The problem of each operation: with_problem<on_device> calls f with the one that a request asks
/// for.
template <class T, operation op>
struct runs_of;
template <class T>
struct runs_of<T, operation::run_heads> {
  using selector = kernel::differs_from_previous<T>;
  template <kernel::emit kind>
  using type = kernel::marked<kernel::selection<T, selector, kind>>;
  template <bool on_device, class Function>
  static auto with_problem(const runs_problem& asked, const Function& f) {
    using kernel::emit;
    const auto* const data = static_cast<const T*>(asked.data);
    std::uint64_t* const heads = asked.request.heads;
    auto* const out = static_cast<T*>(asked.request.out);
    if (out == nullptr) {
      return f(type<emit::nothing>{{{}, data, asked.n, nullptr, selector{data}}, heads});
    }
    return f(type<emit::values>{{{out}, data, asked.n, nullptr, selector{data}}, heads});
  }
};
template <class T>
struct runs_of<T, operation::run_first> {
  using selection = kernel::selection<T, kernel::marked_or_first, kernel::emit::values>;
  template <bool on_device, class Function>
  static auto with_problem(const runs_problem& asked, const Function& f) {
    const auto* const data = static_cast<const T*>(asked.data);
    auto* const out = static_cast<T*>(asked.request.out);
    const std::uint64_t* const heads = asked.request.heads;
    if constexpr (on_device) {
      const kernel::first_of_runs<T> first{{heads, asked.n, out, nullptr}, data};
      if (heads == nullptr) return with_keys(asked, first, f);
      return f(first);
    } else {
      return f(selection{{out}, data, asked.n, nullptr, {heads}});
    }
  }
};
template <class T>
struct runs_of<T, operation::run_lengths> {
  template <bool on_device, class Function>
  static auto with_problem(const runs_problem& asked, const Function& f) {
    const kernel::measured_runs<T> lengths{
        {asked.request.heads, asked.n, static_cast<T*>(asked.request.out), nullptr}};
    if constexpr (on_device) {
      if (asked.request.heads == nullptr) return with_keys(asked, lengths, f);
    }
    return f(lengths);
  }
};
template <class T, operation scan>
struct reduced_runs_of {
  using type = kernel::reduced_runs<typename scanner_of<T, scan>::type>;
  template <bool on_device, class Function>
  static auto with_problem(const runs_problem& asked, const Function& f) {
    const type reduced{{asked.request.heads, asked.n, static_cast<T*>(asked.request.out), nullptr},
                       static_cast<const T*>(asked.data)};
    if constexpr (on_device) {
      if (asked.request.heads == nullptr) return with_keys(asked, reduced, f);
    }
    return f(reduced);
  }
};
template <class T>
struct runs_of<T, operation::run_sum> : reduced_runs_of<T, operation::segmented_scan_sum> {};
template <class T>
struct runs_of<T, operation::run_min> : reduced_runs_of<T, operation::segmented_scan_min> {};
template <class T>
struct runs_of<T, operation::run_max> : reduced_runs_of<T, operation::segmented_scan_max> {};

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
std::uint64_t run_runs(const place& where, const runs_problem& problem) {
  using runs = runs_of<typename element_type<type>::type, op>;
  auto backend = Side::backend_of(where);
  return runs::template with_problem<Side::on_device>(
      problem, [&]<class Problem>(const Problem& asked) {
        return Strategy<Problem, t>::run(backend, asked);
      });
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto runs_strategy_rows() {
  constexpr const auto& info = Strategy<kernel::measured_runs<int>, any_tuning>::info;
  return make_rows<runs_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_runs<Side, Strategy, type, op, t>; });
}

/// Runs are found as a selection is made, and combined as segments are scanned. A device has tiles
/// of its own for what needs only their heads.
template <bool on_device, operation op, int bytes>
constexpr const auto& runs_tunings() {
  using enum operation;
  if constexpr (on_device && (op == run_first || op == run_lengths)) {
    return tunings::heads_device_few;
  } else if constexpr (op == run_heads || op == run_first) {
    return either<on_device, tunings::runs_device_few<bytes>, tunings::select_host_few<bytes>>();
  } else {
    return segmented_scan_tunings<on_device, bytes>();
  }
}

/// One operation on one type.
template <class Side, element type, operation op>
constexpr auto runs_pair() {
  using namespace strategy;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& tiles = runs_tunings<Side::on_device, op, bytes>();
  return join(runs_strategy_rows<Side, runs_sequential, type, op, sequential>(),
              runs_strategy_rows<Side, runs_single_pass, type, op, tiles>());
}

/// All operations on one type. Lengths are signed integers. First values are moved, whatever their
/// bits mean: the unsigned integers stand for all types of their size.
template <class Side, element type>
struct runs_rows {
  static constexpr auto make() {
    using enum operation;
    constexpr auto all = join(runs_pair<Side, type, run_heads>(), runs_pair<Side, type, run_sum>(),
                              runs_pair<Side, type, run_min>(), runs_pair<Side, type, run_max>());
    if constexpr (type == element::int32 || type == element::int64) {
      return join(all, runs_pair<Side, type, run_lengths>());
    } else if constexpr (type == element::uint32 || type == element::uint64) {
      return join(all, runs_pair<Side, type, run_first>());
    } else {
      return all;
    }
  }
};

/// Every strategy of runs, in the order of listings. The problem is for members that do not depend
/// on it.
using runs_strategies =
    strategies<kernel::measured_runs<int>, strategy::runs_sequential, strategy::runs_single_pass>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
