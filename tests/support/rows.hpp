// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/table.hpp>

#include "support/backends.hpp"
#include "support/oracle.hpp"

/// Runs single rows of the dispatch table.
namespace omprim_test {

/// The rows that `where` can run.
[[nodiscard]] std::vector<omprim::table_row> rows_for(
    const omprim::execution& where, omprim::element type,
    omprim::algorithm work = omprim::algorithm::reduce);
[[nodiscard]] std::vector<omprim::table_row> rows_for(const omprim::execution& where,
                                                      omprim::element type, omprim::operation op);

/// "single-pass 256x4x4 int32 sum".
[[nodiscard]] std::string name_of(const omprim::table_row& row);

/// The number of elements that the row takes per tile and per lane; 1 if its tuning does not say.
[[nodiscard]] std::size_t tile_of(const omprim::table_row& row);
[[nodiscard]] std::size_t lanes_of(const omprim::table_row& row);

/// Runs rows and compares their results. Collects the errors, the first few in words.
class row_checker {
 public:
  explicit row_checker(omprim::execution where) : where_(where) {}

  /// `situation` is the end of a failure's message: "n 33, offset 1".
  void check(const omprim::table_row& row, const void* data, const void* other, std::size_t n,
             const expectation& want, const std::string& situation,
             match how = match::within_rounding);

  [[nodiscard]] std::size_t runs() const { return runs_; }
  /// Whether there are many errors already, so that further checks would add nothing.
  [[nodiscard]] bool hopeless() const { return failures_ >= 20; }

 private:
  std::optional<std::string> run(const omprim::table_row& row, const void* data, const void* other,
                                 std::size_t n, const expectation& want, match how) const;
  omprim::execution where_;
  std::size_t runs_ = 0;
  std::size_t failures_ = 0;
};

/// Suites over (type, backend) are named "int32_on_host".
using element_and_backend = std::tuple<omprim::element, omprim::execution>;

class table_test : public testing::TestWithParam<element_and_backend> {
 protected:
  static omprim::element type() { return std::get<0>(GetParam()); }
  static const omprim::execution& where() { return std::get<1>(GetParam()); }
};

struct table_namer {
  std::string operator()(const testing::TestParamInfo<element_and_backend>& info) const {
    return std::string(omprim::to_string(std::get<0>(info.param))) + "_on_" +
           name_of(std::get<1>(info.param));
  }
};

}  // namespace omprim_test

#define OMPRIM_ON_EVERY_TYPE_AND_BACKEND(suite)                                               \
  INSTANTIATE_TEST_SUITE_P(, suite,                                                           \
                           testing::Combine(testing::ValuesIn(omprim_test::every_element()),  \
                                            testing::ValuesIn(omprim_test::every_backend())), \
                           omprim_test::table_namer{})
