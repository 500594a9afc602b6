// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace omprim_test {

/// Host memory between two unreadable pages. If an array is at its end (start), any read after
/// (before) the array crashes, even if the value is not used.
class guarded_pages {
 public:
  explicit guarded_pages(std::size_t bytes)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        inside_((bytes + page_ - 1) / page_ * page_) {
    void* all = mmap(nullptr, inside_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    all_ = static_cast<std::byte*>(all);
    if (mprotect(all_ + page_, inside_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  }
  ~guarded_pages() { munmap(all_, inside_ + 2 * page_); }
  guarded_pages(const guarded_pages&) = delete;
  guarded_pages& operator=(const guarded_pages&) = delete;

  /// Copies the values so that they end where the unreadable page begins.
  template <class T>
  const T* at_end(const T* values, std::size_t n) {
    return put(values, n, all_ + page_ + inside_ - n * sizeof(T));
  }
  /// Copies the values so that they begin where the unreadable page ends.
  template <class T>
  const T* at_start(const T* values, std::size_t n) {
    return put(values, n, all_ + page_);
  }

 private:
  template <class T>
  const T* put(const T* values, std::size_t n, std::byte* to) {
    if (n != 0) std::memcpy(to, values, n * sizeof(T));
    return reinterpret_cast<const T*>(to);
  }

  std::size_t page_;
  std::size_t inside_;
  std::byte* all_;
};

}  // namespace omprim_test
