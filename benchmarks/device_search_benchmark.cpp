// SPDX-License-Identifier: BSD-3-Clause
// Compares searches, gathers, scatters and merges on a device with Thrust and CUB, if the build has
// them; see README.md.
#include <memory>
#include <type_traits>

#include <omprim/measure.hpp>

#include "device_contest.hpp"
#include "search_cases.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_search_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::element;

constexpr std::size_t million = std::size_t{1} << 20;

// The arrays of all cases of one type, and the seconds of an empty launch.
template <class T>
struct device_arrays : search_arrays<T> {
  using search_arrays<T>::search_arrays;
  double empty = 0;
};

// Times calls. The output is checked once before the first timing.
template <class T, class Call>
sample timed(device_arrays<T>& on, const search_case& c, bool& checked, const Call& call) {
  output_checks checks{[&] { on.spoil(c); }, [&] { return on.right(c); }, nullptr};
  return checked_sample(checked, c.n <= million ? 8 : 1, call, checks);
}

template <class T>
void call_ours(const search_case& c, const device_arrays<T>& on) {
  const std::size_t of_a = c.n / 2;
  switch (c.work) {
    case search_work::lower_bound:
      return omprim::lower_bound(on.where, on.a.data(), c.size, on.b.data(), c.n,
                                 on.positions.data());
    case search_work::gather:
      return omprim::gather(on.where, on.a.data(), c.size, on.positions.data(), c.n, on.out.data());
    case search_work::scatter:
      return omprim::scatter(on.where, on.a.data(), on.positions.data(), c.n, on.out.data(),
                             c.size);
    case search_work::merge:
      return omprim::merge(on.where, on.a.data(), of_a, on.b.data(), c.n - of_a, on.out.data());
    case search_work::merge_by_key:
      return omprim::merge_by_key(on.where, on.a.data(), on.a_values.data(), of_a, on.b.data(),
                                  on.b_values.data(), c.n - of_a, on.out.data(),
                                  on.values_out.data());
  }
}

#if defined(OMPRIM_PEER_CUB)
template <class T>
cub_plan* prepare(const search_case& c, const device_arrays<T>& on) {
  cub_search_job job{};
  job.type = std::is_floating_point_v<T> ? cub_search_float64 : cub_search_uint32;
  job.work = static_cast<cub_search_work>(c.work);
  const std::size_t of_a = c.merges() ? c.n / 2 : c.size;
  job.a = on.a.data();
  job.a_size = static_cast<std::int64_t>(of_a);
  job.b = on.b.data();
  job.b_size = static_cast<std::int64_t>(c.merges() ? c.n - of_a : c.n);
  job.positions = on.positions.data();
  job.n = static_cast<std::int64_t>(c.n);
  job.a_values = on.a_values.data();
  job.b_values = on.b_values.data();
  job.out = on.out.data();
  job.values_out = on.values_out.data();
  return cub_search_prepare(&job);
}
#endif

template <class T>
contest make_contest(const search_case& c, const std::shared_ptr<device_arrays<T>>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = c.n < 32 * million ? 60 : 20;
  result.prepare = [=] {
    on->choose(c);
    on->empty = omprim::empty_launch_seconds(on->where);
  };
  const auto timed_call = [=](bool& checked, const auto& call) {
    return timed(*on, c, checked, [&] { return succeeds(call); });
  };
  add_ours(result, on, timed_call, [=] { call_ours(c, *on); });
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_call, [=] { return prepare(c, *on); });
#endif
  return result;
}

// Sorted elements that are in a first-level cache, a second-level cache, or in neither. As many
// values as make a launch worth it, and more.
std::vector<search_case> bound_cases(element type) {
  std::vector<search_case> all;
  for (const std::size_t size : {million / 1024, million, 16 * million, 128 * million}) {
    for (const bool in_order : {false, true}) {
      for (const std::size_t n : {million / 16, 16 * million}) {
        all.push_back({type, search_work::lower_bound, in_order, size, n});
      }
    }
  }
  return all;
}

std::vector<search_case> other_cases() {
  std::vector<search_case> all;
  constexpr element type = element::uint32;
  for (const std::size_t n : {million, 64 * million}) {
    for (const search_work work : {search_work::gather, search_work::scatter}) {
      for (const bool in_order : {false, true}) all.push_back({type, work, in_order, n, n});
    }
  }
  for (const std::size_t n : {million / 16, million, 16 * million, 256 * million}) {
    all.push_back({type, search_work::merge, true, n, n});
    all.push_back({type, search_work::merge_by_key, true, n, n});
  }
  return all;
}

template <class T>
void add_cases(std::vector<contest>& contests, const omprim::execution& where,
               const options& chosen, const std::vector<search_case>& cases) {
  const auto on = std::make_shared<device_arrays<T>>(where);
  for (const search_case& c : cases) {
    if (!selected(chosen, c.name()) || (chosen.max_n > 0 && c.n > chosen.max_n)) continue;
    contests.push_back(with_options(make_contest<T>(c, on), chosen));
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  std::vector<contest> contests;
  add_cases<std::uint32_t>(contests, device.where(), chosen, bound_cases(element::uint32));
  add_cases<double>(contests, device.where(), chosen, bound_cases(element::float64));
  add_cases<std::uint32_t>(contests, device.where(), chosen, other_cases());
  return contests;
}

void print_results(const contest_results& all) { print_beside_cub(all, "elements"); }

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(argc, argv,
                                              {"Searches, gathers and merges on a device", "",
                                               ", outputs checked", make_contests, print_results});
}
