// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include <instantiate/problem.hpp>
#include <omprim/any.hpp>
#include <omprim/families.hpp>
#include <omprim_build.hpp>

/// Rows of the dispatch table with the functions behind them, and the objects that hold them.
namespace omprim::detail {

/// One row with its function.
template <class Problem>
struct variant {
  table_row row;
  typename Problem::result (*run)(const place& where, const Problem& problem);
};

/// A reduction of an array on the host by the calling thread; `other` is the second operand of dot.
using reduction_alone = reduce_result (*)(const void* data, const void* other, std::uint64_t n);

template <>
struct variant<reduce_problem> {
  table_row row;
  reduce_result (*run)(const place& where, const reduce_problem& problem);
  reduction_alone run_alone = nullptr;  ///< the same in fewer instructions, where there is one
};

/// Rows of one generated source; the memory is static.
template <class Problem>
struct variant_span {
  const variant<Problem>* rows;
  std::size_t count;
};
template <class Problem>
using rows_function = variant_span<Problem> (*)();

#define X(isa) +1
inline constexpr std::size_t isa_count = 0 OMPRIM_ISA_LIST;
#undef X

/// The rows of one family on one element type; a function is null where a side has no rows.
template <class Problem>
struct row_source {
  element type;
  std::array<rows_function<Problem>, isa_count> host;  ///< by ISA level, lowest first
  rows_function<Problem> baseline;
  rows_function<Problem> device;
};

template <class Problem>
struct choice_table;

/// The rows that run by default, and the rules in force for them: what a typed call links.
template <class Problem>
struct family : row_source<Problem> {
  mutable std::atomic<const choice_table<Problem>*> choices{nullptr};  ///< null before a first call
};

#define X(algorithm) \
  struct algorithm##_family : family<algorithm##_problem> {};
OMPRIM_PROBLEMS(X)
#undef X

}  // namespace omprim::detail
