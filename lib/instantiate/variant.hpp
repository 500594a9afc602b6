// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/backend/executor.hpp>
#include <omprim/table.hpp>

namespace omprim::detail {

/// One call of a variant, whatever its types.
struct call {
  const executor* run;  ///< host variants; null: the calling thread alone
  int device;           ///< device variants
  const void* data;
  const void* other;  ///< second operand of dot
  std::uint64_t n;
  reduce_profile* profile;                       ///< may be null
  const selection_request* selection = nullptr;  ///< of a selection; pointers as the device's
  std::uint64_t* count = nullptr;                ///< of a selection; may be null; likewise
  const scan_request* scan = nullptr;            ///< of a scan; likewise
  const segment_request* segment = nullptr;      ///< of a segmented reduction; likewise
};

/// A reduction of an array on the host by the calling thread; `other` is the second operand of dot.
using reduction_alone = reduce_result (*)(const void* data, const void* other, std::uint64_t n);

/// One row of the dispatch table with the function behind it.
struct variant {
  table_row row;
  reduce_result (*run)(const call&);    ///< a selection's count is in value.u
  reduction_alone run_alone = nullptr;  ///< the same in fewer instructions, where there is one
};

/// Rows that an instantiation file made; the memory is static.
struct variant_span {
  const variant* rows;
  std::size_t count;
};

}  // namespace omprim::detail
