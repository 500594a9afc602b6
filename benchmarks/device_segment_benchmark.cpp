// SPDX-License-Identifier: BSD-3-Clause
// Segmented sums of doubles on a device, beside CUB where the build has it; see README.md.
#include <cstdio>
#include <cstring>
#include <memory>

#include <omprim/measure.hpp>

#include "device_jobs.hpp"
#include "segment_cases.hpp"
#include "support/placed_array.hpp"
#include "support/program.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_segment_peer.h"
#endif

namespace {

using namespace omprim_benchmark;

constexpr std::size_t issue_n = std::size_t{1} << 28;

// The values on the device, and for each case offsets, results, and the expected results.
struct segments {
  omprim::execution where;
  std::vector<double> host;
  placed_array<double> values{where};
  placed_array<std::int32_t> offsets{where};
  placed_array<double> out{where};
  std::vector<double> wanted;
  std::size_t used = 0;  ///< values
  double empty = 0;
  double plain_sum = 0;  ///< kernel seconds of the sum of all values

  segments(const omprim::execution& on, std::size_t n) : where(on), host(segment_values(n)) {
    values.put(host);
  }

  void choose(const segment_case& c) {
    const auto bounds = segment_offsets(c);
    used = c.n;
    wanted = segment_sums(host.data(), bounds);
    offsets.put(bounds);
    spoil_output();
    empty = omprim::empty_launch_seconds(where);
    std::vector<double> seconds;
    for (int i = 0; i < 20; ++i) {
      seconds.push_back(seconds_per_call(1, [&] { (void)omprim::sum(where, values.data(), c.n); }));
    }
    plain_sum = quantile(seconds, 0.5) - empty;
  }
  void spoil_output() { out.put(std::vector<double>(wanted.size(), -7)); }
  [[nodiscard]] bool right() const {
    const std::vector<double> got = out.get(wanted.size());
    return std::memcmp(got.data(), wanted.data(), got.size() * sizeof(double)) == 0;
  }
};

// Compares the output once, before the first timing.
template <class Call>
sample timed(segments& on, bool& checked, const Call& call) {
  if (!checked) {
    on.spoil_output();
    if (!call() || !on.right()) return {not_measured, not_measured, false};
    checked = true;
  }
  bool done = false;
  const double wall = seconds_per_call(1, [&] { done = call(); });
  return {wall, not_measured, done};
}

void add_ours(contest& into, const std::shared_ptr<segments>& on) {
  const auto checked = std::make_shared<bool>(false);
  into.contestants.push_back(
      {"omprim", role::ours, [=] {
         sample s = timed(*on, *checked, [&] {
           omprim::segmented_reduce(
               on->where, on->values.data(),
               omprim::by_offsets(on->offsets.data(), on->wanted.size(), on->used), on->out.data());
           return true;
         });
         s.kernel = s.wall - on->empty;
         return s;
       }});
}

void add_cub([[maybe_unused]] contest& into, [[maybe_unused]] const std::shared_ptr<segments>& on) {
#if defined(OMPRIM_PEER_CUB)
  using plan = std::shared_ptr<cub_segment_plan>;
  const auto kept = std::make_shared<plan>();
  const auto checked = std::make_shared<bool>(false);
  into.contestants.push_back(
      {"CUB", role::peer, [=] {
         if (*kept == nullptr) {
           *kept =
               plan(cub_segment_sum(on->values.data(), on->offsets.data(),
                                    static_cast<std::int64_t>(on->wanted.size()), on->out.data()),
                    cub_segment_release);
         }
         if (*kept == nullptr) return sample{};
         sample s = timed(*on, *checked, [&] { return cub_segment_run(kept->get()) == 0; });
         s.kernel = cub_segment_kernel_seconds(kept->get());
         return s;
       }});
  into.finish = [=] { kept->reset(); };
#endif
}

struct measured_case {
  segment_case what;
  double bytes = 0;
  double plain_sum = 0;
};

std::vector<contest> make_contests(const std::shared_ptr<segments>& on, const options& chosen,
                                   std::vector<std::shared_ptr<measured_case>>& cases) {
  std::vector<contest> contests;
  const auto add = [&](const segment_case& c) {
    if (!selected(chosen, c.name())) return;
    const auto facts = std::make_shared<measured_case>(measured_case{c});
    contest one;
    one.name = c.name();
    one.rounds = chosen.rounds > 0 ? chosen.rounds : 30;
    one.figure = chosen.quantile;
    one.prepare = [=] {
      on->choose(c);
      facts->bytes = segment_bytes(c, on->wanted.size());
      facts->plain_sum = on->plain_sum;
    };
    add_ours(one, on);
    add_cub(one, on);
    contests.push_back(std::move(one));
    cases.push_back(facts);
  };
  const std::size_t n = on->host.size();
  for (std::size_t length = 1; length <= n; length *= 10) add({n, length, false, 0});
  for (const std::size_t mean : std::initializer_list<std::size_t>{2, 8, 30, 100, 1000})
    add({n, mean, true, 0});
  add({n, 0, false, 0});
  return contests;
}

void print_results(const std::vector<std::pair<contest, std::vector<standing>>>& all,
                   const std::vector<std::shared_ptr<measured_case>>& cases) {
  std::vector<cells> rows = {{"case", "kernel ms", "G elements/s", "GB/s moved",
                              "of the plain sum's GB/s", "wall ms", "CUB kernel ms", "CUB wall ms",
                              "CUB / omprim, kernel", "CUB / omprim, wall", "wrong"}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [c, standings] = all[i];
    const measured_case& facts = *cases[i];
    const standing& ours = *find(standings, "omprim");
    const standing* const cub = find(standings, "CUB");
    const standing none;
    const standing& theirs = cub == nullptr ? none : *cub;
    const auto n = static_cast<double>(facts.what.n);
    const double speed = facts.bytes / ours.kernel;
    const double plain = n * sizeof(double) / facts.plain_sum;
    rows.push_back({c.name, milliseconds(ours.kernel), fixed(n / ours.kernel * 1e-9, 1),
                    fixed(speed * 1e-9, 0), fixed(speed / plain, 3), milliseconds(ours.wall),
                    milliseconds(theirs.kernel), milliseconds(theirs.wall),
                    fixed(theirs.kernel / ours.kernel, 3), fixed(theirs.wall / ours.wall, 3),
                    std::to_string(ours.wrong + theirs.wrong)});
  }
  print_table(rows);
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  const auto device = start_device(chosen);
  if (!device) return skipped;
  const omprim::execution where = omprim::device(device->info.number);
  const std::size_t n = chosen.max_n > 0 ? std::min(chosen.max_n, issue_n) : issue_n;
  std::vector<std::shared_ptr<measured_case>> cases;
  auto contests = make_contests(std::make_shared<segments>(where, n), chosen, cases);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_heading("Segmented sums on a device",
                device->info.name + (device->peers.empty() ? "" : "; peers: " + device->peers),
                chosen);
  std::printf(
      "double, offsets of 4 bytes. Bytes are values, offsets and results, once each. Quantile %s "
      "of interleaved rounds.\n\n",
      fixed(chosen.quantile, 2).c_str());
  print_results(all, cases);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
