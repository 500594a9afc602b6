// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

/// The contract of a host framework, which runs ranges of work-groups. The implementations
/// (serial.hpp, openmp_host.hpp, tbb_host.hpp) know neither strategies nor element types.
namespace omprim::detail {

/// A function that runs groups [begin, end) of the kernel behind `context`.
using range_body = void (*)(const void* context, std::uint64_t begin, std::uint64_t end);

/// The parts of a reduction, for a framework that splits ranges itself. An accumulator has `bytes`
/// bytes, at most reducer_body::most_bytes, and is aligned to most_alignment at most.
struct reducer_body {
  static constexpr std::size_t most_bytes = 64;
  static constexpr std::size_t most_alignment = 16;
  const void* context;
  std::size_t bytes;
  void (*identity)(void* accumulator);
  void (*reduce)(const void* context, void* accumulator, std::uint64_t begin, std::uint64_t end);
  void (*combine)(void* into, const void* from);
};

struct executor {
  /// Splits [0, count) into ranges, runs the body on each, and returns when all are done.
  void (*for_each_range)(std::uint64_t count, range_body body, const void* context, int threads);
  /// The framework's own reduction over [0, count). Null for OpenMP and serial: there host.hpp uses
  /// OpenMP's `reduction` clause.
  void (*reduce)(std::uint64_t count, const reducer_body& body, void* result, int threads);
  /// The number of threads to expect.
  int threads;
};

}  // namespace omprim::detail
