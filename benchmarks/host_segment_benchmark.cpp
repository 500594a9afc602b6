// SPDX-License-Identifier: BSD-3-Clause
// Compares segmented sums of doubles on the processor with other libraries and with a loop over
// rows; see README.md.
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include <omprim/omprim.hpp>

#include "host_segment_peers.hpp"
#include "segment_cases.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::size_t sizes[] = {100'000, 2'000'000, 62'500'000};

// One input for all contestants; for each case offsets, results, and the expected results.
struct segments {
  omprim::execution here = omprim::serial();
  double* values;  ///< in huge pages, if the system grants them
  std::vector<std::int32_t> offsets;
  std::vector<double> out;
  std::vector<double> wanted;

  explicit segments(std::size_t n)
      : values(static_cast<double*>(omprim::allocate(here, n * sizeof(double)))) {
    const auto made = segment_values(n);
    std::memcpy(values, made.data(), n * sizeof(double));
  }
  segments(const segments&) = delete;
  segments& operator=(const segments&) = delete;
  ~segments() { omprim::deallocate(here, values); }

  void choose(const segment_case& c) {
    offsets = segment_offsets(c);
    wanted = segment_sums(values, offsets);
    out.assign(wanted.size(), -7);
  }
  [[nodiscard]] std::size_t count() const { return wanted.size(); }
};

template <class Call>
sample timed(segments& on, std::size_t n, const Call& call) {
  const std::size_t calls = n < 1'000'000 ? 50 : n < 10'000'000 ? 3 : 1;
  on.out.assign(on.count(), -7);
  call();  // untimed: starts the threads and loads the data into the caches
  sample s;
  s.wall = seconds_per_call(calls, call);
  s.right = std::memcmp(on.out.data(), on.wanted.data(), on.count() * sizeof(double)) == 0;
  return s;
}

void add_ours(contest& into, const segment_case& c, const std::shared_ptr<segments>& on,
              const std::string& name, const omprim::execution& where) {
  into.contestants.push_back({name, role::ours, [=] {
                                return timed(*on, c.n, [&] {
                                  omprim::segmented_reduce(where, on->values, on->offsets.data(),
                                                           on->count(), on->out.data());
                                });
                              }});
}

contest make_contest(const segment_case& c, const std::shared_ptr<segments>& on) {
  contest result;
  result.name = c.name();
  result.rounds = c.n > 10'000'000 ? 9 : 31;
  result.prepare = [=] { on->choose(c); };
  if (c.threads == 1) add_ours(result, c, on, "omprim serial", omprim::serial());
  add_ours(result, c, on, "omprim host", omprim::host(c.threads));
  if (omprim::available(omprim::backend::tbb)) {
    add_ours(result, c, on, "omprim tbb", omprim::tbb(c.threads));
  }
  for (const segment_peer& peer : all_segment_peers()) {
    result.contestants.push_back({peer.name, role::peer, [=] {
                                    return timed(*on, c.n, [&] {
                                      peer.run(on->values, on->offsets.data(), on->count(),
                                               on->out.data(), c.threads);
                                    });
                                  }});
  }
  return result;
}

std::vector<contest> make_contests(const options& chosen) {
  const auto on = std::make_shared<segments>(sizes[std::size(sizes) - 1]);
  std::vector<contest> contests;
  for (const int threads : {1, 2}) {
    if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
    for (const std::size_t n : sizes) {
      for (const std::size_t mean : std::initializer_list<std::size_t>{1, 8, 30, 100, 10000, 0}) {
        const segment_case c{n, mean, mean != 0, threads};
        if (!selected(chosen, c.name()) || (chosen.max_n > 0 && n > chosen.max_n)) continue;
        contests.push_back(with_options(make_contest(c, on), chosen));
      }
    }
  }
  return contests;
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests = make_contests(chosen);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Segmented sums on a processor", chosen,
                     "double, offsets of 4 bytes, G elements/s.", "every output compared");
  print_speeds(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
