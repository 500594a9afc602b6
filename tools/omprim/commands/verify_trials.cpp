// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "commands/row_selection.hpp"
#include "inputs/reduction.hpp"
#include "inputs/trial.hpp"
#include "report/verify_report.hpp"

namespace omprim::command {
namespace {

// The number of elements of inputs with so many tiles that groups wait for each other.
constexpr std::uint64_t many_tiles = 300007;

struct flavour {
  double share;
  bool exclusive;
  bool many;  ///< also checked on many tiles, which takes long
  std::uint64_t length = 0;
  std::uint64_t bins = default_bins;
  input_pattern pattern{};
  bool descending = false;
  bool in_place = false;
  std::size_t value_bytes = 4;
  std::uint64_t k = 100;
};

// One bin to more than groups have room for.
std::vector<flavour> histogram_flavours() {
  constexpr std::uint64_t numbers_of_bins[] = {1, 7, 256, 5000, 30011, 100003};
  std::vector<flavour> all;
  for (const auto pattern : patterns_of(algorithm::histogram)) {
    for (const auto bins : numbers_of_bins) {
      const bool many = pattern == input_pattern::uniform || bins == 5000;
      all.push_back({0, false, many, 0, bins, pattern});
    }
  }
  return all;
}

// Each pattern in both directions, one of them in place.
std::vector<flavour> sort_flavours() {
  std::vector<flavour> all;
  bool ascends_in_place = false;
  for (const auto pattern : patterns_of(algorithm::sort)) {
    const bool many = pattern == input_pattern::random;
    all.push_back({0, false, many, 0, 0, pattern, false, ascends_in_place, 4});
    all.push_back({0, false, many, 0, 0, pattern, true, !ascends_in_place, 8});
    ascends_in_place = !ascends_in_place;
  }
  return all;
}

// Each pattern in both directions, with few or many elements to find.
std::vector<flavour> top_k_flavours() {
  std::vector<flavour> all;
  for (const auto pattern : patterns_of(algorithm::top_k)) {
    const bool many = pattern == input_pattern::random;
    all.push_back({0, false, many, 0, 0, pattern, false, false, 4, 1000});
    all.push_back({0, false, many, 0, 0, pattern, true, false, 4, 20011});
  }
  return all;
}

// Each pattern in both directions.
std::vector<flavour> pattern_flavours(algorithm work) {
  std::vector<flavour> all;
  for (const auto pattern : patterns_of(work)) {
    const bool many = pattern == input_pattern::random;
    all.push_back({0, false, many, 0, 0, pattern, false, false, 4});
    all.push_back({0, false, many, 0, 0, pattern, work != algorithm::gather, false, 8});
  }
  return all;
}

bool has_pattern_flavours(algorithm work) {
  return work == algorithm::search || work == algorithm::gather || work == algorithm::merge;
}

std::vector<flavour> flavours_of(operation op) {
  if (algorithm_of(op) == algorithm::top_k) return top_k_flavours();
  if (algorithm_of(op) == algorithm::sort) return sort_flavours();
  if (has_pattern_flavours(algorithm_of(op))) return pattern_flavours(algorithm_of(op));
  if (algorithm_of(op) == algorithm::histogram) return histogram_flavours();
  if (algorithm_of(op) == algorithm::scan) return {{0, false, true}, {0, true, true}};
  if (has_lengths(algorithm_of(op))) {
    return {{0, false, true}, {0, false, false, 1}, {0, false, true, 7}, {0, false, false, 1000}};
  }
  return {{0, false, false},    {0.01, false, false}, {0.5, false, false},
          {0.625, false, true}, {0.99, false, false}, {1, false, false}};
}

std::set<std::uint64_t> sizes_for(const table_row& row, const flavour& how) {
  const auto tile = static_cast<std::uint64_t>(std::max(row.tuning.tile(), 1L));
  std::set<std::uint64_t> sizes = {0, 1, 33, tile - 1, tile, tile + 1, 3 * tile + 5};
  if (how.many) sizes.insert(many_tiles);
  return sizes;
}

std::string check(const array_trial& input, const table_row& row) {
  input.spoil_output();
  const auto result = input.run({row.strategy, row.tuning, nullptr});
  return input.problem(result, row.traits.keeps_order);
}

std::string name_of(operation op, const flavour& how) {
  if (algorithm_of(op) == algorithm::scan) return how.exclusive ? "exclusive" : "inclusive";
  if (has_lengths(algorithm_of(op))) {
    const auto* const parts = algorithm_of(op) == algorithm::runs ? "runs" : "segments";
    return how.length == 0 ? fmt::format("{} of all lengths", parts)
                           : fmt::format("{} of {}", parts, how.length);
  }
  if (algorithm_of(op) == algorithm::histogram) {
    return fmt::format("{} bins, {} elements", how.bins, to_string(how.pattern));
  }
  if (algorithm_of(op) == algorithm::sort) {
    return fmt::format(
        "{} keys, {}{}{}", to_string(how.pattern), how.descending ? "descending" : "ascending",
        how.in_place ? ", in place" : "",
        op == operation::sort ? "" : fmt::format(", {} bytes a value", how.value_bytes));
  }
  if (algorithm_of(op) == algorithm::top_k) {
    return fmt::format("{} elements of {} ones, {}", how.k, to_string(how.pattern),
                       how.descending ? "descending" : "ascending");
  }
  if (has_pattern_flavours(algorithm_of(op))) {
    return fmt::format("{} input, {}, {} bytes a value", to_string(how.pattern),
                       how.descending ? "descending" : "ascending", how.value_bytes);
  }
  return fmt::format("{} of it kept", how.share);
}

void verify_row(const table_row& row, const std::vector<execution>& backends, std::size_t b,
                const flavour& how, std::uint32_t seed, verify_report& result) {
  const auto sizes = sizes_for(row, how);
  const auto input =
      make_array_trial({backends[b], row.type, row.op, *sizes.rbegin() + 1, how.share,
                        how.exclusive, seed, how.length, default_range, how.bins, how.pattern,
                        how.descending, how.in_place, how.value_bytes, how.k});
  std::uint64_t start = 0;
  for (const std::uint64_t n : sizes) {
    start = 1 - start;
    input->choose(start, n);
    const auto problem = problem_of([&] { return check(*input, row); });
    result.count_check(b, problem.empty());
    if (problem.empty()) continue;
    result.report(
        b, row, fmt::format("n = {}, offset {}, {}: {}", n, start, name_of(row.op, how), problem));
  }
}

}  // namespace

trial_verifier::trial_verifier(std::vector<table_row> rows, const std::vector<execution>& backends,
                               std::uint32_t seed)
    : rows_(std::move(rows)), backends_(backends), seed_(seed) {}

std::size_t trial_verifier::steps() const { return rows_.size(); }

void trial_verifier::run(verify_report& result) const {
  for (const table_row& row : rows_) {
    result.step(fmt::format("{} {} {} {}", row.strategy, to_string(row.tuning), to_string(row.type),
                            to_string(row.op)));
    result.count_row(row);
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (!runs_on(row, backends_[b])) continue;
      for (const flavour& how : flavours_of(row.op)) {
        verify_row(row, backends_, b, how, seed_, result);
      }
    }
  }
}

}  // namespace omprim::command
