// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/memory.hpp>

namespace omprim_benchmark {

/// An array in memory of `where`: on a device, or on the host, there in huge pages if the system
/// grants them.
template <class T>
class placed_array {
 public:
  explicit placed_array(const omprim::execution& where) : where_(where) {}
  placed_array(const placed_array&) = delete;
  placed_array& operator=(const placed_array&) = delete;
  ~placed_array() { omprim::deallocate(where_, data_); }

  void put(const std::vector<T>& values) {
    if (values.size() > size_) {
      omprim::deallocate(where_, data_);
      data_ = nullptr;
      size_ = values.size();
      data_ = static_cast<T*>(omprim::allocate(where_, size_ * sizeof(T)));
    }
    omprim::copy_in(where_, data_, values.data(), values.size() * sizeof(T));
  }
  /// The first n elements.
  [[nodiscard]] std::vector<T> get(std::size_t n) const {
    std::vector<T> values(n);
    omprim::copy_out(where_, values.data(), data_, n * sizeof(T));
    return values;
  }
  [[nodiscard]] T* data() const { return data_; }

 private:
  omprim::execution where_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace omprim_benchmark
