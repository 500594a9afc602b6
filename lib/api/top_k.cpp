// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/top_k.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>

namespace omprim::detail {
namespace {

void require_request(operation op, const void* data, std::size_t n, std::size_t element_bytes,
                     const top_k_request& asked) {
  require_data(data, n, "the data pointer");
  const auto k = static_cast<std::size_t>(asked.k);
  require_size(k, element_bytes);
  require_data(asked.out, k, "the output pointer");
  if (op == operation::top_k) {
    if (k <= n) return;
    refuse("top_k of " + std::to_string(k) + " elements, and there are " + std::to_string(n));
  }
  require_data(asked.places, k, "the pointer to the places");
  for (std::size_t i = 0; i < k; ++i) {
    if (asked.places[i] < n) continue;
    refuse("the element at place " + std::to_string(asked.places[i]) + ", from 0, and there are " +
           std::to_string(n));
  }
}

std::string text_of(double x) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.17g", x);
  return digits.data();
}

/// The place of a quantile of n > 0 elements. Its arithmetic is that of default_arithmetic.
std::uint64_t quantile_place(std::size_t n, double probability) {
  const double product = probability * static_cast<double>(n);
  if (product >= static_cast<double>(n)) return n - 1;  // beyond 2^53, too
  const auto whole = static_cast<std::uint64_t>(product);
  const std::uint64_t above = static_cast<double>(whole) < product ? whole + 1 : whole;
  return above == 0 ? 0 : above - 1;
}

/// Not inlined, and its result goes to memory: default_arithmetic asks for both.
__attribute__((noinline)) void find_places(std::size_t n, const double* probabilities,
                                           std::size_t count, std::uint64_t* places) {
  const backends::default_arithmetic arithmetic;
  for (std::size_t i = 0; i < count; ++i) places[i] = quantile_place(n, probabilities[i]);
}

}  // namespace

std::vector<std::uint64_t> quantile_places(std::size_t n, const double* probabilities,
                                           std::size_t count) try {
  require_data(probabilities, count, "the pointer to the probabilities");
  require_size(count, sizeof(double));
  if (n == 0) refuse("quantiles of no elements");
  for (std::size_t i = 0; i < count; ++i) {
    if (probabilities[i] >= 0 && probabilities[i] <= 1) continue;
    refuse("a quantile of probability " + text_of(probabilities[i]) +
           "; probabilities are from 0 to 1");
  }
  std::vector<std::uint64_t> places(count);
  find_places(n, probabilities, count, places.data());
  return places;
} catch (...) {
  rethrow_as_error();
}

void run(const execution& where, const top_k_family& family, element type, operation op,
         const void* data, std::size_t n, const top_k_request& request,
         const top_k_options& options) try {
  require_algorithm(op, algorithm::top_k);
  const std::size_t element_bytes = size_of(type);
  require_size(n, element_bytes);
  require_request(op, data, n, element_bytes, request);
  const auto& chosen = pick(where, family, op, n, options);
  begin_profile(options, chosen.row);
  if (request.k == 0) return;
  const bool finds_places = op == operation::kth_smallest;
  top_k_problem problem{data, n, request, type, options.smallest || finds_places};
  if (where.where() == backend::device) {
    const auto k = static_cast<std::size_t>(request.k);
    problem.data = device_pointer(where, data, n * element_bytes);
    if (!finds_places) {
      top_k_request& arrays = problem.request;
      arrays.out = output_pointer(where, arrays.out, k * element_bytes);
      if (arrays.positions != nullptr) {
        arrays.positions = static_cast<std::int64_t*>(
            output_pointer(where, arrays.positions, k * sizeof(std::int64_t)));
      }
    }
  }
  chosen.run(place_of(where, n * element_bytes, options.profile), problem);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
