// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/calls.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <omprim/memory.hpp>
#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

namespace omprim::command {
namespace {

/// What a call returns, from its run to its check.
template <class T>
std::shared_ptr<T> kept() {
  return std::make_shared<T>();
}

template <class T>
std::vector<T> copied_out(const execution& where, const T* data, std::size_t n) {
  std::vector<T> copy(n);
  copy_out(where, copy.data(), data, n * sizeof(T));
  return copy;
}

/// A call that gives one number, which is `expected` on all ranks.
template <class Reduce>
rank_call number_call(const rank_input& in, const char* name, double expected, Reduce reduce) {
  const auto result = kept<double>();
  return {name, in.n() * sizeof(double), [=] { *result = reduce(); },
          [=] { return *result == expected; }};
}

void add_reductions(const rank_input& in, std::vector<rank_call>& calls) {
  const double* const x = in.data();
  const std::size_t n = in.n();
  const execution where = in.where();
  calls.push_back(
      number_call(in, "sum", in.sum(), [=] { return mpi::sum(MPI_COMM_WORLD, where, x, n); }));
  const double least = in.total() == 0 ? -1 : 0;
  calls.push_back(number_call(in, "argmin", least, [=] {
    return static_cast<double>(mpi::argmin(MPI_COMM_WORLD, where, x, n).index);
  }));
  calls.push_back(number_call(in, "exact_sum", in.sum(),
                              [=] { return mpi::exact_sum(MPI_COMM_WORLD, where, x, n); }));
  calls.push_back(number_call(in, "exact_norm2", std::sqrt(in.sum_of_squares()),
                              [=] { return mpi::exact_norm2(MPI_COMM_WORLD, where, x, n); }));
  const auto batch = [=](bool at_once) {
    mpi::batch together(MPI_COMM_WORLD);
    const auto sum = mpi::sum(together, where, x, n);
    const auto least_one = mpi::argmin(together, where, x, n);
    const auto dot = mpi::exact_dot(together, where, x, x, n);
    if (at_once) {
      together.combine();
    } else {
      together.begin();
      together.end();
    }
    return sum.value() + static_cast<double>(least_one.value().index) + dot.value();
  };
  const double of_batch = in.sum() + least + in.sum_of_squares();
  calls.push_back(
      number_call(in, "batch: sum, argmin, exact_dot", of_batch, [=] { return batch(true); }));
  calls.push_back(
      number_call(in, "the same, begin and end", of_batch, [=] { return batch(false); }));
}

void add_segment_calls(const rank_input& in, std::vector<rank_call>& calls) {
  const double* const x = in.data();
  double* const out = in.out();
  const std::size_t n = in.n();
  const execution where = in.where();
  const std::uint64_t bytes = n * sizeof(double);
  const auto counts = kept<selection_counts>();
  const segmentation segments = by_length(rank_input::segment, in.total() / rank_input::segment);
  const auto first_segment_is_right = [=, &in] {
    if (counts->local == 0) return counts->total == segments.count;
    double expected = 0;
    const std::uint64_t begin = counts->before * rank_input::segment;
    for (std::uint64_t i = 0; i < rank_input::segment; ++i) expected += in.element(begin + i);
    return copied_out(where, out, 1).front() == expected;
  };
  calls.push_back(
      {"segmented sum, length 100", bytes,
       [=] { *counts = mpi::segmented_reduce(MPI_COMM_WORLD, where, x, n, segments, out); },
       first_segment_is_right});
  calls.push_back(
      {"exact_segmented_sum, length 100", bytes,
       [=] { *counts = mpi::exact_segmented_sum(MPI_COMM_WORLD, where, x, n, segments, out); },
       first_segment_is_right});
}

void add_array_calls(const rank_input& in, std::vector<rank_call>& calls) {
  const double* const x = in.data();
  double* const out = in.out();
  const std::size_t n = in.n();
  const execution where = in.where();
  const std::uint64_t bytes = n * sizeof(double);
  calls.push_back(
      {"inclusive_scan", 2 * bytes, [=] { mpi::inclusive_scan(MPI_COMM_WORLD, where, x, n, out); },
       [=, &in] {
         return n == 0 || copied_out(where, out + (n - 1), 1).front() == in.sum_up_to_here();
       }});
  const auto counts = kept<selection_counts>();
  calls.push_back({"select_if, half", bytes + bytes / 2,
                   [=] {
                     *counts = mpi::select_if(MPI_COMM_WORLD, where, x, n, out,
                                              greater_than(rank_input::half));
                   },
                   [=, &in] { return static_cast<double>(counts->total) == in.above_half(); }});
  const even_bins bins(0.0, static_cast<double>(rank_input::values), rank_input::bins);
  std::int64_t* const bin_counts = in.counts();
  calls.push_back({"histogram, 256 bins", bytes,
                   [=] { mpi::histogram(MPI_COMM_WORLD, where, x, n, bins, bin_counts); },
                   [=, &in] {
                     const auto all = copied_out(where, bin_counts, rank_input::bins);
                     const auto total = std::accumulate(all.begin(), all.end(), std::int64_t{0});
                     return static_cast<std::uint64_t>(total) == in.total();
                   }});
  calls.push_back({"sort", 2 * bytes, [=] { mpi::sort(MPI_COMM_WORLD, where, x, n, out); },
                   [=, &in] {
                     const auto keys = copied_out(where, out, n);
                     const double lower = in.all().greatest_before(n == 0 ? 0 : keys.back());
                     const double sum =
                         in.all().sum(std::accumulate(keys.begin(), keys.end(), 0.0));
                     return std::is_sorted(keys.begin(), keys.end()) && sum == in.sum() &&
                            (n == 0 || lower <= keys.front());
                   }});
}

}  // namespace

rank_input::rank_input(const world& all, const execution& where, std::uint64_t n)
    : all_(all), where_(where), n_(n) {
  const std::size_t bytes = bytes_of(std::max<std::uint64_t>(n, 1), sizeof(double));
  require_host_memory(n, sizeof(double));
  data_ = buffer(where, bytes);
  out_ = buffer(where, bytes);
  counts_ = buffer(where, bins * sizeof(std::int64_t));
  std::vector<double> x(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    x[i] = element(before() + i);
    sum_ += x[i];
    squares_ += x[i] * x[i];
    if (x[i] > half) ++above_half_;
  }
  copy_in(where, data_.data(), x.data(), n * sizeof(double));
}

void rank_input::add_up() {
  sum_up_to_here_ = all_.sum_before(sum_) + sum_;
  sum_ = all_.sum(sum_);
  squares_ = all_.sum(squares_);
  above_half_ = all_.sum(above_half_);
}

std::vector<rank_call> calls_on(const rank_input& in) {
  std::vector<rank_call> calls;
  const auto ranks = static_cast<double>(in.all().size());
  calls.push_back(number_call(in, "MPI_Allreduce, one double", ranks, bare_allreduce));
  calls.back().bytes = 0;
  calls.push_back({"MPI_Allreduce, 75 int64", 0, bare_allreduce_of_digits, [] { return true; }});
  add_reductions(in, calls);
  add_array_calls(in, calls);
  add_segment_calls(in, calls);
  const double* const x = in.data();
  const std::size_t n = in.n();
  const execution where = in.where();
  const auto alone = kept<double>();
  const auto is_right = [=, &in] { return in.all().sum(*alone) == in.sum(); };
  const std::uint64_t bytes = n * sizeof(double);
  calls.push_back(
      {"omprim::sum, without MPI", bytes, [=] { *alone = sum(where, x, n); }, is_right});
  calls.push_back({"omprim::exact_sum, without MPI", bytes,
                   [=] { *alone = exact_sum(where, x, n); }, is_right});
  return calls;
}

}  // namespace omprim::command
