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
#include <omprim/execution.hpp>
#include <omprim/scalar.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/tuning.hpp>

/// The dispatch table: the compiled variants, and functions that run one of them with type and
/// operation chosen at run time. For tools, tests and bindings; typed code uses reduce.hpp.
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

/// The result of any operation.
///   * `value` is the sum, product, extreme, ...
///   * minmax: the minimum in `value`, the maximum in `second`
///   * sum_min_max: sum, minimum and maximum, in this order
///   * Logical operations give an int64, 0 or 1; wide_sum int64, uint64 or float64.
struct reduce_result {
  scalar value{};
  scalar second{};
  scalar third{};
  std::int64_t index = -1;
};

/// Reduces n elements of `type` at `data` by `op` (with `other`, the second operand of dot). The
/// contract is that of the typed functions in reduce.hpp. A program that calls it links all types.
/// Throws status::unknown_variant
///   * if type, operation, strategy and tuning do not exist together; the message names the
///     compiled variants
///   * if the program does not link the variant; the message names the library to link
reduce_result reduce_any(const execution& where, element type, operation op, const void* data,
                         const void* other, std::size_t n,
                         const reduce_options& options = default_options);

/// Sums n elements of `type` at `data` by `op` (with `other`, the second operand of exact_dot), and
/// rounds the sum once. The contract is that of the typed functions in exact.hpp; throws like
/// reduce_any.
reduce_result exact_any(const execution& where, element type, operation op, const void* data,
                        const void* other, std::size_t n,
                        const reduce_options& options = default_options);

enum class comparison : int { less, less_equal, equal, not_equal, greater_equal, greater };
[[nodiscard]] std::string_view to_string(comparison how) noexcept;
/// Reads "less", "greater_equal", ...; throws status::unknown_name listing them.
[[nodiscard]] comparison parse_comparison(std::string_view text);

/// The condition and the outputs of a selection. The operation decides which members are used.
struct selection_request {
  comparison how = comparison::greater;  ///< `element how bound`; unused by unique and flagged
  scalar bound{};                        ///< .i, .u or .f by the type of the elements
  const unsigned char* flags = nullptr;  ///< select_flagged: not 0 to keep
  void* selected = nullptr;              ///< elements, or int64 positions for .._index
  void* rejected = nullptr;              ///< partition: the other elements
};

constexpr std::uint64_t unknown_room = ~std::uint64_t(0);

/// Overrides of the library's choice, the address for the count, and the room for outputs.
struct select_options : reduce_options {
  std::uint64_t* count = nullptr;     ///< memory where the call runs, for the next kernel, or null
  std::uint64_t room = unknown_room;  ///< elements that each output can take, if known
};
inline constexpr select_options default_select_options{};

/// Runs a selection and returns how many elements are kept. The contract is that of the typed
/// functions in select.hpp; throws like reduce_any.
std::uint64_t select_any(const execution& where, element type, operation op, const void* data,
                         std::size_t n, const selection_request& request,
                         const select_options& options = default_select_options);

/// The kind of a scan, and its output.
struct scan_request {
  bool exclusive = false;    ///< an element is not part of its own result
  bool has_initial = false;  ///< the scan (of each segment) begins with `initial`, else with the
                             ///< identity
  scalar initial{};          ///< .i, .u or .f by the type of the results
  void* out = nullptr;       ///< n results; wide_scan_sum: int64, uint64 or float64
  segmentation segments{};   ///< segmented scans
};

using scan_options = reduce_options;

/// Runs a scan. The contract is that of the typed functions in scan.hpp and segmented_scan.hpp;
/// throws like reduce_any.
void scan_any(const execution& where, element type, operation op, const void* data, std::size_t n,
              const scan_request& request, const scan_options& options = default_options);

/// The segments of an array, and the outputs.
struct segment_request {
  segmentation segments{};            ///< by offsets or by length
  void* out = nullptr;                ///< one value per segment; may be null for argmin and argmax
  std::int64_t* positions = nullptr;  ///< argmin and argmax: from the beginning of the segment
};

using segment_options = reduce_options;

/// Reduces each segment of `data`. The contract is that of the typed functions in
/// segmented_reduce.hpp, and of exact_segmented_sum in exact.hpp; throws like reduce_any. Rules
/// (choice.hpp) count segments, not values.
void segmented_reduce_any(const execution& where, element type, operation op, const void* data,
                          const segment_request& request,
                          const segment_options& options = default_options);

