// SPDX-License-Identifier: BSD-3-Clause
// Compares histograms of weights on the processor with loops as users write them; see README.md.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;
using omprim::even_bins;

constexpr std::size_t sizes[] = {std::size_t{1} << 12, std::size_t{1} << 16, std::size_t{1} << 20,
                                 std::size_t{1} << 24};
constexpr std::size_t bin_counts[] = {
    16, 256, 4096, 65536, std::size_t{1} << 18, std::size_t{1} << 20};

/// Doubles from 0 to below 1, and weights that are whole numbers, so that every order of additions
/// gives the same sums.
struct weighted_arrays {
  std::vector<double> data;
  std::vector<double> weights;
  std::vector<double> sums;
  std::vector<double> expected;

  explicit weighted_arrays(std::size_t most) : data(most), weights(most) {
    std::mt19937_64 random(1);
    for (double& x : data) x = static_cast<double>(random() >> 11) * 0x1p-53;
    for (double& w : weights) w = static_cast<double>(random() % 64) - 32;
  }
  void add_by_loop(std::size_t n, std::vector<double>& to) const {
    const auto bins = static_cast<double>(to.size());
    std::fill(to.begin(), to.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double place = data[i] * bins;
      if (place >= 0 && place < bins) to[static_cast<std::size_t>(place)] += weights[i];
    }
  }
  void choose(std::size_t n, std::size_t bins) {
    sums.assign(bins, -1);
    expected.assign(bins, 0);
    add_by_loop(n, expected);
  }
};

/// The peer with threads: OpenMP's reduction of the array of sums.
void add_by_openmp(const weighted_arrays& on, std::size_t n, std::vector<double>& sums,
                   int threads) {
  double* const to = sums.data();
  const std::size_t count = sums.size();
  const auto bins = static_cast<double>(count);
  std::fill(sums.begin(), sums.end(), 0.0);
#pragma omp parallel for num_threads(threads) reduction(+ : to[0 : count])
  for (std::size_t i = 0; i < n; ++i) {
    const double place = on.data[i] * bins;
    if (place >= 0 && place < bins) to[static_cast<std::size_t>(place)] += on.weights[i];
  }
}

template <class Call>
contestant timed(const std::string& name, role plays, const std::shared_ptr<weighted_arrays>& on,
                 std::size_t n, const Call& call) {
  return {name, plays, [=] {
            const std::size_t calls = n <= 100'000 ? 1'000'000 / n : 1;
            (void)seconds_per_call(1, call);  // starts threads, loads the data into the caches
            sample s;
            s.wall = seconds_per_call(calls, call);
            s.right = on->sums == on->expected;
            return s;
          }};
}

contest make_contest(std::size_t n, std::size_t bins, int threads,
                     const std::shared_ptr<weighted_arrays>& on) {
  contest result;
  result.name = "weights/bins:" + std::to_string(bins) + "/threads:" + std::to_string(threads) +
                "/n:" + std::to_string(n);
  result.bytes = static_cast<double>(2 * n * sizeof(double));
  result.rounds = n > 10'000'000 ? 5 : 15;
  result.prepare = [=] { on->choose(n, bins); };
  const auto ours = [=](const std::string& name, const omprim::execution& where,
                        const std::string& strategy) {
    return timed("omprim " + name, role::ours, on, n, [=] {
      omprim::segment_options options;
      options.strategy = strategy;
      omprim::histogram(where, on->data.data(), on->weights.data(), n, even_bins(0.0, 1.0, bins),
                        on->sums.data(), options);
    });
  };
  if (threads == 1) result.contestants.push_back(ours("serial", omprim::serial(), ""));
  result.contestants.push_back(ours("host", omprim::host(threads), ""));
  if (omprim::available(omprim::backend::tbb)) {
    result.contestants.push_back(ours("tbb", omprim::tbb(threads), ""));
  }
  if (n <= std::size_t{1} << 20) {
    result.contestants.push_back(ours("by sort", omprim::host(threads), "merge-path"));
  }
  result.contestants.push_back(
      timed("plain loop", role::peer, on, n, [=] { on->add_by_loop(n, on->sums); }));
  if (threads > 1 && bins <= 65536) {  // more do not fit on the stacks of the threads
    result.contestants.push_back(timed("OpenMP reduction", role::peer, on, n,
                                       [=] { add_by_openmp(*on, n, on->sums, threads); }));
  }
  return result;
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  const std::size_t most = longest_array(chosen, sizes[std::size(sizes) - 1]);
  const auto on = std::make_shared<weighted_arrays>(most);
  std::vector<contest> contests;
  for (const int threads : {1, 2}) {
    if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
    for (const std::size_t n : sizes) {
      for (const std::size_t bins : bin_counts) {
        contest one = make_contest(n, bins, threads, on);
        if (n > most || bins > n || !selected(chosen, one.name)) continue;
        contests.push_back(with_options(std::move(one), chosen));
      }
    }
  }
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Histograms of weights on a processor", chosen,
                     "G elements/s of doubles with weights of doubles, in bins of equal width.",
                     "all sums compared");
  print_speeds(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
