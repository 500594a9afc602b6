// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/extreme_reducers.hpp>
#include <omprim/kernel/pack.hpp>
#include <omprim/kernel/reducer.hpp>
#include <omprim/kernel/segmented_tile.hpp>
#include <omprim/kernel/stream.hpp>
#include <omprim/kernel/vector_group.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/kernel/simt_scanned_tile.hpp>
#include <omprim/kernel/simt_segmented_tile.hpp>
#endif

/// A tile of a scan on its way through a work-group:
///   load(group, what, first, local)       begins to read the elements [first, first + length)
///   total(group, what, local)             all of them combined; known to every item
///   write(group, what, before, local)     writes their scan, given what stands before the tile;
///                                         returns what stands before the next
/// all called by the whole group; total() comes before write() where `needs_total`. A tile reads
/// and writes no elements but its own, so a scan may write over its input.
namespace omprim::inline OMPRIM_ABI::kernel {

/// What a scan reads, combines and writes. `Scanner` is a reducer (reducer.hpp) with
///   output             what is written
///   commutes           whether combine may exchange its arguments
///   segmented          whether elements tell where a segment begins (segments.hpp)
///   lower<N>(vector)   the outputs that accumulators stand for
/// `Input` gives Scanner::element by index; wide loads need a pointer.
template <class Scanner, class Input = const typename Scanner::element*>
struct alignas(8) scan {
  using scanner = Scanner;
  using element = typename Scanner::element;
  using output = typename Scanner::output;
  using accumulator = typename Scanner::accumulator;

  Input data;
  std::uint64_t n;
  output* out;
  accumulator initial;
  std::uint64_t exclusive;  ///< not 0: an element is not part of its own result

  /// What is written for `place`, given the combination up to it.
  [[nodiscard]] OMPRIM_INLINE output result(const accumulator& scanned,
                                            [[maybe_unused]] std::uint64_t place) const {
    if constexpr (Scanner::segmented) {
      // Before the first of a segment there is only the initial value.
      const bool first = exclusive != 0 && data.begins_at(place);
      return Scanner::finish(initial, first ? initial : scanned);
    } else {
      return Scanner::template lower<1>(scanned);
    }
  }
};

/// A fold whose accumulators are the bits of the elements: sums.
template <class T, class A, class Policy>
struct bits_scanner : fold<T, A, Policy> {
  using output = T;
  static constexpr bool commutes = true;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE pack<T, N> lower(const pack<A, N>& v) {
    return bits_as<T, N>(v);
  }
};

/// A fold whose accumulators are ordered keys: minimum and maximum.
template <class T, class Policy>
struct key_scanner : fold<T, key_of<T>, Policy> {
  using output = T;
  static constexpr bool commutes = true;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE pack<T, N> lower(const pack<key_of<T>, N>& v) {
    return from_key<T, Policy, N>(v);
  }
};

/// A caller's own operator; it need not commute.
template <class T, class Op>
struct custom_scanner : custom<T, Op> {
  using output = T;
  static constexpr bool commutes = false;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE auto lower(const typename custom<T, Op>::template vector<N>& v) {
    return v;
  }
};

/// The thread reads its tile once for the total, if it is asked, and once more, then from a
/// cache, to write. Packs are scanned in registers.
template <class Scan, tuning shape>
class vector_scanned_tile {
  using scanner = typename Scan::scanner;
  using T = typename Scan::element;
  using out_type = typename Scan::output;
  using A = typename Scan::accumulator;
  using group_type = vector_group<shape.work_group_size>;
  static constexpr int lanes = shape.lanes;
  static constexpr std::uint64_t length = static_cast<std::uint64_t>(shape.tile());
  static constexpr bool by_lanes = lanes > 1 && has_vectors<T>&& scanner::commutes;
  static constexpr auto wide = static_cast<std::uint64_t>(lanes);

 public:
  static constexpr bool needs_total = false;
  struct local_memory {};

