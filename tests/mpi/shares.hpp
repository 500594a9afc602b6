// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/execution.hpp>
#include <omprim/memory.hpp>

/// One array of all ranks, and the share of this rank.
namespace omprim_test {

inline int rank_of_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int ranks_of_world() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The ways to share an array among ranks.
enum class shared_by { equal_parts, random_parts, last_rank_alone, every_second_rank };
inline constexpr std::array<shared_by, 4> every_way = {
    shared_by::equal_parts, shared_by::random_parts, shared_by::last_rank_alone,
    shared_by::every_second_rank};

inline std::string to_string(shared_by how) {
  switch (how) {
    case shared_by::equal_parts:
      return "equal parts";
    case shared_by::random_parts:
      return "random parts";
    case shared_by::last_rank_alone:
      return "the last rank alone";
    case shared_by::every_second_rank:
      return "every second rank";
  }
  return "";
}

/// Where the share of each rank begins; the last entry is n. The same on all ranks.
inline std::vector<std::size_t> beginnings(std::size_t n, shared_by how) {
  const auto ranks = static_cast<std::size_t>(ranks_of_world());
  std::vector<std::size_t> all(ranks + 1, 0);
  all[ranks] = n;
  std::mt19937_64 random(n + ranks);
  for (std::size_t r = 1; r < ranks; ++r) {
    if (how == shared_by::equal_parts) all[r] = n * r / ranks;
    if (how == shared_by::random_parts) all[r] = static_cast<std::size_t>(random() % (n + 1));
    if (how == shared_by::every_second_rank) all[r] = n * ((r + 1) / 2 * 2) / (ranks + 1);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Another backend on each rank: serial, host, and those of the build.
inline omprim::execution backend_of_rank() {
  std::vector<omprim::execution> all = {omprim::host(), omprim::serial()};
  if (omprim::available(omprim::backend::tbb)) all.push_back(omprim::tbb());
  if (omprim::available(omprim::backend::device)) all.push_back(omprim::device());
  return all[static_cast<std::size_t>(rank_of_world()) % all.size()];
}

/// An array where a backend can read it.
template <class T>
class placed {
 public:
  placed(const omprim::execution& where, const T* data, std::size_t n)
      : where_(where),
        n_(n),
        memory_(static_cast<T*>(omprim::allocate(where, std::max<std::size_t>(n, 1) * sizeof(T)))) {
    omprim::copy_in(where_, memory_, data, n_ * sizeof(T));
  }
  placed(const placed&) = delete;
  placed& operator=(const placed&) = delete;
  ~placed() { omprim::deallocate(where_, memory_); }

  [[nodiscard]] T* data() const { return memory_; }
  [[nodiscard]] std::size_t size() const { return n_; }
  /// The first `n` elements.
  [[nodiscard]] std::vector<T> first(std::size_t n) const {
    std::vector<T> copy(n);
    omprim::copy_out(where_, copy.data(), memory_, n * sizeof(T));
    return copy;
  }
  [[nodiscard]] std::vector<T> all() const { return first(n_); }

 private:
  omprim::execution where_;
  std::size_t n_;
  T* memory_;
};

/// The share of this rank of an array that all ranks have.
template <class T>
class share : public placed<T> {
 public:
  share(const std::vector<T>& all, shared_by how)
      : share(all, beginnings(all.size(), how), static_cast<std::size_t>(rank_of_world())) {}

  [[nodiscard]] const omprim::execution& where() const { return here_; }
  /// The number of elements of lower ranks.
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return begin_ + this->size(); }

 private:
  share(const std::vector<T>& all, const std::vector<std::size_t>& begins, std::size_t rank)
      : placed<T>(backend_of_rank(), all.data() + begins[rank], begins[rank + 1] - begins[rank]),
        here_(backend_of_rank()),
        begin_(begins[rank]) {}

  omprim::execution here_;
  std::size_t begin_;
};

/// Calls `f` for several lengths of an array and all ways to share it.
template <class Function>
void for_every_share(Function&& f) {
  const auto ranks = static_cast<std::size_t>(ranks_of_world());
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, 2 * ranks + 1, std::size_t{3001}}) {
    for (const shared_by how : every_way) {
      SCOPED_TRACE(std::to_string(n) + " elements by " + to_string(how));
      f(n, how);
    }
  }
}

/// The elements of all ranks, in order, on all ranks.
template <class T>
std::vector<T> gather(const std::vector<T>& mine) {
  const int bytes = static_cast<int>(mine.size() * sizeof(T));
  std::vector<int> sizes(static_cast<std::size_t>(ranks_of_world()));
  MPI_Allgather(&bytes, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  std::vector<int> places;
  int total = 0;
  for (const int size : sizes) {
    places.push_back(total);
    total += size;
  }
  std::vector<T> all(static_cast<std::size_t>(total) / sizeof(T));
  MPI_Allgatherv(mine.data(), bytes, MPI_BYTE, all.data(), sizes.data(), places.data(), MPI_BYTE,
                 MPI_COMM_WORLD);
  return all;
}

/// The elements [begin, end) of a vector.
template <class T>
std::vector<T> part_of(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin),
          all.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// Small integers, whose sums are exact in every type; the same on all ranks.
template <class T>
std::vector<T> small_integers(std::size_t n, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<T> all(n);
  for (T& x : all) {
    const int value = static_cast<int>(random() % 41);
    x = std::is_unsigned_v<T> ? static_cast<T>(value) : static_cast<T>(value - 20);
  }
  return all;
}

/// Numbers of very different exponents.
template <class T>
std::vector<T> wide_numbers(std::size_t n, int exponents, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<T> mantissa(-1, 1);
  std::vector<T> all(n);
  for (T& x : all) {
    const int exponent = static_cast<int>(random() % static_cast<unsigned>(exponents));
    x = std::ldexp(mantissa(random), exponent - exponents / 2);
  }
  return all;
}

}  // namespace omprim_test
