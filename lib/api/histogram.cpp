// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/bins.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

/// The fault of even bins, or null.
template <class T>
const char* fault_of(T lower, T upper, std::uint64_t bins) {
  if (!(lower < upper)) return "; the lower bound has to be below the upper one";
  if constexpr (std::is_floating_point_v<T>) {
    const T width = upper - lower;
    if (!std::isfinite(width)) return "; the difference of the bounds is not finite";
    if (!std::isfinite(static_cast<T>(bins) / width)) return "; so narrow bins have no width";
  }
  return nullptr;
}

template <class T>
std::string text_of(T x) {
  if constexpr (std::is_integral_v<T>) {
    return std::to_string(x);
  } else {
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g", static_cast<double>(x));
    return digits.data();
  }
}

template <class T>
void find_fault(const histogram_request& asked, std::string& fault) {
  const T lower = get<T>(asked.lower);
  const T upper = get<T>(asked.upper);
  const char* const reason = fault_of(lower, upper, asked.bins);
  if (reason == nullptr) return;
  fault = std::to_string(asked.bins) + " bins from " + text_of(lower) + " to " + text_of(upper) +
          reason;
}

/// Not inlined, and its result goes to memory: default_arithmetic asks for both.
__attribute__((noinline)) void find_fault(element type, const histogram_request& asked,
                                          std::string& fault) {
  const backends::default_arithmetic arithmetic;
  switch (type) {
#define OMPRIM_CASE(name, cpp_type) \
  case element::name:               \
    return find_fault<cpp_type>(asked, fault);
    OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
  }
}

void require_bins(element type, operation op, const void* data, std::size_t n,
                  const histogram_request& asked) {
  require_algorithm(op, algorithm::histogram);
  require_size(n, size_of(type));
  require_data(data, n, "the data pointer");
  if (asked.bins == 0 || asked.bins > most_bins) {
    refuse("a histogram of " + std::to_string(asked.bins) + " bins; there are from 1 to 2^30");
  }
  if (op == operation::histogram_edges) {
    if (asked.edges == nullptr) refuse("the pointer to the edges of bins is a null pointer");
    return;
  }
  std::string fault;
  find_fault(type, asked, fault);
  if (!fault.empty()) refuse(fault);
}

/// The elements and edges as the device sees them.
void move_inputs(const execution& where, operation op, element type, histogram_problem& problem) {
  problem.data = device_pointer(where, problem.data, problem.n * size_of(type));
  if (op != operation::histogram_edges) return;
  histogram_request& asked = problem.request;
  asked.edges = device_pointer(where, asked.edges, (asked.bins + 1) * size_of(type));
}

}  // namespace

void run(const execution& where, const histogram_family& family, operation op, const void* data,
         std::size_t n, const histogram_request& request, const histogram_options& options) try {
  require_bins(family.type, op, data, n, request);
  if (request.counts == nullptr) refuse("the pointer to the counts is a null pointer");
  const auto& chosen = pick(where, family, op, n, options);
  begin_profile(options, chosen.row);
  histogram_problem problem{data, n, request};
  if (where.where() == backend::device) {
    move_inputs(where, op, family.type, problem);
    problem.request.counts = static_cast<std::int64_t*>(
        output_pointer(where, request.counts, request.bins * sizeof(std::int64_t)));
  }
  chosen.run(place_of(where, n * size_of(family.type), options.profile), problem);
} catch (...) {
  rethrow_as_error();
}

void run_bin_index(const execution& where, const histogram_family& family, operation op,
                   const void* data, std::size_t n, const histogram_request& bins, void* index,
                   std::size_t index_bytes) try {
  require_bins(family.type, op, data, n, bins);
  if (index_bytes != 4 && index_bytes != 8) {
    refuse("indices of " + std::to_string(index_bytes) + " bytes; they have 4 or 8 bytes");
  }
  require_size(n, index_bytes);
  require_data(index, n, "the pointer to the indices");
  const auto& chosen = pick(where, family, op, n, default_options);
  if (n == 0) return;
  histogram_problem problem{data, n, bins, {index, index_bytes}};
  if (where.where() == backend::device) {
    move_inputs(where, op, family.type, problem);
    problem.found.index = output_pointer(where, index, n * index_bytes);
  }
  chosen.run(place_of(where, n * size_of(family.type), nullptr), problem);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
