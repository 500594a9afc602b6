// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/scan/mark_heads.hpp>
#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/tuning.hpp>

/// Scans segments by any strategy for scans, with head flags.
///
/// Phases: (1) For offsets or lengths, mark the segment heads in a bitmap
/// (agent/scan/head_marks.hpp); head flags of the caller are used as they are. (2) Scan by
/// `Strategy` with the scanner of reducer/segmented_scanner.hpp. On a device, both are steps of one
/// launch if the strategy has a kernel for that.
///
/// Wins, losses, needs of the group and determinism: as for `Strategy`. Needs of the device, for
/// offsets or lengths: a bit per element. Source: omprim.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A pair of invalid neighbouring offsets: the position of the first one, and the values of both.
/// Position -1: all offsets are valid.
struct wrong_offsets {
  std::int64_t position = -1;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// The scan type that `Strategy` must be instantiated for.
template <class Scanner>
using segmented_scan =
    kernel::scan<kernel::segmented_scanner<Scanner>, kernel::segmented_input<Scanner>>;

template <class Scanner, class Strategy>
struct scan_segments {
  struct request {
    const typename Scanner::element* data;
    std::uint64_t n;
    segmentation segments;  ///< with its arrays at addresses of the backend
    typename Scanner::output* out;
    typename Scanner::accumulator initial;
    bool exclusive;
  };

  /// Writes nothing if offsets are invalid. Segments of one length must end within the n elements.
  template <backends::call_backend Backend>
  static wrong_offsets run(Backend& backend, const request& asked) {
    const segmentation& segments = asked.segments;
    const segment_form form = form_of(segments);
    if (form == segment_form::length) {
      if (segments.length == 0) return {};
      return by_bitmap(backend, asked, multiples_of{segments.length});
    }
    if (form == segment_form::offsets) {
      if (segments.offsets == nullptr) return {};
      if (segments.offset_bytes == sizeof(std::uint32_t)) {
        return by_bitmap(backend, asked, static_cast<const std::uint32_t*>(segments.offsets));
      }
      return by_bitmap(backend, asked, static_cast<const std::uint64_t*>(segments.offsets));
    }
    scan(backend, asked, 0, asked.n,
         form == segment_form::head_bits ? kernel::heads_of_bits(segments.head_bits)
                                         : kernel::heads_of_bytes(segments.heads));
    return {};
  }

 private:
  /// Whether the strategy marks heads and scans in one launch, which takes less time on a device.
  template <class Backend, class Offsets>
  static constexpr bool has_marking_kernel = [] {
    if constexpr (Backend::is_device &&
                  requires { typename Strategy::template marking_kernel<Scanner, Offsets>; }) {
      return sizeof(typename Strategy::template marking_kernel<Scanner, Offsets>) <=
             std::size_t{8} * backends::kernel_words;
    }
    return false;
  }();

  template <backends::call_backend Backend, class Offsets>
  static wrong_offsets by_bitmap(Backend& backend, const request& asked, Offsets offsets) {
    const auto count = head_marks<Offsets>::words_for(asked.n);
    const head_marks<Offsets> marks{backend.template input_scratch<std::uint64_t>(count), offsets,
                                    asked.segments.count, asked.n,
                                    backend.template result<marked_range>()};
    marks.range->wrong = -1;
    constexpr bool in_one_launch = has_marking_kernel<Backend, Offsets>;
    if constexpr (in_one_launch) {
      Strategy::template marking_kernel<Scanner, Offsets>::launch(backend, asked, marks);
    } else {
      mark_heads<Offsets, Backend::is_device>::run(backend, marks);
    }
    const marked_range range = *marks.range;
    if constexpr (std::is_pointer_v<Offsets>) {
      if (range.wrong >= 0) {
        const auto* first = offsets + range.wrong;
        const auto* second = asked.segments.count == 0 ? first : first + 1;
        return {range.wrong, backend.read(first), backend.read(second)};
      }
    }
    if constexpr (!in_one_launch) {
      scan(backend, asked, range.first, range.last, kernel::heads_of_bits(marks.words));
    }
    return {};
  }

  template <backends::call_backend Backend>
  static void scan(Backend& backend, const request& asked, std::uint64_t first, std::uint64_t last,
                   const kernel::segment_heads& heads) {
    Strategy::run(backend, segmented_scan<Scanner>{{asked.data + first, heads},
                                                   last - first,
                                                   asked.out + first,
                                                   {asked.initial, 0},
                                                   asked.exclusive ? 1U : 0U});
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
