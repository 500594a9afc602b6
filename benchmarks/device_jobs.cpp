// SPDX-License-Identifier: BSD-3-Clause
#include "device_jobs.hpp"

#include <type_traits>

#include <omprim/memory.hpp>

namespace omprim_benchmark {

namespace {

// Calls body(T{}) with the type that `type` names. The benchmarks use three types.
template <class Body>
auto with_type(omprim::element type, Body body) {
  switch (type) {
    case omprim::element::int32:
      return body(std::int32_t{});
    case omprim::element::float32:
      return body(float{});
    default:
      return body(double{});
  }
}

bool sum_right(const device_job& job, double got, long double expected) {
  if (job.type == omprim::element::int32) return same_int32_sum(got, expected);
  return job.type == omprim::element::float32 ? close_to<float>(got, expected)
                                              : close_to<double>(got, expected);
}

}  // namespace

std::string device_job::name() const {
  return std::string(omprim::to_string(type)) + "_" + std::string(omprim::to_string(op)) +
         "/n:" + std::to_string(n);
}

double device_job::bytes() const {
  const double arrays = op == omprim::operation::dot ? 2 : 1;
  return arrays * static_cast<double>(n) * static_cast<double>(omprim::size_of(type));
}

bool right(const device_job& job, const device_answer& got, const expectation& expected) {
  switch (job.op) {
    case omprim::operation::sum:
      return sum_right(job, got.value, expected.sum);
    case omprim::operation::dot:
      return sum_right(job, got.value, expected.dot);
    case omprim::operation::exact_sum:
      return got.rounded_once ? got.value == expected.exact_sum
                              : sum_right(job, got.value, expected.exact_sum);
    case omprim::operation::min:
      return got.value == expected.min;
    case omprim::operation::max:
      return got.value == expected.max;
    case omprim::operation::argmin:
      return got.value == expected.min && got.index == expected.argmin;
    case omprim::operation::minmax:
      return got.value == expected.min && got.second == expected.max;
    case omprim::operation::sum_min_max:
      return sum_right(job, got.value, expected.sum) && got.second == expected.min &&
             got.third == expected.max;
    default:
      return false;
  }
}

device_data::device_data(const omprim::execution& where, std::size_t bytes)
    : where_(where),
      bytes_(bytes),
      // Not zeroed: the threads that fill gigabytes must also be the first that touch them.
      host_a_(new std::uint64_t[bytes / sizeof(std::uint64_t)]),
      host_b_(new std::uint64_t[bytes / sizeof(std::uint64_t)]) {
  a_ = omprim::allocate(where_, bytes_);
  b_ = omprim::allocate(where_, bytes_);
}

device_data::~device_data() {
  omprim::deallocate(where_, b_);
  omprim::deallocate(where_, a_);
}

expectation device_data::provide(const device_job& job) {
  return with_type(job.type, [&](auto type) {
    using T = decltype(type);
    auto* const a = reinterpret_cast<T*>(host_a_.get());
    auto* const b = reinterpret_cast<T*>(host_b_.get());
    if (filled_type_ != static_cast<int>(job.type)) {
      fill_random(a, bytes_ / sizeof(T), 1);
      fill_random(b, bytes_ / sizeof(T), 2);
      omprim::copy_in(where_, a_, a, bytes_);
      omprim::copy_in(where_, b_, b, bytes_);
      filled_type_ = static_cast<int>(job.type);
    }
    expectation expected = expect(a, job.op == omprim::operation::dot ? b : nullptr, job.n);
    if constexpr (std::is_floating_point_v<T>) {
      if (job.op == omprim::operation::exact_sum) {
        expected.exact_sum =
            omprim::exact_sum(omprim::serial(), a, job.n, {"sequential", {}, nullptr});
      }
    }
    return expected;
  });
}

}  // namespace omprim_benchmark
