// SPDX-License-Identifier: BSD-3-Clause
// Compares functions on runs of equal keys on a device with CUB, if the build has it; see
// README.md.
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <omprim/measure.hpp>
#include <omprim/omprim.hpp>

#include "device_contest.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#include "support/numbers.hpp"
#include "support/placed_array.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_runs_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::operation;

constexpr std::size_t sizes[] = {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24,
                                 std::size_t{1} << 28};
constexpr std::size_t mean_lengths[] = {2, 8, 100, 10000};
constexpr std::size_t short_n = std::size_t{1} << 20;

enum class result { length, first, sum };

// Runs of a geometric distribution. The key of a run is its number, and values are small whole
// numbers, so that sums are exact.
template <class Key, class T>
struct device_arrays {
  using value = T;

  omprim::execution where;
  placed_array<Key> keys{where};
  placed_array<T> values{where};
  placed_array<Key> unique{where};
  placed_array<T> results{where};
  placed_array<std::uint64_t> heads{where};
  std::vector<Key> wanted_keys;
  std::vector<T> wanted;
  double empty = 0;  ///< seconds of an empty launch

  explicit device_arrays(const omprim::execution& on) : where(on) {}

  void choose(std::size_t n, std::size_t mean, result of_run) {
    std::vector<Key> data(n);
    std::vector<T> all(n);
    wanted_keys.clear();
    wanted.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t random = omprim::command::random_at(i, 5);
      all[i] = static_cast<T>(random >> 60);
      if (i == 0 || random % mean == 0) {
        wanted_keys.push_back(static_cast<Key>(wanted_keys.size()));
        wanted.push_back(of_run == result::first ? all[i] : T(0));
      }
      data[i] = wanted_keys.back();
      const T more = of_run == result::length ? T(1) : of_run == result::sum ? all[i] : T(0);
      wanted.back() = static_cast<T>(wanted.back() + more);
    }
    keys.put(data);
    values.put(all);
    heads.put(std::vector<std::uint64_t>(n / 64 + 1));
    spoil(n);
  }
  void spoil(std::size_t n) {
    unique.put(std::vector<Key>(n));
    results.put(std::vector<T>(n));
  }
  [[nodiscard]] bool right() const {
    return unique.get(wanted_keys.size()) == wanted_keys && results.get(wanted.size()) == wanted;
  }
};

// Times a call that returns the number of runs. All outputs are compared before the first timing;
// those of a short input also after each sample.
template <class Arrays, class Call>
sample timed(Arrays& on, std::size_t n, bool& checked, const Call& call) {
  const auto right = [&] { return on.right(); };
  output_checks checks{[&] { on.spoil(n); }, right, nullptr};
  if (n <= short_n) checks.still_right = right;
  return checked_sample(
      checked, n <= short_n ? 8 : 1,
      [&] { return static_cast<std::size_t>(call()) == on.wanted_keys.size(); }, checks);
}

template <class Arrays>
std::size_t count_ours(result of_run, std::size_t n, const Arrays& on) {
  if constexpr (std::is_same_v<typename Arrays::value, std::int32_t>) {
    if (of_run == result::length) {
      return omprim::run_length_encode(on.where, on.keys.data(), n, on.unique.data(),
                                       on.results.data());
    }
  }
  if (of_run == result::first) {
    return omprim::unique_by_key(on.where, on.keys.data(), on.values.data(), n, on.unique.data(),
                                 on.results.data());
  }
  return omprim::reduce_by_key(on.where, on.keys.data(), on.values.data(), n, on.unique.data(),
                               on.results.data());
}

#if defined(OMPRIM_PEER_CUB)
template <class Arrays>
cub_plan* prepare(cub_runs_kind kind, std::size_t n, const Arrays& on) {
  const cub_runs_job job{kind,
                         on.keys.data(),
                         on.values.data(),
                         on.unique.data(),
                         on.results.data(),
                         static_cast<std::int64_t>(n)};
  return cub_runs_prepare(&job);
}
#endif

