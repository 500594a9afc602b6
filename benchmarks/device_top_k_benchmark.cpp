// SPDX-License-Identifier: BSD-3-Clause
// Compares order statistics on a device with CUB, if the build has it, and with a reduction, which
// reads the same array; see README.md.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <omprim/measure.hpp>

#include "device_contest.hpp"
#include "sort_cases.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_top_k_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t sizes[] = {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24,
                                 std::size_t{1} << 28};
constexpr sort_values all_values[] = {sort_values::random, sort_values::sorted,
                                      sort_values::few_distinct, sort_values::equal};
constexpr std::size_t short_n = std::size_t{1} << 20;
constexpr std::size_t all_k[] = {0, 10, 1000, std::size_t{1} << 17};

// The k largest elements, or with k = 0 the median.
struct top_k_case {
  sort_case input;
  std::size_t k;

  [[nodiscard]] std::size_t n() const { return input.n; }
  /// "float32_top_k/random/k:1000/n:1024"
  [[nodiscard]] std::string name() const {
    std::string text = input.name();
    text.replace(text.find("_sort"), 5, k == 0 ? "_median" : "_top_k");
    const std::string chosen = k == 0 ? "" : "/k:" + std::to_string(k);
    return text.insert(text.rfind("/n:"), chosen);
  }
};

// The input and the output of all cases of one type, and the seconds of an empty launch.
template <class T>
struct device_arrays {
  omprim::execution where;
  placed_array<T> data{where};
  placed_array<T> out{where};
  std::vector<T> wanted;
  T median{};
  double empty = 0;

  explicit device_arrays(const omprim::execution& on) : where(on) {}

  void choose(const top_k_case& c) {
    std::vector<T> all = sort_data<T>(c.input);
    data.put(all);
    out.put(std::vector<T>(c.n()));
    const std::size_t place = c.k == 0 ? (c.n() - 1) / 2 : c.k;
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(place);
    if (c.k == 0) {
      std::nth_element(all.begin(), at, all.end());
      wanted = {*at};
    } else {
      std::nth_element(all.begin(), at, all.end(), std::greater<T>());
      std::sort(all.begin(), at, std::greater<T>());
      wanted.assign(all.begin(), at);
    }
    empty = omprim::empty_launch_seconds(where);
  }
  void spoil(const top_k_case& c) {
    out.put(std::vector<T>(std::max<std::size_t>(c.k, 1)));
    median = T();
  }
  /// Whether the output is right; CUB may write its elements in any order.
  [[nodiscard]] bool right(const top_k_case& c, bool in_order) const {
    std::vector<T> found = out.get(c.k);
    if (!in_order) std::sort(found.begin(), found.end(), std::greater<T>());
    return found == wanted;
  }
};

// Times calls. The output is checked once before the first timing; the output of a short input also
// after each sample.
template <class T, class Call>
sample timed(device_arrays<T>& on, const top_k_case& c, bool& checked, const Call& call,
             const std::function<bool()>& right) {
  const bool is_short = c.n() <= short_n;
  output_checks checks{[&] { on.spoil(c); }, right, nullptr};
  if (is_short) checks.still_right = right;
  return checked_sample(checked, is_short ? 8 : 1, call, checks);
}

template <class T>
void call_ours(const top_k_case& c, device_arrays<T>& on) {
  const T* const data = on.data.data();
  if (c.k == 0) {
    on.median = omprim::median(on.where, data, c.n());
  } else {
    omprim::top_k(on.where, data, c.n(), c.k, on.out.data());
  }
}

// A reduction that reads the array: the least time of a call.
template <class T>
void add_read(contest& into, const top_k_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  into.contestants.push_back({"read", role::limit, [=] {
                                sample s;
                                s.wall = seconds_per_call(c.n() <= short_n ? 8 : 1, [&] {
                                  (void)omprim::max(on->where, on->data.data(), c.n());
                                });
                                s.kernel = s.wall - on->empty;
                                s.right = true;
                                return s;
                              }});
}

