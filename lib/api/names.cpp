// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <string>

#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// The text form of every enumeration, in the order of its enumerators.
namespace omprim {
namespace {

constexpr std::array<std::string_view, 6> element_names = {"int32",  "uint32", "int64",
                                                           "uint64", "float",  "double"};
constexpr std::array<std::string_view, 37> operation_names = {"sum",
                                                              "product",
                                                              "min",
                                                              "max",
                                                              "argmin",
                                                              "argmax",
                                                              "minmax",
                                                              "sum_min_max",
                                                              "bit_and",
                                                              "bit_or",
                                                              "bit_xor",
                                                              "logical_and",
                                                              "logical_or",
                                                              "dot",
                                                              "sum_of_absolutes",
                                                              "sum_of_squares",
                                                              "wide_sum",
                                                              "select_if",
                                                              "select_flagged",
                                                              "select_index",
                                                              "partition",
                                                              "unique",
                                                              "unique_index",
                                                              "count_if",
                                                              "count_flagged",
                                                              "count_unique",
                                                              "scan_sum",
                                                              "scan_min",
                                                              "scan_max",
                                                              "segmented_scan_sum",
                                                              "segmented_scan_min",
                                                              "segmented_scan_max",
                                                              "segmented_sum",
                                                              "segmented_min",
                                                              "segmented_max",
                                                              "segmented_argmin",
                                                              "segmented_argmax"};
static_assert(operation_names.size() == static_cast<std::size_t>(last_operation) + 1,
              "each operation has one name");
constexpr std::array<std::string_view, 6> comparison_names = {
    "less", "less_equal", "equal", "not_equal", "greater_equal", "greater"};
constexpr std::array<std::string_view, 4> backend_names = {"serial", "host", "tbb", "device"};
constexpr std::array<std::string_view, 4> device_kind_names = {"nvidia", "amd", "host", "other"};

template <class Enum, std::size_t count>
std::string_view name_of(Enum value, const std::array<std::string_view, count>& names) {
  const auto i = static_cast<std::size_t>(value);
  return i < count ? names[i] : "?";
}

template <class Enum, std::size_t count>
Enum parse(std::string_view text, std::string_view what,
           const std::array<std::string_view, count>& names) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == text) return static_cast<Enum>(i);
    all += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  throw error(status::unknown_name, "no " + std::string(what) + " is called '" + std::string(text) +
                                        "'; there are " + all);
}

/// The sources of strategies(), which names them by their position here.
const std::array<std::string, 21>& sources() {
  constexpr std::string_view jin = "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, ";
  constexpr std::string_view peri = "Peri: Reduction Operations in Data Parallel C++, ";
  constexpr std::string_view nonuniform = "Jin, Vetter: Nonuniform Reduction in HIP and SYCL, ";
  static const std::array<std::string, 21> all = {
      std::string(jin) + "listing 1",
      std::string(peri) + "reductionAtomics1",
      std::string(peri) + "reductionAtomics2",
      std::string(peri) + "reductionAtomics3",
      std::string(jin) + "listing 2",
      std::string(jin) + "listing 3",
      std::string(jin) + "listing 4",
      "Sum reduction with OpenCL-1.x; " + std::string(jin) + "kernel k1",
      "Deakin et al.: SYCL Hierarchical Parallelism, kernel 'reduction'",
      std::string(jin) + "kernel k2",
      std::string(jin) + "kernel k3",
      std::string(peri) + "multiBlockInterleavedReduction",
      std::string(peri) + "multiBlockInterleavedReductionVector",
      std::string(jin) + "listing 5; " + std::string(peri) + "built-in reduction",
      "omprim",
      std::string(nonuniform) + "listing 1",
      std::string(nonuniform) + "listings 2, 3, 5 and 7",
      "omprim; look-back of Merrill, Garland",
      "omprim; after Billeter, Olsson, Assarsson",
      "omprim; merge path of Merrill, Garland",
      "Deakin et al.: SYCL Hierarchical Parallelism, segmented reduction",
  };
  return all;
}

}  // namespace

