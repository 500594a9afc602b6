// SPDX-License-Identifier: BSD-3-Clause
// Compares sorts on the processor with the sorts of other libraries; see README.md.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <omp.h>
#include <thread>
#include <type_traits>

#include <omprim/omprim.hpp>

#include "host_sort_peers.hpp"
#include "sort_cases.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t sizes[] = {256,
                                 std::size_t{1} << 10,
                                 std::size_t{1} << 12,
                                 std::size_t{1} << 14,
                                 std::size_t{1} << 17,
                                 std::size_t{1} << 20,
                                 std::size_t{1} << 24};
constexpr sort_values all_values[] = {sort_values::random,       sort_values::sorted,
                                      sort_values::reversed,     sort_values::equal,
                                      sort_values::few_distinct, sort_values::repeated};

// The arrays of all cases of one type, and the records that peers sort.
template <class T>
struct host_arrays : sort_arrays<T> {
  using sort_arrays<T>::sort_arrays;
  placed_array<sort_pair> pairs{this->where};

  void choose(const sort_case& c) {
    sort_arrays<T>::choose(c);
    if (c.has_values) pairs.put(std::vector<sort_pair>(c.n));
  }
  /// Puts the input, from the position `first` on and then from the start, into the arrays of the
  /// output.
  void restore(const sort_case& c, std::size_t first) const {
    rotate(this->keys, this->keys_out, first, c.n);
    if (c.has_values) rotate(this->values, this->values_out, first, c.n);
  }
  void restore_pairs(const sort_case& c, std::size_t first) const {
    for (std::size_t i = 0; i < c.n; ++i) {
      const std::size_t from = first + i < c.n ? first + i : first + i - c.n;
      pairs.data()[i] = {this->values.data()[from], this->keys.data()[from]};
    }
  }
  [[nodiscard]] bool right_pairs(const sort_case& c, bool stable) const {
    std::vector<T> sorted(c.n);
    std::vector<std::uint32_t> moved(c.n);
    for (std::size_t i = 0; i < c.n; ++i) {
      sorted[i] = pairs.data()[i].key;
      moved[i] = pairs.data()[i].value;
    }
    return this->right({sorted.data(), moved.data(), c.n}, stable);
  }

 private:
  template <class U>
  static void rotate(const placed_array<U>& from, const placed_array<U>& to, std::size_t first,
                     std::size_t n) {
    std::rotate_copy(from.data(), from.data() + first, from.data() + n, to.data());
  }
};

// Times calls that sort in place; restore(first) comes before each. Checks the output of the last
// call, whose input begins with the first key.
template <class Restore, class Call, class Check>
sample timed(const sort_case& c, const Restore& restore, const Call& call, const Check& is_right) {
  // Threads of the previous contestant would take a core from this one.
  if (c.threads > 1) omp_pause_resource_all(omp_pause_soft);
  const std::size_t calls = std::max<std::size_t>(1, 300'000 / c.n);
  // Untimed: starts the threads and loads the data into the caches.
  restore(0);
  call();
  double seconds = 0;
  for (std::size_t left = calls; left-- > 0;) {
    // Processors would learn the branches of a short input that comes again and again.
    const bool has_order = c.keys == sort_values::sorted || c.keys == sort_values::reversed;
    restore(has_order ? 0 : left * 337 % c.n);
    seconds += seconds_per_call(1, call);
  }
  sample s;
  s.wall = seconds / static_cast<double>(calls);
  s.right = is_right();
  return s;
}

// Adds a contestant that sorts keys_out and values_out.
template <class T, class Call>
void add(contest& into, const sort_case& c, const std::shared_ptr<host_arrays<T>>& on,
         const std::string& name, role plays, const Call& call) {
  const auto restore = [=](std::size_t first) { on->restore(c, first); };
  const auto is_right = [=] { return on->right(c); };
  into.contestants.push_back({name, plays, [=] { return timed(c, restore, call, is_right); }});
}

template <class T>
void add_ours(contest& into, const sort_case& c, const std::shared_ptr<host_arrays<T>>& on,
              const std::string& name, const omprim::execution& where) {
  add(into, c, on, "omprim " + name, role::ours, [=] {
    if (c.has_values) {
      omprim::sort_by_key(where, on->keys_out.data(), on->values_out.data(), c.n);
    } else {
      omprim::sort(where, on->keys_out.data(), c.n);
    }
  });
}

template <class T>
void add_key_peers(contest& into, const sort_case& c, const std::shared_ptr<host_arrays<T>>& on) {
  for (const auto& peer : all_sort_peers<T>()) {
    add(into, c, on, peer.name, role::peer, [=] { peer.run(on->keys_out.data(), c.n, c.threads); });
  }
}

void add_pair_peers(contest& into, const sort_case& c,
                    const std::shared_ptr<host_arrays<std::uint32_t>>& on) {
  const auto restore = [=](std::size_t first) { on->restore_pairs(c, first); };
  for (const auto& peer : all_sort_peers<sort_pair>()) {
    const auto call = [=] { peer.run(on->pairs.data(), c.n, c.threads); };
    const auto is_right = [=] { return on->right_pairs(c, peer.stable); };
    into.contestants.push_back(
        {peer.name, role::peer, [=] { return timed(c, restore, call, is_right); }});
  }
}

template <class T>
contest make_contest(const sort_case& c, const std::shared_ptr<host_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = c.n > 10'000'000 ? 5 : 31;
  result.prepare = [=] { on->choose(c); };
  if (c.threads == 1) add_ours(result, c, on, "serial", omprim::serial());
  add_ours(result, c, on, "host", omprim::host(c.threads));
  if (omprim::available(omprim::backend::tbb)) {
    add_ours(result, c, on, "tbb", omprim::tbb(c.threads));
  }
  if constexpr (std::is_same_v<T, std::uint32_t>) {
    if (c.has_values) add_pair_peers(result, c, on);
  }
  if (!c.has_values) add_key_peers(result, c, on);
  return result;
}

template <class T>
void add_type(std::vector<contest>& contests, const options& chosen, element type,
              bool has_values) {
  const auto on = std::make_shared<host_arrays<T>>(omprim::serial());
  for (const sort_values values : all_values) {
    for (const int threads : {1, 2}) {
      if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
      for (const std::size_t n : sizes) {
        const sort_case c{type, has_values, values, threads, n};
        if (!selected(chosen, c.name()) || (chosen.max_n > 0 && n > chosen.max_n)) continue;
        contests.push_back(with_options(make_contest<T>(c, on), chosen));
      }
    }
  }
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests;
  add_type<std::uint32_t>(contests, chosen, element::uint32, false);
  add_type<double>(contests, chosen, element::float64, false);
  add_type<std::uint32_t>(contests, chosen, element::uint32, true);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Sorts on a processor", chosen, "M keys/s. All sort in place.",
                     "all outputs checked");
  print_speeds(all, 1e6);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