#if defined(OMPRIM_PEER_CUB)
template <class T>
cub_plan* prepare(const top_k_case& c, const device_arrays<T>& on) {
  cub_top_k_job job{};
  job.type = std::is_floating_point_v<T> ? cub_top_k_float32 : cub_top_k_uint64;
  job.data = on.data.data();
  job.out = on.out.data();
  job.n = static_cast<std::int64_t>(c.n());
  job.k = static_cast<std::int64_t>(c.k);
  return cub_top_k_prepare(&job);
}

// Whether the last call of CUB was right.
template <class T>
bool cub_is_right(const top_k_case& c, const device_arrays<T>& on) {
  return c.k == 0 ? on.out.get((c.n() + 1) / 2).back() == on.wanted.front()
                  : on.right(c, cub_top_k_is_unordered() == 0);
}
#endif

template <class T>
contest make_contest(const top_k_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.input.bytes();
  result.rounds = c.n() < (1U << 25) ? 60 : 20;
  result.prepare = [=] { on->choose(c); };
  const auto timed_by = [=](const auto& right) {
    return [=](bool& checked, const auto& call) {
      return timed(*on, c, checked, [&] { return succeeds(call); }, right);
    };
  };
  const auto right = [=] {
    return c.k == 0 ? on->median == on->wanted.front() : on->right(c, true);
  };
  add_ours(result, on, timed_by(right), [=] { call_ours(c, *on); });
  add_read(result, c, on);
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_by([=] { return cub_is_right(c, *on); }),
          [=] { return prepare(c, *on); });
#endif
  return result;
}

template <class T>
void add_type(std::vector<contest>& contests, const omprim::execution& where, const options& chosen,
              element type) {
  const auto on = std::make_shared<device_arrays<T>>(where);
  for (const std::size_t k : all_k) {
    for (const sort_values values : all_values) {
      for (const std::size_t size : sizes) {
        const std::size_t n = std::min(size, (std::size_t{1} << 30) / sizeof(T));
        const top_k_case c{{type, false, values, 0, n}, k};
        const bool fits = k <= n / 4 && (chosen.max_n == 0 || n <= chosen.max_n);
        if (!fits || !selected(chosen, c.name())) continue;
        contests.push_back(with_options(make_contest<T>(c, on), chosen));
      }
    }
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  std::vector<contest> contests;
  add_type<float>(contests, device.where(), chosen, element::float32);
  add_type<std::uint64_t>(contests, device.where(), chosen, element::uint64);
  return contests;
}

void print_results(const contest_results& all) {
#if defined(OMPRIM_PEER_CUB)
  std::printf("CUB: %s.\n\n", cub_top_k_is_unordered() != 0
                                  ? "DeviceTopK, in no order; of medians, DeviceRadixSort"
                                  : "DeviceRadixSort, of all elements");
#endif
  std::vector<cells> rows = {{"case", "GB/s", "CUB GB/s", "CUB / omprim, kernel",
                              "omprim / read, kernel", "wall ms", "CUB wall ms",
                              "CUB / omprim, wall", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing ours = find_or_empty(standings, "omprim");
    const standing cub = find_or_empty(standings, "CUB");
    const standing read = find_or_empty(standings, "read");
    const double gigabytes = c.bytes * 1e-9;
    rows.push_back({c.name, fixed(gigabytes / ours.kernel, 0), fixed(gigabytes / cub.kernel, 0),
                    fixed(cub.kernel / ours.kernel, 2), fixed(ours.kernel / read.kernel, 2),
                    milliseconds(ours.wall), milliseconds(cub.wall), fixed(cub.wall / ours.wall, 2),
                    std::to_string(ours.wrong + cub.wrong)});
  }
  print_table(rows);
}

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Order statistics on a device", "", ", outputs checked", make_contests, print_results});
}
