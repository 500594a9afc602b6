// SPDX-License-Identifier: BSD-3-Clause
// Measures how fast this machine can read: loops that add the data as 32-bit integers, whatever
// their type, and do nothing else. They are not peers: they are the limit of every reduction.
#include <cstring>
#include <iterator>
#include <omp.h>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
#else
constexpr std::size_t vector_bytes = 32;
#endif
using lanes = std::uint32_t __attribute__((vector_size(vector_bytes)));

constexpr std::size_t accumulators = 8;

inline lanes load(const char* from) {
  lanes v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

// Adds halves of the vector: the latency of a chain over all lanes would be visible at 8 kB.
inline std::uint32_t add_lanes(lanes all) {
  using quarter = std::uint32_t __attribute__((vector_size(16)));
  quarter parts[vector_bytes / sizeof(quarter)];
  std::memcpy(parts, &all, sizeof all);
  quarter sum = parts[0];
  for (std::size_t k = 1; k < std::size(parts); ++k) sum += parts[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Reads `streams` parts of the data in lockstep; each part has a hardware prefetcher of its own.
// `ahead`: bytes of software prefetch that bypasses the outer caches; 0 for none.
template <std::size_t streams, std::size_t ahead>
std::uint32_t read(const char* data, std::size_t bytes) {
  constexpr std::size_t per_stream = accumulators / streams;
  constexpr std::size_t step = per_stream * vector_bytes;
  constexpr std::size_t cache_line = 64;
  const std::size_t part = bytes / streams / step * step;
  lanes sums[accumulators] = {};
  for (std::size_t i = 0; i < part; i += step) {
#pragma GCC unroll 8
    for (std::size_t s = 0; s < streams; ++s) {
      const char* const from = data + s * part + i;
      if constexpr (ahead > 0) {
#pragma GCC unroll 8
        for (std::size_t line = 0; line < step; line += cache_line) {
          __builtin_prefetch(from + ahead + line, 0, 0);
        }
      }
#pragma GCC unroll 8
      for (std::size_t k = 0; k < per_stream; ++k) {
        sums[s * per_stream + k] += load(from + k * vector_bytes);
      }
    }
  }
  for (std::size_t width = accumulators / 2; width > 0; width /= 2) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < width; ++k) sums[k] += sums[k + width];
  }
  std::uint32_t sum = add_lanes(sums[0]);
  for (std::size_t i = streams * part; i + sizeof sum <= bytes; i += sizeof sum) {
    std::uint32_t one = 0;
    std::memcpy(&one, data + i, sizeof one);
    sum += one;
  }
  return sum;
}

using reader = std::uint32_t (*)(const char*, std::size_t);

// Reads one or both arrays, in equal shares for the available threads.
template <reader read_part, std::size_t element_bytes, int arrays>
void read_all(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const std::size_t bytes = n * element_bytes;
  std::uint32_t sum = 0;
  const auto share = [&](std::size_t id, std::size_t count) {
    const std::size_t begin = bytes * id / count / vector_bytes * vector_bytes;
    const std::size_t end =
        id + 1 == count ? bytes : bytes * (id + 1) / count / vector_bytes * vector_bytes;
    std::uint32_t mine = read_part(static_cast<const char*>(a) + begin, end - begin);
    if constexpr (arrays == 2) mine += read_part(static_cast<const char*>(b) + begin, end - begin);
    return mine;
  };
  if (omp_get_max_threads() == 1) {
    sum = share(0, 1);
  } else {
#pragma omp parallel reduction(+ : sum)
    sum += share(static_cast<std::size_t>(omp_get_thread_num()),
                 static_cast<std::size_t>(omp_get_num_threads()));
  }
  answer.value = static_cast<double>(static_cast<std::int32_t>(sum));
}

// Reads on the calling thread, whatever the number of threads: the limit of short arrays.
template <reader read_part, std::size_t element_bytes, int arrays>
void read_alone(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const std::size_t bytes = n * element_bytes;
  std::uint32_t sum = read_part(static_cast<const char*>(a), bytes);
  if constexpr (arrays == 2) sum += read_part(static_cast<const char*>(b), bytes);
  answer.value = static_cast<double>(static_cast<std::int32_t>(sum));
}

template <std::size_t element_bytes, int arrays>
void add_limits(host_peers& peers, host_job job) {
  const auto with = [&](const std::string& name, host_call call, thread_owner threads) {
    peers.push_back({job, name, call, threads, true});
  };
  with("read, alone", read_alone<read<1, 0>, element_bytes, arrays>, thread_owner::none);
  with("read, 1 stream", read_all<read<1, 0>, element_bytes, arrays>, thread_owner::openmp);
  with("read, 4 streams", read_all<read<4, 0>, element_bytes, arrays>, thread_owner::openmp);
  with("read, 1 stream, prefetched", read_all<read<1, 1024>, element_bytes, arrays>,
       thread_owner::openmp);
  with("read, 4 streams, prefetched", read_all<read<4, 512>, element_bytes, arrays>,
       thread_owner::openmp);
}

}  // namespace

void add_read_limits(host_peers& peers) {
  add_limits<4, 1>(peers, host_job::int32_sum);
  add_limits<4, 1>(peers, host_job::float_sum);
  add_limits<8, 1>(peers, host_job::double_sum);
  add_limits<8, 1>(peers, host_job::double_min);
  add_limits<8, 1>(peers, host_job::double_argmin);
  add_limits<8, 2>(peers, host_job::double_dot);
}

}  // namespace omprim_benchmark
