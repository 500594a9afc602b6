// SPDX-License-Identifier: BSD-3-Clause
// Compares sorts by key on a device, with values of several sizes, with CUB, if the build has it;
// see README.md.
#include <algorithm>
#include <cstdint>
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
#include "cub_sort_peer.h"
#endif

namespace {

using namespace omprim_benchmark;

constexpr std::size_t sizes[] = {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 27};

// Random uint32 keys.
struct sort_values_case {
  std::size_t value_bytes;
  std::size_t n;

  // "uint32_sort_by_key/value_bytes:16/n:1048576"
  [[nodiscard]] std::string name() const {
    return "uint32_sort_by_key/value_bytes:" + std::to_string(value_bytes) +
           "/n:" + std::to_string(n);
  }
  [[nodiscard]] double bytes() const { return static_cast<double>(n * (4 + value_bytes)); }
};

template <class Word, int words>
struct value_of {
  Word part[words];
};

// The value that goes with a key: what moves apart from its key is seen.
template <class V>
V value_of_key(std::uint32_t key) {
  V value;
  auto* const bytes = reinterpret_cast<unsigned char*>(&value);
  std::uint64_t bits = 0;
  for (std::size_t b = 0; b < sizeof(V); ++b) {
    if (b % 8 == 0) bits = omprim::command::random_at(key, b);
    bytes[b] = static_cast<unsigned char>(bits >> (b % 8 * 8));
  }
  return value;
}

template <class V>
std::vector<V> values_of(const std::vector<std::uint32_t>& keys) {
  std::vector<V> values(keys.size());
  V* const out = values.data();
  const std::uint32_t* const from = keys.data();
  in_pieces(keys.size(), [=](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = value_of_key<V>(from[i]);
  });
  return values;
}

template <class V>
struct device_arrays {
  omprim::execution where;
  placed_array<std::uint32_t> keys{where}, keys_out{where};
  placed_array<V> values{where}, values_out{where};
  std::vector<std::uint32_t> wanted_keys;
  double empty = 0;

  explicit device_arrays(const omprim::execution& on) : where(on) {}

  void choose(std::size_t n) {
    wanted_keys.resize(n);
    for (std::size_t i = 0; i < n; ++i) wanted_keys[i] = random_value<std::uint32_t>(i, 1);
    keys.put(wanted_keys);
    values.put(values_of<V>(wanted_keys));
    omprim::sort(omprim::host(), wanted_keys.data(), n);
    spoil();
    empty = omprim::empty_launch_seconds(where);
  }
  void spoil() {
    keys_out.put(std::vector<std::uint32_t>(wanted_keys.size()));
    values_out.put(std::vector<V>(wanted_keys.size()));
  }
  [[nodiscard]] bool right() const {
    const std::size_t n = wanted_keys.size();
    const std::vector<V> wanted = values_of<V>(wanted_keys);
    const std::vector<V> got = values_out.get(n);
    return keys_out.get(n) == wanted_keys &&
           std::equal(reinterpret_cast<const unsigned char*>(wanted.data()),
                      reinterpret_cast<const unsigned char*>(wanted.data() + n),
                      reinterpret_cast<const unsigned char*>(got.data()));
  }
};

template <class V, class Call>
sample timed(device_arrays<V>& on, const sort_values_case& c, bool& checked, const Call& call) {
  const output_checks checks{[&] { on.spoil(); }, [&] { return on.right(); }, nullptr};
  return checked_sample(checked, c.n < (1U << 22) ? 8 : 1, call, checks);
}

#if defined(OMPRIM_PEER_CUB)
template <class V>
cub_plan* prepare(const sort_values_case& c, const device_arrays<V>& on) {
  cub_sort_job job{};
  job.type = cub_sort_uint32;
  job.keys = on.keys.data();
  job.keys_out = on.keys_out.data();
  job.values = on.values.data();
  job.values_out = on.values_out.data();
  job.value_bytes = sizeof(V);
  job.n = static_cast<std::int64_t>(c.n);
  return cub_sort_prepare(&job);
}
#endif

template <class V>
void add_values(std::vector<contest>& contests, const omprim::execution& where,
                const options& chosen) {
  const auto on = std::make_shared<device_arrays<V>>(where);
  for (const std::size_t n : sizes) {
    const sort_values_case c{sizeof(V), n};
    const bool fits = chosen.max_n == 0 || n <= chosen.max_n;
    if (!fits || !selected(chosen, c.name())) continue;
    contest result;
    result.name = c.name();
    result.bytes = c.bytes();
    result.rounds = 20;
    result.prepare = [=] { on->choose(c.n); };
    const auto timed_call = [=](bool& checked, const auto& call) {
      return timed(*on, c, checked, [&] { return succeeds(call); });
    };
    add_ours(result, on, timed_call, [=] {
      const std::uint32_t* const keys = on->keys.data();
      const V* const values = on->values.data();
      omprim::sort_by_key(on->where, keys, values, n, on->keys_out.data(), on->values_out.data());
    });
#if defined(OMPRIM_PEER_CUB)
    add_cub(result, "CUB", timed_call, [=] { return prepare(c, *on); });
#endif
    contests.push_back(with_options(std::move(result), chosen));
  }
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const omprim::execution where = device.where();
  std::vector<contest> contests;
  add_values<std::uint8_t>(contests, where, chosen);
  add_values<std::uint16_t>(contests, where, chosen);
  add_values<std::uint64_t>(contests, where, chosen);
  add_values<value_of<std::uint32_t, 3>>(contests, where, chosen);
  add_values<value_of<std::uint64_t, 2>>(contests, where, chosen);
  return contests;
}

void print_results(const contest_results& all) { print_beside_cub(all, "keys"); }

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Sorts by key on a device", "", ", outputs checked", make_contests, print_results});
}
