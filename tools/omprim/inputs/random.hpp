// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

/// Random numbers for inputs of the command and of the benchmarks.
namespace omprim::command {

/// A random number for each position and seed, so that any thread can make any part of an array.
[[nodiscard]] constexpr std::uint64_t random_at(std::uint64_t position, std::uint64_t seed) {
  // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
  std::uint64_t z = (position + 1) * 0x9e3779b97f4a7c15U + seed * 0xd1342543de82ef95U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

}  // namespace omprim::command
