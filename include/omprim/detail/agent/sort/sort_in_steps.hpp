// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/copy_sorted.hpp>
#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/leading_runs.hpp>
#include <omprim/detail/agent/sort/memory.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sample_keys.hpp>
#include <omprim/detail/agent/sort/simt_tile.hpp>
#include <omprim/detail/agent/sort/sort_progress.hpp>
#include <omprim/detail/agent/sort/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/ordered_steps.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// A radix sort in one launch.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What all groups share, 0 between calls.
template <class Word>
struct sort_counters {
  std::uint64_t totals[256 * sizeof(Word)];  ///< of keys by pass and digit
  kernel::step_counters steps;
};

/// The steps of a radix sort: counts the digits of all passes; sums them up; moves keys, and their
/// values, to the places that one digit gives them, for each digit from the lowest one on. Keys
/// with the same digit stay in order. Groups take tiles of keys in order, and learn by look-back
/// how many keys of each digit the tiles before have.
///
/// On devices, keys of 8 bytes are sorted by the leading digits that tell most of them apart, of
/// which a sample tells how many there are. Then the runs of keys that share these digits are
/// sorted, if they are not. If such a run is very long, there are passes for all digits, from the
/// output on: equal keys are still in order.
template <class Word, class Value, class Digit, tuning t>
struct alignas(8) sort_in_steps {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = sort_policy::threads_per_unit;
  using data = sorted_data<Word, Value>;
  template <class Group>
  using counts = digit_counts<Word, typename Digit::order_type, work_group_size, Group>;
  template <class Group>
  using tile_type =
      std::conditional_t<Group::thread_per_item, simt_radix_tile<data, Digit, t, Group>,
                         vector_radix_tile<data, Digit, t, Group>>;

  template <class Group>
  using sample = key_sample<Word, typename Digit::order_type, Group>;
  using runs = leading_runs<Word, Value, typename Digit::order_type>;
  template <class Group>
  static constexpr bool takes_leading_digits = Group::thread_per_item && sizeof(Word) == 8;

  /// What a step does. It stays in local memory, since the keys of a tile need all registers.
  struct step_state {
    /// What is sorted, by all bits or the leading ones.
    const Word* keys;
    const Value* values;
    sorted_bits compared;
    digit_report* report;
    bool in_place;

    sort_progress progress;
    data arrays;
    digit_look_back look_back;
    kernel::digit_choice digit;
    bool positions;  ///< the values are the positions of the keys
    bool is_odd;     ///< of the two look-backs
    bool is_over;    ///< there are no further steps
  };

  struct nothing {};
  template <class Group>
  struct local_memory {
    union {
      std::conditional_t<takes_leading_digits<Group>, typename sample<Group>::local_memory, nothing>
          sampled;
      typename counts<Group>::local_memory counted;
      typename tile_type<Group>::local_memory tile;
    };
    step_state step;
    typename kernel::ordered_steps<Group>::local_memory steps;
  };