std::string_view to_string(element type) noexcept { return name_of(type, element_names); }
std::string_view to_string(operation op) noexcept { return name_of(op, operation_names); }
std::string_view to_string(comparison how) noexcept { return name_of(how, comparison_names); }
std::string_view to_string(backend where) noexcept { return name_of(where, backend_names); }
std::string_view to_string(device_kind kind) noexcept { return name_of(kind, device_kind_names); }

element parse_element(std::string_view text) {
  return parse<element>(text, "element type", element_names);
}
operation parse_operation(std::string_view text) {
  return parse<operation>(text, "operation", operation_names);
}
comparison parse_comparison(std::string_view text) {
  return parse<comparison>(text, "comparison", comparison_names);
}

const std::vector<strategy_info>& strategies() {
  const auto& cited = sources();
  constexpr auto reduce = algorithm::reduce;
  constexpr auto select = algorithm::select;
  constexpr auto scan = algorithm::scan;
  constexpr auto segment = algorithm::segment;
  static const std::vector<strategy_info> all = {
      {reduce, "sequential", cited[0], "one loop over the elements"},
      {reduce, "atomic-per-item", cited[1], "one global atomic per element"},
      {reduce, "atomic-per-block", cited[2], "contiguous block per item, then a global atomic"},
      {reduce, "atomic-interleaved", cited[3],
       "interleaved elements per item, then a global atomic"},
      {reduce, "local-atomic", cited[4], "local atomics, then one global atomic per group"},
      {reduce, "local-atomic-vector", cited[5], "local-atomic with vector loads"},
      {reduce, "local-atomic-workload", cited[6], "local-atomic with several elements per item"},
      {reduce, "tree-host-finish", cited[7], "local-memory tree, partial sums added on the host"},
      {reduce, "tree-relaunch", cited[8], "local-memory tree, launched until one value is left"},
      {reduce, "sub-group", cited[9], "sub-group shuffles, then local and global atomics"},
      {reduce, "work-group", cited[10], "work-group collective, then one global atomic per group"},
      {reduce, "multi-block", cited[11],
       "interleaved blocks, vector accumulators, tree over vectors"},
      {reduce, "multi-block-vector", cited[12],
       "interleaved blocks, vectors folded at once, local atomic"},
      {reduce, "reducer", cited[13], "the framework's own reduction"},
      {reduce, "single-pass", cited[14],
       "wide loads, group reduce, the last group finishes; the default"},
      {select, "sequential", cited[15], "one loop over the elements"},
      {select, "single-pass", cited[17], "tiles by ticket, decoupled look-back; the default"},
      {select, "three-phase", cited[16], "count per block, scan of the counts, compaction"},
      {select, "reduce-then-scan", cited[18], "a large chunk per group, read twice"},
      {select, "unordered", cited[14], "one atomic per tile; the order is lost"},
      {scan, "sequential", cited[14], "one loop over the elements"},
      {scan, "single-pass", cited[17], "tiles by ticket, decoupled look-back; the default"},
      {scan, "reduce-then-scan", cited[14], "a large chunk per group, read twice"},
      {segment, "sequential", cited[14], "one loop over the segments"},
      {segment, "item-per-segment", cited[14], "each item reduces whole segments"},
      {segment, "sub-group-per-segment", cited[14], "each sub-group reduces whole segments"},
      {segment, "group-per-segment", cited[20], "each group reduces whole segments"},
      {segment, "groups-per-segment", cited[14],
       "several groups for each segment, parts combined by a second launch"},
      {segment, "by-ticket", cited[14],
       "long segments one by one, pieces of longer ones; on devices"},
      {segment, "merge-path", cited[19],
       "equal shares of values and ends of segments, joined by the last group; the default"},
  };
  return all;
}

}  // namespace omprim
