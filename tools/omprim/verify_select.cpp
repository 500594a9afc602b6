// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "select_input.hpp"
#include "selection.hpp"
#include "verdict.hpp"

namespace omprim::command {
namespace {

constexpr double shares[] = {0, 0.01, 0.5, 0.625, 0.99, 1};

// Enough tiles that groups wait for each other; for one share, as it takes its time.
constexpr std::uint64_t many_tiles = 300007;
constexpr double share_of_many = 0.625;

std::set<std::uint64_t> sizes_for(const table_row& row, double share) {
  const auto tile = static_cast<std::uint64_t>(std::max(row.shape.tile(), 1L));
  std::set<std::uint64_t> sizes = {0, 1, 33, tile - 1, tile, tile + 1, 3 * tile + 5};
  if (share == share_of_many) sizes.insert(many_tiles);
  return sizes;
}

std::string check(const select_input& input, const table_row& row) {
  input.spoil_output();
  const auto count = input.run({row.strategy, row.shape, nullptr});
  return input.problem(count, row.strategy != "unordered");
}

}  // namespace

select_verifier::select_verifier(std::vector<table_row> rows,
                                 const std::vector<execution>& backends, std::uint32_t seed)
    : rows_(std::move(rows)), backends_(backends), seed_(seed) {}

std::size_t select_verifier::steps() const { return rows_.size(); }

void select_verifier::run(verdict& result) const {
  for (const table_row& row : rows_) {
    result.step(fmt::format("{} {} {} {}", row.strategy, to_string(row.shape), to_string(row.type),
                            to_string(row.op)));
    result.count_row(row);
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (!runs_on(row, backends_[b])) continue;
      for (const double share : shares) {
        const auto sizes = sizes_for(row, share);
        select_input input(backends_[b], row.type, row.op, *sizes.rbegin() + 1, share, seed_);
        std::uint64_t start = 0;
        for (const std::uint64_t n : sizes) {
          start = 1 - start;
          input.choose(start, n);
          const auto problem = problem_of([&] { return check(input, row); });
          result.count_check(b, problem.empty());
          if (problem.empty()) continue;
          result.report(
              b, row,
              fmt::format("n = {}, offset {}, {} of it kept: {}", n, start, share, problem));
        }
      }
    }
  }
}

}  // namespace omprim::command
