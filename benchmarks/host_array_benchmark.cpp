// SPDX-License-Identifier: BSD-3-Clause
// Compares selections and scans on the processor with libraries that Debian packages; see
// README.md.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include <omprim/omprim.hpp>

#include "array_cases.hpp"
#include "host_array_peers.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::size_t sizes[] = {1000, 100'000, 4'000'000, 130'000'000};
constexpr double shares[] = {0.01, 0.5, 0.625, 0.99};
// One input for all contestants, and the expected output of each case.
struct arrays {
  omprim::execution here = omprim::serial();
  std::int32_t* data;
  std::int32_t* out;
  std::vector<std::int32_t> wanted;

  // Uses huge pages if the system grants them.
  explicit arrays(std::size_t n)
      : data(static_cast<std::int32_t*>(omprim::allocate(here, n * sizeof(std::int32_t)))),
        out(static_cast<std::int32_t*>(omprim::allocate(here, n * sizeof(std::int32_t)))) {
    const auto elements = random_elements(n);
    std::copy(elements.begin(), elements.end(), data);
    std::fill(out, out + n, 0);
  }
  arrays(const arrays&) = delete;
  arrays& operator=(const arrays&) = delete;
  ~arrays() {
    omprim::deallocate(here, data);
    omprim::deallocate(here, out);
  }

  [[nodiscard]] bool right(std::size_t count) const {
    return count == wanted.size() && std::memcmp(out, wanted.data(), count * sizeof(*out)) == 0;
  }
};

// Times small calls in batches: reading the clock once takes as long as some of them.
template <class Call>
sample timed(const arrays& on, std::size_t n, const Call& call) {
  const std::size_t calls = n < 100'000 ? 1'000'000 / n : n < 1'000'000 ? 20 : 1;
  std::memset(on.out, 0, std::min<std::size_t>(n, 4096) * sizeof(*on.out));
  std::size_t count = call();  // untimed: starts the threads and loads the data into the caches
  sample s;
  s.wall = seconds_per_call(calls, [&] { count = call(); });
  s.right = on.right(count);
  return s;
}

void add_ours(contest& into, const array_case& c, const std::shared_ptr<arrays>& on,
              const std::string& name, const omprim::execution& where) {
  into.contestants.push_back(
      {name, role::ours,
       [=] { return timed(*on, c.n, [&] { return run_omprim(c, where, on->data, on->out); }); }});
}

contest make_contest(const array_case& c, const std::shared_ptr<arrays>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = c.n > 10'000'000 ? 9 : 31;
  result.prepare = [=] {
    on->wanted = expected_output(c, on->data);
    set_array_threads(c.threads);
  };
  const std::string count = std::to_string(c.threads);
  if (c.threads == 1) add_ours(result, c, on, "omprim serial", omprim::serial());
  add_ours(result, c, on, "omprim host:" + count, omprim::host(c.threads));
  if (omprim::available(omprim::backend::tbb)) {
    add_ours(result, c, on, "omprim tbb:" + count, omprim::tbb(c.threads));
  }
  for (const array_peer& peer : all_array_peers()) {
    if ((peer.select != nullptr) != c.selects) continue;
    result.contestants.push_back({peer.name, role::peer, [=] {
                                    return timed(*on, c.n, [&]() -> std::size_t {
                                      if (c.selects)
                                        return peer.select(on->data, c.n, on->out, c.bound());
                                      peer.scan(on->data, c.n, on->out);
                                      return c.n;
                                    });
                                  }});
  }
  return result;
}

std::vector<contest> make_contests(const options& chosen) {
  const auto on = std::make_shared<arrays>(sizes[std::size(sizes) - 1]);
  std::vector<contest> contests;
  const auto add = [&](const array_case& c) {
    const std::string name = c.name();
    if (!selected(chosen, name) || (chosen.max_n > 0 && c.n > chosen.max_n)) return;
    contests.push_back(with_options(make_contest(c, on), chosen));
  };
  for (const int threads : {1, 2}) {
    if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
    for (const std::size_t n : sizes) {
      for (const double share : shares) add({true, share, threads, n});
      add({false, 1, threads, n});
    }
  }
  return contests;
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests = make_contests(chosen);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_host_heading("Selections and scans on a processor", chosen, "int32, G elements/s.",
                     "every output compared");
  print_speeds(all);
  return 0;
}

}  // namespace

namespace omprim_benchmark {

std::vector<array_peer> all_array_peers() {
  std::vector<array_peer> peers;
  add_standard_array_peers(peers);
#if defined(OMPRIM_PEER_HIGHWAY)
  add_highway_array_peers(peers);
#endif
#if defined(OMPRIM_PEER_TBB)
  add_tbb_array_peers(peers);
#endif
  return peers;
}

void set_array_threads([[maybe_unused]] int threads) {
#if defined(OMPRIM_PEER_TBB)
  set_tbb_array_threads(threads);
#endif
}

}  // namespace omprim_benchmark

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
