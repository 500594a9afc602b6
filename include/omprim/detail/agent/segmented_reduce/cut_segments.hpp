// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>

/// The data that all groups of a work queue of segments (agent/segmented_reduce/work_queue.hpp)
/// share: the counters that give the tickets, and the segments that are cut into pieces.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The counters that all groups share; 0 between calls.
struct segment_counters {
  std::uint64_t next;  ///< low 48 bits: next ticket; high 16 bits: groups that have begun
  std::uint64_t cut;   ///< low 32 bits: listed pieces; high 32 bits: cut segments
  unsigned ended;      ///< groups that have finished
};

/// A segment that groups read in pieces.
struct cut_segment {
  std::uint64_t segment;
  std::uint64_t first;          ///< index of the first value
  std::uint64_t last;           ///< index after the last value
  std::uint32_t pieces_before;  ///< listed pieces of the segments before it in the list
  unsigned read;                ///< pieces that have been read
};

/// Cuts segments into equal pieces, about 8192 in all. The first piece of a segment is not listed.
class segment_cuts {
 public:
  static constexpr std::uint64_t uncut = simt_segment_policy::uncut_pieces;
  static constexpr std::uint64_t most_pieces = simt_segment_policy::most_pieces;
  static constexpr std::uint64_t most_cut = most_pieces / uncut;
  static constexpr std::uint64_t most_parts = most_pieces + most_cut;

  segment_cuts() = default;
  /// A piece has at least `least` values; fewer are not worth a ticket.
  OMPRIM_INLINE segment_cuts(std::uint64_t values, std::uint64_t least)
      : piece_(values / most_pieces + 1 > least ? values / most_pieces + 1 : least) {}

  [[nodiscard]] OMPRIM_INLINE bool is_cut(std::uint64_t length) const {
    return length > uncut * piece_;
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t pieces(std::uint64_t length) const {
    return static_cast<std::uint32_t>((length - 1) / piece_ + 1);
  }
  /// The length of each piece but the last.
  static OMPRIM_INLINE std::uint64_t piece(std::uint64_t length, std::uint32_t pieces) {
    return (length - 1) / pieces + 1;
  }

 private:
  std::uint64_t piece_;
};

/// Cut segments and the partials of their pieces, shared by all groups.
template <class Accumulator>
struct segment_parts {
  cut_segment cut[segment_cuts::most_cut];
  Accumulator parts[segment_cuts::most_parts];
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
