// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that sorts, against comparisons: sizes around each boundary of the row, random
// alignments, in place and not, both directions, all bits or some. Rows are of unsigned integers,
// which stand for all types of their size. Nothing is written around the outputs, and inputs are
// not changed.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/sort.hpp>

#include "support/fenced_array.hpp"
#include "support/rows.hpp"
#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::key_bits;
using omprim::operation;
using omprim::table_row;
using omprim_test::fenced_array;
using omprim_test::random_engine;
using omprim_test::sort_input;
using problem = omprim_test::array_problem;

/// Which arrays a call has; a number from 0 to 7 stands for each.
struct call_shape {
  bool descending;
  bool in_place;
  bool wide;  ///< values of 8 bytes

  static call_shape of(unsigned number) {
    return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
  }
  [[nodiscard]] std::string text() const {
    return std::string(descending ? "descending" : "ascending") + (in_place ? ", in place" : "") +
           ", values of " + (wide ? "8" : "4") + " bytes";
  }
};

/// The keys of some calls, and their order in both directions.
template <class T>
class sort_checker {
 public:
  using word = omprim_test::word_of<T>;

  sort_checker(const omprim::execution& where, const std::vector<T>& keys, const key_bits& bits)
      : where_(where),
        keys_(omprim_test::to_words(keys)),
        bits_(bits),
        ascending_(omprim_test::sorted_positions(keys, {false, bits})),
        descending_(omprim_test::sorted_positions(keys, {true, bits})) {}

  [[nodiscard]] problem run(const table_row& row, const call_shape& shape,
                            std::size_t offset) const {
    return shape.wide ? run<std::uint64_t>(row, shape, offset)
                      : run<std::uint32_t>(row, shape, offset);
  }

 private:
  template <class Value>
  [[nodiscard]] problem run(const table_row& row, const call_shape& shape,
                            std::size_t offset) const {
    const auto& order = shape.descending ? descending_ : ascending_;
    const std::size_t n = keys_.size();
    const bool moves_keys = row.op != operation::argsort;
    const auto values = omprim_test::telling_companions<Value>(n);
    const fenced_array<word> keys(where_, keys_, offset);
    const fenced_array<Value> carried(where_, values, offset);
    const fenced_array<word> keys_out(where_, std::vector<word>(n, 7), offset + 1);
    const fenced_array<Value> carried_out(where_, std::vector<Value>(n, 7), offset + 2);
    omprim::sort_request request;
    if (moves_keys) request.keys_out = (shape.in_place ? keys : keys_out).pointer();
    if (row.op == operation::sort_by_key) request.values = carried.pointer();
    if (row.op != operation::sort) {
      request.value_bytes = sizeof(Value);
      const bool over = shape.in_place && moves_keys;
      request.values_out = (over ? carried : carried_out).pointer();
    }
    if (!ran(row, shape, keys.pointer(), request)) return "another row ran";

    const auto sorted = omprim_test::at_positions(keys_, order);
    if (row.op == operation::argsort) {
      if (auto wrong = keys.compare("keys", keys_)) return wrong;
      return carried_out.compare("positions", std::vector<Value>(order.begin(), order.end()));
    }
    if (shape.in_place) {
      if (auto wrong = keys.compare("sorted keys", sorted)) return wrong;
    } else {
      if (auto wrong = keys.compare("keys", keys_)) return wrong;
      if (auto wrong = keys_out.compare("sorted keys", sorted)) return wrong;
    }
    if (row.op == operation::sort) return std::nullopt;
    const auto moved = omprim_test::at_positions(values, order);
    if (shape.in_place) return carried.compare("sorted values", moved);
    if (auto wrong = carried.compare("values", values)) return wrong;
    return carried_out.compare("sorted values", moved);
  }

  [[nodiscard]] bool ran(const table_row& row, const call_shape& shape, const void* keys,
                         const omprim::sort_request& request) const {
    omprim::reduce_profile profile;
    omprim::sort_options options{{row.strategy, row.tuning, &profile}, shape.descending, bits_};
    omprim::sort_any(where_, omprim_test::element_of<T>(), row.op, keys, keys_.size(), request,
                     options);
    return profile.strategy == row.strategy && profile.tuning == row.tuning;
  }

