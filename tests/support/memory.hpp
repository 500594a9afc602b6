// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <omprim/memory.hpp>

namespace omprim_test {

/// Bytes that an execution can read, aligned for every type; freed at the end of scope.
class memory {
 public:
  memory(const omprim::execution& where, std::size_t bytes)
      : where_(where), bytes_(bytes), data_(omprim::allocate(where, bytes)) {}
  ~memory() { omprim::deallocate(where_, data_); }
  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
  [[nodiscard]] std::size_t size() const { return bytes_; }

  void write(std::size_t at, const void* from, std::size_t bytes) {
    if (bytes != 0) omprim::copy_in(where_, data() + at, from, bytes);
  }
  void read(void* to, std::size_t at, std::size_t bytes) const {
    if (bytes != 0) omprim::copy_out(where_, to, data() + at, bytes);
  }

 private:
  omprim::execution where_;
  std::size_t bytes_;
  void* data_;
};

/// An array that an execution can read, `offset` elements past an aligned address.
template <class T>
class placed_array {
 public:
  placed_array(const omprim::execution& where, const std::vector<T>& values, std::size_t offset = 0)
      : memory_(where, (values.size() + offset + 1) * sizeof(T)),
        offset_(offset),
        size_(values.size()) {
    memory_.write(offset_ * sizeof(T), values.data(), size_ * sizeof(T));
  }

  [[nodiscard]] const T* data() const { return pointer(); }
  [[nodiscard]] T* pointer() const { return reinterpret_cast<T*>(memory_.data()) + offset_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  void set(std::size_t index, T value) {
    memory_.write((offset_ + index) * sizeof(T), &value, sizeof(T));
  }
  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> copy(size_);
    memory_.read(copy.data(), offset_ * sizeof(T), size_ * sizeof(T));
    return copy;
  }

 private:
  memory memory_;
  std::size_t offset_;
  std::size_t size_;
};

}  // namespace omprim_test
