// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/exact.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

namespace omprim {

/// An exact sum that grows: of single numbers, of arrays wherever they are, and of other
/// accumulators. It is rounded when it is read. The order of all additions is of no consequence.
///
/// Accumulators are trivially copyable. Between processes and into files they go as digits(): int64
/// words that anybody may add up, word by word:
///
///   omprim::exact_accumulator<double> mine;
///   mine.add(omprim::device(), x, n);
///   auto words = mine.digits();
///   MPI_Allreduce(MPI_IN_PLACE, words.data(), words.size(), MPI_INT64_T, MPI_SUM, world);
///   double total = omprim::exact_accumulator<double>::from_digits(words).round();
///
/// Numbers that are NaN or infinite, and zeros, count as in exact_sum.
template <class T>
class exact_accumulator {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "exact_accumulator takes float or double");

  // The digits that sums of numbers use: from 2^-1088 on, and room for 2^64 of the largest.
  static constexpr std::size_t first_digit = (detail::exact_digits::bias - 1088) / 32;
  static constexpr std::size_t used_digits = 70;
  static constexpr std::size_t counts = 5;

 public:
  /// The words of digits().
  using words = std::array<std::int64_t, used_digits + counts>;

  /// Adds one number.
  void add(T value) noexcept {
    sum_.add(static_cast<double>(value));
    count_additions(1);
  }
  /// Adds the elements of an array, with the contract and the errors of exact_sum.
  void add(const execution& where, const T* data, std::size_t n,
           const reduce_options& options = default_options) {
    sum_ += detail::digits_of<T>(where, operation::exact_sum, data, nullptr, n, options);
    carry();
  }
  exact_accumulator& operator+=(const exact_accumulator& other) noexcept {
    sum_ += other.sum_;
    count_additions(other.additions_ + 1);
    return *this;
  }

  /// The sum, rounded once to the nearest number of type U, ties to even.
  template <class U = T>
  [[nodiscard]] U round() const noexcept {
    return detail::rounded<U>(sum_);
  }

  /// The sum as words. Up to 2^31 such arrays may be added up.
  [[nodiscard]] words digits() const noexcept {
    detail::exact_digits all = sum_;
    all.carry();
    words result{};
    for (std::size_t i = 0; i < used_digits; ++i) result[i] = all.digit[first_digit + i];
    // Above the digits of a negative sum there are more, which the last word takes.
    constexpr std::size_t last = first_digit + used_digits - 1;
    std::int64_t above = 0;
    for (std::size_t i = detail::exact_digits::count - 1; i >= last; --i) {
      above = above * (std::int64_t{1} << 32) + all.digit[i];
    }
    result[used_digits - 1] = above;
    std::int64_t* const special = result.data() + used_digits;
    special[0] = static_cast<std::int64_t>(all.positive_infinities);
    special[1] = static_cast<std::int64_t>(all.negative_infinities);
    special[2] = static_cast<std::int64_t>(all.nans);
    special[3] = static_cast<std::int64_t>(all.negative_zeros);
    special[4] = static_cast<std::int64_t>(all.others);
    return result;
  }
  /// The accumulator of the words of digits(), or of the sum of such words.
  [[nodiscard]] static exact_accumulator from_digits(const words& from) noexcept {
    exact_accumulator result;
    for (std::size_t i = 0; i < used_digits; ++i) result.sum_.digit[first_digit + i] = from[i];
    const std::int64_t* const special = from.data() + used_digits;
    result.sum_.positive_infinities = static_cast<std::uint64_t>(special[0]);
    result.sum_.negative_infinities = static_cast<std::uint64_t>(special[1]);
    result.sum_.nans = static_cast<std::uint64_t>(special[2]);
    result.sum_.negative_zeros = static_cast<std::uint64_t>(special[3]);
    result.sum_.others = static_cast<std::uint64_t>(special[4]);
    result.carry();
    return result;
  }

 private:
  void count_additions(std::uint64_t n) noexcept {
    additions_ += n;
    if (additions_ >= detail::exact_digits::most_additions) carry();
  }
  void carry() noexcept {
    sum_.carry();
    additions_ = 0;
  }

  detail::exact_digits sum_;
  std::uint64_t additions_ = 0;  ///< since the last carry
};

}  // namespace omprim
