// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include <instantiate/variant.hpp>
#include <omprim/detail/base/abi.hpp>

/// The host rows that are compiled for the lowest ISA level only: the published listings on
/// pairs other than the papers' int32 sum. They are there to be compared in kind; three
/// copies of each would triple the build for no reader.
namespace omprim::inline OMPRIM_ABI::instantiate {
using omprim::detail::variant_span;
variant_span baseline_int32();
variant_span baseline_uint32();
variant_span baseline_int64();
variant_span baseline_uint64();
variant_span baseline_float32();
variant_span baseline_float64();
}  // namespace omprim::inline OMPRIM_ABI::instantiate

namespace omprim::detail {

void collect_listings(std::vector<variant_span>& spans);
void collect_listings(std::vector<variant_span>& spans) {
  using namespace omprim::OMPRIM_ABI::instantiate;
  for (const auto& rows : {baseline_int32(), baseline_uint32(), baseline_int64(), baseline_uint64(),
                           baseline_float32(), baseline_float64()}) {
    spans.push_back(rows);
  }
}

}  // namespace omprim::detail
