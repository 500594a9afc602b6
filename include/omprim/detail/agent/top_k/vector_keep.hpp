// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/kept_output.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_lanes.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// The elements between bounds, where one thread runs the group: it compares packs, and compresses
/// those lanes that are kept.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Elements, class Group>
class vector_keep {
 public:
  using word = typename Elements::word;
  static constexpr int lanes = kernel::vector_bytes / static_cast<int>(sizeof(word));
  static constexpr int most = top_k_policy::gathered_of_thread;

  /// Kept elements that are not written yet. The last lanes of a compressed pack go beyond.
  struct local_memory {
    word places[most + lanes];
    word offsets[most + lanes];  ///< their numbers, from `base_` on
  };

  OMPRIM_INLINE vector_keep(const Group& group, const Elements& elements, const bounds& kept,
                            const kept_output& out, local_memory& local)
      : group_(group), elements_(elements), kept_(kept), out_(out), local_(local) {}

  /// Keeps elements of the group's contiguous share. Returns how many are below the lower bound.
  template <class Order>
  OMPRIM_INLINE std::uint64_t run(const Order& order) {
    const kernel::share mine = kernel::share_of(elements_.source.size(), group_);
    const bool by_number = elements_.number_is_position();
    std::uint64_t below = 0;
    bool is_dense = false;
    base_ = mine.begin;
    for (std::uint64_t first = mine.begin; first < mine.end; first += top_k_policy::host_tile) {
      const std::uint64_t end = std::min(first + top_k_policy::host_tile, mine.end);
      if (end - base_ > farthest) write(first);
      const auto limits = place_limits<word>::of(kept_, first, end - 1);
      if (!by_number || limits.how == comparing::singly) {
        below += take_singly(order, first, end);
        continue;
      }
      if (limits.how != comparing::places) {
        below += limits.how == comparing::all_below ? end - first : 0;
        continue;
      }
      const std::uint64_t before = seen();
      below += is_dense ? take_packs<true>(order, limits, first, end)
                        : take_packs<false>(order, limits, first, end);
      is_dense = (seen() - before) * lanes * top_k_policy::dense_packs > end - first;
    }
    write(mine.end);
    return below;
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t seen() const {
    return written_ + static_cast<std::uint64_t>(gathered_);
  }

  /// The largest offset.
  static constexpr std::uint64_t farthest = std::uint64_t{1} << 31;

  /// `dense`: so many packs have lanes to keep that a branch around the others would be predicted
  /// badly.
  template <bool dense, class Order>
  OMPRIM_INLINE std::uint64_t take_packs(const Order& order, const place_limits<word>& limits,
                                         std::uint64_t first, std::uint64_t end) {
    using kernel::broadcast;
    const word* const data = elements_.source.base + elements_.source.first;
    const auto least = broadcast<word, lanes>(limits.least);
    const auto greatest = broadcast<word, lanes>(limits.greatest);
    std::uint64_t below = 0;
    std::uint64_t i = first;
    for (; i + lanes <= end; i += lanes) {
      const auto places =
          kernel::order_lanes<lanes>(order, kernel::load_pack<lanes, false>(data + i));
      if (limits.least != 0) {
        below += static_cast<std::uint64_t>(
            __builtin_popcountll(kernel::lane_bits<word, lanes>(places < least)));
      }
      const std::uint64_t bits =
          kernel::lane_bits<word, lanes>((places >= least) & (places <= greatest));
      if constexpr (!dense) {
        if (bits == 0) continue;
      }
      if (gathered_ + lanes > most) write(i);
      if (out_.positions != nullptr) {
        kernel::compress<word, lanes>(local_.offsets + gathered_,
                                      numbers() + static_cast<word>(i - base_), bits);
      }
      gathered_ += kernel::compress<word, lanes>(local_.places + gathered_, places, bits);
    }
    return below + take_singly(order, i, end);
  }

  static OMPRIM_INLINE kernel::pack<word, lanes> numbers() {
    kernel::pack<word, lanes> all{};
    for (int i = 0; i < lanes; ++i) all[i] = static_cast<word>(i);
    return all;
  }

  template <class Order>
  OMPRIM_INLINE std::uint64_t take_singly(const Order& order, std::uint64_t first,
                                          std::uint64_t end) {
    const word* const data = elements_.source.base + elements_.source.first;
    std::uint64_t below = 0;
    for (std::uint64_t i = first; i < end; ++i) {
      const word place = order(data[i]);
      const auto found = bounded_element<Elements>::of(kept_, elements_, place, i);
      below += found.is_below ? 1 : 0;
      if (!found.is_kept) continue;
      if (gathered_ == most) write(i);
      local_.places[gathered_] = place;
      local_.offsets[gathered_] = static_cast<word>(i - base_);
      ++gathered_;
    }
    return below;
  }

  /// Writes what is gathered; offsets then begin at `next`.
  OMPRIM_RARE void write(std::uint64_t next) {
    const auto count = static_cast<std::uint64_t>(gathered_);
    written_ += count;
    gathered_ = 0;
    if (count != 0) {
      const std::uint64_t at = out_.take(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        if (at + i >= out_.room) break;
        out_.places[at + i] = local_.places[i];
        if (out_.positions != nullptr) {
          out_.positions[at + i] = elements_.position(base_ + local_.offsets[i]);
        }
      }
    }
    base_ = next;
  }

  const Group& group_;
  const Elements& elements_;
  const bounds& kept_;
  const kept_output& out_;
  local_memory& local_;
  int gathered_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t base_ = 0;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