  sort_problem<Word, Value> problem;
  void* block;  ///< of sort_memory
  std::uint64_t tiles;
  std::uint64_t most_keys;  ///< of a step
  sort_counters<Word>* counters;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    kernel::ordered_steps<Group> steps(group, local.steps, counters->steps);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { choose_all(local.step); });
    group.barrier();
    if constexpr (takes_leading_digits<Group>) {
      if (problem.n >= sort_policy::sampled_keys &&
          problem.compared.passes() >= sort_policy::sampled_passes) {
        choose_leading(group, local, steps);
      }
      OMPRIM_KEEP_ROLLED
      do {
        sort(group, local, steps);
      } while (!is_done(group, local.step, steps));
    } else {
      sort(group, local, steps);
    }
    steps.finish();
  }

 private:
  using memory_type = sort_memory<Word, Value>;

  [[nodiscard]] OMPRIM_INLINE memory_type memory() const {
    return memory_type::at(block, problem.n, tiles);
  }

  /// Sorts the input by all bits.
  OMPRIM_INLINE void choose_all(step_state& state) const {
    state.keys = problem.keys;
    state.values = problem.values;
    state.compared = problem.compared;
    state.report = memory().reports;
    state.in_place = problem.keys == problem.keys_out ||
                     (problem.values != nullptr && problem.values == problem.values_out);
  }

  /// Sorts by the leading bits that tell most keys of a sample apart.
  template <class Group>
  OMPRIM_INLINE void choose_leading(Group& group, local_memory<Group>& local,
                                    kernel::ordered_steps<Group>& steps) const {
    run_report* const report = memory().runs;
    steps.run(1, [&](unsigned /*only*/) OMPRIM_INLINE_LAMBDA {
      sample<Group>::find_leading_bits(
          group, local.sampled, problem.keys, problem.n, problem.compared,
          [&](std::uint32_t first) OMPRIM_INLINE_LAMBDA { *report = {first, 0, 0, 0}; });
    });
    steps.wait();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      local.step.compared.first = static_cast<std::uint8_t>(report->first_leading_bit);
    });
    group.barrier();
  }

  /// After a sort by leading bits, sorts the runs that share them. Returns false, and has chosen to
  /// sort the output by all bits, if that takes too long.
  template <class Group>
  [[nodiscard]] OMPRIM_INLINE bool is_done(Group& group, step_state& state,
                                           kernel::ordered_steps<Group>& steps) const {
    const int first = state.compared.first;
    if (first == problem.compared.first) return true;
    const memory_type at = memory();
    run_report* const report = at.runs;
    const runs rest(problem, first, at.keys, at.values, at.lists(tiles), report);
    const std::uint64_t parts = group.count();
    steps.run(static_cast<unsigned>(parts), [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      rest.find(group, kernel::share_of(problem.n, part, parts));
    });
    steps.wait();
    if (report->has_others == 0) {
      const std::uint64_t count = report->short_count;
      if (count != 0) {
        steps.run(static_cast<unsigned>(parts), [&](unsigned part) OMPRIM_INLINE_LAMBDA {
          rest.sort_short(group, kernel::share_of(count, part, parts));
        });
      }
      steps.run(static_cast<unsigned>(report->long_count),
                [&](unsigned number) OMPRIM_INLINE_LAMBDA { rest.sort_long(group, number); });
      return true;
    }
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      state.keys = problem.keys_out;
      state.values = problem.values_out;
      state.compared = problem.compared;
      ++state.report;
      state.in_place = true;
    });
    group.barrier();
    return false;
  }

  /// Sorts by the bits that the state chooses.
  template <class Group>
  OMPRIM_INLINE void sort(Group& group, local_memory<Group>& local,
                          kernel::ordered_steps<Group>& steps) const {
    count(group, local, steps);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { begin(local.step); });
    group.barrier();
    OMPRIM_KEEP_ROLLED
    while (!local.step.is_over) {
      if (local.step.progress.pass == sort_progress::copies) {
        copy(group, local.step, steps);
      } else {
        move(group, local.tile, local.step, steps);
      }
      group.barrier();
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { go_on(local.step); });
      group.barrier();
    }
  }

  template <class Group>
  OMPRIM_INLINE void count(Group& group, local_memory<Group>& local,
                           kernel::ordered_steps<Group>& steps) const {
    const std::uint64_t words = memory_type::words_of(tiles);
    const std::uint64_t parts = std::max(group.count(), problem.n >> 31);
    // Copies: the state is in local memory, as the counts are, and would be read for each key.
    const Word* const keys = local.step.keys;
    const sorted_bits compared = local.step.compared;
    steps.run(static_cast<unsigned>(parts), [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      clear(group, memory().words[0], kernel::share_of(words, part, parts));
      counts<Group>::add_share(group, local.counted, keys, problem.n, compared, part, parts,
                               counters->totals);
    });
    steps.run(1, [&](unsigned) OMPRIM_INLINE_LAMBDA {
      counts<Group>::sum_up(group, local.counted, problem.n, compared.passes(), counters->totals,
                            memory().begin, local.step.report);
    });
    steps.wait();
  }

  OMPRIM_INLINE void begin(step_state& state) const {
    state.progress.begin(*state.report, state.in_place);
    state.is_odd = false;
    state.is_over = false;
    set_arrays(state);
    set_keys(state, 0);
  }

  /// Goes to the next keys of the pass, or to the next step.
  OMPRIM_INLINE void go_on(step_state& state) const {
    const std::uint64_t end = state.arrays.first + state.arrays.size;
    if (state.progress.pass != sort_progress::copies) state.is_odd = !state.is_odd;
    if (end < problem.n) {
      set_keys(state, end);
    } else if (state.progress.next()) {
      set_arrays(state);
      set_keys(state, 0);
    } else {
      state.is_over = true;
    }
  }

  OMPRIM_INLINE void set_arrays(step_state& state) const {
    const memory_type at = memory();
    const bool from_input = state.progress.from == sort_place::input;
    const bool from_output = state.progress.from == sort_place::output;
    const bool to_output = state.progress.to == sort_place::output;
    data& arrays = state.arrays;
    arrays.keys = from_input ? state.keys : from_output ? problem.keys_out : at.keys;
    arrays.values = from_input ? state.values : from_output ? problem.values_out : at.values;
    arrays.keys_out = to_output ? problem.keys_out : at.keys;
    arrays.values_out = to_output ? problem.values_out : at.values;
    state.positions = data::has_values && from_input && state.values == nullptr;
  }

  /// The keys of a step begin at `first`.
  OMPRIM_INLINE void set_keys(step_state& state, std::uint64_t first) const {
    const memory_type at = memory();
    const int pass = state.progress.pass;
    state.arrays.first = first;
    state.arrays.size = problem.n - first;
    if (pass == sort_progress::copies) return;
    state.arrays.size = std::min(state.arrays.size, most_keys);
    state.digit = state.compared.digit(pass);
    state.look_back = at.look_back(first == 0 ? at.begin_of(pass) : at.next_begin_of(!state.is_odd),
                                   state.is_odd);
  }

  template <class Group>
  static OMPRIM_INLINE void copy(Group& group, const step_state& state,
                                 kernel::ordered_steps<Group>& steps) {
    const std::uint64_t parts = std::max(group.count(), state.arrays.size >> 30);
    steps.run(static_cast<unsigned>(parts), [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      copy_sorted(group, state.arrays, state.positions,
                  kernel::share_of(state.arrays.size, part, parts));
    });
  }

  template <class Group>
  OMPRIM_INLINE void move(Group& group, typename tile_type<Group>::local_memory& local,
                          const step_state& state, kernel::ordered_steps<Group>& steps) const {
    using tile = tile_type<Group>;
    if constexpr (!Group::thread_per_item) {
      if (group.count() == 1 && tile::moves_directly(state.arrays, state.look_back)) {
        return steps.run(1, [&](unsigned /*only*/) OMPRIM_INLINE_LAMBDA {
          tile::move_directly(state.arrays, state.look_back, Digit::of(state.digit),
                              state.positions);
        });
      }
    }
    const auto count_of = [](std::uint64_t size) OMPRIM_INLINE_LAMBDA {
      return static_cast<unsigned>(tile::tiles_of(size));
    };
    steps.run(count_of(state.arrays.size), [&](unsigned number) OMPRIM_INLINE_LAMBDA {
      const bool is_last = number == count_of(state.arrays.size) - 1;
      tile::move(group, local, state.arrays, state.look_back, Digit::of(state.digit),
                 {number, is_last, state.positions});
      if (is_last && problem.n > most_keys) {  // the next step may have more tiles
        clear(group, state.look_back.other_words,
              {memory_type::words_of(number + 1), memory_type::words_of(tiles)});
      }
    });
  }

  template <class Group>
  static OMPRIM_INLINE void clear(Group& group, std::uint32_t* words, const kernel::share& share) {
    group.for_each_index(static_cast<int>(share.end - share.begin),
                         [&](int i) OMPRIM_INLINE_LAMBDA {
                           words[share.begin + static_cast<std::uint64_t>(i)] = 0;
                         });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
