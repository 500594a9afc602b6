// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// Families: for each algorithm and element type the library has one object, which typed calls
/// link. A program holds the kernels of the families that its calls name, and no others.
namespace omprim::detail {

struct reduce_family;
struct select_family;
struct scan_family;
struct segmented_scan_family;
struct segmented_reduce_family;

/// Declares the families of `algorithm`, and name_family_of<T>(), the family for element type T.
#define OMPRIM_FAMILY(algorithm, name)                                                      \
  extern const algorithm##_family name##_int32, name##_uint32, name##_int64, name##_uint64, \
      name##_float32, name##_float64;                                                       \
  template <class T>                                                                        \
  const algorithm##_family& name##_family_of() {                                            \
    constexpr element type = element_of<T>();                                               \
    if constexpr (type == element::int32) return name##_int32;                              \
    if constexpr (type == element::uint32) return name##_uint32;                            \
    if constexpr (type == element::int64) return name##_int64;                              \
    if constexpr (type == element::uint64) return name##_uint64;                            \
    if constexpr (type == element::float32) return name##_float32;                          \
    if constexpr (type == element::float64) return name##_float64;                          \
  }
OMPRIM_FAMILY(reduce, reduce)
OMPRIM_FAMILY(select, select)
OMPRIM_FAMILY(scan, scan)
OMPRIM_FAMILY(segmented_scan, segmented_scan)
OMPRIM_FAMILY(segmented_reduce, segmented_reduce)
#undef OMPRIM_FAMILY

/// A selection by flags does not look at the values, so it has one family for each element size.
extern const select_family select_flagged_uint32, select_flagged_uint64;
template <class T>
const select_family& select_flagged_family_of() {
  if constexpr (size_of(element_of<T>()) == 4) return select_flagged_uint32;
  if constexpr (size_of(element_of<T>()) == 8) return select_flagged_uint64;
}

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
std::uint64_t run_by_key(const execution& where, const select_family& key_family, const void* keys,
                         const segmented_reduce_family& family, operation op, const void* values,
                         std::size_t n, void* unique_keys, void* out,
                         const segment_options& options);

}  // namespace omprim::detail
