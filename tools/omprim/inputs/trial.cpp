// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/trial.hpp"

#include <fmt/format.h>

#include "inputs/memory.hpp"
#include "inputs/random.hpp"
#include "inputs/reduction.hpp"
#include "text.hpp"

namespace omprim::command {

std::string array_trial::describe() const {
  const double share = size() == 0 ? 0 : static_cast<double>(written()) / double(size());
  return fmt::format("n = {} ({}), {} written ({:.4g} %)", grouped(size()), bytes_text(bytes()),
                     grouped(written()), 100 * share);
}

std::string trial_case::range_text() const {
  return has_range(op) ? fmt::format(", range 2^{}", range) : "";
}

std::uint64_t length_of_part(const trial_case& what, std::uint64_t number) {
  if (what.length != 0) return what.length;
  constexpr std::uint64_t lengths = 21;
  const std::uint64_t random = random_at(number, what.seed + 1);
  return std::uint64_t{1} << (random % lengths) >> ((random >> 32) % lengths);
}

std::unique_ptr<array_trial> make_array_trial(const trial_case& what) {
  // The host holds the input, the expected output (at most 8 bytes an element) and a flag for each
  // element, wherever the trial runs.
  require_host_memory(what.n, size_of(what.type) + 1 + sizeof(std::int64_t));
  switch (algorithm_of(what.op)) {
    case algorithm::scan:
      return make_scan_trial(what);
    case algorithm::segment:
      return make_segment_trial(what);
    case algorithm::histogram:
      return make_histogram_trial(what);
    case algorithm::sort:
      return make_sort_trial(what);
    case algorithm::runs:
      return make_runs_trial(what);
    case algorithm::top_k:
      return make_top_k_trial(what);
    case algorithm::search:
      return make_search_trial(what);
    case algorithm::gather:
      return make_gather_trial(what);
    case algorithm::merge:
      return make_merge_trial(what);
    default:
      return make_select_trial(what);
  }
}

std::unique_ptr<trial> make_trial(const trial_case& what) {
  if (writes_arrays(algorithm_of(what.op))) return make_array_trial(what);
  return make_reduce_trial(what);
}

}  // namespace omprim::command