  OMPRIM_INLINE void load(const group_type& /*group*/, const Scan& what, std::uint64_t first,
                          local_memory& /*local*/) {
    first_ = first;
    end_ = what.n - first < length ? what.n : first + length;
  }

  [[nodiscard]] OMPRIM_INLINE A total(const group_type& /*group*/, const Scan& what,
                                      local_memory& /*local*/) const {
    return fold_range<scanner, by_lanes ? lanes : 1>(what.data, first_, end_);
  }

  OMPRIM_INLINE A write(const group_type& /*group*/, const Scan& what, const A& before,
                        local_memory& /*local*/) const {
    if constexpr (by_lanes && std::is_pointer_v<decltype(what.data)>) {
      const bool in_place =
          static_cast<const void*>(what.data) == static_cast<const void*>(what.out);
      if (is_streamed<out_type>(what.n) && !in_place) {
        const A next = what.exclusive != 0 ? write_all<true, true>(what, before)
                                           : write_all<false, true>(what, before);
        finish_streaming();
        return next;
      }
    }
    return what.exclusive != 0 ? write_all<true, false>(what, before)
                               : write_all<false, false>(what, before);
  }

 private:
  static OMPRIM_INLINE A combine(const A& a, const A& b) {
    return scanner::template combine<1>(a, b);
  }
  static OMPRIM_INLINE auto lifted(const Scan& what, std::uint64_t at) {
    return scanner::template lift<lanes>(load_pack<lanes, false>(what.data + at), at);
  }

  /// Element by element; what stands before `end`.
  template <bool exclusive>
  static OMPRIM_INLINE A write_each(const Scan& what, std::uint64_t begin, std::uint64_t end,
                                    A before) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const A next = combine(before, scanner::template lift<1>(what.data[i], i));
      what.out[i] = what.result(exclusive ? before : next, i);
      before = next;
    }
    return before;
  }

  template <bool exclusive, bool stream>
  OMPRIM_INLINE A write_all(const Scan& what, A before) const {
    std::uint64_t i = first_;
    if constexpr (by_lanes) {
      if constexpr (stream) {
        const std::uint64_t aligned =
            first_ + static_cast<std::uint64_t>(before_aligned<lanes>(what.out + first_));
        i = aligned < end_ ? aligned : end_;
        before = write_each<exclusive>(what, first_, i, before);
      }
      auto start = broadcast<A, lanes>(before);
      for (; i + wide <= end_; i += wide) {
        const auto scanned = scan_lanes<scanner, lanes>(lifted(what, i));
        auto result = scanner::template combine<lanes>(start, scanned);
        if constexpr (exclusive) result = shift_lanes<A, lanes, 1>(result, start);
        const auto lowered = scanner::template lower<lanes>(result);
        if constexpr (stream) {
          stream_pack<lanes>(what.out + i, lowered);
        } else {
          store_pack<lanes, false>(what.out + i, lowered);
        }
        // What comes next waits for one combination only, not for the scan of this pack.
        start = scanner::template combine<lanes>(start, last_lane<A, lanes>(scanned));
      }
      before = start[0];
    }
    return write_each<exclusive>(what, i, end_, before);
  }

  std::uint64_t first_;
  std::uint64_t end_;
};

#if OMPRIM_SIMT
template <class Scan, tuning shape, int size>
auto scanned_tile_for(const simt_group<size>&)
    -> std::conditional_t<Scan::scanner::segmented, simt_segmented_tile<Scan, shape>,
                          simt_scanned_tile<Scan, shape>>;
#endif
template <class Scan, tuning shape, int size>
auto scanned_tile_for(const vector_group<size>&)
    -> std::conditional_t<Scan::scanner::segmented, vector_segmented_tile<Scan, shape>,
                          vector_scanned_tile<Scan, shape>>;

/// The tile as this kind of group holds it.
template <class Group, class Scan, tuning shape>
using scanned_tile = decltype(scanned_tile_for<Scan, shape>(std::declval<const Group&>()));

}  // namespace omprim::inline OMPRIM_ABI::kernel