/// The bins of a histogram, and its output. The operation decides which members are used.
struct histogram_request {
  scalar lower{};                  ///< histogram_even: .i, .u or .f by the type of the elements
  scalar upper{};                  ///< histogram_even: the same
  const void* edges = nullptr;     ///< histogram_edges: one more than bins, ascending
  std::uint64_t bins = 0;          ///< how many
  std::int64_t* counts = nullptr;  ///< one for each bin
};

using histogram_options = reduce_options;

/// Counts the elements in each bin. The contract is that of histogram.hpp; throws like reduce_any.
void histogram_any(const execution& where, element type, operation op, const void* data,
                   std::size_t n, const histogram_request& request,
                   const histogram_options& options = default_options);

/// The arrays of a sort. The operation decides which members are used.
struct sort_request {
  void* keys_out = nullptr;      ///< sort, sort_by_key: n keys; may be the input itself
  const void* values = nullptr;  ///< sort_by_key: n values
  void* values_out = nullptr;    ///< sort_by_key: n values, may be `values`; argsort: n positions
  std::size_t value_bytes = 0;   ///< of a value or position: 4 or 8
};

/// The bits of a key that a sort compares: from `first` to below `last`, the lowest is bit 0. Of
/// floats and signed integers, they are those of the unsigned integer that has their place in the
/// order of all. 0 and 0: all bits.
struct key_bits {
  int first = 0;
  int last = 0;
};

/// Overrides of the library's choice, and the order.
struct sort_options : reduce_options {
  bool descending = false;
  key_bits bits = {};
};
inline constexpr sort_options default_sort_options{};

/// Sorts n keys. The contract is that of the typed functions in sort.hpp; throws like reduce_any.
void sort_any(const execution& where, element type, operation op, const void* keys, std::size_t n,
              const sort_request& request, const sort_options& options = default_sort_options);

/// The values of a search, and its output.
struct search_request {
  const void* values = nullptr;  ///< `count` values of the type of the sorted array
  std::uint64_t count = 0;
  void* positions = nullptr;       ///< one for each value
  std::size_t position_bytes = 0;  ///< of a position: 4 or 8
};

/// Overrides of the library's choice, and the order of the sorted array.
struct search_options : reduce_options {
  bool descending = false;
};
inline constexpr search_options default_search_options{};

/// Searches n sorted elements. The contract is that of the typed functions in search.hpp; throws
/// like reduce_any. Rules (choice.hpp) count values, not sorted elements.
void search_any(const execution& where, element type, operation op, const void* sorted,
                std::size_t n, const search_request& request,
                const search_options& options = default_search_options);

/// The arrays of a gather or scatter.
struct gather_request {
  const void* source = nullptr;     ///< gather: `size` elements; scatter: n elements
  const void* positions = nullptr;  ///< n integers
  std::size_t position_bytes = 0;   ///< of a position: 4 or 8
  void* out = nullptr;              ///< gather: n elements; scatter: `size` elements
  std::uint64_t size = 0;           ///< positions are from 0 to below it
};

using gather_options = reduce_options;

/// Gathers or scatters n elements. The contract is that of gather.hpp; throws like reduce_any.
void gather_any(const execution& where, element type, operation op, std::size_t n,
                const gather_request& request, const gather_options& options = default_options);

/// The second sorted array, and the output.
struct merge_request {
  const void* second = nullptr;  ///< `second_count` sorted keys
  std::uint64_t second_count = 0;
  void* keys_out = nullptr;             ///< all keys
  const void* values = nullptr;         ///< merge_by_key: those of the first array
  const void* second_values = nullptr;  ///< merge_by_key: those of the second array
  void* values_out = nullptr;           ///< merge_by_key: all values
  std::size_t value_bytes = 0;          ///< of a value: 4 or 8
};

using merge_options = search_options;

/// Merges n sorted keys with those of the request. The contract is that of merge.hpp; throws like
/// reduce_any. Rules (choice.hpp) count all keys.
void merge_any(const execution& where, element type, operation op, const void* keys, std::size_t n,
               const merge_request& request, const merge_options& options = default_search_options);

/// Reduces the values of equal neighbouring keys: writes one key and one value for each run of
/// equal keys, and returns the number of runs. The contract is that of reduce_by_key.
std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out,
                                const segment_options& options = default_options);

}  // namespace omprim
