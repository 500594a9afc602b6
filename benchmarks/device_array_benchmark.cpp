// SPDX-License-Identifier: BSD-3-Clause
// Compares selections and scans on a device with CUB, if the build has it; see README.md.
#include <memory>

#include <omprim/measure.hpp>

#include "array_cases.hpp"
#include "device_contest.hpp"
#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#if defined(OMPRIM_PEER_CUB)
#include "cub_array_peer.h"
#endif

namespace {

using namespace omprim_benchmark;

constexpr std::size_t paper_n = 1'048'576'000;
constexpr std::size_t sizes[] = {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24,
                                 std::size_t{1} << 29, paper_n};
constexpr double shares[] = {0.01, 0.5, 0.625, 0.99};

// The input and the output on the device, and the expected output on the host.
struct arrays {
  omprim::execution where;
  std::vector<std::int32_t> host;
  std::int32_t* data;
  std::int32_t* out;
  std::vector<std::int32_t> wanted;
  double empty = 0;

  arrays(const omprim::execution& on, std::size_t n)
      : where(on), host(random_elements(n)), data(allocate(n)), out(allocate(n)) {
    omprim::copy_in(where, data, host.data(), n * sizeof(std::int32_t));
  }
  arrays(const arrays&) = delete;
  arrays& operator=(const arrays&) = delete;
  ~arrays() {
    omprim::deallocate(where, data);
    omprim::deallocate(where, out);
  }

  [[nodiscard]] std::int32_t* allocate(std::size_t n) const {
    return static_cast<std::int32_t*>(omprim::allocate(where, n * sizeof(std::int32_t)));
  }
  void spoil_output(std::size_t n) const {
    omprim::copy_in(where, out, std::vector<std::int32_t>(n, -7).data(), n * sizeof(std::int32_t));
  }
  [[nodiscard]] std::int64_t kept() const { return static_cast<std::int64_t>(wanted.size()); }
  [[nodiscard]] bool right() const {
    std::vector<std::int32_t> got(wanted.size());
    omprim::copy_out(where, got.data(), out, got.size() * sizeof(std::int32_t));
    return got == wanted;
  }
};

// Times calls, which return the number of elements kept. The output is compared once, before the
// first timing; the number is compared after every call.
template <class Call>
sample timed(const arrays& on, const array_case& c, bool& checked, const Call& call) {
  return checked_sample(checked, c.n < (1U << 22) ? 8 : 1,
                        [&] { return call() == (c.selects ? on.kept() : 0); },
                        {[&] { on.spoil_output(c.n); }, [&] { return on.right(); }, nullptr});
}

contest make_contest(const array_case& c, const std::shared_ptr<arrays>& on) {
  contest result;
  result.name = c.name();
  result.bytes = c.bytes();
  result.rounds = c.n < (1U << 25) ? 100 : 30;
  result.prepare = [=] {
    on->wanted = expected_output(c, on->host.data());
    on->empty = omprim::empty_launch_seconds(on->where);
  };
  const auto timed_call = [=](bool& checked, const auto& call) {
    return timed(*on, c, checked, call);
  };
  add_ours(result, on, timed_call, [=] {
    const std::size_t count = run_omprim(c, on->where, on->data, on->out);
    return c.selects ? static_cast<std::int64_t>(count) : 0;
  });
#if defined(OMPRIM_PEER_CUB)
  add_cub(result, "CUB", timed_call, [=] {
    const auto n = static_cast<std::int64_t>(c.n);
    return c.selects ? cub_array_select(on->data, n, on->out, c.bound())
                     : cub_array_scan(on->data, n, on->out);
  });
#endif
  return result;
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const std::size_t longest = longest_array(chosen, paper_n);
  const auto on = std::make_shared<arrays>(device.where(), longest);
  std::vector<contest> contests;
  const auto add = [&](const array_case& c) {
    if (!selected(chosen, c.name())) return;
    contests.push_back(with_options(make_contest(c, on), chosen));
  };
  for (const std::size_t n : sizes) {
    if (n > longest) continue;
    for (const double share : shares) add({true, share, 0, n});
    add({false, 1, 0, n});
  }
  return contests;
}

void print_results(const contest_results& all) {
  std::vector<cells> rows = {{"case", "kernel ms", "G elements/s", "GB/s moved", "wall ms",
                              "CUB kernel ms", "CUB wall ms", "CUB / omprim, kernel",
                              "CUB / omprim, wall", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing ours = find_or_empty(standings, "omprim");
    const standing theirs = find_or_empty(standings, "CUB");
    const double n = elements_of(c);
    rows.push_back({c.name, milliseconds(ours.kernel), fixed(n / ours.kernel * 1e-9, 1),
                    fixed(c.bytes / ours.kernel * 1e-9, 0), milliseconds(ours.wall),
                    milliseconds(theirs.kernel), milliseconds(theirs.wall),
                    fixed(theirs.kernel / ours.kernel, 3), fixed(theirs.wall / ours.wall, 3),
                    std::to_string(ours.wrong + theirs.wrong)});
  }
  print_table(rows);
}

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Selections and scans on a device", "int32. Bytes are those read and written once. ", "",
       make_contests, print_results});
}
