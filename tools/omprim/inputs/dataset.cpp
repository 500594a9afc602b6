// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/dataset.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

#include <omprim/memory.hpp>

#include "inputs/compare_results.hpp"

namespace omprim::command {
namespace {

constexpr std::uint64_t part_size = std::uint64_t{1} << 22;

}  // namespace

dataset::dataset(const execution& where, const pattern& what, std::uint64_t n)
    : what_(what),
      n_(n),
      data_(where, bytes_of(n, size_of(what.type))),
      second_(where, has_second_operand(what.op) ? bytes_of(n, size_of(what.type)) : 0) {
  fill_and_reduce(where);
}

std::uint64_t dataset::bytes() const {
  return n_ * size_of(what_.type) * (has_second_operand(what_.op) ? 2 : 1);
}

reduce_result dataset::reduce(const execution& where, const reduce_options& options) const {
  return run_reduction(where, what_.type, what_.op, data(), second(), n_, options);
}

reduce_result dataset::read(const execution& where) const {
  return reduce_any(where, what_.type, floating_point_form(what_.op), data(), second(), n_);
}

bool dataset::is_expected(const reduce_result& result) const {
  return same(what_.type, what_.op, result, expected_);
}

expected_result dataset::fill_part(const execution& where, std::uint64_t first, std::uint64_t count,
                                   std::byte* staging) const {
  const std::size_t size = size_of(what_.type);
  const bool two = has_second_operand(what_.op);
  const auto at = [&](const buffer& b) { return static_cast<std::byte*>(b.data()) + first * size; };
  const bool direct = staging == nullptr;
  std::byte* a = direct ? at(data_) : staging;
  std::byte* b = !two ? nullptr : direct ? at(second_) : staging + part_size * size;
  fill(what_, first, count, a);
  if (two) fill_second(what_, first, count, b);
  if (!direct) {
    copy_in(where, at(data_), a, count * size);
    if (two) copy_in(where, at(second_), b, count * size);
  }
  return {what_.type, what_.op, a, b, count};
}

void dataset::fill_and_reduce(const execution& where) {
  const std::uint64_t parts = (n_ + part_size - 1) / part_size;
  const std::uint64_t workers = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1,
                                                          std::max(parts, std::uint64_t{1}));
  expected_result all(what_.type, what_.op);
  std::vector<expected_result> results(parts, all);
  std::vector<std::exception_ptr> failures(workers);
  const auto work = [&](std::uint64_t worker) {
    try {
      std::vector<std::byte> staging(host_readable(where) ? 0
                                                          : 2 * part_size * size_of(what_.type));
      // Each thread fills one contiguous range, as the backends read it, so pages land near it.
      for (auto p = parts * worker / workers; p < parts * (worker + 1) / workers; ++p) {
        const std::uint64_t first = p * part_size;
        results[p] = fill_part(where, first, std::min(part_size, n_ - first),
                               staging.empty() ? nullptr : staging.data());
      }
    } catch (...) {
      failures[worker] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t w = 1; w < workers; ++w) threads.emplace_back(work, w);
  work(0);
  for (auto& t : threads) t.join();
  for (const auto& f : failures) {
    if (f) std::rethrow_exception(f);
  }
  for (const auto& part : results) all.append(part);
  expected_ = all.value();
}

}  // namespace omprim::command
