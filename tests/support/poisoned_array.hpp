// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "support/memory.hpp"
#include "support/values.hpp"

namespace omprim_test {

/// A pool of values. Tests use its first n values, at any alignment. The elements before and
/// directly after these n are poison for the operation. A change of n costs two small copies.
template <class T>
class poisoned_array {
 public:
  static constexpr std::size_t fence = 64;  ///< elements of poison on either side

  poisoned_array(const omprim::execution& where, omprim::operation op, std::vector<T> pool)
      : pool_(std::move(pool)),
        memory_(where, (pool_.size() + 3 * fence) * sizeof(T)),
        image_(pool_.size() + 3 * fence) {
    for (std::size_t i = 0; i < fence; ++i) poison_.push_back(poison<T>(op, i));
    place(0);
  }

  /// Moves the pool to `offset` elements (below `fence`) past an aligned address.
  void place(std::size_t offset) {
    start_ = fence + offset;
    for (std::size_t i = 0; i < image_.size(); ++i) image_[i] = poison_[i % fence];
    std::copy(pool_.begin(), pool_.end(), image_.begin() + static_cast<std::ptrdiff_t>(start_));
    memory_.write(0, image_.data(), image_.size() * sizeof(T));
    end_ = pool_.size();
  }

  /// Sets the end of the data to n elements.
  void limit(std::size_t n) {
    const std::size_t restored = std::min(fence, pool_.size() - end_);
    put(end_, pool_.data() + end_, restored);
    put(n, poison_.data(), fence);
    end_ = n;
  }

  [[nodiscard]] const T* data() const { return reinterpret_cast<T*>(memory_.data()) + start_; }
  [[nodiscard]] const T* pool() const { return pool_.data(); }
  [[nodiscard]] std::size_t size() const { return pool_.size(); }

  /// Whether data and poison are unchanged.
  [[nodiscard]] bool is_untouched() const {
    std::vector<T> now(image_.size());
    memory_.read(now.data(), 0, now.size() * sizeof(T));
    return std::memcmp(now.data(), image_.data(), now.size() * sizeof(T)) == 0;
  }

 private:
  void put(std::size_t at, const T* from, std::size_t count) {
    if (count == 0) return;
    std::copy_n(from, count, image_.begin() + static_cast<std::ptrdiff_t>(start_ + at));
    memory_.write((start_ + at) * sizeof(T), from, count * sizeof(T));
  }

  std::vector<T> pool_;
  memory memory_;
  std::vector<T> image_;  // the expected content of memory_
  std::vector<T> poison_;
  std::size_t start_ = 0;
  std::size_t end_ = 0;
};

}  // namespace omprim_test
