// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <sched.h>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>

/// The words of a look-back (group/look_back.hpp): one for each tile, with its published
/// state and value.
///
/// Layout. One 64-bit word per tile: 20 bits of epoch, 2 of state, and 42 for a value that fits.
///  - A word is read whole or not at all, so no fence is needed.
///  - Wider values are stored beside the words and are fenced.
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

/// Whether a value fits into the word of its tile.
template <class V>
inline constexpr bool fits_word = sizeof(V) <= 4 || std::is_same_v<V, tile_count>;

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
    const std::uint64_t word =
        (std::uint64_t(epoch_) << (value_bits + 2)) | (std::uint64_t(state) << value_bits);
    if constexpr (fits_word<V>) {
      store_shared<publish_order>(words() + tile, word | to_bits(value));
    } else {
      store_words(wide_ + wide_index(tile, state), value);
      order_on_device();
      store_shared<publish_order>(words() + tile, word);
    }
  }

  /// Waits until the tile is published. After abandon() the returned value is meaningless.
  [[nodiscard]] OMPRIM_INLINE published<V> wait_for(std::uint64_t tile) const {
    for (int tries = 0;; ++tries) {
      const std::uint64_t word = load_shared<observe_order>(words() + tile);
      const auto state = static_cast<tile_state>((word >> value_bits) & 3);
      if ((word >> (value_bits + 2)) == epoch_ && state != tile_state::unpublished) {
        if constexpr (fits_word<V>) {
          return {state, from_bits(word & value_mask)};
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
  static constexpr int value_bits = 62 - look_back_epoch_bits;
  static constexpr std::uint64_t value_mask = (std::uint64_t(1) << value_bits) - 1;
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

  static OMPRIM_INLINE std::uint64_t to_bits(const V& value) {
    if constexpr (std::is_same_v<V, tile_count>) {
      return value.value;
    } else {
      std::uint32_t bits = 0;
      __builtin_memcpy(&bits, &value, sizeof(V));
      return bits;
    }
  }
  static OMPRIM_INLINE V from_bits(std::uint64_t bits) {
    if constexpr (std::is_same_v<V, tile_count>) {
      return {bits};
    } else {
      const auto low = static_cast<std::uint32_t>(bits);
      V value;
      __builtin_memcpy(&value, &low, sizeof(V));
      return value;
    }
  }
  static OMPRIM_INLINE std::uint64_t wide_index(std::uint64_t tile, tile_state state) {
    return 2 * tile + (state == tile_state::prefix ? 1 : 0);
  }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t* words() const {
    return reinterpret_cast<std::uint64_t*>(header_ + 1);
  }

  look_back_header* header_;
  V* wide_;
  unsigned epoch_;
};

/// Bytes of device memory that a look-back over `tiles` tiles needs: the header and the words.
constexpr std::size_t look_back_bytes(std::uint64_t tiles) {
  return sizeof(look_back_header) + tiles * sizeof(std::uint64_t);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
