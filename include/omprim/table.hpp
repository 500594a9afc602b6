// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <omprim/c/names.h>
#include <omprim/tuning.hpp>

/// The dispatch table: the compiled variants, and the names of all that chooses one. any.hpp runs
/// them.
namespace omprim {

/// int32, uint32, int64, uint64, float32, float64: the list of c/names.h.
#define OMPRIM_ENUMERATOR(name, type) name,
enum class element : int { OMPRIM_ELEMENTS(OMPRIM_ENUMERATOR) };
#undef OMPRIM_ENUMERATOR

/// sum, product, ..., merge_by_key: the list of c/names.h.
#define OMPRIM_ENUMERATOR(name, algorithm) name,
enum class operation : int { OMPRIM_OPERATIONS(OMPRIM_ENUMERATOR) };
#undef OMPRIM_ENUMERATOR

#define OMPRIM_ONE(name, of) +1
inline constexpr std::size_t element_count = 0 OMPRIM_ELEMENTS(OMPRIM_ONE);
inline constexpr std::size_t operation_count = 0 OMPRIM_OPERATIONS(OMPRIM_ONE);
#undef OMPRIM_ONE

/// Whether a selection only counts, without outputs.
[[nodiscard]] constexpr bool only_counts(operation op) noexcept {
  return op == operation::count_if || op == operation::count_flagged ||
         op == operation::count_unique;
}

/// The algorithm of an operation; each has one function that runs its operations.
enum class algorithm : int {
  reduce,     ///< an array to one value: reduce_any
  select,     ///< the elements to keep, and how many: select_any
  scan,       ///< for each element, the combination of all up to it: scan_any
  segment,    ///< each segment of an array to one value: segmented_reduce_any
  exact,      ///< the real sum of an array, rounded once: exact_any
  histogram,  ///< how many elements lie in each bin: histogram_any
  sort,       ///< an array in ascending or descending order: sort_any
  runs,       ///< runs of neighbouring elements to one value each: runs_any
  top_k,      ///< the first elements in this order, or one of them: top_k_any
  search,     ///< where values belong in a sorted array: search_any
  gather,     ///< elements from or to given positions: gather_any
  merge,      ///< two sorted arrays to one: merge_any
};
[[nodiscard]] constexpr algorithm algorithm_of(operation op) noexcept {
#define OMPRIM_ALGORITHM(name, of) algorithm::of,
  constexpr algorithm algorithms[] = {OMPRIM_OPERATIONS(OMPRIM_ALGORITHM)};
#undef OMPRIM_ALGORITHM
  return algorithms[static_cast<std::size_t>(op)];
}
/// Whether a scan starts again with each segment.
[[nodiscard]] constexpr bool scans_segments(operation op) noexcept {
  return op == operation::segmented_scan_sum || op == operation::segmented_scan_min ||
         op == operation::segmented_scan_max;
}

/// The promises of a strategy, and where it runs.
struct strategy_traits {
  bool keeps_order = true;          ///< selections: the output has the order of the input
  bool in_place = true;             ///< the output may be the input itself
  bool deterministic = false;       ///< floats: the same bits at each call of one tuning and device
  bool hosts = true;                ///< compiled for serial, host and tbb
  bool devices = true;              ///< compiled for devices
  bool for_large_segments = false;  ///< chosen only where segments are known to be large
  bool by_default = false;          ///< runs where a call names no strategy
};

/// One compiled variant.
struct table_row {
  std::string_view strategy;
  omprim::tuning tuning;
  element type;
  operation op;
  bool on_device;  ///< true: runs on device(n); false: on serial, host and tbb
  strategy_traits traits;
};

/// Every variant that this program links, ordered by host or device, type and operation. A program
/// links the variants of the families that its typed calls name; if it links omprim::strategies,
/// all compiled variants.
[[nodiscard]] const std::vector<table_row>& table();

/// A strategy of an algorithm, and its source.
struct strategy_info {
  algorithm work;
  std::string_view name;
  std::string_view source;  ///< paper and listing
  std::string_view summary;
  strategy_traits traits;
};
[[nodiscard]] const std::vector<strategy_info>& strategies();

/// The name of the strategy that runs where a call names none.
[[nodiscard]] std::string_view default_strategy(algorithm work);

[[nodiscard]] std::string_view to_string(element type) noexcept;
[[nodiscard]] std::string_view to_string(operation op) noexcept;
/// Reads the names above, and "float" and "double"; throws status::unknown_name listing the names.
[[nodiscard]] element parse_element(std::string_view text);
[[nodiscard]] operation parse_operation(std::string_view text);
/// The bytes of one element.
[[nodiscard]] constexpr std::size_t size_of(element type) noexcept {
#define OMPRIM_SIZE(name, type) sizeof(type),
  constexpr std::size_t sizes[] = {OMPRIM_ELEMENTS(OMPRIM_SIZE)};
#undef OMPRIM_SIZE
  return sizes[static_cast<std::size_t>(type)];
}

/// Whether the elements are integers; all others are floating-point numbers.
[[nodiscard]] constexpr bool is_integer(element type) noexcept {
#define OMPRIM_KIND(name, type) std::is_integral_v<type>,
  constexpr bool kinds[] = {OMPRIM_ELEMENTS(OMPRIM_KIND)};
#undef OMPRIM_KIND
  return kinds[static_cast<std::size_t>(type)];
}

/// The bytes of one result of a scan.
[[nodiscard]] constexpr std::size_t scanned_size_of(element type, operation op) noexcept {
  return op == operation::wide_scan_sum ? 8 : size_of(type);
}

/// The work of one call, for sweeps; filled if reduce_options::profile is set.
struct reduce_profile {
  std::string_view strategy;
  omprim::tuning tuning;
  std::uint64_t launches = 0;
  std::uint64_t work_groups = 0;             ///< logical, of all launches
  std::uint64_t work_items = 0;              ///< logical, of all launches
  std::uint64_t global_atomics = 0;          ///< read-modify-writes on device-wide memory
  std::array<double, 4> phase_seconds = {};  ///< wall time of each of the first launches
};

/// Overrides of the library's choice, for one call.
struct reduce_options {
  /// The name of a strategy; empty: the library chooses. The strategies of published listings, and
  /// all but a few tunings, are in the archive omprim::strategies.
  std::string_view strategy = {};
  omprim::tuning tuning = {};  ///< zeros: the library chooses a compiled one
  reduce_profile* profile = nullptr;
};
/// No overrides. All calls use this one object, which saves short calls the time to make their own.
inline constexpr reduce_options default_options{};

}  // namespace omprim
