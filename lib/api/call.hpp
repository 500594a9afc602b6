// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <dispatch/choice.hpp>
#include <dispatch/type_operation.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// The steps that the functions of all algorithms share.
namespace omprim::detail {

/// Throws status::invalid_argument.
[[noreturn]] void refuse(const std::string& message);

[[noreturn]] void throw_wrong_algorithm(operation op, algorithm work);

/// Throws status::unknown_variant if `op` is not of this algorithm, naming the function to call.
inline void require_algorithm(operation op, algorithm work) {
  require_known(op, operation_count, "operation");
  if (algorithm_of(op) != work) throw_wrong_algorithm(op, work);
}

/// `output` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] void* output_pointer(const execution& where, void* output, std::size_t bytes);

/// Offset i of segments that are given by offsets; on a device, the array is there.
[[nodiscard]] std::size_t offset_at(const execution& where, const segmentation& segments,
                                    std::size_t i);

/// Throws status::invalid_argument if the first of count + 1 offsets is above the last one, or that
/// above n.
void require_outer_offsets(std::size_t first, std::size_t last, std::size_t count, std::size_t n);

/// Throws status::invalid_argument unless values that go with keys have 4 or 8 bytes.
void require_value_bytes(std::size_t bytes);

[[nodiscard]] inline bool is_aligned(const void* data, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(data) % bytes == 0;
}

/// Throws status::invalid_argument unless positions have 4 or 8 bytes, and 4 bytes can number n
/// elements and the end behind them.
void require_positions(std::size_t n, std::size_t position_bytes);

/// Where a call runs: on a device, or on the host by threads if `bytes` of input are worth them.
[[nodiscard]] inline place place_of(const execution& where, std::size_t bytes,
                                    reduce_profile* profile) {
  if (where.where() == backend::device) return {serial_executor, where.device_number(), profile};
  if (bytes < parallel_from()) return {serial_executor, -1, profile};
  return {executor_for(where, bytes), -1, profile};
}

/// Notes which variant runs, where a profile is asked for.
inline void begin_profile(const reduce_options& options, const table_row& chosen) {
  if (options.profile == nullptr) return;
  *options.profile = {};
  options.profile->strategy = chosen.strategy;
  options.profile->tuning = chosen.tuning;
}

}  // namespace omprim::detail
