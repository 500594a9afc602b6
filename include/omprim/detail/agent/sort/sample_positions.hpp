// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Positions of n elements, or of the first 2^32, that look random. They are the same for each n,
/// so that a sort that is repeated takes the same time.
class sample_positions {
 public:
  OMPRIM_INLINE explicit sample_positions(std::uint64_t n) : n_(n), state_(n) {}
  OMPRIM_INLINE std::uint64_t next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return ((state_ >> 32) * n_) >> 32;
  }

 private:
  std::uint64_t n_;
  std::uint64_t state_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
