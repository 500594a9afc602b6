// SPDX-License-Identifier: BSD-3-Clause
#include "device_tables.hpp"

#include <cstdio>

#include "support/program.hpp"

namespace omprim_benchmark {

namespace {

double gigabytes_per_second(double bytes, double seconds) { return bytes / seconds * 1e-9; }

// Whether it is one of CUB's variants. The reproducible sum is another result, not a variant.
bool is_cub(const standing& s) {
  return s.name.compare(0, 3, "CUB") == 0 && s.name != reproducible_cub;
}

double wall_of(const standing* s) { return s == nullptr ? not_measured : s->wall; }

// The shortest of the times of CUB's variants.
double cub_seconds(const std::vector<standing>& all, double standing::* time) {
  std::vector<double> seconds;
  for (const standing& s : all) {
    if (is_cub(s) && s.wrong == 0) seconds.push_back(s.*time);
  }
  return quantile(seconds, 0);
}
double cub_kernel(const std::vector<standing>& all) { return cub_seconds(all, &standing::kernel); }

std::string wrong_ones(const std::vector<standing>& all) {
  std::string names;
  for (const standing& s : all) {
    if (s.wrong > 0) names += (names.empty() ? "" : ", ") + s.name;
  }
  return names.empty() ? "none" : names;
}

constexpr std::size_t prefix = 12;  // the length of "int32_sum/n:"
bool is_int32_sum(const contest& c) { return c.name.compare(0, prefix, "int32_sum/n:") == 0; }
bool is_exact_sum(const contest& c) { return c.name.find("_exact_sum/") != std::string::npos; }

void print_sizes(const contest_results& all) {
  std::vector<cells> rows = {{"n", "omprim us", "CUB us, result copied", "CUB us, result mapped",
                              "Thrust us", "plain OpenMP us", "CUB copied / omprim",
                              "CUB mapped / omprim", "Thrust / omprim", "omprim kernel us",
                              "CUB kernel us", "omprim kernel GB/s", "CUB kernel GB/s", "wrong"}};
  for (const auto& [c, standings] : all) {
    if (!is_int32_sum(c)) continue;
    const standing* const ours = find(standings, "omprim");
    const double copied = wall_of(find(standings, "CUB, result copied"));
    const double mapped = wall_of(find(standings, "CUB, result mapped"));
    const double thrust = wall_of(find(standings, "Thrust"));
    const double theirs = cub_kernel(standings);
    rows.push_back({c.name.substr(prefix), fixed(ours->wall * 1e6, 1), fixed(copied * 1e6, 1),
                    fixed(mapped * 1e6, 1), fixed(thrust * 1e6, 1),
                    fixed(wall_of(find(standings, plain_openmp)) * 1e6, 1),
                    fixed(copied / ours->wall, 3), fixed(mapped / ours->wall, 3),
                    fixed(thrust / ours->wall, 3), fixed(ours->kernel * 1e6, 1),
                    fixed(theirs * 1e6, 1), fixed(gigabytes_per_second(c.bytes, ours->kernel), 0),
                    fixed(gigabytes_per_second(c.bytes, theirs), 0), wrong_ones(standings)});
  }
  if (rows.size() == 1) return;
  std::printf("## int32 sum, by size\n\n");
  print_table(rows);
}

cells operation_row(const contest& c, const std::vector<standing>& standings, double reference,
                    double peak) {
  const standing& ours = *find(standings, "omprim");
  const standing* const peer = fastest(standings, role::peer);
  const double bandwidth = gigabytes_per_second(c.bytes, ours.kernel);
  return {c.name,
          fixed(ours.wall * 1e3, 4),
          fixed(wall_of(peer) * 1e3, 4),
          peer == nullptr ? "-" : peer->name,
          fixed(wall_of(peer) / ours.wall, 3),
          fixed(ours.kernel * 1e3, 4),
          fixed(bandwidth, 0),
          fixed(bandwidth / reference, 3),
          fixed(peak > 0 ? bandwidth / peak : not_measured, 3),
          fixed(gigabytes_per_second(c.bytes, cub_kernel(standings)), 0),
          wrong_ones(standings)};
}

// Prints each job at one size: the int32 sum at its last size, which other jobs have, too.
void print_operations(const contest_results& all, double peak) {
  const contest* sum = nullptr;
  double reference = not_measured;
  for (const auto& [c, standings] : all) {
    if (!is_int32_sum(c)) continue;
    sum = &c;
    reference = gigabytes_per_second(c.bytes, find(standings, "omprim")->kernel);
  }
  std::vector<cells> rows = {{"job", "omprim ms", "best peer ms", "best peer", "peer / omprim",
                              "kernel ms", "kernel GB/s", "share of int32 sum",
                              "share of data sheet", "CUB kernel GB/s", "wrong"}};
  for (const auto& [c, standings] : all) {
    const bool reduces = find(standings, "omprim") != nullptr;
    if (reduces && !is_exact_sum(c) && (!is_int32_sum(c) || &c == sum)) {
      rows.push_back(operation_row(c, standings, reference, peak));
    }
  }
  if (rows.size() == 1) return;
  std::printf("## Long inputs\n\n");
  print_table(rows);
}

void print_exact_sums(const contest_results& all) {
  std::vector<cells> rows = {{"job", "omprim ms", "CUB ms", "CUB reproducible ms", "CUB / omprim",
                              "CUB reproducible / omprim", "omprim kernel ms", "CUB kernel ms",
                              "CUB reproducible kernel ms", "omprim kernel GB/s", "wrong"}};
  for (const auto& [c, standings] : all) {
    if (!is_exact_sum(c)) continue;
    const standing& ours = *find(standings, "omprim");
    const double plain = cub_seconds(standings, &standing::wall);
    const standing* const reproducible = find(standings, reproducible_cub);
    const double theirs = wall_of(reproducible);
    rows.push_back({c.name, fixed(ours.wall * 1e3, 4), fixed(plain * 1e3, 4),
                    fixed(theirs * 1e3, 4), fixed(plain / ours.wall, 3),
                    fixed(theirs / ours.wall, 3), fixed(ours.kernel * 1e3, 4),
                    fixed(cub_kernel(standings) * 1e3, 4),
                    fixed((reproducible == nullptr ? not_measured : reproducible->kernel) * 1e3, 4),
                    fixed(gigabytes_per_second(c.bytes, ours.kernel), 0), wrong_ones(standings)});
  }
  if (rows.size() == 1) return;
  std::printf("## Exact sums\n\n");
  print_table(rows);
}

void print_limits(const contest_results& all, double peak) {
  for (const auto& [c, standings] : all) {
    if (c.name != "device_limits") continue;
    std::vector<cells> rows = {{"limit", "ms", "GB/s", "share of data sheet"}};
    for (const standing& s : standings) {
      const double moved = s.name == "copy" ? 2 * c.bytes : c.bytes;
      const double bandwidth = gigabytes_per_second(moved, s.kernel);
      rows.push_back({s.name, fixed(s.kernel * 1e3, 4), fixed(bandwidth, 0),
                      fixed(peak > 0 ? bandwidth / peak : not_measured, 3)});
    }
    std::printf("## Limits of the device\n\n");
    print_table(rows);
  }
}

}  // namespace

void print_device_tables(const contest_results& all, double peak) {
  print_sizes(all);
  print_operations(all, peak);
  print_exact_sums(all);
  print_limits(all, peak);
}

}  // namespace omprim_benchmark
