// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

/// Who runs a range of work-groups on the host. The three implementations (serial.hpp,
/// backend/openmp_host.hpp, backend/tbb_host.hpp) know neither strategies nor element types.
namespace omprim::detail {

/// Runs groups [begin, end) of the kernel behind `context`.
using range_body = void (*)(const void* context, std::uint64_t begin, std::uint64_t end);

/// The parts of a reduction for a framework that splits ranges itself. Accumulators are
/// `bytes` long, at most reducer_body::most_bytes, and aligned to most_alignment at most.
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
  /// Splits [0, count) into ranges, runs body on each, returns when all are done.
  void (*for_each_range)(std::uint64_t count, range_body body, const void* context, int threads);
  /// The framework's own reduction over [0, count); null where the kernel layer's
  /// `reduction` clause is the framework's.
  void (*reduce)(std::uint64_t count, const reducer_body& body, void* result, int threads);
  /// Threads to expect.
  int threads;
};

}  // namespace omprim::detail
