// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/containers/array.hpp>
#include <omprim/mpi/fronts.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/mpi/select.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/segments_in_parts.hpp>

/// segmented_reduce.hpp and exact_segmented_sum over the elements of all ranks. Segments may span
/// ranks: the rank on which a segment begins writes its result. The contract is that of mpi.hpp,
/// and of the calls on one array for values and results.
///
/// All ranks give segments in the same form:
///   * by_length(length, count): the segments of the elements of all ranks, the same on each.
///   * by_offsets(offsets, count): the segments that begin on this rank; offsets count from its
///     first element. The elements before the first offset continue the last segment of lower
///     ranks, if this goes to the end of its rank. A rank on which no segment begins has one
///     offset, or none (null) if all of its elements continue that segment.
///
/// Each function returns how many segments begin on this rank, on lower ranks and on all; it writes
/// as many results. Integer results, exact sums, extremes and positions do not depend on how
/// elements are shared among ranks; other float sums differ within the rounding bound. Memory: 8
/// bytes for each rank, and 80 (exact sums: 1144) for each rank that continues the last segment of
/// this one.
namespace omprim::mpi {

namespace detail {
/// The place of this rank's elements in the array of all ranks. Collective.
inline omprim::detail::place_of_part place_of_rank(MPI_Comm comm, std::size_t n, failure& own) {
  message<reduction_entry> all(operation::sum, element::uint64, n);
  message<reduction_entry> before(operation::sum, element::uint64, 0);
  exchange_with_prefix(comm, all.header, before.header, own);
  return {n, before.entry.head.count, all.entry.head.count, rank_in(comm) == 0};
}

/// `by` has the reduction and the outputs (segments_in_parts.hpp), which have room for `room`
/// results.
template <class By, class T>
selection_counts reduce_segments(MPI_Comm comm, const execution& where, const T* values,
                                 std::size_t n, const segmentation& segments, const By& by,
                                 std::size_t room = unknown_room) {
  require_ranks(comm);
  const segment_form form = form_of(segments);
  message<equal_entry> agreed(by.op, omprim::detail::element_of<T>(),
                              static_cast<std::uint64_t>(form));
  if (form != segment_form::offsets) {
    agreed.entry.numbers[0] = segments.length;
    agreed.entry.numbers[1] = segments.count;
  }
  failure own;
  exchange(comm, agreed.header, own);
  omprim::detail::place_of_part place{n, 0, n, false};
  if (form != segment_form::offsets) place = place_of_rank(comm, n, own);
  omprim::detail::part_segments part;
  omprim::detail::part_ends<By> ends;
  own.guard([&] {
    part = omprim::detail::segments_of_part(where, segments, place);
    omprim::detail::require_room(room, part.count());
    ends = omprim::detail::reduce_part(where, values, part, by);
  });
  agree(comm, own);
  const front_state state{part.front == 0 ? 1 : 0, part.ends_front ? 1 : 0};
  const auto above = fronts_above(comm, state, ends.front);
  return select_over(comm, n, own, [&] {
    if (part.is_open) {
      for (const auto& front : above) by.append(ends.open, front);
      by.store(where, part.whole.count, ends.open);
    }
    return part.count();
  });
}
}  // namespace detail

/// out[s] = the values of segment s, combined by `Op`: plus, minimum or maximum.
template <class Op = plus, class T>
selection_counts segmented_reduce(MPI_Comm comm, const execution& where, const T* values,
                                  std::size_t n, const segmentation& segments, T* out, Op = {},
                                  const segment_options& options = default_options) {
  return detail::reduce_segments(
      comm, where, values, n, segments,
      omprim::detail::plain_segments<T>{omprim::detail::segmented_by<Op>(), out, nullptr, options});
}

/// out[s] = the exact sum of segment s: the same bits however elements are shared among ranks.
template <class T>
selection_counts exact_segmented_sum(MPI_Comm comm, const execution& where, const T* values,
                                     std::size_t n, const segmentation& segments, T* out,
                                     const segment_options& options = default_options) {
  return detail::reduce_segments(comm, where, values, n, segments,
                                 omprim::detail::exact_segments<T>{out, options});
}

/// positions[s] = the position of the least value of segment s, from the beginning of the segment;
/// out[s] = that value, unless `out` is null.
template <class T>
selection_counts segmented_argmin(MPI_Comm comm, const execution& where, const T* values,
                                  std::size_t n, const segmentation& segments,
                                  std::int64_t* positions, T* out = nullptr,
                                  const segment_options& options = default_options) {
  return detail::reduce_segments(
      comm, where, values, n, segments,
      omprim::detail::plain_segments<T>{operation::segmented_argmin, out, positions, options});
}

/// The same for the greatest value.
template <class T>
selection_counts segmented_argmax(MPI_Comm comm, const execution& where, const T* values,
                                  std::size_t n, const segmentation& segments,
                                  std::int64_t* positions, T* out = nullptr,
                                  const segment_options& options = default_options) {
  return detail::reduce_segments(
      comm, where, values, n, segments,
      omprim::detail::plain_segments<T>{operation::segmented_argmax, out, positions, options});
}

}  // namespace omprim::mpi
