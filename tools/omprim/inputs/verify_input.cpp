// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/verify_input.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <omprim/memory.hpp>

#include "inputs/compare_results.hpp"
#include "inputs/reduction.hpp"

namespace omprim::command {
namespace {

// The positions of the special values of a content.
constexpr std::uint64_t first_special = 500;
constexpr std::uint64_t second_special = 1500;
// Enough for the host backends to use several threads, and for many groups on a device.
constexpr std::uint64_t threaded_size = 300007;

template <class T>
void plant(T* data, T first, T second) {
  data[first_special] = first;
  data[second_special] = second;
}

template <class T>
void make_special_float(input_kind kind, std::uint64_t size, T* data) {
  using limits = std::numeric_limits<T>;
  switch (kind) {
    case input_kind::nan:
      return plant(data, limits::quiet_NaN(), limits::quiet_NaN());
    case input_kind::infinities:
      return plant(data, limits::infinity(), -limits::infinity());
    case input_kind::all_infinite:
      std::fill_n(data, size, limits::infinity());
      return;
    case input_kind::negative_zero:
      std::fill_n(data, size, T(0));
      return plant(data, -T(0), -T(0));
    case input_kind::positive_zero:
      std::fill_n(data, size, -T(0));
      return plant(data, T(0), T(0));
    case input_kind::subnormal:
      for (std::uint64_t i = 0; i < size; ++i) {
        data[i] = limits::denorm_min() * static_cast<T>(1 + (i * 7) % 61);
      }
      return;
    default:
      return;
  }
}

template <class T>
void make_special(input_kind kind, std::uint64_t size, T* data) {
  using limits = std::numeric_limits<T>;
  switch (kind) {
    case input_kind::extremes:
      plant(data, limits::lowest(), limits::lowest());
      data[first_special + 100] = data[second_special + 100] = limits::max();
      return;
    case input_kind::all_greatest:
      std::fill_n(data, size, limits::max());
      return;
    case input_kind::all_least:
      std::fill_n(data, size, limits::lowest());
      return;
    default:
      if constexpr (std::is_floating_point_v<T>) make_special_float(kind, size, data);
  }
}

bool is_plain(input_kind kind) {
  return kind == input_kind::exact || kind == input_kind::fractions || kind == input_kind::wide;
}

// Windows around the special values: each one is once first, last, alone, in the middle and absent.
std::vector<window> special_windows(const tuning& t, std::uint64_t size) {
  const auto tile = static_cast<std::uint64_t>(std::max(t.tile(), 1L));
  const std::uint64_t near = std::min<std::uint64_t>(tile + 1, first_special);
  return {{0, 2},
          {first_special, 1},
          {first_special, 2},
          {first_special - 1, 2},
          {0, first_special},
          {0, first_special + 1},
          {first_special, first_special},
          {first_special + 1 - near, near},
          {first_special - near, near},
          {first_special + 1, second_special - first_special},
          {0, second_special + 1},
          {1, size - 1}};
}

// The boundaries of lanes, work-group and tile, each aligned and misaligned.
std::vector<window> boundary_windows(const table_row& row, std::uint64_t size, std::uint32_t seed) {
  const tuning& t = row.tuning;
  const auto lanes = static_cast<std::uint64_t>(std::max(t.lanes, 1));
  const auto group = static_cast<std::uint64_t>(std::max(t.work_group_size, 1));
  const auto tile = static_cast<std::uint64_t>(std::max(t.tile(), 1L));
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> sizes{
      0, 1, 2, 31, 33, 1000, 3 * tile + lanes + 1, 1 + random() % (4 * tile)};
  // On a device, locks would make listings with one atomic per item take minutes.
  if (!row.on_device || row.traits.by_default) sizes.push_back(threaded_size);
  for (const std::uint64_t edge : {lanes, group, tile}) {
    sizes.insert(sizes.end(), {edge - 1, edge, edge + 1});
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::vector<window> windows;
  for (const auto n : sizes) {
    for (const std::uint64_t start : {0u, 1u, 5u}) {
      if (start + n <= size) windows.push_back({start, n});
    }
  }
  return windows;
}

double epsilon_of(element type, operation op) {
  if (op == operation::wide_sum) return std::numeric_limits<double>::epsilon();
  return with_type(type, [](auto zero) {
    return static_cast<double>(std::numeric_limits<decltype(zero)>::epsilon());
  });
}

}  // namespace

std::string_view to_string(input_kind kind) noexcept {
  constexpr std::string_view names[] = {
      "exact", "fractions",  "wide",         "extremes",      "all greatest",  "all least",
      "NaN",   "infinities", "all infinite", "negative zero", "positive zero", "subnormal"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<input_kind> contents_of(element type, operation op) {
  std::vector<input_kind> kinds{input_kind::exact};
  const bool rounded = is_float(type) && rounds(op);
  if (rounded) kinds.push_back(input_kind::fractions);
  if (algorithm_of(op) == algorithm::exact) kinds.push_back(input_kind::wide);
  if (!rounded) {
    kinds.insert(kinds.end(),
                 {input_kind::extremes, input_kind::all_greatest, input_kind::all_least});
  }
  if (is_float(type)) {
    kinds.insert(kinds.end(),
                 {input_kind::nan, input_kind::infinities, input_kind::all_infinite,
                  input_kind::negative_zero, input_kind::positive_zero, input_kind::subnormal});
  }
  return kinds;
}

verify_input::verify_input(element type, operation op, input_kind kind, std::uint64_t size,
                           std::uint32_t seed, const std::vector<execution>& backends)
    : type_(type),
      op_(op),
      kind_(kind),
      size_(is_plain(kind) ? size : 2 * second_special),
      seed_(seed) {
  const std::size_t bytes = size_ * size_of(type);
  const std::size_t second_bytes = has_second_operand(op) ? bytes : 0;
  // The whole array keeps products in range; exact sums need it. The smaller horizon lets bits and
  // truth values vary around the boundaries.
  const bool whole = op == operation::product || algorithm_of(op) == algorithm::exact;
  pattern what{type, op, pattern_kind::exact, seed, whole ? size_ : 2048};
  if (kind == input_kind::fractions) what.kind = pattern_kind::fractions;
  if (kind == input_kind::wide) what.range = greatest_range(type, op);
  host_ = buffer(serial(), bytes);
  fill(what, 0, size_, host_.data());
  with_type(type, [&](auto zero) {
    make_special(kind, size_, static_cast<decltype(zero)*>(host_.data()));
  });
  host_second_ = buffer(serial(), second_bytes);
  if (second_bytes > 0) fill_second(what, 0, size_, host_second_.data());
  for (const auto& where : backends) {
    const bool own = where.where() == backend::device;
    device_.emplace_back(where, own ? bytes : 0);
    device_second_.emplace_back(where, own ? second_bytes : 0);
    if (!own) continue;
    copy_in(where, device_.back().data(), host_.data(), bytes);
    if (second_bytes > 0) copy_in(where, device_second_.back().data(), host_second_.data(), bytes);
  }
}

std::vector<window> verify_input::windows_for(const table_row& row) const {
  return is_plain(kind_) ? boundary_windows(row, size_, seed_) : special_windows(row.tuning, size_);
}

const void* verify_input::at(const buffer& memory, const window& part) const {
  if (memory.data() == nullptr) return nullptr;
  return static_cast<const std::byte*>(memory.data()) + part.start * size_of(type_);
}

// n eps sum|x|: bounds the difference between any two orders of summation. For a product the same
// bound is relative to its value.
double verify_input::rounding_bound(const window& part, double magnitude) const {
  if (kind_ != input_kind::fractions) return 0;
  const double per_unit = static_cast<double>(part.n + 4) * epsilon_of(type_, op_);
  if (op_ == operation::product) return per_unit * std::abs(magnitude);
  double total = 0;
  with_type(type_, [&](auto zero) {
    using T = decltype(zero);
    const auto* a = static_cast<const T*>(at(host_, part));
    const auto* b = static_cast<const T*>(at(host_second_, part));
    for (std::uint64_t i = 0; i < part.n; ++i) {
      const auto x = static_cast<double>(a[i]);
      const double factor = b != nullptr                       ? static_cast<double>(b[i])
                            : op_ == operation::sum_of_squares ? x
                                                               : 1.0;
      total += std::abs(x * factor);
    }
  });
  return per_unit * total;
}

const expectation& verify_input::expected(const window& part) {
  const auto [entry, fresh] = expected_.try_emplace({part.start, part.n});
  if (fresh) {
    auto& e = entry->second;
    e.result = expected_result(type_, op_, at(host_, part), at(host_second_, part), part.n).value();
    e.slack = rounding_bound(part, e.result.value.f);
  }
  return entry->second;
}

reduce_result verify_input::reduce(std::size_t backend, const execution& where, const window& part,
                                   const reduce_options& options) const {
  const bool own = device_[backend].data() != nullptr;
  return run_reduction(where, type_, op_, at(own ? device_[backend] : host_, part),
                       at(own ? device_second_[backend] : host_second_, part), part.n, options);
}

}  // namespace omprim::command