  omprim::execution where_;
  std::vector<word> keys_;
  key_bits bits_;
  std::vector<std::size_t> ascending_;
  std::vector<std::size_t> descending_;
};

/// Up to these numbers of keys, hosts compare keys or sort them by one thread, whatever the row.
constexpr std::size_t compared = omprim::strategy::sort_policy::compared_keys;
constexpr std::size_t few = omprim::strategy::sort_policy::few_keys;

/// The keys of a tile of a GPU row are as many as have the bytes of a 4-byte key in the tuning, or
/// half as many if keys or values have 8 bytes. A tile of merges has one key fewer for each item.
std::set<std::size_t> sort_sizes_of(const table_row& row) {
  const std::size_t tile = omprim_test::tile_of(row);
  std::set<std::size_t> sizes = {0, 1, 2, 3, 31, 33, compared, compared + 1, few, few + 1};
  if (row.strategy == "sequential") {
    sizes.insert(1000);
    return sizes;
  }
  sizes.insert({tile - 1, tile, tile + 1, 2 * tile, 2 * tile + 1, 3 * tile + 5});
  if (row.on_device) sizes.insert({tile / 2 - 1, tile / 2, tile / 2 + 1});
  if (row.strategy == "merge") {
    const auto items = static_cast<std::size_t>(row.tuning.work_group_size);
    for (const std::size_t merged : {tile - items, tile / 2 - items}) {
      sizes.insert({merged, merged + 1, 2 * merged + 1, 4 * merged + 1});
    }
  }
  return sizes;
}

/// Short arrays have every input and shape, longer ones some of them.
constexpr std::size_t short_size = few + 1;

std::vector<sort_input> inputs_of(std::size_t n, random_engine& random) {
  const auto& all = omprim_test::every_sort_input;
  if (n <= short_size) return {std::begin(all), std::end(all)};
  const std::size_t first = random() % std::size(all);
  return {all[first], all[(first + 3) % std::size(all)]};
}
/// All bits, or some of them.
template <class T>
key_bits random_bits_of(random_engine& random) {
  constexpr int all = 8 * sizeof(T);
  if (random() % 2 == 0) return {};
  const auto first = static_cast<int>(random() % all);
  return {first, first + 1 + static_cast<int>(random() % static_cast<unsigned>(all - first))};
}
std::vector<call_shape> shapes_of(std::size_t n, random_engine& random) {
  std::vector<call_shape> shapes;
  const auto some = static_cast<unsigned>(random() % 8);
  for (unsigned number = 0; number < 8; ++number) {
    if (n <= short_size || number == some || number == 7 - some) {
      shapes.push_back(call_shape::of(number));
    }
  }
  return shapes;
}

class TableSort : public omprim_test::table_test {
 protected:
  /// The rows that sort keys of this type.
  static std::vector<table_row> rows() {
    const auto stands_for =
        omprim::size_of(type()) == 4 ? omprim::element::uint32 : omprim::element::uint64;
    return omprim_test::rows_for(where(), stands_for, omprim::algorithm::sort);
  }
};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableSort);

TEST_P(TableSort, EveryRowSortsByComparisons) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  std::set<std::size_t> all_sizes;
  for (const table_row& row : rows()) all_sizes.merge(sort_sizes_of(row));
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto check_rows = [&](sort_input input, std::size_t n) {
      const key_bits bits = random_bits_of<T>(random);
      const sort_checker<T> check(where(), omprim_test::sort_data<T>(input, n, random), bits);
      for (const table_row& row : rows()) {
        if (sort_sizes_of(row).count(n) == 0) continue;
        for (const call_shape& shape : shapes_of(n, random)) {
          const auto wrong = check.run(row, shape, random() % 4);
          ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ", input "
                              << static_cast<int>(input) << ", bits " << bits.first << " to "
                              << bits.last << ", " << shape.text() << ": " << *wrong;
          ++runs;
        }
      }
    };
    for (const std::size_t n : all_sizes) {
      for (const sort_input input : inputs_of(n, random)) {
        ASSERT_NO_FATAL_FAILURE(check_rows(input, n));
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
