// SPDX-License-Identifier: BSD-3-Clause
// Compares segmented sorts on the processor with loops over the segments; see README.md.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <omp.h>
#include <string>
#include <thread>
#include <vector>

#include <omprim/omprim.hpp>

#include "host_sort_peers.hpp"
#include "segment_cases.hpp"
#include "sort_cases.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::size_t keys_of_case = std::size_t{1} << 20;
constexpr std::size_t mean_lengths[] = {2, 5, 20, 100, 1000, 10000};

// The keys of one case, of type `type`, in segments of random lengths, and the sorted ones.
template <class T>
struct segmented_keys {
  omprim::element type;
  std::vector<T> keys;
  std::vector<T> out;
  std::vector<T> wanted;
  std::vector<std::int32_t> offsets;

  [[nodiscard]] std::size_t segments() const { return offsets.size() - 1; }

  void choose(const segment_case& c) {
    keys = sort_data<T>({type, false, sort_values::random, c.threads, c.n});
    offsets = segment_offsets(c);
    wanted = keys;
    for (std::size_t s = 0; s < segments(); ++s) {
      std::sort(wanted.data() + offsets[s], wanted.data() + offsets[s + 1]);
    }
    out = keys;
  }
};

// Times calls that sort `out` in place; checks the output of the last one.
template <class T, class Call>
sample timed(segmented_keys<T>& on, int threads, const Call& call) {
  // Threads of the previous contestant would take a core from this one.
  if (threads > 1) omp_pause_resource_all(omp_pause_soft);
  call();  // untimed: starts the threads
  on.out = on.keys;
  sample s;
  s.wall = seconds_per_call(1, call);
  s.right = on.out == on.wanted;
  return s;
}

template <class T>
contest make_contest(const segment_case& c, const std::string& name,
                     const std::shared_ptr<segmented_keys<T>>& on) {
  contest result;
  result.name = name;
  result.bytes = static_cast<double>(c.n * sizeof(T));
  result.rounds = 31;
  result.prepare = [=] { on->choose(c); };
  const auto add = [&](const std::string& contestant, role plays, const auto& call) {
    result.contestants.push_back(
        {contestant, plays, [=] { return timed(*on, c.threads, [&] { call(*on); }); }});
  };
  const auto add_ours = [&](const std::string& backend, const omprim::execution& where) {
    add("omprim " + backend, role::ours, [=](segmented_keys<T>& all) {
      omprim::segmented_sort(where, all.out.data(), all.out.size(),
                             omprim::by_offsets(all.offsets.data(), all.segments()));
    });
  };
  if (c.threads == 1) add_ours("serial", omprim::serial());
  add_ours("host", omprim::host(c.threads));
  if (omprim::available(omprim::backend::tbb)) add_ours("tbb", omprim::tbb(c.threads));
  for (const auto& peer : all_segmented_sort_peers<T>()) {
    add(peer.name, role::peer, [=](segmented_keys<T>& all) {
      peer.run(all.out.data(), all.offsets.data(), all.segments(), c.threads);
    });
  }
  return result;
}

template <class T>
void add_type(std::vector<contest>& contests, const options& chosen, omprim::element type) {
  const auto on = std::make_shared<segmented_keys<T>>();
  on->type = type;
  for (const int threads : {1, 2}) {
    if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
    for (const std::size_t length : mean_lengths) {
      const segment_case c{keys_of_case, length, true, threads};
      const std::string name = std::string(omprim::to_string(type)) + "_" + c.name_of("sort");
      if (!selected(chosen, name)) continue;
      contests.push_back(with_options(make_contest<T>(c, name, on), chosen));
    }
  }
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests;
  add_type<std::uint32_t>(contests, chosen, omprim::element::uint32);
  add_type<double>(contests, chosen, omprim::element::float64);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Sorts of segments on a processor", chosen, "M keys/s. All sort in place.",
                     "all outputs checked");
  print_speeds(all, 1e6);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
