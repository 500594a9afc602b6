// SPDX-License-Identifier: BSD-3-Clause
#include <api/call.hpp>

#include <string>

#include <omprim/error.hpp>

namespace omprim::detail {

void refuse(const std::string& message) { throw error(status::invalid_argument, message); }

void throw_null(std::size_t n, const char* what) {
  refuse(std::string(what) + " is a null pointer, and n is " + std::to_string(n));
}

void throw_too_large(std::size_t n, std::size_t bytes) {
  refuse("n is " + std::to_string(n) + "; no array holds so many elements of " +
         std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"));
}

void throw_one_output() {
  refuse("partition has one output for the selected and the rejected elements; it needs two");
}

namespace {
const char* door_of(algorithm work) {
  constexpr const char* doors[] = {
      "reduce_any", "select_any",    "scan_any",   "segmented_reduce_any",
      "exact_any",  "histogram_any", "sort_any",   "runs_any",
      "top_k_any",  "search_any",    "gather_any", "merge_any"};
  return doors[static_cast<std::size_t>(work)];
}
}  // namespace

void throw_wrong_algorithm(operation op, algorithm work) {
  throw error(status::unknown_variant, std::string(door_of(work)) + " does not run " +
                                           std::string(to_string(op)) + "; ask " +
                                           door_of(algorithm_of(op)));
}

void require_value_bytes(std::size_t bytes) {
  if (bytes == 4 || bytes == 8) return;
  refuse("values of " + std::to_string(bytes) + " bytes; keys carry values of 4 or 8 bytes");
}

void require_positions(std::size_t n, std::size_t position_bytes) {
  if (position_bytes != 4 && position_bytes != 8) {
    refuse("positions of " + std::to_string(position_bytes) + " bytes; they have 4 or 8 bytes");
  }
  if (position_bytes == 4 && n >> 31 != 0) {
    refuse("n is " + std::to_string(n) + "; positions of 4 bytes number 2147483647 elements");
  }
}

void* output_pointer(const execution& where, void* output, std::size_t bytes) {
  return const_cast<void*>(device_pointer(where, output, bytes));
}

}  // namespace omprim::detail
