// SPDX-License-Identifier: BSD-3-Clause
// Compares segmented sums of doubles on a device with CUB, if the build has it; see README.md.
#include <cstring>
#include <memory>

#include <omprim/measure.hpp>

#include "device_contest.hpp"
#include "segment_cases.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#include "support/placed_array.hpp"
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
    std::vector<double> seconds(20);
    for (double& s : seconds) {
      s = seconds_per_call(1, [&] { (void)omprim::sum(where, values.data(), c.n); });
    }
    plain_sum = quantile(seconds, 0.5) - empty;
  }
  void spoil_output() { out.put(std::vector<double>(wanted.size(), -7)); }
  [[nodiscard]] bool right() const {
    const std::vector<double> got = out.get(wanted.size());
    return std::memcmp(got.data(), wanted.data(), got.size() * sizeof(double)) == 0;
  }
};

// Times one call. The output is compared once, before the first timing; samples after the first
// have no untimed call.
template <class Call>
sample timed(segments& on, bool& checked, const Call& call) {
  if (!checked) {
    on.spoil_output();
    if (!succeeds(call) || !on.right()) return {not_measured, not_measured, false};
    checked = true;
  }
  bool done = false;
  const double wall = seconds_per_call(1, [&] { done = succeeds(call); });
  return {wall, not_measured, done};
}

void call_ours(const segment_case& c, const segments& on) {
  const std::size_t count = on.wanted.size();
  omprim::segmented_reduce(on.where, on.values.data(),
                           c.by_length ? omprim::by_length(c.length, count)
                                       : omprim::by_offsets(on.offsets.data(), count, on.used),
                           on.out.data());
}

struct measured_case {
  segment_case what;
  double bytes = 0;
  double plain_sum = 0;
};

// Adds an entry for each case to `cases`; `prepare` fills it.
std::vector<contest> make_contests(const started_device& device, const options& chosen,
                                   std::vector<std::shared_ptr<measured_case>>& cases) {
  const std::size_t n = longest_array(chosen, issue_n);
  const auto on = std::make_shared<segments>(device.where(), n);
  std::vector<contest> contests;
  const auto add = [&](const segment_case& c) {
    if (!selected(chosen, c.name())) return;
    const auto facts = std::make_shared<measured_case>(measured_case{c});
    contest one;
    one.name = c.name();
    one.rounds = 30;
    one.prepare = [=] {
      on->choose(c);
      facts->bytes = segment_bytes(c, on->wanted.size());
      facts->plain_sum = on->plain_sum;
    };
    const auto timed_call = [=](bool& checked, const auto& call) {
      return timed(*on, checked, call);
    };
    add_ours(one, on, timed_call, [=] { call_ours(c, *on); });
#if defined(OMPRIM_PEER_CUB)
    add_cub(one, "CUB", timed_call, [=] {
      return cub_segment_sum(on->values.data(), on->offsets.data(),
                             static_cast<std::int64_t>(on->wanted.size()), on->out.data());
    });
#endif
    contests.push_back(with_options(std::move(one), chosen));
    cases.push_back(facts);
  };
  for (std::size_t length = 1; length <= n; length *= 10) add({n, length, false, 0});
  for (const std::size_t length : std::initializer_list<std::size_t>{1, 3, 10, 32, 100, 150, 1000})
    add({n - n % length, length, false, 0, true});
  for (const std::size_t mean : std::initializer_list<std::size_t>{2, 8, 30, 100, 1000})
    add({n, mean, true, 0});
  add({n, 0, false, 0});
  return contests;
}

void print_results(const contest_results& all,
                   const std::vector<std::shared_ptr<measured_case>>& cases) {
  std::vector<cells> rows = {{"case", "kernel ms", "G elements/s", "GB/s moved",
                              "of the plain sum's GB/s", "wall ms", "CUB kernel ms", "CUB wall ms",
                              "CUB / omprim, kernel", "CUB / omprim, wall", "wrong"}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [c, standings] = all[i];
    const measured_case& facts = *cases[i];
    const standing ours = find_or_empty(standings, "omprim");
    const standing theirs = find_or_empty(standings, "CUB");
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

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::shared_ptr<measured_case>> cases;
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Segmented sums on a device",
       "double, offsets of 4 bytes. Bytes are values, offsets and results, once each. ", "",
       [&](const started_device& device, const options& chosen) {
         return make_contests(device, chosen, cases);
       },
       [&](const contest_results& all) { print_results(all, cases); }});
}
