// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <omprim/detail/backend/workspace.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/execution.hpp>

/// Memory for the head flags of runs, a bit for each element.
namespace omprim::detail {

/// Head flags in memory of the side that runs the call.
class lent_heads {
 public:
  lent_heads([[maybe_unused]] const execution& where, std::size_t n) {
    const std::size_t words = kernel::words_of_marks(n);
#if OMPRIM_WITH_DEVICE
    if (where.where() == backend::device) {
      workspace_.emplace(where.device_number());
      data_ = static_cast<std::uint64_t*>(workspace_->scratch(words * sizeof(std::uint64_t)));
      return;
    }
#endif
    memory_.reset(new std::uint64_t[words]);
    data_ = memory_.get();
  }
  [[nodiscard]] std::uint64_t* data() const { return data_; }

 private:
#if OMPRIM_WITH_DEVICE
  std::optional<device_workspace> workspace_;
#endif
  std::unique_ptr<std::uint64_t[]> memory_;
  std::uint64_t* data_;
};

}  // namespace omprim::detail
