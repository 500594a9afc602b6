// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <sched.h>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/word_pieces.hpp>
#include <omprim/detail/group/atomic.hpp>

/// The words of a look-back (group/look_back.hpp): one for each tile, with its published
/// state and value.
///
/// Layout. A 64-bit word has 20 bits of epoch, 2 of state, and a piece of 42 bits of a value. A
/// tile has as many words as its value has pieces (base/word_pieces.hpp).
///  - A word is read whole or not at all. A tile is published when all of its words have the same
///    state, so no fence is needed.
///  - Values of more than 16 bytes are stored beside the words, one for each tile, and are fenced.
///  - The epoch is the number of the call: words of earlier calls count as unpublished, so no call
///    has to clear them.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The header before the words. It is zeroed once; each call leaves it in the state that the next
/// call needs.
struct alignas(64) look_back_header {
  unsigned ticket;     ///< the next tile to be taken
  unsigned done;       ///< number of groups that found no tile left
  unsigned epoch;      ///< number of calls so far
  unsigned abandoned;  ///< 1 after a group left by an exception: no group waits any more
  std::uint64_t sum;   ///< running total for strategies that keep no order
};

inline constexpr int look_back_epoch_bits = 20;
/// Number of calls after which the words must be zeroed, because epochs start again from 0.
inline constexpr unsigned look_back_epochs = 1U << look_back_epoch_bits;

enum class tile_state : unsigned { unpublished = 0, sum = 1, prefix = 2 };

/// The published state and value of a tile.
template <class V>
struct published {
  tile_state state;
  V value;
};

/// A count, below 2^42: no memory holds that many elements.
struct tile_count {
  std::uint64_t value;
};

template <>
struct word_pieces<tile_count> {
  static constexpr int count = 1;
  static OMPRIM_INLINE void cut(const tile_count& value, std::uint64_t* pieces) {
    *pieces = value.value;
  }
  static OMPRIM_INLINE tile_count join(const std::uint64_t* pieces) { return {*pieces}; }
};

/// Whether a value fits into the words of its tile, and how many words a tile has.
template <class V>
inline constexpr bool fits_words = word_pieces<V>::count != 0;
template <class V>
inline constexpr int words_of_tile = fits_words<V> ? word_pieces<V>::count : 1;

template <class V>
class look_back {
 public:
  /// `wide` holds two values per tile if they do not fit into the words; null otherwise.
  OMPRIM_INLINE explicit look_back(look_back_header* header, V* wide = nullptr)
      : header_(header), wide_(wide), epoch_(header->epoch & epoch_mask) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t take_tile() const {
    return fetch_add_shared(&header_->ticket, 1U);
  }

