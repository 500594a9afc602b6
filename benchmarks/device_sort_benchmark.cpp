// SPDX-License-Identifier: BSD-3-Clause
// Compares sorts on a device with CUB, if the build has it; see README.md.
#include <memory>
#include <type_traits>

#include <omprim/measure.hpp>

#include "device_contest.hpp"
#include "sort_cases.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_sort_peer.h"
#endif

namespace {

using namespace omprim_benchmark;
using omprim::element;

// Few keys are sorted by one group.
constexpr std::size_t sizes[] = {std::size_t{1} << 11, std::size_t{1} << 13, std::size_t{1} << 20,
                                 std::size_t{1} << 24, std::size_t{1} << 27, std::size_t{1} << 28};
constexpr sort_values all_values[] = {sort_values::random,       sort_values::sorted,
                                      sort_values::few_distinct, sort_values::equal,
                                      sort_values::repeated,     sort_values::clustered};
constexpr std::size_t short_n = std::size_t{1} << 20;

// Whether arrays of n keys are sorted. The largest array has 2^27 keys of 8 bytes, or 2^28 keys of
// 4 bytes; 2^27 keys of 4 bytes are left out.
template <class T>
constexpr bool has_size(std::size_t n) {
  return n != std::size_t{1} << (sizeof(T) == 8 ? 28 : 27);
}

// The arrays of all cases of one type, and the seconds of an empty launch.
template <class T>
struct device_arrays : sort_arrays<T> {
  using sort_arrays<T>::sort_arrays;
  double empty = 0;
};

// Times calls. The output is checked once before the first timing; the output of a short input also
// after each sample.
template <class T, class Call>
sample timed(device_arrays<T>& on, const sort_case& c, bool& checked, const Call& call) {
  const bool is_short = c.n <= short_n;
  const auto right = [&] { return on.right(c); };
  output_checks checks{[&] { on.spoil(c); }, right, nullptr};
  if (is_short) checks.still_right = right;
  return checked_sample(checked, is_short ? 8 : 1, call, checks);
}

template <class T>
void call_ours(const sort_case& c, const device_arrays<T>& on) {
  const T* const keys = on.keys.data();
  if (c.has_values) {
    omprim::sort_by_key(on.where, keys, on.values.data(), c.n, on.keys_out.data(),
                        on.values_out.data());
  } else {
    omprim::sort(on.where, keys, c.n, on.keys_out.data());
  }
}

#if defined(OMPRIM_PEER_CUB)
template <class T>
constexpr cub_sort_key cub_key() {
  if (std::is_floating_point_v<T>) return sizeof(T) == 8 ? cub_sort_float64 : cub_sort_float32;
  return sizeof(T) == 8 ? cub_sort_uint64 : cub_sort_uint32;
}

template <class T>
cub_plan* prepare(const sort_case& c, const device_arrays<T>& on) {
  cub_sort_job job{};
  job.type = cub_key<T>();
  job.keys = on.keys.data();
  job.keys_out = on.keys_out.data();
  if (c.has_values) {
    job.values = on.values.data();
    job.values_out = on.values_out.data();
    job.value_bytes = sizeof(std::uint32_t);
  }
  job.n = static_cast<std::int64_t>(c.n);
  return cub_sort_prepare(&job);
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
  const auto timed_call = [=](bool& checked, const auto& call) {
    return timed(*on, c, checked, [&] { return succeeds(call); });
  };
  add_ours(result, on, timed_call, [=] { call_ours(c, *on); });
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_call, [=] { return prepare(c, *on); });
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
      contests.push_back(with_options(make_contest<T>(c, on), chosen));
    }
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const omprim::execution where = device.where();
  std::vector<contest> contests;
  add_type<std::uint32_t>(contests, where, chosen, element::uint32, false);
  add_type<std::uint64_t>(contests, where, chosen, element::uint64, false);
  add_type<float>(contests, where, chosen, element::float32, false);
  add_type<double>(contests, where, chosen, element::float64, false);
  add_type<std::uint32_t>(contests, where, chosen, element::uint32, true);
  add_type<std::uint64_t>(contests, where, chosen, element::uint64, true);
  return contests;
}

void print_results(const contest_results& all) { print_beside_cub(all, "keys"); }

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv, {"Sorts on a device", "", ", outputs checked", make_contests, print_results});
}
