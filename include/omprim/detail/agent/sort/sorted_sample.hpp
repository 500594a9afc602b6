// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/different_keys.hpp>
#include <omprim/detail/agent/sort/key_splitter.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/sample_positions.hpp>
#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// A sample of an array, in order. It estimates how many keys of the array are different.
template <class Word, bool is_floating>
class sorted_sample {
 public:
  using network = network_sorter<Word, is_floating>;
  using splitter = key_splitter<Word, is_floating>;

  sorted_sample(const Word* keys, std::uint64_t n, const network& sorter)
      : size_(n < sort_policy::well_split_keys ? some : most), different_(size_) {
    sample_positions positions(n);
    for (std::uint64_t i = 0; i < size_; ++i) keys_[i] = keys[positions.next()];
    if (!sorter.sort(keys_, size_, keys_)) return;  // some are NaN
    for (std::uint64_t i = 1; i < size_; ++i) different_ -= keys_[i] == keys_[i - 1] ? 1U : 0U;
  }

  [[nodiscard]] const Word* begin() const { return keys_; }
  [[nodiscard]] const Word* end() const { return keys_ + size_; }

  /// Whether few keys of the array seem to be different, many equal to others, or all equal.
  [[nodiscard]] bool are_few() const { return different_ <= different_keys<Word>::most; }
  [[nodiscard]] bool has_duplicates() const { return different_ <= size_ / 4 * 3; }

  [[nodiscard]] bool are_equal() const { return different_ == 1; }

  /// The pivot that splits the array in the ratio of `lesser` and `all` - `lesser`.
  [[nodiscard]] key_pivot<splitter> pivot(const splitter& by, std::uint64_t lesser,
                                          std::uint64_t all) const {
    const auto number = by.number_of(keys_[size_ * lesser / all]);
    return {number, by.number_of(keys_[0]) == number};
  }

 private:
  static constexpr std::uint64_t some = 64;
  static constexpr std::uint64_t most = 256;
  Word keys_[most];
  std::uint64_t size_;
  std::uint64_t different_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
