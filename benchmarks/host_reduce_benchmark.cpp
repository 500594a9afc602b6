// SPDX-License-Identifier: BSD-3-Clause
// Compares reductions on the processor with libraries that Debian packages; see README.md.
#include <cstdio>
#include <thread>

#include "host_jobs.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::size_t sizes[] = {8'000, 80'000, 800'000, 16'000'000, 32'000'000, 1'000'000'000};
constexpr host_job jobs[] = {host_job::int32_sum,  host_job::float_sum,     host_job::double_sum,
                             host_job::double_min, host_job::double_argmin, host_job::double_dot};

// "double_sum/threads:2/bytes:80000"
std::string name_of(host_job job, int threads, std::size_t bytes) {
  return std::string(to_string(job)) + "/threads:" + std::to_string(threads) +
         "/bytes:" + std::to_string(bytes);
}

std::vector<contest> make_contests(const options& chosen) {
  const host_peers peers = all_host_peers();
  const auto data = std::make_shared<host_data>(sizes[std::size(sizes) - 1]);
  std::vector<contest> contests;
  for (const host_job job : jobs) {
    for (const int threads : {1, 2}) {
      if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
      for (const std::size_t bytes : sizes) {
        const std::string name = name_of(job, threads, bytes);
        if (!selected(chosen, name)) continue;
        host_case one{job, threads, bytes / bytes_per_item(job), data};
        if (chosen.max_n > 0 && one.n > chosen.max_n) continue;
        contests.push_back(with_options(make_contest(one, peers), chosen));
        contests.back().name = name;
      }
    }
  }
  return contests;
}

using result = std::pair<contest, std::vector<standing>>;

double gigabytes_per_second(const contest& c, const standing* s) {
  return s == nullptr ? not_measured : c.bytes / s->wall * 1e-9;
}

std::string speed(const contest& c, const standing* s) {
  const double value = gigabytes_per_second(c, s);
  return fixed(value, value < 100 ? 1 : 0);
}

void print_summary(const std::vector<result>& all) {
  std::vector<cells> rows = {{"case", "serial", "host", "tbb", "best peer", "its GB/s",
                              "read limit", "host / peer", "best of ours / peer",
                              "best of ours / limit", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing* const host = find_ours(standings, "host");
    const standing* const best = fastest(standings, role::ours);
    const standing* const peer = fastest(standings, role::peer);
    const double theirs = gigabytes_per_second(c, peer);
    const double limit = gigabytes_per_second(c, fastest(standings, role::limit));
    int wrong = 0;
    for (const standing& s : standings) wrong += s.plays == role::ours ? s.wrong : 0;
    rows.push_back({c.name, speed(c, find_ours(standings, "serial")), speed(c, host),
                    speed(c, find_ours(standings, "tbb")), peer == nullptr ? "-" : peer->name,
                    fixed(theirs, theirs < 100 ? 1 : 0), fixed(limit, limit < 100 ? 1 : 0),
                    fixed(gigabytes_per_second(c, host) / theirs, 2),
                    fixed(gigabytes_per_second(c, best) / theirs, 2),
                    fixed(gigabytes_per_second(c, best) / limit, 2), std::to_string(wrong)});
  }
  std::printf("## Summary, GB/s\n\n");
  print_table(rows);
}

// Prints a table per job and number of threads: a row for each contestant, a column for each size.
void print_details(const std::vector<result>& all) {
  for (std::size_t first = 0; first < all.size();) {
    const std::string group = all[first].first.name.substr(0, all[first].first.name.rfind('/'));
    std::vector<cells> rows = {{group}};
    for (const standing& s : all[first].second) rows.push_back({s.name});
    std::size_t next = first;
    for (; next < all.size() && all[next].first.name.compare(0, group.size(), group) == 0; ++next) {
      const auto& [c, standings] = all[next];
      rows[0].push_back(c.name.substr(c.name.rfind(':') + 1) + " B");
      for (std::size_t i = 0; i < standings.size(); ++i) {
        rows[i + 1].push_back(standings[i].wrong > 0 ? "wrong" : speed(c, &standings[i]));
      }
    }
    print_table(rows);
    first = next;
  }
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> contests = make_contests(chosen);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const std::vector<result> all = run_all(std::move(contests));
  print_host_heading("Reductions on a processor", chosen, "",
                     "every result checked; see benchmarks/README.md");
  print_summary(all);
  std::printf("## Every contestant, GB/s\n\n");
  print_details(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
