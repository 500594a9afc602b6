// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <omprim/pieces/exact.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/pieces/reduce.hpp>
#include <omprim/result.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/segments_in_parts.hpp>

/// segmented_reduce.hpp and exact_segmented_sum for pieces. The contract is that of pieces.hpp.
///
/// `segments` is one of two:
///   * by_length(length, count): the segments of the whole array.
///   * A container with one by_offsets(offsets, count) for each piece: the segments that begin
///     there, with offsets at its place, which count from the beginning of the piece. The elements
///     before the first offset continue the last segment of the pieces before, if this goes to the
///     end of its piece. A piece in which no segment begins has one offset, or none (null) if all
///     of its elements continue that segment.
///
/// The result of a segment is written to the output of the piece in which the segment begins. The
/// size of an output is its room. The functions return how many segments begin in each piece.
///
/// Errors: also status::invalid_argument for an output with less room than segments.
namespace omprim {

namespace detail {
inline const segmentation& segments_of_piece(const segmentation& all, std::size_t /*i*/) {
  return all;
}
template <class S, class = std::enable_if_t<is_container<S>::value>>
const segmentation& segments_of_piece(const S& each, std::size_t i) {
  const segmentation& segments = data_of(each)[i];
  if (form_of(segments) != segment_form::offsets) {
    throw error(status::invalid_argument,
                "segments of one piece are given by offsets; by length they are those of all "
                "pieces, and given once");
  }
  return segments;
}
template <class V>
void require_segments_for(const V& /*pieces*/, const segmentation& all) {
  if (form_of(all) != segment_form::offsets) return;
  throw error(status::invalid_argument,
              "segments by offsets are given for each piece: pass a container of them");
}
template <class V, class S, class = std::enable_if_t<is_container<S>::value>>
void require_segments_for(const V& pieces, const S& each) {
  require_equal(length_of(pieces), "the range of pieces", length_of(each), "that of segments");
}

template <class V, class W>
void require_outputs_for(const V& pieces, const W& outputs) {
  require_equal(length_of(pieces), "the range of pieces", length_of(outputs), "that of outputs");
}

/// Reduces the segments of all pieces. `by_of(i)` has the reduction and the outputs of piece i, and
/// `room_of(i)` the room there.
template <class V, class S, class ByOf, class RoomOf>
std::vector<selection_counts> reduce_segments(const V& pieces, const S& segments, ByOf&& by_of,
                                              RoomOf&& room_of) {
  using by = decltype(by_of(std::size_t{0}));
  require_segments_for(pieces, segments);
  const std::size_t count = length_of(pieces);
  std::vector<std::uint64_t> before(count + 1);
  for (std::size_t i = 0; i < count; ++i) before[i + 1] = before[i] + data_of(pieces)[i].size;
  std::vector<part_segments> parts(count);
  std::vector<part_ends<by>> ends(count);
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    const auto& piece = data_of(pieces)[i];
    parts[i] = segments_of_part(piece.where, segments_of_piece(segments, i),
                                {piece.size, before[i], before[count], i == 0});
    require_room(room_of(i), parts[i].count());
    ends[i] = reduce_part<by, element_of_pieces<V>>(piece.where, piece.data, parts[i], by_of(i));
  });
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    if (!parts[i].is_open) return;
    auto total = ends[i].open;
    for (std::size_t later = i + 1; later < count; ++later) {
      by_of(i).append(total, ends[later].front);
      if (parts[later].ends_front) break;
    }
    by_of(i).store(data_of(pieces)[i].where, parts[i].whole.count, total);
  });
  std::vector<std::uint64_t> local(count);
  for (std::size_t i = 0; i < count; ++i) local[i] = parts[i].count();
  return counts_in_order(local);
}

