// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <omprim/execution.hpp>
#include <omprim/scalar.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/table.hpp>

/// One call for each algorithm, with type and operation chosen at run time, and its request. For
/// tools, tests and bindings; typed code uses reduce.hpp and its neighbours.
namespace omprim {

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

/// Writes the bin of each element: integers of 4 or 8 bytes. The contract is that of bin_sort.hpp;
/// the request has no counts. Throws like histogram_any.
void bin_index_any(const execution& where, element type, operation op, const void* data,
                   std::size_t n, const histogram_request& bins, void* index,
                   std::size_t index_bytes);

/// Orders the positions of the elements by bin. The contract is that of bin_sort.hpp; the request
/// has no counts. Positions have 4 or 8 bytes. Throws like histogram_any.
void bin_sort_any(const execution& where, element type, operation op, const void* data,
                  std::size_t n, const histogram_request& bins, void* positions,
                  std::size_t position_bytes, std::int64_t* offsets);

/// Adds the weights of the elements in each bin. The contract is that of weighted_histogram.hpp;
/// the request has no counts. `options` choose the variant of the segmented sum. Throws like
/// histogram_any.
void weighted_histogram_any(const execution& where, element type, operation op, const void* data,
                            element weight_type, const void* weights, std::size_t n,
                            const histogram_request& bins, void* sums,
                            const segment_options& options = default_options);

/// The arrays of a sort. The operation decides which members are used.
struct sort_request {
  void* keys_out = nullptr;      ///< sort, sort_by_key: n keys; may be the input itself
  const void* values = nullptr;  ///< sort_by_key: n values
  void* values_out = nullptr;    ///< sort_by_key: n values, may be `values`; argsort: n positions
  std::size_t value_bytes = 0;   ///< of a value: any but 0; of a position: 4 or 8
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

/// Sorts each segment of n keys by operation::sort or sort_by_key. The contract is that of the
/// typed functions in segmented_sort.hpp; throws like reduce_any.
void segmented_sort_any(const execution& where, element type, operation op, const void* keys,
                        std::size_t n, const segmentation& segments, const sort_request& request,
                        const sort_options& options = default_sort_options);

/// The arrays of runs. A run begins at each element whose head flag, bit i % 64 of word i / 64, is
/// 1; so does one at element 0.
struct runs_request {
  /// (n + 63) / 64 words, written by run_heads, read by the others.
  std::uint64_t* heads = nullptr;
  /// One for each run: its element, length, first or combined value; null: run_heads writes none.
  void* out = nullptr;
};

using runs_options = reduce_options;

/// Works on the runs of n elements, and returns their number.
///   run_heads          finds runs of equal elements as unique does, and writes the first of each
///   run_lengths        writes the length of each run as int32 or int64, which `type` says; no data
///   run_sum, _min, _max combine the elements of each run, as segmented reductions do
///   run_first          writes the first element of each run
/// Outputs do not overlap inputs. The contract is that of runs.hpp; throws like reduce_any.
std::uint64_t runs_any(const execution& where, element type, operation op, const void* data,
                       std::size_t n, const runs_request& request,
                       const runs_options& options = default_options);

/// Writes the element and the length of each run of equal elements, and returns the number of runs.
/// The contract is that of run_length_encode in runs.hpp.
std::uint64_t run_length_encode_any(const execution& where, element type, const void* data,
                                    std::size_t n, void* unique, std::int64_t* lengths,
                                    const runs_options& options = default_options);

/// The outputs of an order statistic. The operation decides which members are used.
struct top_k_request {
  std::uint64_t k = 0;                    ///< how many elements
  void* out = nullptr;                    ///< k elements; those of kth_smallest are on the host
  std::int64_t* positions = nullptr;      ///< top_k: the k positions of the elements; may be null
  const std::uint64_t* places = nullptr;  ///< kth_smallest: k places in order, from 0, on the host
};

/// Overrides of the library's choice, and the order of top_k.
struct top_k_options : reduce_options {
  bool smallest = false;  ///< the smallest elements, ascending; else the largest, descending
};
inline constexpr top_k_options default_top_k_options{};

/// Finds the first k elements in order, or the elements at some places. The contract is that of the
/// typed functions in top_k.hpp; throws like reduce_any.
void top_k_any(const execution& where, element type, operation op, const void* data, std::size_t n,
               const top_k_request& request, const top_k_options& options = default_top_k_options);

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
  std::size_t element_bytes = 0;    ///< the size of an element; 0: that of the type
};

using gather_options = reduce_options;

/// Gathers or scatters n elements by the rows of `type`. The rows of int32, uint32 and float32 move
/// elements of any size. The contract is that of gather.hpp; throws like reduce_any.
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

/// Reduces the values of equal neighbouring keys by segmented_sum, _min or _max: writes one key and
/// one value for each run of equal keys, and returns the number of runs. The contract is that of
/// reduce_by_key in runs.hpp.
std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out,
                                const runs_options& options = default_options);

/// Writes the first key and the first value of each run of equal keys, and returns the number of
/// runs. The contract is that of unique_by_key in runs.hpp.
std::uint64_t unique_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, const void* values, std::size_t n, void* unique_keys,
                                void* out, const runs_options& options = default_options);

/// Scans the values of each run of equal keys by segmented_scan_sum, _min or _max. The contract is
/// that of scan_by_key.hpp; the request has no segments.
void scan_by_key_any(const execution& where, element key_type, const void* keys, element type,
                     operation op, const void* values, std::size_t n, const scan_request& request,
                     const scan_options& options = default_options);

}  // namespace omprim
