// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// How the selected lanes of a register are stored (simd/compress.hpp).
enum class lane_store {
  whole,   ///< full-vector store: also overwrites elements after the last selected lane
  masked,  ///< masked store: writes the selected lanes only
  direct   ///< compress-store instruction, straight to memory: writes the selected lanes only
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
