// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/numbers.hpp"
#include "support/placed_array.hpp"

/// The measured sorts, on the processor and on devices. Values are the positions of their keys.
namespace omprim_benchmark {

/// few_distinct: 16 different keys. repeated: each key about 100 times. clustered: 7 of 8 keys
/// share their leading bits.
enum class sort_values { random, sorted, few_distinct, equal, repeated, clustered, reversed };

struct sort_case {
  omprim::element type;
  bool has_values;  ///< of 4 bytes, which move with their keys
  sort_values keys;
  int threads;  ///< 0 on a device
  std::size_t n;

  /// "uint32_sort_by_key/random/threads:1/n:1024"
  [[nodiscard]] std::string name() const {
    constexpr const char* kinds[] = {"/random",   "/sorted",    "/few_distinct", "/equal",
                                     "/repeated", "/clustered", "/reversed"};
    return std::string(omprim::to_string(type)) + (has_values ? "_sort_by_key" : "_sort") +
           kinds[static_cast<int>(keys)] +
           (threads > 0 ? "/threads:" + std::to_string(threads) : "") + "/n:" + std::to_string(n);
  }
  /// The bytes of the keys and the values.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(n * (omprim::size_of(type) + (has_values ? 4 : 0)));
  }
};

/// Key `position` of n in ascending order: integers over their whole range, floats in [-1, 1).
template <class T>
T sorted_key(std::uint64_t position, std::size_t n) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(2 * static_cast<double>(position) / static_cast<double>(n) - 1);
  } else {
    __extension__ typedef unsigned __int128 wide_integer;
    return static_cast<T>((static_cast<wide_integer>(position) << (8 * sizeof(T))) / n);
  }
}

/// A key that shares its leading bits with the first random key: an integer differs from it in the
/// last quarter of its bits, a float in the last 10 bits.
template <class T>
T neighbour_key(std::uint64_t choice) {
  const T first = random_value<T>(0, 1);
  if constexpr (std::is_floating_point_v<T>) {
    const T step = std::numeric_limits<T>::epsilon();
    return first * (1 + step * static_cast<T>(choice % 1000));
  } else {
    return static_cast<T>(first + (static_cast<T>(choice) >> (6 * sizeof(T))));
  }
}

/// Key `position` of n: integers over their whole range, floats in [-1, 1).
template <class T>
T sort_key(sort_values kind, std::uint64_t position, std::size_t n) {
  if (kind == sort_values::sorted) return sorted_key<T>(position, n);
  if (kind == sort_values::reversed) return sorted_key<T>(n - 1 - position, n);
  const std::uint64_t choice = omprim::command::random_at(position, 2);
  if (kind == sort_values::clustered && choice % 8 != 0) return neighbour_key<T>(choice >> 3U);
  if (kind == sort_values::few_distinct) position = choice % 16;
  if (kind == sort_values::repeated) position = choice % (n / 100 + 1);
  if (kind == sort_values::equal) position = 0;
  const T any = random_value<T>(position, 1);
  return std::is_floating_point_v<T> ? 2 * any - 1 : any;
}

template <class T>
std::vector<T> sort_data(const sort_case& c) {
  std::vector<T> data(c.n);
  T* const out = data.data();
  in_pieces(c.n, [=](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = sort_key<T>(c.keys, i, c.n);
  });
  return data;
}

/// Keys and, unless it is null, their values.
template <class T>
struct sort_records {
  const T* keys;
  const std::uint32_t* values;
  std::size_t n;
};

/// A number that depends on the records, but not on their order.
template <class T>
std::uint64_t fingerprint(const sort_records<T>& r) {
  std::vector<std::uint64_t> parts(std::max(1U, std::thread::hardware_concurrency()));
  std::uint64_t* const part = parts.data();
  in_pieces(r.n, [=](std::size_t p, std::size_t begin, std::size_t end) {
    std::uint64_t sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t key = 0;
      std::memcpy(&key, r.keys + i, sizeof(T));
      sum += omprim::command::random_at(key, r.values != nullptr ? r.values[i] : 0);
    }
    part[p] = sum;
  });
  std::uint64_t all = 0;
  for (const std::uint64_t sum : parts) all += sum;
  return all;
}

/// Whether the keys ascend; if `stable`, also whether the values of equal keys do.
template <class T>
bool in_order(const sort_records<T>& r, bool stable) {
  const bool by_values = stable && r.values != nullptr;
  std::vector<char> parts(std::max(1U, std::thread::hardware_concurrency()), 1);
  char* const part = parts.data();
  in_pieces(r.n, [=](std::size_t p, std::size_t begin, std::size_t end) {
    for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
      const bool equal = r.keys[i - 1] == r.keys[i];
      const bool right =
          equal ? !by_values || r.values[i - 1] < r.values[i] : r.keys[i - 1] < r.keys[i];
      if (!right) part[p] = 0;
    }
  });
  return std::all_of(parts.begin(), parts.end(), [](char right) { return right != 0; });
}

/// The input and the outputs of all cases of one type, in memory of `where`.
template <class T>
struct sort_arrays {
  omprim::execution where;
  placed_array<T> keys{where};
  placed_array<std::uint32_t> values{where};
  placed_array<T> keys_out{where};
  placed_array<std::uint32_t> values_out{where};

  explicit sort_arrays(const omprim::execution& on) : where(on) {}

  void choose(const sort_case& c) {
    const std::vector<T> data = sort_data<T>(c);
    std::vector<std::uint32_t> positions(c.has_values ? c.n : 0);
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<std::uint32_t>(i);
    keys.put(data);
    if (c.has_values) values.put(positions);
    wanted_ = fingerprint<T>({data.data(), c.has_values ? positions.data() : nullptr, c.n});
    spoil(c);
  }
  void spoil(const sort_case& c) {
    keys_out.put(std::vector<T>(c.n));
    if (c.has_values) values_out.put(std::vector<std::uint32_t>(c.n));
  }
  [[nodiscard]] bool right(const sort_records<T>& sorted, bool stable) const {
    return in_order(sorted, stable) && fingerprint(sorted) == wanted_;
  }
  /// Whether the outputs are right, and equal keys have kept their order.
  [[nodiscard]] bool right(const sort_case& c) const {
    const std::vector<T> sorted = keys_out.get(c.n);
    std::vector<std::uint32_t> moved;
    if (c.has_values) moved = values_out.get(c.n);
    return right({sorted.data(), c.has_values ? moved.data() : nullptr, c.n}, true);
  }

 private:
  std::uint64_t wanted_ = 0;
};

}  // namespace omprim_benchmark
