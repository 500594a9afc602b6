// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The different ones of some keys, and how often each occurs. Few different keys are sorted by
/// these counts: they are read once and written once, and none is moved.
template <class Word>
class different_keys {
 public:
  /// To split more takes less time than to count them: with AVX2, 32 by 0.85 to 0.95 (Zen 3,
  /// 2026-11); AVX-512 splits faster.
  static constexpr int most = kernel::vector_bytes == 64 ? 8 : 16;

  [[nodiscard]] const Word* begin() const { return keys_; }
  [[nodiscard]] int count() const { return different_; }

  /// Adds a key that is expected. Returns false if there are too many.
  bool expect(Word key) {
    if (find(key) != different_) return true;
    if (different_ == most) return false;
    keys_[different_++] = key;
    return true;
  }

  /// Counts n keys. Returns false if too many are different; some are not counted then.
  [[nodiscard]] bool take(const Word* keys, std::uint64_t n) {
    const std::uint64_t whole = n / lanes * lanes;
    for (std::uint64_t i = 0; i < whole; i += block) {
      if (!take_packs(keys + i, std::min(block, whole - i))) return false;
    }
    for (std::uint64_t i = whole; i < n; ++i) {
      if (!expect(keys[i])) return false;
      ++counts_[find(keys[i])];
    }
    return true;
  }

  /// Writes the keys in ascending order of their places.
  template <class Place>
  void write(const Place& place, Word* out) const {
    int order[most];
    for (int i = 0; i < different_; ++i) order[i] = i;
    std::sort(order, order + different_,
              [&](int a, int b) { return place(keys_[a]) < place(keys_[b]); });
    for (int i = 0; i < different_; ++i) {
      out = std::fill_n(out, counts_[order[i]], keys_[order[i]]);
    }
  }

 private:
  static constexpr int lanes = kernel::vector_bytes / static_cast<int>(sizeof(Word));
  /// Keys that stay in a first-level cache while they are compared with all others.
  static constexpr std::uint64_t block = 4096 / sizeof(Word);
  static constexpr int at_once = 4;
  static_assert(most % at_once == 0);

  [[nodiscard]] int find(Word key) const {
    int i = 0;
    while (i < different_ && keys_[i] != key) ++i;
    return i;
  }

  [[nodiscard]] bool take_packs(const Word* keys, std::uint64_t n) {
    std::uint64_t taken = 0;
    for (int i = 0; i < different_; i += at_once) taken += count_some<at_once>(keys, n, i);
    for (std::uint64_t i = 0; taken < n; ++i) {
      const int known = different_;
      if (!expect(keys[i])) return false;
      if (different_ != known) taken += count_some<1>(keys, n, known);
    }
    return true;
  }

  /// Counts the keys that equal one of `compared` from `first` on, and returns their number.
  template <int compared>
  OMPRIM_INLINE std::uint64_t count_some(const Word* keys, std::uint64_t n, int first) {
    using counter = kernel::same_size_signed<Word>;
    kernel::pack<counter, lanes> equal[compared] = {};
    for (std::uint64_t i = 0; i < n; i += lanes) {
      const auto loaded = kernel::load_pack<lanes, false>(keys + i);
#pragma GCC unroll 4
      for (int k = 0; k < compared; ++k) {
        equal[k] -= loaded == kernel::broadcast<Word, lanes>(keys_[first + k]);
      }
    }
    std::uint64_t all = 0;
    for (int k = 0; k < compared && first + k < different_; ++k) {
      std::uint64_t sum = 0;
      for (int i = 0; i < lanes; ++i) sum += static_cast<std::uint64_t>(equal[k][i]);
      counts_[first + k] += sum;
      all += sum;
    }
    return all;
  }

  Word keys_[most] = {};
  std::uint64_t counts_[most] = {};
  int different_ = 0;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
