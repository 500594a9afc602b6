// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/detail/backend/executor.hpp>
#include <omprim/exact_digits.hpp>

/// What each algorithm is asked to do, types erased: one struct an algorithm. `result` is what the
/// function of a row returns. Pointers are those of the side that runs the row.
namespace omprim::detail {

/// Where a problem runs.
struct place {
  executor run;             ///< host rows
  int device;               ///< device rows
  reduce_profile* profile;  ///< may be null
};

struct reduce_problem {
  using result = reduce_result;

  const void* data;
  const void* other;  ///< the second operand of dot
  std::uint64_t n;
};

struct select_problem {
  using result = std::uint64_t;  ///< the number of elements kept

  const void* data;
  std::uint64_t n;
  selection_request request;
  std::uint64_t* count;  ///< may be null
};

struct scan_problem {
  using result = void;

  const void* data;
  std::uint64_t n;
  scan_request request;
};

/// The first two offsets that are wrong.
struct offset_fault {
  std::int64_t position = -1;  ///< of the first of them; -1: all offsets are right
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

struct segmented_scan_problem {
  using result = offset_fault;

  const void* data;
  std::uint64_t n;
  scan_request request;
};

struct segmented_reduce_problem {
  using result = void;

  const void* data;
  segment_request request;
};

struct exact_problem {
  using result = exact_digits;

  const void* data;
  const void* other;  ///< the second operand of exact_dot
  std::uint64_t n;
};

struct sort_problem {
  using result = offset_fault;

  const void* keys;
  std::uint64_t n;
  sort_request request;
  element type;  ///< of the keys: their order
  bool descending;
  key_bits bits;
  segmentation segments = {};  ///< by offsets or by length; count 0: all keys are one segment
};

/// The same pointer, some bytes on; null stays null.
inline const void* moved(const void* data, std::size_t bytes) {
  return data == nullptr ? nullptr : static_cast<const std::byte*>(data) + bytes;
}
inline void* moved(void* data, std::size_t bytes) {
  return data == nullptr ? nullptr : static_cast<std::byte*>(data) + bytes;
}

/// A sort of some elements of all, which are one segment.
inline sort_problem part_of(const sort_problem& all, std::size_t first, std::size_t n) {
  const std::size_t key_bytes = size_of(all.type);
  const std::size_t value_bytes = all.request.value_bytes;
  sort_problem part = all;
  part.n = n;
  part.segments = {};
  part.keys = moved(all.keys, first * key_bytes);
  part.request.keys_out = moved(all.request.keys_out, first * key_bytes);
  part.request.values = moved(all.request.values, first * value_bytes);
  part.request.values_out = moved(all.request.values_out, first * value_bytes);
  return part;
}

/// Keys whose runs are found, and the first key of each run.
struct key_array {
  const void* keys = nullptr;
  void* unique = nullptr;
  element type = {};
};

struct runs_problem {
  using result = std::uint64_t;  ///< the number of runs

  const void* data;
  std::uint64_t n;
  runs_request request;
  key_array keys = {};  ///< on devices, where the request has no heads
};

struct top_k_problem {
  using result = void;

  const void* data;
  std::uint64_t n;
  top_k_request request;
  element type;  ///< of the elements: their order
  bool smallest;
};

struct search_problem {
  using result = void;

  const void* sorted;
  std::uint64_t n;
  search_request request;
  operation op;
  element type;  ///< of the elements: their order
  bool descending;
};

/// The first position that is wrong.
struct position_fault {
  std::uint64_t index = ~std::uint64_t{0};  ///< all bits: all positions are right
  std::int64_t position = 0;
};

struct gather_problem {
  using result = position_fault;

  std::uint64_t n;
  gather_request request;
  operation op;
};

struct merge_problem {
  using result = void;

  const void* keys;
  std::uint64_t n;
  merge_request request;
  element type;  ///< of the keys: their order
  bool descending;
};

/// Where the bin of each element is written, instead of counts.
struct bin_output {
  void* index = nullptr;  ///< null: the bins are counted
  std::size_t bytes = 0;  ///< of an index: 4 or 8
};

struct histogram_problem {
  using result = void;

  const void* data;
  std::uint64_t n;
  histogram_request request;
  bin_output found = {};
};

/// The algorithms with rows of their own: X(reduce) for reduce_problem, and so on.
#define OMPRIM_PROBLEMS(X) \
  X(reduce)                \
  X(select)                \
  X(scan)                  \
  X(segmented_scan)        \
  X(segmented_reduce)      \
  X(exact)                 \
  X(histogram)             \
  X(sort)                  \
  X(runs)                  \
  X(top_k)                 \
  X(search)                \
  X(gather)                \
  X(merge)

}  // namespace omprim::detail
