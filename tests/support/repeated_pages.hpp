// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace omprim_test {

/// A host array of any size that repeats one block of values, and needs memory only for that block:
/// the block's pages are mapped again and again. Elements that a test sets get pages of their own.
template <class T>
class repeated_pages {
 public:
  static constexpr std::size_t block = std::size_t{64} << 20;  ///< bytes

  repeated_pages(std::size_t n, T value) : bytes_((n * sizeof(T) + block - 1) / block * block) {
    const int file = memfd_create("omprim_test", 0);
    if (file < 0 || ftruncate(file, block) != 0) throw std::bad_alloc();
    void* all =
        mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(all);
    fill_block(file, value);
    for (std::size_t at = 0; at < bytes_; at += block) {
      // A private mapping: an element set in one place does not change the others.
      map(reinterpret_cast<std::byte*>(data_) + at, file, MAP_PRIVATE);
    }
    close(file);
  }
  ~repeated_pages() { munmap(data_, bytes_); }
  repeated_pages(const repeated_pages&) = delete;
  repeated_pages& operator=(const repeated_pages&) = delete;

  [[nodiscard]] const T* data() const { return data_; }
  void set(std::size_t index, T value) { data_[index] = value; }

 private:
  static void map(void* at, int file, int sharing) {
    if (mmap(at, block, PROT_READ | PROT_WRITE, sharing | MAP_FIXED | MAP_NORESERVE, file, 0) ==
        MAP_FAILED) {
      throw std::bad_alloc();
    }
  }
  void fill_block(int file, T value) {
    map(data_, file, MAP_SHARED);
    std::fill_n(data_, block / sizeof(T), value);
  }

  std::size_t bytes_;
  T* data_;
};

}  // namespace omprim_test
