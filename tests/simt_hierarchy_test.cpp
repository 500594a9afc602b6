// SPDX-License-Identifier: BSD-3-Clause
// Kernels in the forms that GPUs run, with a fiber for each item.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "support/hierarchy_checks.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"

namespace {

namespace hierarchy = omprim::hierarchy;
using counts = std::initializer_list<std::size_t>;
using omprim_test::teams;

template <class T>
class array {
 public:
  explicit array(const std::vector<T>& values) : values_(values) {}
  [[nodiscard]] T* pointer() const { return values_.data(); }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

 private:
  mutable std::vector<T> values_;
};

class simt_stage {
 public:
  explicit simt_stage(std::uint64_t running) : backend_(running) {}
  template <class T>
  array<T> place(const std::vector<T>& values) const {
    return array<T>(values);
  }
  template <class Kernel>
  void launch(std::uint64_t groups, const Kernel& kernel) {
    backend_.launch(groups, kernel);
  }

 private:
  omprim_test::simt_backend backend_;
};

TEST(SimtHierarchy, ProductsInEveryForm) {
  for (const std::uint64_t running : teams) {
    simt_stage stage(running);
    omprim_test::check_dgemm_forms<8>(stage, {20, 13, 17});
    omprim_test::check_dgemm_forms<4>(stage, {8, 8, 8});
  }
}

TEST(SimtHierarchy, TunedProducts) {
  // 8 x 8, 4 x 16 and 16 x 4 items.
  constexpr hierarchy::dgemm_shape square{64, 32, 64, 8, 4, 8};
  constexpr hierarchy::dgemm_shape wide{64, 16, 64, 8, 4, 4};
  constexpr hierarchy::dgemm_shape high{64, 64, 16, 16, 4, 4};
  for (const std::uint64_t running : teams) {
    simt_stage stage(running);
    for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) {
      omprim_test::check_tuned_dgemm<square>(stage, {64, 128, 24}, offset);  // whole tiles
      omprim_test::check_tuned_dgemm<square>(stage, {70, 66, 19}, offset);
      omprim_test::check_tuned_dgemm<wide>(stage, {33, 64, 21}, offset);
      omprim_test::check_tuned_dgemm<high>(stage, {65, 34, 32}, offset);
    }
  }
}

TEST(SimtHierarchy, SumsInEveryForm) {
  for (const std::uint64_t running : teams) {
    simt_stage stage(running);
    for (const std::size_t n : counts{1, 64, 65, 4500}) omprim_test::check_sum_forms<64>(stage, n);
    omprim_test::check_sum_forms<16>(stage, 40);
  }
}

TEST(SimtHierarchy, BodiesInEveryForm) {
  for (const std::uint64_t running : teams) {
    simt_stage stage(running);
    for (const std::size_t n : counts{1, 64, 150}) {
      omprim_test::check_nbody_forms<64>(stage, n);
      omprim_test::check_tuned_nbody<32, 2, 48>(stage, n);
      omprim_test::check_tuned_nbody<64, 1, 64>(stage, n);
    }
  }
}

}  // namespace
