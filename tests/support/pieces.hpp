// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>
#include <omprim/pieces.hpp>

#include "support/backends.hpp"

/// Arrays whose pieces are on several backends and devices.
namespace omprim_test {

/// Every backend of the build, and every device.
inline std::vector<omprim::execution> every_place() {
  std::vector<omprim::execution> all = every_backend();
  for (const omprim::device_info& device : omprim::devices()) {
    if (device.usable) all.push_back(omprim::device(device.number));
  }
  return all;
}

/// An array that is cut into pieces, one on each place.
template <class T>
class cut_array {
 public:
  cut_array(const std::vector<T>& all, const std::vector<std::size_t>& sizes)
      : places_(every_place()) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const omprim::execution& where = places_[i % places_.size()];
      auto* const data = static_cast<T*>(omprim::allocate(where, sizes[i] * sizeof(T)));
      omprim::copy_in(where, data, all.data() + begin, sizes[i] * sizeof(T));
      pieces_.push_back({where, data, sizes[i]});
      begin += sizes[i];
    }
  }
  cut_array(const cut_array&) = delete;
  cut_array& operator=(const cut_array&) = delete;
  ~cut_array() {
    for (const omprim::piece<T>& part : pieces_) omprim::deallocate(part.where, part.data);
  }

  [[nodiscard]] const std::vector<omprim::piece<T>>& pieces() const { return pieces_; }
  /// The first `count(i)` elements of each piece, one after the other.
  template <class Count>
  [[nodiscard]] std::vector<T> gather(Count&& count) const {
    std::vector<T> all;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      std::vector<T> part(count(i));
      omprim::copy_out(pieces_[i].where, part.data(), pieces_[i].data, part.size() * sizeof(T));
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }
  [[nodiscard]] std::vector<T> gather() const {
    return gather([&](std::size_t i) { return pieces_[i].size; });
  }

 private:
  std::vector<omprim::execution> places_;
  std::vector<omprim::piece<T>> pieces_;
};

/// Sizes of pieces that add up to n: as many as places and one more, of any sizes, some of them 0.
inline std::vector<std::size_t> random_sizes(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> weights;
  for (std::size_t i = 0; i <= every_place().size(); ++i) {
    weights.push_back(random() % 3 == 0 ? 0.0 : static_cast<double>(random() % 100));
  }
  weights.push_back(1);
  return omprim::split(n, weights);
}

template <class T>
std::vector<T> integers_to_cut(std::size_t n) {
  std::mt19937 random(7);
  std::vector<T> all(n);
  for (T& x : all) x = static_cast<T>(random() % 41);
  return all;
}

/// Calls f(all, sizes) for arrays of several lengths and several cuts.
template <class T, class Function>
void for_every_cut(Function&& f) {
  for (const std::size_t n : {0U, 1U, 17U, 5000U}) {
    const auto all = integers_to_cut<T>(n);
    for (unsigned seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(std::to_string(n) + " elements, cut " + std::to_string(seed));
      f(all, random_sizes(n, seed));
    }
  }
}

}  // namespace omprim_test
