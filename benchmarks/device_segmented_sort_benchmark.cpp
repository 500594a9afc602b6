// SPDX-License-Identifier: BSD-3-Clause
// Compares segmented sorts on a device with CUB, if the build has it; see README.md.
#include <memory>
#include <string>
#include <vector>

#include <omprim/measure.hpp>
#include <omprim/omprim.hpp>

#include "device_contest.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#include "support/numbers.hpp"
#include "support/placed_array.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_segmented_sort_peer.h"
#endif

namespace {

using namespace omprim_benchmark;

constexpr std::size_t sizes[] = {std::size_t{1} << 20, std::size_t{1} << 26};
constexpr std::size_t lengths[] = {10, 100, 1000, 10000, 100000};

// uint32 keys in segments of length/2 to length*3/2; values are the positions of their keys.
struct segmented_sort_case {
  bool has_values;
  std::size_t length;
  std::size_t n;

  // "uint32_segmented_sort/length:100/n:1048576"
  [[nodiscard]] std::string name() const {
    return std::string("uint32_segmented_sort") + (has_values ? "_by_key" : "") +
           "/length:" + std::to_string(length) + "/n:" + std::to_string(n);
  }
  [[nodiscard]] double bytes() const { return static_cast<double>(n) * (has_values ? 8 : 4); }
};

std::vector<std::int32_t> random_offsets(const segmented_sort_case& c) {
  std::vector<std::int32_t> offsets{0};
  std::size_t end = 0;
  while (end < c.n) {
    end += c.length / 2 + omprim::command::random_at(offsets.size(), 3) % (c.length + 1);
    offsets.push_back(static_cast<std::int32_t>(std::min(end, c.n)));
  }
  return offsets;
}

// The input and outputs of all cases, and what the host makes of the input.
struct device_arrays {
  omprim::execution where;
  placed_array<std::uint32_t> keys{where}, values{where}, keys_out{where}, values_out{where};
  placed_array<std::int32_t> offsets{where};
  std::size_t segments = 0;
  std::vector<std::uint32_t> wanted_keys, wanted_values;
  double empty = 0;

  explicit device_arrays(const omprim::execution& on) : where(on) {}

  void choose(const segmented_sort_case& c) {
    wanted_keys.resize(c.n);
    wanted_values.resize(c.n);
    for (std::size_t i = 0; i < c.n; ++i) {
      wanted_keys[i] = random_value<std::uint32_t>(i, 1);
      wanted_values[i] = static_cast<std::uint32_t>(i);
    }
    keys.put(wanted_keys);
    values.put(wanted_values);
    const std::vector<std::int32_t> ends = random_offsets(c);
    segments = ends.size() - 1;
    offsets.put(ends);
    omprim::segmented_sort_by_key(omprim::host(), wanted_keys.data(), wanted_values.data(), c.n,
                                  omprim::by_offsets(ends.data(), segments));
    spoil(c);
    empty = omprim::empty_launch_seconds(where);
  }
  void spoil(const segmented_sort_case& c) {
    keys_out.put(std::vector<std::uint32_t>(c.n));
    values_out.put(std::vector<std::uint32_t>(c.n));
  }
  [[nodiscard]] bool right(const segmented_sort_case& c) const {
    return keys_out.get(c.n) == wanted_keys &&
           (!c.has_values || values_out.get(c.n) == wanted_values);
  }
};

template <class Call>
sample timed(device_arrays& on, const segmented_sort_case& c, bool& checked, const Call& call) {
  const output_checks checks{[&] { on.spoil(c); }, [&] { return on.right(c); }, nullptr};
  return checked_sample(checked, c.n < (1U << 22) ? 8 : 1, call, checks);
}

void call_ours(const segmented_sort_case& c, const device_arrays& on) {
  const auto segments = omprim::by_offsets(on.offsets.data(), on.segments);
  const std::uint32_t* const keys = on.keys.data();
  const std::uint32_t* const values = on.values.data();
  if (c.has_values) {
    omprim::segmented_sort_by_key(on.where, keys, values, c.n, segments, on.keys_out.data(),
                                  on.values_out.data());
  } else {
    omprim::segmented_sort(on.where, keys, c.n, segments, on.keys_out.data());
  }
}

#if defined(OMPRIM_PEER_CUB)
cub_plan* prepare(const segmented_sort_case& c, const device_arrays& on) {
  const cub_segmented_sort_job job{on.keys.data(),
                                   on.keys_out.data(),
                                   c.has_values ? on.values.data() : nullptr,
                                   c.has_values ? on.values_out.data() : nullptr,
                                   static_cast<std::int64_t>(c.n),
                                   on.offsets.data(),
                                   static_cast<std::int64_t>(on.segments)};
  return cub_segmented_sort_prepare(&job);
}
#endif

contest make_contest(const segmented_sort_case& c, const std::shared_ptr<device_arrays>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = 20;
  result.prepare = [=] { on->choose(c); };
  const auto timed_call = [=](bool& checked, const auto& call) {
    return timed(*on, c, checked, [&] { return succeeds(call); });
  };
  add_ours(result, on, timed_call, [=] { call_ours(c, *on); });
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_call, [=] { return prepare(c, *on); });
#endif
  return result;
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const auto on = std::make_shared<device_arrays>(device.where());
  std::vector<contest> contests;
  for (const bool has_values : {false, true}) {
    for (const std::size_t n : sizes) {
      for (const std::size_t length : lengths) {
        const segmented_sort_case c{has_values, length, n};
        const bool fits = chosen.max_n == 0 || n <= chosen.max_n;
        if (!fits || !selected(chosen, c.name())) continue;
        contests.push_back(with_options(make_contest(c, on), chosen));
      }
    }
  }
  return contests;
}

void print_results(const contest_results& all) { print_beside_cub(all, "keys"); }

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Segmented sorts on a device", "", ", outputs checked", make_contests, print_results});
}
