// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include <omprim/detail/base/abi.hpp>

/// Emulates a GPU by host threads, one per work-group that runs. Its work-items take turns: one
/// runs until it waits for others. So the GPU code can be tested, sanitized and debugged on a
/// machine without a GPU. A sub-group has 32 lanes, as on NVIDIA GPUs, or OMPRIM_EMULATED_LANES: 64
/// as a wavefront of AMD's GPUs for computing.
///
/// The code that runs the items sets `self` before each turn (tests/support/simt_backend.hpp).
namespace omprim::inline OMPRIM_ABI::kernel::emulated {

class meeting;
struct sub_group;

/// An item: its work-group, its sub-group and its lane.
struct item {
  meeting* group = nullptr;
  sub_group* mates = nullptr;
  int lane = 0;
  /// Returns when the other items of the work-group had their turn.
  std::function<void()> let_others_run;
};
inline thread_local const item* self = nullptr;

/// A reusable barrier of `size` items. It is atomic for the thread sanitizer, to which items are
/// threads.
class meeting {
 public:
  explicit meeting(int size) : size_(size) {}
  void join() {
    const unsigned round = round_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      return;
    }
    const item& mine = *self;
    while (round_.load(std::memory_order_acquire) == round) mine.let_others_run();
  }

 private:
  int size_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
};

/// A sub-group, with one word per lane for exchanging values.
struct sub_group {
  static constexpr int most = 64;
  explicit sub_group(int items) : size(items), all(items) {}
  int size;
  meeting all;
  int words[most] = {};
};

inline void barrier() { self->group->join(); }

inline int shuffle(int word, int source_lane) {
  self->mates->words[self->lane] = word;
  self->mates->all.join();
  const int seen = self->mates->words[source_lane];
  self->mates->all.join();
  return seen;
}

inline std::uint64_t ballot(bool flag) {
  self->mates->words[self->lane] = flag ? 1 : 0;
  self->mates->all.join();
  std::uint64_t bits = 0;
  for (int i = 0; i < self->mates->size; ++i) {
    bits |= static_cast<std::uint64_t>(self->mates->words[i]) << i;
  }
  self->mates->all.join();
  return bits;
}

/// The lanes with the same word as this lane.
inline std::uint64_t lanes_with(int word) {
  self->mates->words[self->lane] = word;
  self->mates->all.join();
  std::uint64_t bits = 0;
  for (int i = 0; i < self->mates->size; ++i) {
    bits |= std::uint64_t{self->mates->words[i] == word} << i;
  }
  self->mates->all.join();
  return bits;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel::emulated
