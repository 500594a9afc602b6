// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row of order statistics, against a stable sort: sizes around each boundary of the
// row, random alignments, both directions, with positions and without. Rows are of unsigned
// integers, which stand for all types of their size. Nothing is written after the outputs.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/top_k.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/top_k_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::placed_array;
using omprim_test::random_engine;
using problem = std::optional<std::string>;
using policy = omprim::strategy::top_k_policy;

/// The elements of some calls, and their order in both directions.
template <class T>
class top_k_checker {
 public:
  using word = omprim_test::word_of<T>;

  top_k_checker(const omprim::execution& where, const std::vector<T>& data, std::size_t offset)
      : where_(where),
        data_(data),
        placed_(where, data, offset),
        ascending_(omprim_test::sorted_positions(data, {})),
        descending_(omprim_test::sorted_positions(data, {true, {}})) {}

  /// The first k elements.
  [[nodiscard]] problem run_top(const table_row& row, std::size_t k, bool smallest,
                                bool with_positions) const {
    constexpr word unused = 7;
    const placed_array<word> out(where_, std::vector<word>(k + 1, unused), k % 3);
    const placed_array<std::int64_t> positions(where_, std::vector<std::int64_t>(k + 1, -7));
    omprim::top_k_request request;
    request.k = k;
    request.out = out.pointer();
    if (with_positions) request.positions = positions.pointer();
    if (!ran(row, request, smallest)) return "another row ran";
    const auto elements = out.values();
    const auto places = positions.values();
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t at = (smallest ? ascending_ : descending_)[i];
      if (elements[i] != omprim_test::to_word(data_[at])) return "wrong element " + text(i);
      if (with_positions && places[i] != static_cast<std::int64_t>(at)) {
        return "position " + text(i) + " is " + text(places[i]) + ", not " + text(at);
      }
    }
    if (elements[k] != unused || places[k] != -7) return "an output is written after its end";
    return std::nullopt;
  }

  /// Elements at some places.
  [[nodiscard]] problem run_places(const table_row& row, const std::vector<std::uint64_t>& places,
                                   bool smallest) const {
    std::vector<word> out(places.size());
    omprim::top_k_request request;
    request.k = places.size();
    request.out = out.data();
    request.places = places.data();
    if (!ran(row, request, smallest)) return "another row ran";
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (out[i] != omprim_test::rank_bits(data_[ascending_[places[i]]])) {
        return "wrong element of place " + text(places[i]);
      }
    }
    return std::nullopt;
  }

 private:
  template <class Number>
  static std::string text(Number x) {
    return std::to_string(x);
  }

  [[nodiscard]] bool ran(const table_row& row, const omprim::top_k_request& request,
                         bool smallest) const {
    omprim::reduce_profile profile;
    const omprim::top_k_options options{{row.strategy, row.tuning, &profile}, smallest};
    omprim::top_k_any(where_, omprim_test::element_of<T>(), row.op, placed_.data(), data_.size(),
                      request, options);
    return profile.strategy == row.strategy && profile.tuning == row.tuning;
  }

  omprim::execution where_;
  std::vector<T> data_;
  placed_array<T> placed_;
  std::vector<std::size_t> ascending_;
  std::vector<std::size_t> descending_;
};

/// Sizes around the lengths of few elements, tiles and samples.
std::set<std::size_t> top_k_sizes_of(const table_row& row) {
  std::set<std::size_t> sizes = {1, 2, 31, 33};
  if (row.strategy == "sequential") return sizes;
  const std::size_t sample = policy::most_samples<std::uint32_t>;
  sizes.insert({policy::few_elements - 1, policy::few_elements, policy::few_elements + 1,
                policy::host_tile + 3, sample, sample + 1, 3 * policy::host_tile, 50021});
  if (row.on_device) {
    sizes.insert(
        {policy::few_of_device - 1, policy::few_of_device, policy::few_of_device + 1, 65537});
  }
  return sizes;
}

class TableTopK : public omprim_test::table_test {
 protected:
  static std::vector<table_row> rows() {
    const auto stands_for =
        omprim::size_of(type()) == 4 ? omprim::element::uint32 : omprim::element::uint64;
    return omprim_test::rows_for(where(), stands_for, omprim::algorithm::top_k);
  }
};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableTopK);

TEST_P(TableTopK, EveryRowFindsWhatAStableSortDoes) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  std::set<std::size_t> all_sizes;
  for (const table_row& row : rows()) all_sizes.merge(top_k_sizes_of(row));
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto check_rows = [&](int input, std::size_t n) {
      const top_k_checker<T> check(where(), omprim_test::top_k_data<T>(input, n, random),
                                   random() % 4);
      for (const table_row& row : rows()) {
        if (top_k_sizes_of(row).count(n) == 0) continue;
        const bool smallest = random() % 2 == 0;
        problem wrong;
        const std::size_t k = 1 + random() % (random() % 2 == 0 ? n : n / 100 + 1);
        if (row.op == operation::top_k) {
          wrong = check.run_top(row, k, smallest, random() % 2 == 0);
        } else {
          wrong = check.run_places(row, {k - 1, random() % n}, smallest);
        }
        ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ", k " << k << ", input "
                            << input << (smallest ? ", smallest" : "") << ": " << *wrong;
        ++runs;
      }
    };
    for (const std::size_t n : all_sizes) {
      for (int i = 0; i < 3; ++i) {
        const int input = static_cast<int>(random() % omprim_test::top_k_inputs);
        ASSERT_NO_FATAL_FAILURE(check_rows(input, n));
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