/// The positions of extremes; `out_of(i)` is the output of their values in piece i, or null.
template <class V, class S, class P, class OutOf>
std::vector<selection_counts> locate_by(operation op, const V& pieces, const S& segments,
                                        const P& positions, OutOf&& out_of,
                                        const segment_options& options) {
  using T = element_of_pieces<V>;
  require_outputs_for(pieces, positions);
  return reduce_segments(
      pieces, segments,
      [&](std::size_t i) {
        return plain_segments<T>{op, out_of(i), data_of(positions)[i].data, for_one_piece(options)};
      },
      [&](std::size_t i) { return data_of(positions)[i].size; });
}
template <class V, class S, class P>
std::vector<selection_counts> locate_in_segments(operation op, const V& pieces, const S& segments,
                                                 const P& positions,
                                                 const segment_options& options) {
  using T = element_of_pieces<V>;
  return locate_by(
      op, pieces, segments, positions, [](std::size_t) -> T* { return nullptr; }, options);
}
template <class V, class S, class P, class W>
std::vector<selection_counts> locate_in_segments(operation op, const V& pieces, const S& segments,
                                                 const P& positions, const W& outputs,
                                                 const segment_options& options) {
  require_alike(positions, outputs);
  return locate_by(
      op, pieces, segments, positions, [&](std::size_t i) { return data_of(outputs)[i].data; },
      options);
}
}  // namespace detail

/// out[s] = the values of segment s, combined by `Op`: plus, minimum or maximum.
template <class Op = plus, class V, class S, class W, class = detail::if_pieces<V, W>>
std::vector<selection_counts> segmented_reduce(const V& pieces, const S& segments, const W& outputs,
                                               Op = {},
                                               const segment_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  detail::require_outputs_for(pieces, outputs);
  return detail::reduce_segments(
      pieces, segments,
      [&](std::size_t i) {
        return detail::plain_segments<T>{detail::segmented_by<Op>(),
                                         detail::data_of(outputs)[i].data, nullptr,
                                         detail::for_one_piece(options)};
      },
      [&](std::size_t i) { return detail::data_of(outputs)[i].size; });
}

/// out[s] = the exact sum of segment s: the same bits for any cut.
template <class V, class S, class W, class = detail::if_pieces<V, W>>
std::vector<selection_counts> exact_segmented_sum(
    const V& pieces, const S& segments, const W& outputs,
    const segment_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  detail::require_outputs_for(pieces, outputs);
  return detail::reduce_segments(
      pieces, segments,
      [&](std::size_t i) {
        return detail::exact_segments<T>{detail::data_of(outputs)[i].data,
                                         detail::for_one_piece(options)};
      },
      [&](std::size_t i) { return detail::data_of(outputs)[i].size; });
}

/// positions[s] = the position of the least value of segment s, from the beginning of the segment,
/// as int64. A second range of outputs, alike, gets that value.
template <class V, class S, class P, class = detail::if_pieces<V, P>>
std::vector<selection_counts> segmented_argmin(const V& pieces, const S& segments,
                                               const P& positions,
                                               const segment_options& options = default_options) {
  return detail::locate_in_segments(operation::segmented_argmin, pieces, segments, positions,
                                    options);
}
template <class V, class S, class P, class W, class = detail::if_pieces<V, P, W>>
std::vector<selection_counts> segmented_argmin(const V& pieces, const S& segments,
                                               const P& positions, const W& outputs,
                                               const segment_options& options = default_options) {
  return detail::locate_in_segments(operation::segmented_argmin, pieces, segments, positions,
                                    outputs, options);
}

/// The same for the greatest value.
template <class V, class S, class P, class = detail::if_pieces<V, P>>
std::vector<selection_counts> segmented_argmax(const V& pieces, const S& segments,
                                               const P& positions,
                                               const segment_options& options = default_options) {
  return detail::locate_in_segments(operation::segmented_argmax, pieces, segments, positions,
                                    options);
}
template <class V, class S, class P, class W, class = detail::if_pieces<V, P, W>>
std::vector<selection_counts> segmented_argmax(const V& pieces, const S& segments,
                                               const P& positions, const W& outputs,
                                               const segment_options& options = default_options) {
  return detail::locate_in_segments(operation::segmented_argmax, pieces, segments, positions,
                                    outputs, options);
}

}  // namespace omprim
