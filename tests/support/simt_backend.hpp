// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/group/look_back.hpp>
#include <omprim/detail/group/work_group.hpp>

#include "fiber.hpp"

/// A backend that emulates a GPU: its work-groups are host threads, their items fibers. For
/// translation units that define OMPRIM_EMULATE_SIMT and an OMPRIM_ISA of their own.
namespace omprim_test {

class simt_backend {
 public:
  static constexpr bool is_device = true;

  /// `teams` groups run at the same time.
  explicit simt_backend(std::uint64_t teams) : teams_(teams) {}

  template <class Kernel>
  void launch(std::uint64_t groups, const Kernel& kernel) {
    static_assert(sizeof(Kernel) <= 8 * omprim::backends::kernel_words,
                  "more than a launch on a device carries");
    std::vector<std::jthread> teams;
    const std::uint64_t running = std::min(groups, teams_);
    if (fibers_.size() < running) fibers_.resize(running);
    for (std::uint64_t number = 0; number < running; ++number) {
      teams.emplace_back([&kernel, number, running, groups, &fibers = fibers_[number]] {
        team_of<Kernel> team;
        team.run(kernel, number, running, groups, fibers);
      });
    }
  }

  template <class T>
  T* scratch(std::uint64_t count) {
    scratch_.assign(count * sizeof(T) + sizeof(std::max_align_t), std::byte{0x5a});
    return reinterpret_cast<T*>(scratch_.data());
  }
  template <class T>
  T* input_scratch(std::uint64_t count) {
    input_scratch_.assign(count * sizeof(T) + sizeof(std::max_align_t), std::byte{0x5a});
    return reinterpret_cast<T*>(input_scratch_.data());
  }
  template <class T>
  T read(const T* value) {
    return *value;
  }
  template <class T>
  T* result() {
    static_assert(sizeof(T) <= sizeof(result_));
    return reinterpret_cast<T*>(result_);
  }
  template <class T>
  void write(T* to, const T& value) {
    *to = value;
  }
  unsigned* tickets() { return &tickets_; }
  template <class T>
  T* counters(std::uint64_t count = 1) {
    if (count * sizeof(T) <= sizeof(counters_)) return reinterpret_cast<T*>(counters_);
    many_counters_.resize(count * sizeof(T) / sizeof(std::uint64_t) + 1);  // kept, as on a device
    return reinterpret_cast<T*>(many_counters_.data());
  }
  omprim::kernel::look_back_header* look_back(std::uint64_t words) {
    // Kept from one call to the next, as on a device.
    const std::size_t bytes = omprim::kernel::look_back_bytes(words);
    const std::size_t lines = bytes / sizeof(omprim::kernel::look_back_header) + 1;
    if (lines > look_back_lines_) {
      look_back_.reset(new omprim::kernel::look_back_header[lines]{});
      look_back_lines_ = lines;
    }
    return look_back_.get();
  }
  [[nodiscard]] std::uint64_t resident_groups(int /*work_group_size*/,
                                              int /*threads_per_unit*/ = 0) const {
    return teams_;
  }
  void record(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t) {}

 private:
  using emulated_item = omprim::kernel::emulated::item;

  template <class Kernel>
  struct team_of {
    static constexpr int size = Kernel::work_group_size;
    using group_type = omprim::kernel::simt_group<size>;

    team_of() : all(size) {
      for (int s = 0; s < group_type::sub_groups; ++s)
        mates.emplace_back(group_type::sub_group_size);
    }

    /// Each item in turn goes on until it waits for others.
    void run(const Kernel& kernel, std::uint64_t team, std::uint64_t teams, std::uint64_t groups,
             std::deque<fiber>& fibers) {
      constexpr int width = group_type::sub_group_size;
      while (fibers.size() < size) fibers.emplace_back();
      std::vector<emulated_item> items(size);
      for (int i = 0; i < size; ++i) {
        fiber& mine = fibers[static_cast<std::size_t>(i)];
        items[static_cast<std::size_t>(i)] = {&all, &mates[static_cast<std::size_t>(i / width)],
                                              i % width, [&mine] { mine.stop(); }};
        mine.start([&, i] { run_item(kernel, team, teams, groups, i); });
      }
      for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (std::size_t i = 0; i < items.size(); ++i) {
          if (fibers[i].is_done()) continue;
          take_turn(fibers[i], items[i]);
          goes_on = goes_on || !fibers[i].is_done();
        }
      }
      for (std::size_t i = 0; i < items.size(); ++i) fibers[i].finish();
    }

    // The running item is no shared variable, though all items have it at the same place.
    OMPRIM_TEST_SWITCHES static void take_turn(fiber& one, const emulated_item& item) {
      omprim::kernel::emulated::self = &item;
      one.go_on();
    }

    void run_item(const Kernel& kernel, std::uint64_t team, std::uint64_t teams,
                  std::uint64_t groups, int item) {
      for (std::uint64_t id = team; id < groups; id += teams) {
        group_type group(id, groups, item);
        kernel(group, local);
        group.barrier();
      }
    }

    omprim::kernel::emulated::meeting all;
    std::deque<omprim::kernel::emulated::sub_group> mates;
    typename Kernel::template local_memory<group_type> local;
  };

  std::uint64_t teams_;
  std::deque<std::deque<fiber>> fibers_;  ///< by team, made once: to make one takes long
  std::vector<std::byte> scratch_;
  std::vector<std::byte> input_scratch_;
  std::unique_ptr<omprim::kernel::look_back_header[]> look_back_;
  std::size_t look_back_lines_ = 0;
  unsigned tickets_ = 0;
  alignas(64) std::byte counters_[1280] = {};
  std::vector<std::uint64_t> many_counters_;
  alignas(64) std::byte result_[1280];
};

}  // namespace omprim_test
