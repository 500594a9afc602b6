// SPDX-License-Identifier: BSD-3-Clause
// Compares histograms on a device with CUB, if the build has it; see README.md.
#include <memory>
#include <type_traits>

#include <omprim/measure.hpp>

#include "device_contest.hpp"
#include "histogram_cases.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_histogram_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t sizes[] = {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 28};
constexpr std::size_t bin_counts[] = {16, 256, 4096, 65536, std::size_t{1} << 20};
constexpr histogram_values all_values[] = {histogram_values::random, histogram_values::skewed,
                                           histogram_values::one_bin};

// The arrays of all cases of one type, and the seconds of an empty launch.
template <class T>
struct device_arrays : histogram_arrays<T> {
  using histogram_arrays<T>::histogram_arrays;
  double empty = 0;
};

// Times calls. All counts are compared once before the first timing, and again after each sample,
// when they are the counts of its last call.
template <class T, class Counter, class Call>
sample timed(device_arrays<T>& on, const histogram_case& c, const placed_array<Counter>& counts,
             bool& checked, const Call& call) {
  const auto right = [&] { return on.right(counts); };
  return checked_sample(checked, c.n < (1U << 22) ? 8 : 1, call,
                        {[&] { on.spoil_counts(); }, right, right});
}

#if defined(OMPRIM_PEER_CUB)
template <class T>
constexpr cub_peer_element cub_element() {
  if (std::is_same_v<T, std::int32_t>) return cub_peer_int32;
  return std::is_same_v<T, float> ? cub_peer_float32 : cub_peer_float64;
}

template <class T, class Counter>
cub_plan* prepare(const histogram_case& c, const device_arrays<T>& on,
                  const placed_array<Counter>& counts) {
  cub_histogram_job job{};
  job.element = cub_element<T>();
  job.data = on.data.data();
  job.n = static_cast<std::int64_t>(c.n);
  job.bins = static_cast<int>(c.bins);
  job.end = static_cast<double>(histogram_end<T>());
  if constexpr (std::is_same_v<T, std::int32_t>) job.edges = c.by_edges ? on.edges.data() : nullptr;
  job.counts = counts.data();
  job.counter_bytes = sizeof(Counter);
  return cub_histogram_prepare(&job);
}
#endif

template <class T>
contest make_contest(const histogram_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = static_cast<double>(c.n * sizeof(T));
  result.rounds = c.n < (1U << 25) ? 60 : 20;
  result.prepare = [=] {
    on->choose(c);
    on->spoil_counts();  // places them
    on->empty = omprim::empty_launch_seconds(on->where);
  };
  const auto timed_into = [=](const auto& counts) {
    return [=, into = &counts](bool& checked, const auto& call) {
      return timed(*on, c, *into, checked, [&] { return succeeds(call); });
    };
  };
  add_ours(result, on, timed_into(on->counts), [=] { on->run_omprim(c, on->where); });
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_into(on->narrow_counts),
          [=] { return prepare(c, *on, on->narrow_counts); });
  add_cub(result, "CUB, 8 bytes", timed_into(on->counts),
          [=] { return prepare(c, *on, on->counts); });
#endif
  return result;
}

// Adds the cases of one type, with these numbers of bins of equal width; for int32, also with bins
// between edges.
template <class T>
void add_type(std::vector<contest>& contests, const omprim::execution& where, const options& chosen,
              element type, const std::vector<std::size_t>& bins) {
  const std::size_t longest = sizes[std::size(sizes) - 1];
  const std::size_t most = longest_array(chosen, longest);
  const auto on = std::make_shared<device_arrays<T>>(where, most);
  const auto add = [&](const histogram_case& c) {
    if (c.n > most || !selected(chosen, c.name())) return;
    contests.push_back(with_options(make_contest<T>(c, on), chosen));
  };
  for (const histogram_values values : all_values) {
    for (const std::size_t n : sizes) {
      for (const std::size_t count : bins) add({type, false, count, values, 0, n});
      if (type == element::int32) add({type, true, 256, values, 0, n});
    }
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const omprim::execution where = device.where();
  std::vector<contest> contests;
  add_type<std::int32_t>(contests, where, chosen, element::int32,
                         {std::begin(bin_counts), std::end(bin_counts)});
  add_type<float>(contests, where, chosen, element::float32, {256});
  add_type<double>(contests, where, chosen, element::float64, {256});
  return contests;
}

void print_results(const contest_results& all) {
  std::vector<cells> rows = {{"case", "G elements/s", "GB/s read", "CUB G elements/s",
                              "CUB, 8 bytes, G elements/s", "CUB / omprim, kernel",
                              "CUB, 8 bytes / omprim, kernel", "wall ms", "CUB wall ms",
                              "CUB / omprim, wall", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing ours = find_or_empty(standings, "omprim");
    const standing cub = find_or_empty(standings, "CUB");
    const standing wide = find_or_empty(standings, "CUB, 8 bytes");
    const double n = elements_of(c) * 1e-9;
    rows.push_back({c.name, fixed(n / ours.kernel, 1), fixed(c.bytes / ours.kernel * 1e-9, 0),
                    fixed(n / cub.kernel, 1), fixed(n / wide.kernel, 1),
                    fixed(cub.kernel / ours.kernel, 3), fixed(wide.kernel / ours.kernel, 3),
                    milliseconds(ours.wall), milliseconds(cub.wall), fixed(cub.wall / ours.wall, 3),
                    std::to_string(ours.wrong + cub.wrong + wide.wrong)});
  }
  print_table(rows);
}

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Histograms on a device",
       "Counts have 8 bytes in omprim, 4 bytes in CUB, and 8 bytes where it says so. ",
       ", all counts compared", make_contests, print_results});
}
