// SPDX-License-Identifier: BSD-3-Clause
#include "commands/preset.hpp"

#include <fmt/format.h>

namespace omprim::command {
namespace {

// Jin & Vetter reduce 1,048,576,000 integers, 100 times; Peri 512 million, 16 times; the OpenCL
// tutorial goes up to 100 million.
constexpr std::uint64_t paper_n = 1048576000;

constexpr preset all_presets[]{
    {"all", "every strategy and every compiled tuning", "", paper_n, 10},
    {"vector-lanes",
     "work-group size x vector lanes, local atomic (Jin & Vetter, figures 2, 4 and 6)",
     "local-atomic-vector", paper_n, 100},
    {"workload",
     "work-group size x items per work-item, local atomic (Jin & Vetter, figures 3, 5 and 7)",
     "local-atomic-workload", paper_n, 100},
    {"strategies", "each strategy with its best tuning, and all tunings (Peri, table 1)", "",
     512000000, 16},
    {"sizes", "array size x work-group size, local-memory tree, speedup over sequential",
     "tree-host-finish", 100000000, 16, true},
    {"select",
     "selection over --n, --work-group-size and --selectivity (Jin & Vetter, Nonuniform "
     "Reduction)",
     "", std::uint64_t{1} << 29, 100, false, algorithm::select},
    {"scan", "inclusive scan over --n and --work-group-size", "", std::uint64_t{1} << 29, 100,
     false, algorithm::scan},
    {"segments",
     "segmented reduction over --n, --work-group-size and --length; --op exact_segmented_sum "
     "(also over --range) and others",
     "", std::uint64_t{1} << 28, 100, false, algorithm::segment},
    {"exact", "exact sums over --n, --work-group-size and --range; --op exact_dot and others", "",
     std::uint64_t{1} << 28, 100, false, algorithm::exact},
    {"histogram",
     "histograms over --n, --work-group-size, --bins and --pattern; --op histogram_edges", "",
     std::uint64_t{1} << 28, 100, false, algorithm::histogram},
    {"sort", "sorts over --n, --work-group-size and --pattern; --op sort_by_key and argsort", "",
     std::uint64_t{1} << 26, 100, false, algorithm::sort},
    {"runs",
     "runs of equal elements over --n, --work-group-size and --length; --op run_sum, run_lengths "
     "and others",
     "", std::uint64_t{1} << 28, 100, false, algorithm::runs},
    {"top-k",
     "the smallest 100 elements over --n, --work-group-size and --pattern; --op kth_smallest", "",
     std::uint64_t{1} << 26, 100, false, algorithm::top_k},
    {"search",
     "n values in n sorted elements, over --n, --work-group-size and --pattern; --op upper_bound",
     "", std::uint64_t{1} << 24, 100, false, algorithm::search},
    {"gather", "gathers over --n, --work-group-size and --pattern; --op scatter", "",
     std::uint64_t{1} << 26, 100, false, algorithm::gather},
    {"merge", "merges over --n, --work-group-size and --pattern; --op merge_by_key", "",
     std::uint64_t{1} << 24, 100, false, algorithm::merge},
    {"hierarchy",
     "nbody, reductions and DGEMM as simple, ND-range, hierarchical and scoped kernels (Deakin "
     "and "
     "others, tables II and III, figures 1 and 2)",
     "", std::uint64_t{1} << 24, 10, false, algorithm::reduce, sweep_subject::forms},
    {"mpi", "calls over the ranks that mpiexec started, --n elements on each, beside MPI_Allreduce",
     "", 1000000, 201, false, algorithm::reduce, sweep_subject::ranks},
};

}  // namespace

std::span<const preset> presets() { return all_presets; }

const preset& find_preset(const std::string& name) {
  std::string known;
  for (const auto& p : presets()) {
    if (p.name == name) return p;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", p.name);
  }
  throw usage_error(fmt::format("there is no sweep '{}'; there are {}", name, known));
}

std::vector<std::uint64_t> sizes_of(const preset& what, std::uint64_t n) {
  if (!what.over_sizes) return {n};
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = 1000; size < n; size *= 10) sizes.push_back(size);
  sizes.push_back(n);
  return sizes;
}

}  // namespace omprim::command
