// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <omprim/detail/agent/sort/column_network.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// A stable sort of few 4-byte keys by one thread of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A network sorts doubles between 1 and 2, whose bits are the part of a key that is compared and
/// then its position: all are different, and processors compare doubles faster than integers of 8
/// bytes. Keys and values then go to their places. Sorts any keys, also NaN.
template <class Value>
struct alignas(8) sort_by_stable_network {
  static constexpr int work_group_size = 1;
  static constexpr bool often_alone = true;
  template <class Group>
  struct local_memory {};
  using problem_type = sort_problem<std::uint32_t, Value>;
  static constexpr bool has_values = problem_type::has_values;

  problem_type problem;
  double* memory;

  /// The 8-byte words of memory for n keys.
  [[nodiscard]] static std::uint64_t room(std::uint64_t n) {
    const std::uint64_t copied = sizeof(std::uint32_t) + (has_values ? sizeof(Value) : 0);
    return numbers(n) + n * copied / sizeof(double) + 2;
  }

  template <class Group>
  OMPRIM_INLINE void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {
    with_compared_part<std::uint32_t>(problem.compared, [&](const auto& part) {
      const kernel::share all{0, problem.n};
      if (are_in_order(problem, all, part)) {
        copy_records(problem, all);
      } else {
        load(part);
        column_network<double, lanes>::sort(memory, shape(problem.n));
        move();
      }
    });
  }

 private:
  static constexpr int lanes = kernel::vector_bytes / static_cast<int>(sizeof(double));
  static constexpr int position_bits = 20;
  static_assert(sort_policy::stably_exchanged_keys <= std::uint64_t{1} << position_bits);

  static OMPRIM_INLINE network_shape shape(std::uint64_t n) {
    return network_shape::of((n + lanes - 1) / lanes);
  }
  static OMPRIM_INLINE std::uint64_t numbers(std::uint64_t n) {
    return static_cast<std::uint64_t>(shape(n).rows()) * lanes;
  }
  /// The copies of values and keys, since the output may be the input.
  [[nodiscard]] OMPRIM_INLINE Value* values() const {
    return reinterpret_cast<Value*>(memory + numbers(problem.n));
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t* keys() const {
    if constexpr (has_values) {
      return reinterpret_cast<std::uint32_t*>(values() + problem.n);
    } else {
      return reinterpret_cast<std::uint32_t*>(memory + numbers(problem.n));
    }
  }

  template <class Part>
  OMPRIM_INLINE void load(const Part& part) const {
    constexpr auto one = std::uint64_t{0x3ff} << 52;
    for (std::uint64_t i = 0; i < problem.n; ++i) {
      const std::uint64_t place = part(problem.keys[i]);
      memory[i] = __builtin_bit_cast(double, one | place << position_bits | i);
    }
    std::fill(memory + problem.n, memory + numbers(problem.n),
              std::numeric_limits<double>::infinity());
    std::copy_n(problem.keys, problem.n, keys());
    if constexpr (has_values) {
      const auto load = encoded_records<std::uint32_t, Value, unchanged_keys>::of(problem, {});
      Value* const copies = values();
      for (std::uint64_t i = 0; i < problem.n; ++i) copies[i] = load(i).value;
    }
  }

  /// Moves keys and values to the places of the sorted numbers, column by column.
  OMPRIM_INLINE void move() const {
    const auto rows = static_cast<std::uint64_t>(shape(problem.n).rows());
    const std::uint32_t* const from_keys = keys();
    const double* column = memory;
    for (std::uint64_t begin = 0; begin < problem.n; begin += rows, ++column) {
      const std::uint64_t count = std::min(problem.n - begin, rows);
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t position = __builtin_bit_cast(std::uint64_t, column[i * lanes]) &
                                       ((std::uint64_t{1} << position_bits) - 1);
        problem.keys_out[begin + i] = from_keys[position];
        if constexpr (has_values) problem.values_out[begin + i] = values()[position];
      }
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