template <class Key, class T>
void add_cases(std::vector<contest>& contests, const omprim::execution& where,
               const options& chosen, const std::string& name, result of_run) {
  using arrays = device_arrays<Key, T>;
  const auto on = std::make_shared<arrays>(where);
  for (const std::size_t mean : mean_lengths) {
    for (const std::size_t n : sizes) {
      contest c;
      c.name = name + "/mean:" + std::to_string(mean) + "/n:" + std::to_string(n);
      c.bytes = static_cast<double>(n * (sizeof(Key) + (of_run == result::length ? 0 : sizeof(T))));
      c.rounds = n < (1U << 25) ? 40 : 10;
      const bool fits = chosen.max_n == 0 || n <= chosen.max_n;
      if (!fits || !selected(chosen, c.name)) continue;
      const auto key_type = omprim::detail::element_of<Key>();
      const auto type = omprim::detail::element_of<T>();
      c.prepare = [=] {
        on->choose(n, mean, of_run);
        (void)omprim::runs_any(on->where, key_type, operation::run_heads, on->keys.data(), n,
                               {on->heads.data(), on->unique.data()});
        on->empty = omprim::empty_launch_seconds(on->where);
      };
      const auto timed_call = [=](bool& checked, const auto& call) {
        return timed(*on, n, checked, call);
      };
      add_ours(c, on, timed_call, [=] { return count_ours(of_run, n, *on); });
      // The two steps alone.
      c.contestants.push_back({"first", role::limit, [=] {
                                 sample s;
                                 s.wall = seconds_per_call(1, [&] {
                                   (void)omprim::runs_any(on->where, key_type, operation::run_heads,
                                                          on->keys.data(), n,
                                                          {on->heads.data(), nullptr});
                                 });
                                 s.kernel = s.wall - on->empty;
                                 s.right = true;
                                 return s;
                               }});
      c.contestants.push_back({"second", role::limit, [=] {
                                 sample s;
                                 const auto op = of_run == result::length  ? operation::run_lengths
                                                 : of_run == result::first ? operation::run_first
                                                                           : operation::run_sum;
                                 s.wall = seconds_per_call(1, [&] {
                                   (void)omprim::runs_any(on->where, type, op, on->values.data(), n,
                                                          {on->heads.data(), on->results.data()});
                                 });
                                 s.kernel = s.wall - on->empty;
                                 s.right = true;
                                 return s;
                               }});
#if defined(OMPRIM_PEER_CUB)
      const auto kind = of_run == result::length  ? cub_runs_lengths
                        : of_run == result::first ? cub_runs_first
                        : sizeof(Key) == 4        ? cub_runs_int32_int32
                                                  : cub_runs_int64_float64;
      add_cub(c, "CUB", timed_call, [=] { return prepare(kind, n, *on); });
#endif
      contests.push_back(with_options(c, chosen));
    }
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  std::vector<contest> contests;
  const omprim::execution where = device.where();
  add_cases<std::int32_t, std::int32_t>(contests, where, chosen, "int32_lengths", result::length);
  add_cases<std::int32_t, std::int32_t>(contests, where, chosen, "int32_first_by_int32",
                                        result::first);
  add_cases<std::int32_t, std::int32_t>(contests, where, chosen, "int32_sum_by_int32", result::sum);
  add_cases<std::int64_t, double>(contests, where, chosen, "float64_sum_by_int64", result::sum);
  return contests;
}

void print_results(const contest_results& all) {
  std::vector<cells> rows = {{"case", "G elements/s", "CUB", "CUB / omprim, kernel", "wall ms",
                              "CUB wall ms", "CUB / omprim, wall", "find ms", "combine ms",
                              "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing ours = find_or_empty(standings, "omprim");
    const standing cub = find_or_empty(standings, "CUB");
    const double n = elements_of(c) * 1e-9;
    rows.push_back({c.name, fixed(n / ours.kernel, 1), fixed(n / cub.kernel, 1),
                    fixed(cub.kernel / ours.kernel, 3), milliseconds(ours.wall),
                    milliseconds(cub.wall), fixed(cub.wall / ours.wall, 3),
                    milliseconds(find_or_empty(standings, "first").kernel),
                    milliseconds(find_or_empty(standings, "second").kernel),
                    std::to_string(ours.wrong + cub.wrong)});
  }
  print_table(rows);
}

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv, {"Runs on a device", "", ", outputs checked", make_contests, print_results});
}
