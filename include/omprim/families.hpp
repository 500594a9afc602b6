// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/execution.hpp>

/// Families: for each algorithm and element type the library has one object, which typed calls
/// link. A program holds the kernels of the families that its calls name, and no others.
namespace omprim::detail {

struct reduce_family;
struct select_family;
struct scan_family;
struct segmented_scan_family;
struct segmented_reduce_family;
struct exact_family;
struct histogram_family;
struct sort_family;
struct runs_family;
struct top_k_family;
struct search_family;
struct gather_family;
struct merge_family;

/// The families of the element types: reduce_int32, ..., segmented_reduce_float64.
#define OMPRIM_FAMILIES(name, type)                                                              \
  extern const reduce_family reduce_##name;                                                      \
  extern const select_family select_##name;                                                      \
  extern const scan_family scan_##name;                                                          \
  extern const segmented_scan_family segmented_scan_##name;                                      \
  extern const segmented_reduce_family segmented_reduce_##name;                                  \
  extern const histogram_family histogram_##name;                                                \
  extern const runs_family runs_##name;                                                          \
  template <>                                                                                    \
  struct families_of<element::name> {                                                            \
    static const reduce_family& reduce() { return reduce_##name; }                               \
    static const select_family& select() { return select_##name; }                               \
    static const scan_family& scan() { return scan_##name; }                                     \
    static const segmented_scan_family& segmented_scan() { return segmented_scan_##name; }       \
    static const segmented_reduce_family& segmented_reduce() { return segmented_reduce_##name; } \
    static const histogram_family& histogram() { return histogram_##name; }                      \
    static const runs_family& runs() { return runs_##name; }                                     \
  };
template <element type>
struct families_of;
OMPRIM_ELEMENTS(OMPRIM_FAMILIES)
#undef OMPRIM_FAMILIES

/// The families of a C++ type. A function refers to one object only.
template <class T>
using families = families_of<element_of<T>()>;

/// Selections by flags, gathers and scatters do not look at the values; sorts, order statistics,
/// searches and merges are told how to order them. So there is one family for each element size:
/// that of the unsigned integer.
#define OMPRIM_FAMILIES(name, type)                                                          \
  extern const select_family select_flagged_##name;                                          \
  extern const sort_family sort_##name;                                                      \
  extern const top_k_family top_k_##name;                                                    \
  extern const search_family search_##name;                                                  \
  extern const gather_family gather_##name;                                                  \
  extern const merge_family merge_##name;                                                    \
  template <>                                                                                \
  struct families_of_bits<element::name> {                                                   \
    static constexpr const select_family& select_flagged() { return select_flagged_##name; } \
    static constexpr const sort_family& sort() { return sort_##name; }                       \
    static constexpr const top_k_family& top_k() { return top_k_##name; }                    \
    static constexpr const search_family& search() { return search_##name; }                 \
    static constexpr const gather_family& gather() { return gather_##name; }                 \
    static constexpr const merge_family& merge() { return merge_##name; }                    \
  };
template <element type>
struct families_of_bits;
OMPRIM_INTEGERS(OMPRIM_FAMILIES)
#undef OMPRIM_FAMILIES

/// The unsigned integer that is as large as T.
template <class T>
constexpr element unsigned_of() {
#define OMPRIM_MATCH(name, type) || (std::is_unsigned_v<type> && sizeof(type) == sizeof(T))
  static_assert(false OMPRIM_INTEGERS(OMPRIM_MATCH),
                "selections by flags, sorts, order statistics, searches, gathers and merges take "
                "elements as large as an unsigned integer of c/names.h");
#undef OMPRIM_MATCH
#define OMPRIM_RETURN(name, type) \
  if constexpr (std::is_unsigned_v<type> && sizeof(type) == sizeof(T)) return element::name;
  OMPRIM_INTEGERS(OMPRIM_RETURN)
#undef OMPRIM_RETURN
  return {};
}
template <class T>
using families_of_size = families_of_bits<unsigned_of<T>()>;

/// The families that together move elements of any size and alignment.
struct gather_families {
  const gather_family& narrow;  ///< words of 4 bytes, and any others one by one
  const gather_family& wide;    ///< words of 8 bytes
};
constexpr gather_families all_gathers() {
  return {families_of_size<std::uint32_t>::gather(), families_of_size<std::uint64_t>::gather()};
}
/// Whether elements of type V are a word of 4 or 8 bytes each, wherever they are.
template <class V>
inline constexpr bool is_word = (sizeof(V) == 4 || sizeof(V) == 8) && alignof(V) == sizeof(V);

/// The families of exact sums, which are of floating-point numbers.
template <class T>
struct exact_families {
#define OMPRIM_MATCH(name, type) || std::is_same_v<type, T>
  static_assert(false OMPRIM_FLOATS(OMPRIM_MATCH), "exact sums take float or double");
#undef OMPRIM_MATCH
  static const exact_family& sums();
  static const segmented_reduce_family& segmented_sums();
};
#define OMPRIM_FAMILIES(name, type)                                                           \
  extern const exact_family exact_##name;                                                     \
  extern const segmented_reduce_family exact_segmented_##name;                                \
  template <>                                                                                 \
  struct exact_families<type> {                                                               \
    static const exact_family& sums() { return exact_##name; }                                \
    static const segmented_reduce_family& segmented_sums() { return exact_segmented_##name; } \
  };
OMPRIM_FLOATS(OMPRIM_FAMILIES)
#undef OMPRIM_FAMILIES

// The functions of table.hpp for one element type.
reduce_result run(const execution& where, const reduce_family& family, operation op,
                  const void* data, const void* other, std::size_t n,
                  const reduce_options& options);
std::uint64_t run(const execution& where, const select_family& family, operation op,
                  const void* data, std::size_t n, const selection_request& request,
                  const select_options& options);
void run(const execution& where, const scan_family& family, operation op, const void* data,
         std::size_t n, const scan_request& request, const scan_options& options);
void run(const execution& where, const segmented_scan_family& family, operation op,
         const void* data, std::size_t n, const scan_request& request, const scan_options& options);
void run(const execution& where, const segmented_reduce_family& family, operation op,
         const void* values, const segment_request& request, const segment_options& options);
exact_digits run(const execution& where, const exact_family& family, operation op, const void* data,
                 const void* other, std::size_t n, const reduce_options& options);
void run(const execution& where, const histogram_family& family, operation op, const void* data,
         std::size_t n, const histogram_request& request, const histogram_options& options);
/// Writes the bin of each element. The request has no counts, here and below.
void run_bin_index(const execution& where, const histogram_family& family, operation op,
                   const void* data, std::size_t n, const histogram_request& bins, void* index,
                   std::size_t index_bytes);
/// Orders positions by bin.
void run_bin_sort(const execution& where, const histogram_family& family, operation op,
                  const void* data, std::size_t n, const histogram_request& bins, void* positions,
                  std::size_t position_bytes, std::int64_t* offsets);
/// Adds weights by bin: moved by `moves`, added by `adds`.
void run_weighted_histogram(const execution& where, const histogram_family& family, operation op,
                            const void* data, std::size_t n, const histogram_request& bins,
                            const gather_family& moves, const segmented_reduce_family& adds,
                            const void* weights, void* sums, const segment_options& options);
void run(const execution& where, const sort_family& family, element type, operation op,
         const void* keys, std::size_t n, const sort_request& request, const sort_options& options);
/// Sorts by keys, with values of any size and alignment.
void run_sort_by_key(const execution& where, const sort_family& family,
                     const gather_families& gathers, element type, const void* keys, std::size_t n,
                     const sort_request& request, const sort_options& options);
std::uint64_t run(const execution& where, const runs_family& family, operation op, const void* data,
                  std::size_t n, const runs_request& request, const runs_options& options);
/// The families of keys of one type: that finds runs of them, and that moves the first one of each.
struct key_families {
  const runs_family& runs;
  const runs_family& first;
};
template <class Key>
constexpr key_families key_families_of() {
  return {families<Key>::runs(), families_of<unsigned_of<Key>()>::runs()};
}
/// Finds the runs of `keys`, then combines `values`, takes the first one, or measures the runs.
std::uint64_t run_by_key(const execution& where, const key_families& of_keys, const void* keys,
                         const runs_family& family, operation op, const void* values, std::size_t n,
                         void* unique_keys, void* out, const runs_options& options);
/// Scans the values of each run of equal keys. The request has no segments.
void run_scan_by_key(const execution& where, const runs_family& key_family, const void* keys,
                     const segmented_scan_family& family, operation op, const void* values,
                     std::size_t n, const scan_request& request, const scan_options& options);
void run(const execution& where, const top_k_family& family, element type, operation op,
         const void* data, std::size_t n, const top_k_request& request,
         const top_k_options& options);
void run(const execution& where, const search_family& family, element type, operation op,
         const void* sorted, std::size_t n, const search_request& request,
         const search_options& options);
void run(const execution& where, const gather_family& family, operation op, std::size_t n,
         const gather_request& request, const gather_options& options);
/// Moves elements of any size and alignment; the request has their size.
void run_gather(const execution& where, const gather_families& families, operation op,
                std::size_t n, const gather_request& request, const gather_options& options);
void run(const execution& where, const merge_family& family, element type, operation op,
         const void* keys, std::size_t n, const merge_request& request,
         const merge_options& options);

}  // namespace omprim::detail