  OMPRIM_INLINE void publish(std::uint64_t tile, tile_state state, const V& value) const {
    const std::uint64_t tag =
        (std::uint64_t(epoch_) << (piece_bits + 2)) | (std::uint64_t(state) << piece_bits);
    std::uint64_t pieces[count]{};
    if constexpr (fits_words<V>) {
      word_pieces<V>::cut(value, pieces);
    } else {
      store_words(wide_ + wide_index(tile, state), value);
      order_on_device();
    }
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) {
      store_shared<publish_order>(words_of(tile) + i, tag | pieces[i]);
    }
  }

  /// Waits until the tile is published. After abandon() the returned value is meaningless.
  [[nodiscard]] OMPRIM_INLINE published<V> wait_for(std::uint64_t tile) const {
    for (int tries = 0;; ++tries) {
      std::uint64_t pieces[count];
      const std::uint64_t tag = load_pieces(tile, pieces);
      const auto state = static_cast<tile_state>(tag & 3);
      if (tag >> 2 == epoch_ && state != tile_state::unpublished) {
        if constexpr (fits_words<V>) {
          return {state, word_pieces<V>::join(pieces)};
        } else {
          order_on_device();
          return {state, load_words(wide_ + wide_index(tile, state))};
        }
      }
      if (is_abandoned()) return {tile_state::prefix, V{}};
      yield_thread(tries);
    }
  }

  OMPRIM_INLINE void abandon() const {
    __atomic_store_n(&header_->abandoned, 1U, __ATOMIC_RELAXED);
  }
  [[nodiscard]] OMPRIM_INLINE bool is_abandoned() const {
#if OMPRIM_GPU
    return false;
#else
    return __atomic_load_n(&header_->abandoned, __ATOMIC_RELAXED) != 0;
#endif
  }

  /// Adds to the unordered running total; returns its value before.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t add(std::uint64_t value) const {
    return fetch_add_shared(&header_->sum, value);
  }

  /// Called by one item of each group once the group found no tile left. The last caller runs
  /// last(sum) and resets the header for the next call.
  template <class Function>
  OMPRIM_INLINE void finish(std::uint64_t groups, Function&& last) const {
    order_on_device();
    const unsigned before = fetch_add_shared<finish_order>(&header_->done, 1U);
    if (before + 1 != groups) return;
    order_on_device();
    last(load_shared(&header_->sum));
    header_->ticket = 0;
    header_->done = 0;
    header_->sum = 0;
    header_->epoch = (epoch_ + 1) & epoch_mask;
  }
  OMPRIM_INLINE void finish(std::uint64_t groups) const {
    finish(groups, [](std::uint64_t) {});
  }

 private:
  static constexpr int count = words_of_tile<V>;
  static_assert(piece_bits == 62 - look_back_epoch_bits);
  static constexpr unsigned epoch_mask = (1U << look_back_epoch_bits) - 1;
#if OMPRIM_GPU
  static constexpr int publish_order = __ATOMIC_RELAXED;
  static constexpr int observe_order = __ATOMIC_RELAXED;
  static constexpr int finish_order = __ATOMIC_RELAXED;
#else
  // Release and acquire: when a call works in place, a word also says that its tile has been read.
  static constexpr int publish_order = __ATOMIC_RELEASE;
  static constexpr int observe_order = __ATOMIC_ACQUIRE;
  static constexpr int finish_order = __ATOMIC_ACQ_REL;
#endif

  /// Orders the wide values, and the running total, relative to the words: by a fence on GPUs; on
  /// CPUs the orders above suffice. All of these are accessed atomically.
  static OMPRIM_INLINE void order_on_device() {
#if OMPRIM_GPU
    order_shared();
#endif
  }

  /// Gives up this thread's core after some polls: the operating system may have suspended the
  /// thread that is to publish the tile, and can then run it here.
  static OMPRIM_INLINE void yield_thread([[maybe_unused]] int tries) {
#if !OMPRIM_GPU
    constexpr int patience = 200;  // polls; a few microseconds
    if (tries > patience) {
      sched_yield();
      return;
    }
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
#endif
  }

  /// Loads the words of a tile. Returns what all of them have above their pieces; 0, which tells
  /// that nothing is published, if that differs.
  OMPRIM_INLINE std::uint64_t load_pieces(std::uint64_t tile,
                                          std::uint64_t (&pieces)[count]) const {
    std::uint64_t tag = 0;
    bool agree = true;
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) {
      const std::uint64_t word = load_shared<observe_order>(words_of(tile) + i);
      pieces[i] = word & piece_mask;
      if (i == 0) tag = word >> piece_bits;
      agree = agree && word >> piece_bits == tag;
    }
    return agree ? tag : 0;
  }

  static OMPRIM_INLINE std::uint64_t wide_index(std::uint64_t tile, tile_state state) {
    return 2 * tile + (state == tile_state::prefix ? 1 : 0);
  }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t* words_of(std::uint64_t tile) const {
    return reinterpret_cast<std::uint64_t*>(header_ + 1) + tile * count;
  }

  look_back_header* header_;
  V* wide_;
  unsigned epoch_;
};

/// The bytes of a look-back: its header and `words` words.
constexpr std::size_t look_back_bytes(std::uint64_t words) {
  return sizeof(look_back_header) + words * sizeof(std::uint64_t);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
