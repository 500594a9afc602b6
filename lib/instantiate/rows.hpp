// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <instantiate/tunings.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>

/// How lists of variants are made. Each algorithm has one list (reduce.hpp, select.hpp, scan.hpp,
/// segmented_scan.hpp, segmented_reduce.hpp): templates `<family>_rows<Side, type>` whose make()
/// gives the rows of one element type. lib/CMakeLists.txt says which families are compiled for
/// which sides and types, and generates a source for each of them and the collectors that name them
/// all. A list of all `strategies` of the algorithm ends the file.
///
/// `Side` is the side of the rows (host_rows.hpp, device_rows.hpp):
///   static constexpr bool on_device;
///   static <backend> backend_of(const place&);   the backend of a call
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::place;
using omprim::detail::variant;

/// A tuning that every strategy accepts: for members of a strategy that do not depend on it.
inline constexpr tuning any_tuning{64, 1, 1};

/// Rows of one strategy, one for each tuning; run_of.operator()<tuning>() is the function of a row.
template <class Problem, class Side, element type, operation op, const auto& tunings, class RunOf>
constexpr auto make_rows(const strategy_info& info, RunOf run_of) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<variant<Problem>, sizeof...(i)> {
      variant<Problem>{{info.name, tunings[i], type, op, Side::on_device, info.traits},
                       run_of.template operator()<tunings[i]>()}...
    };
  }(std::make_index_sequence<tunings.size()>{});
}

/// The strategies of an algorithm; `Problem` is one for members that do not depend on it.
template <class Problem, template <class, tuning> class... Strategies>
struct strategies {
  static constexpr std::array infos = {Strategies<Problem, any_tuning>::info...};
};

template <class T, std::size_t... counts>
constexpr auto join(const std::array<T, counts>&... parts) {
  std::array<T, (counts + ...)> all{};
  std::size_t next = 0;
  (([&] {
     for (const T& part : parts) all[next++] = part;
   }()),
   ...);
  return all;
}

template <bool first_one, const auto& first, const auto& second>
constexpr const auto& either() {
  if constexpr (first_one) {
    return first;
  } else {
    return second;
  }
}

/// A single thread of a device is no way to run anything: sequential is for hosts.
template <bool on_device>
constexpr const auto& sequential_tunings() {
  return either<on_device, tunings::none, tunings::no_choice>();
}

template <class Problem, std::size_t count>
omprim::detail::variant_span<Problem> span_of(const std::array<variant<Problem>, count>& rows) {
  return {rows.data(), rows.size()};
}

/// The rows of one generated source.
template <class Family>
auto rows_of() {
  static constexpr auto rows = Family::make();
  return span_of(rows);
}

/// The rows of several families.
template <class... Families>
struct joined_rows {
  static constexpr auto make() { return join(Families::make()...); }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
