// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/key_kind.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/agent/sort/narrow_values.hpp>
#include <omprim/detail/strategy/sort/merge.hpp>
#include <omprim/detail/strategy/sort/radix.hpp>
#include <omprim/detail/strategy/sort/sequential.hpp>

/// The variants of sorts, by the rules of rows.hpp. Keys are unsigned integers, which stand for all
/// types of their size, and so are values.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::offset_fault;
using omprim::detail::sort_problem;

inline strategy::sorted_bits sorted_bits_of(const sort_problem& asked) {
  const auto bits = static_cast<int>(8 * omprim::size_of(asked.type));
  return {key_kind_of(asked.type), asked.descending, static_cast<std::uint8_t>(asked.bits.first),
          static_cast<std::uint8_t>(asked.bits.last == 0 ? bits : asked.bits.last)};
}

template <template <class, tuning> class Strategy, class Word, class Value, tuning t, class Backend>
offset_fault run_sort_of(Backend& backend, const sort_problem& asked) {
  const sort_request& arrays = asked.request;
  using problem_type = strategy::sort_problem<Word, Value>;
  using chosen = Strategy<problem_type, t>;
  problem_type problem{static_cast<const Word*>(asked.keys),
                       static_cast<const Value*>(arrays.values),
                       static_cast<Word*>(arrays.keys_out),
                       static_cast<Value*>(arrays.values_out),
                       asked.n,
                       sorted_bits_of(asked)};
  if constexpr (!Backend::is_device) {
    if (asked.segments.count != 0) {
      const kernel::segment_bounds segments = kernel::bounds_of(asked.segments);
      const auto sort_one = [&](std::uint64_t begin, std::uint64_t n) {
        run_sort_of<Strategy, Word, Value, t>(backend, part_of(asked, begin, n));
      };
      if constexpr (requires { chosen::run_in_turn(problem, segments, sort_one); }) {
        chosen::run_in_turn(problem, segments, sort_one);
      } else {
        segments.for_each_filled(sort_one);
      }
      return {};
    }
  }
  // argsort writes no keys; the passes need memory for them.
  if (problem.keys_out == nullptr) {
    problem.keys_out = backend.template input_scratch<Word>(asked.n);
  }
  if constexpr (requires { chosen::sorts_segments; }) {
    if (asked.segments.count != 0) {
      const std::uint64_t fault =
          chosen::run_segments(backend, problem, kernel::bounds_of(asked.segments));
      return {static_cast<std::int64_t>(fault), 0, 0};
    }
  }
  chosen::run(backend, problem);
  return {};
}

/// Sorts with values of 1 or 2 bytes.
template <template <class, tuning> class Strategy, class Word, class Narrow, tuning t,
          class Backend>
offset_fault run_narrow_sort_of(Backend& backend, const sort_problem& asked) {
  if constexpr (!Backend::is_device) {
    if (asked.segments.count != 0) {
      const kernel::segment_bounds segments = kernel::bounds_of(asked.segments);
      segments.for_each_filled([&](std::uint64_t begin, std::uint64_t n) {
        run_narrow_sort_of<Strategy, Word, Narrow, t>(backend, part_of(asked, begin, n));
      });
      return {};
    }
  }
  const sort_request& arrays = asked.request;
  strategy::sort_narrow_values<t>(
      backend, static_cast<const Narrow*>(arrays.values), static_cast<Narrow*>(arrays.values_out),
      asked.n, [&](std::uint32_t* words) {
        sort_problem with_words = asked;
        with_words.request.values = with_words.request.values_out = words;
        run_sort_of<Strategy, Word, std::uint32_t, t>(backend, with_words);
      });
  return {};
}

template <template <class, tuning> class Strategy, element type, operation op, tuning t,
          class Backend>
offset_fault run_sort_on(Backend& backend, const sort_problem& problem) {
  using word = typename element_type<type>::type;
  if constexpr (op == operation::sort_by_key) {
    if (problem.request.value_bytes == 1) {
      return run_narrow_sort_of<Strategy, word, std::uint8_t, t>(backend, problem);
    }
    if (problem.request.value_bytes == 2) {
      return run_narrow_sort_of<Strategy, word, std::uint16_t, t>(backend, problem);
    }
  }
  if constexpr (op == operation::sort) {
    return run_sort_of<Strategy, word, strategy::no_value, t>(backend, problem);
  } else if (problem.request.value_bytes == sizeof(std::uint32_t)) {
    return run_sort_of<Strategy, word, std::uint32_t, t>(backend, problem);
  } else {
    return run_sort_of<Strategy, word, std::uint64_t, t>(backend, problem);
  }
}

/// The function behind one row. On the host, it sorts one segment after the other.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
offset_fault run_sort(const place& where, const sort_problem& problem) {
  auto backend = Side::backend_of(where);
  return run_sort_on<Strategy, type, op, t>(backend, problem);
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto sort_strategy_rows() {
  using any_problem = strategy::sort_problem<std::uint32_t, strategy::no_value>;
  constexpr const auto& info = Strategy<any_problem, any_tuning>::info;
  return make_rows<sort_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_sort<Side, Strategy, type, op, t>; });
}

/// The sorts by one operation of one type.
template <class Side, element type, operation op>
constexpr auto sort_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& tiles =
      either<Side::on_device, tunings::sort_device_few, tunings::sort_host_few<bytes>>();
  constexpr const auto& merged =
      either<Side::on_device, tunings::sort_merge_device_few, tunings::none>();
  return join(sort_strategy_rows<Side, sort_sequential, type, op, sequential>(),
              sort_strategy_rows<Side, sort_radix, type, op, tiles>(),
              sort_strategy_rows<Side, sort_merge, type, op, merged>());
}

/// All operations on one type.
template <class Side, element type>
struct sort_rows {
  static constexpr auto make() {
    return join(sort_pair<Side, type, operation::sort>(),
                sort_pair<Side, type, operation::sort_by_key>(),
                sort_pair<Side, type, operation::argsort>());
  }
};

/// Every strategy of sorts, in the order of listings. The problem is for members that do not depend
/// on it.
using sort_strategies =
    strategies<strategy::sort_problem<std::uint32_t, strategy::no_value>, strategy::sort_sequential,
               strategy::sort_radix, strategy::sort_merge>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
