// SPDX-License-Identifier: BSD-3-Clause
// Sorts on a device, beside CUB where the build has it; see README.md.
#include <cstdio>
#include <memory>
#include <type_traits>

#include <omprim/measure.hpp>

#include "device_jobs.hpp"
#include "sort_cases.hpp"
#include "support/program.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_sort_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t sizes[] = {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 27,
                                 std::size_t{1} << 28};
constexpr sort_values all_values[] = {sort_values::random, sort_values::sorted,
                                      sort_values::few_distinct, sort_values::equal};
constexpr std::size_t short_n = std::size_t{1} << 20;

/// Keys of 8 bytes are sorted up to 2^27 of them, those of 4 bytes at all other sizes.
template <class T>
constexpr bool has_size(std::size_t n) {
  return sizeof(T) == 8 ? n <= sizes[2] : n != sizes[2];
}

// The arrays of all cases of one type, and the seconds of an empty launch.
template <class T>
struct device_arrays : sort_arrays<T> {
  using sort_arrays<T>::sort_arrays;
  double empty = 0;
};

// Checks the outputs before the first timing, and short ones after each.
template <class T, class Call>
sample timed(device_arrays<T>& on, const sort_case& c, bool& checked, const Call& call) {
  if (!checked) on.spoil(c);
  bool done = call();
  if (!checked && !(done && on.right(c))) return {not_measured, not_measured, false};
  checked = true;
  sample s;
  s.wall = seconds_per_call(c.n <= short_n ? 8 : 1, [&] { done = call() && done; });
  s.right = done && (c.n > short_n || on.right(c));
  return s;
}

template <class T>
void add_ours(contest& into, const sort_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  const auto checked = std::make_shared<bool>(false);
  const auto call = [=] {
    if (c.has_values) {
      omprim::sort_by_key(on->where, on->keys.data(), on->values.data(), c.n, on->keys_out.data(),
                          on->values_out.data());
    } else {
      const T* const keys = on->keys.data();
      omprim::sort(on->where, keys, c.n, on->keys_out.data());
    }
    return true;
  };
  into.contestants.push_back({"omprim", role::ours, [=] {
                                sample s = timed(*on, c, *checked, call);
                                s.kernel = s.wall - on->empty;
                                return s;
                              }});
}

#if defined(OMPRIM_PEER_CUB)
template <class T>
constexpr cub_sort_key cub_key() {
  if (std::is_floating_point_v<T>) return cub_sort_float32;
  return sizeof(T) == 8 ? cub_sort_uint64 : cub_sort_uint32;
}

using plan = std::shared_ptr<cub_sort_plan>;

template <class T>
plan make_plan(const sort_case& c, const device_arrays<T>& on) {
  cub_sort_job job{};
  job.type = cub_key<T>();
  job.keys = on.keys.data();
  job.keys_out = on.keys_out.data();
  if (c.has_values) {
    job.values = on.values.data();
    job.values_out = on.values_out.data();
  }
  job.n = static_cast<std::int64_t>(c.n);
  return {cub_sort_prepare(&job), cub_sort_release};
}

template <class T>
void add_cub(contest& into, const sort_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  const auto kept = std::make_shared<plan>();
  const auto checked = std::make_shared<bool>(false);
  into.contestants.push_back({"CUB", role::peer, [=] {
                                if (*kept == nullptr) *kept = make_plan(c, *on);
                                if (*kept == nullptr) return sample{};
                                sample s = timed(*on, c, *checked,
                                                 [&] { return cub_sort_run(kept->get()) == 0; });
                                s.kernel = cub_sort_kernel_seconds(kept->get());
                                return s;
                              }});
  into.finish = [=] { kept->reset(); };
}
#endif

template <class T>
contest make_contest(const sort_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = c.n < (1U << 25) ? 60 : 20;
  result.prepare = [=] {
    on->choose(c);
    on->empty = omprim::empty_launch_seconds(on->where);
  };
  add_ours(result, c, on);
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, c, on);
#endif
  return result;
}

template <class T>
void add_type(std::vector<contest>& contests, const omprim::execution& where, const options& chosen,
              element type, bool has_values) {
  const auto on = std::make_shared<device_arrays<T>>(where);
  for (const sort_values values : all_values) {
    for (const std::size_t n : sizes) {
      const sort_case c{type, has_values, values, 0, n};
      const bool fits = has_size<T>(n) && (chosen.max_n == 0 || n <= chosen.max_n);
      if (!fits || !selected(chosen, c.name())) continue;
      contests.push_back(make_contest<T>(c, on));
      contests.back().figure = chosen.quantile;
      if (chosen.rounds > 0) contests.back().rounds = chosen.rounds;
    }
  }
}

void print_results(const std::vector<std::pair<contest, std::vector<standing>>>& all) {
  std::vector<cells> rows = {{"case", "G keys/s", "CUB G keys/s", "CUB / omprim, kernel", "wall ms",
                              "CUB wall ms", "CUB / omprim, wall", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing none;
    const auto named = [&, &found = standings](const std::string& name) {
      const standing* const s = find(found, name);
      return s == nullptr ? none : *s;
    };
    const standing ours = named("omprim");
    const standing cub = named("CUB");
    const double n = elements_of(c) * 1e-9;
    rows.push_back({c.name, fixed(n / ours.kernel, 2), fixed(n / cub.kernel, 2),
                    fixed(cub.kernel / ours.kernel, 3), milliseconds(ours.wall),
                    milliseconds(cub.wall), fixed(cub.wall / ours.wall, 3),
                    std::to_string(ours.wrong + cub.wrong)});
  }
  print_table(rows);
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  const auto device = start_device(chosen);
  if (!device) return skipped;
  const omprim::execution where = omprim::device(device->info.number);
  std::vector<contest> contests;
  add_type<std::uint32_t>(contests, where, chosen, element::uint32, false);
  add_type<std::uint64_t>(contests, where, chosen, element::uint64, false);
  add_type<float>(contests, where, chosen, element::float32, false);
  add_type<std::uint32_t>(contests, where, chosen, element::uint32, true);
  add_type<std::uint64_t>(contests, where, chosen, element::uint64, true);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_heading("Sorts on a device",
                device->info.name + (device->peers.empty() ? "" : "; peers: " + device->peers),
                chosen);
  std::printf("Quantile %s of interleaved rounds, outputs checked.\n\n",
              fixed(chosen.quantile, 2).c_str());
  print_results(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
