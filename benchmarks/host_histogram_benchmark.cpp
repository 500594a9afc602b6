// SPDX-License-Identifier: BSD-3-Clause
// Compares histograms on the processor with loops as users write them; see README.md.
#include <cstdio>
#include <memory>
#include <omp.h>
#include <thread>

#include <omprim/omprim.hpp>

#include "histogram_cases.hpp"
#include "host_histogram_peers.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t sizes[] = {std::size_t{1} << 10, std::size_t{1} << 16, std::size_t{1} << 20,
                                 std::size_t{1} << 26};
constexpr std::size_t even_counts[] = {16, 256, 4096, 65536, std::size_t{1} << 20};
constexpr std::size_t edge_counts[] = {256, 4096};
// The search between edges takes so long that a longer array would only lengthen the measurement.
constexpr std::size_t longest_by_edges = std::size_t{1} << 20;

// Times small calls in batches, and compares the counts of the last call.
template <class T, class Counter, class Call>
sample timed(histogram_arrays<T>& on, const histogram_case& c, const placed_array<Counter>& counts,
             const Call& call) {
  // Threads of the previous contestant would take a core from this one.
  if (c.threads > 1) omp_pause_resource_all(omp_pause_soft);
  on.spoil_counts();
  const std::size_t calls = c.n <= 100'000 ? 1'000'000 / c.n : c.n < 10'000'000 ? 3 : 1;
  // Untimed: starts the threads and loads the data into the caches.
  (void)seconds_per_call(calls, call);
  sample s;
  s.wall = seconds_per_call(calls, call);
  s.right = on.right(counts);
  return s;
}

template <class T>
void add_ours(contest& into, const histogram_case& c,
              const std::shared_ptr<histogram_arrays<T>>& on, const std::string& name,
              const omprim::execution& where) {
  into.contestants.push_back({"omprim " + name, role::ours, [=] {
                                return timed(*on, c, on->counts, [&] { on->run_omprim(c, where); });
                              }});
}

template <class T>
void add_peer(contest& into, const histogram_case& c,
              const std::shared_ptr<histogram_arrays<T>>& on, const histogram_peer<T>& peer) {
  if (c.bins > peer.most_bins) return;
  into.contestants.push_back({peer.name, role::peer, [=] {
                                const auto bins = static_cast<std::uint32_t>(c.bins);
                                return timed(*on, c, on->narrow_counts, [&] {
                                  peer.run({on->data.data(), c.n, T(0), histogram_end<T>(),
                                            c.by_edges ? on->edges.data() : nullptr, bins,
                                            on->narrow_counts.data(), c.threads});
                                });
                              }});
}

template <class T>
contest make_contest(const histogram_case& c, const std::shared_ptr<histogram_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = static_cast<double>(c.n * sizeof(T));
  result.rounds = c.n > 10'000'000 ? 9 : 31;
  result.prepare = [=] { on->choose(c); };
  if (c.threads == 1) add_ours(result, c, on, "serial", omprim::serial());
  add_ours(result, c, on, "host", omprim::host(c.threads));
  if (omprim::available(omprim::backend::tbb)) {
    add_ours(result, c, on, "tbb", omprim::tbb(c.threads));
  }
  for (const auto& peer : all_histogram_peers<T>(c.by_edges)) add_peer(result, c, on, peer);
  return result;
}

// Adds the cases of one type. Cases with more bins than elements are left out: a call would mostly
// clear the bins.
template <class T>
void add_type(std::vector<contest>& contests, const options& chosen, element type) {
  const std::size_t longest = sizes[std::size(sizes) - 1];
  const std::size_t most = longest_array(chosen, longest);
  const auto on = std::make_shared<histogram_arrays<T>>(omprim::serial(), most);
  const auto add = [&](const histogram_case& c) {
    if (c.n > most || c.bins > c.n || !selected(chosen, c.name())) return;
    contests.push_back(with_options(make_contest<T>(c, on), chosen));
  };
  for (const histogram_values values : {histogram_values::random, histogram_values::one_bin}) {
    for (const int threads : {1, 2}) {
      if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
      for (const std::size_t n : sizes) {
        for (const std::size_t bins : even_counts) add({type, false, bins, values, threads, n});
        if (values != histogram_values::random || n > longest_by_edges) continue;
        for (const std::size_t bins : edge_counts) add({type, true, bins, values, threads, n});
      }
    }
  }
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests;
  add_type<std::int32_t>(contests, chosen, element::int32);
  add_type<std::int64_t>(contests, chosen, element::int64);
  add_type<float>(contests, chosen, element::float32);
  add_type<double>(contests, chosen, element::float64);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Histograms on a processor", chosen,
                     "G elements/s. Counts have 8 bytes in omprim, 4 bytes in the peers.",
                     "all counts compared");
  print_speeds(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
