// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/trial.hpp"

#include "inputs/memory.hpp"

namespace omprim::command {

std::unique_ptr<trial> make_trial(const trial_case& what) {
  // The host holds the input, the expected output (at most 8 bytes an element) and a flag for each
  // element, wherever the trial runs.
  require_host_memory(what.n, size_of(what.type) + 1 + sizeof(std::int64_t));
  switch (algorithm_of(what.op)) {
    case algorithm::scan:
      return make_scan_trial(what);
    case algorithm::segment:
      return make_segment_trial(what);
    default:
      return make_select_trial(what);
  }
}

}  // namespace omprim::command
