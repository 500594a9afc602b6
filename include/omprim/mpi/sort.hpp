// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <type_traits>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/sort.hpp>

/// The sorts of sort.hpp over the elements of all ranks. Each rank gets as many as it had: rank 0
/// the first ones in order, then rank 1, and so on. The contract is that of mpi.hpp and of
/// sort.hpp.
///
/// Determinism: sorts are stable. The outputs of all ranks, one after the other, do not depend on
/// how elements are shared among ranks.
///
/// Method: each rank sorts its own elements. The keys at the borders of the shares are found 4 bits
/// at a time, from the highest bit on that differs, by up to 16 messages of 120 bytes for each
/// rank; so no input makes the shares uneven. Then each element moves once, by way of the host, and
/// each rank sorts the elements that it received.
///
/// Memory: on the host twice the keys of the rank, and twice its values.
namespace omprim::mpi {

namespace detail {
/// The number of keys for each rank. The n keys of this rank are in order; rank 0 gets the first.
std::vector<std::uint64_t> shares_of_sorted(MPI_Comm comm, element type, const void* keys,
                                            std::size_t n, const sort_options& options);

/// Sends parts[r] elements to each rank r, first those for rank 0, and receives n elements from all
/// ranks, in their order. MPI sends up to `most` elements of a rank at once.
void send_parts(MPI_Comm comm, const void* data, const std::vector<std::uint64_t>& parts,
                std::size_t element_bytes, void* received, std::size_t n,
                std::uint64_t most = INT_MAX);

/// The elements of this rank on the host, before and after they move.
class moved_elements {
 public:
  moved_elements(const execution& where, void* data, std::size_t n, std::size_t element_bytes)
      : where_(where), data_(data), n_(n), element_bytes_(element_bytes) {}

  void take() {
    sent_.resize(n_ * element_bytes_);
    received_.resize(sent_.size());
    copy_out(where_, sent_.data(), data_, sent_.size());
  }
  void move(MPI_Comm comm, const std::vector<std::uint64_t>& parts) {
    send_parts(comm, sent_.data(), parts, element_bytes_, received_.data(), n_);
  }
  void give_back() { copy_in(where_, data_, received_.data(), received_.size()); }
  [[nodiscard]] const void* elements() const { return sent_.data(); }
  [[nodiscard]] std::size_t element_bytes() const { return element_bytes_; }

 private:
  execution where_;
  void* data_;
  std::size_t n_;
  std::size_t element_bytes_;
  std::vector<unsigned char> sent_;
  std::vector<unsigned char> received_;
};

/// `sort_input` sorts the input of this rank into the outputs, `sort_outputs` the outputs in place.
template <class T, class SortInput, class SortOutputs>
void sort_over(MPI_Comm comm, operation op, std::size_t n, const sort_options& options,
               std::vector<moved_elements> arrays, SortInput&& sort_input,
               SortOutputs&& sort_outputs) {
  require_ranks(comm);
  constexpr element type = omprim::detail::element_of<T>();
  message<equal_entry> agreed(op, type, options.descending ? 1 : 0);
  agreed.entry.numbers[0] = static_cast<std::uint64_t>(options.bits.first);
  agreed.entry.numbers[1] = static_cast<std::uint64_t>(options.bits.last);
  agreed.entry.numbers[2] = arrays.back().element_bytes();
  const bool is_alone = size_of(comm) == 1;
  failure own;
  own.guard([&] {
    sort_input();
    if (is_alone) return;
    for (moved_elements& array : arrays) array.take();
  });
  exchange(comm, agreed.header, own);
  if (is_alone) return;
  const auto parts = shares_of_sorted(comm, type, arrays.front().elements(), n, options);
  for (moved_elements& array : arrays) array.move(comm, parts);
  own.guard([&] {
    for (moved_elements& array : arrays) array.give_back();
    sort_outputs();
  });
  agree(comm, own);
}
}  // namespace detail

/// Writes the keys of this rank's share to `out`.
template <class T>
void sort(MPI_Comm comm, const execution& where, const T* keys, std::size_t n, T* out,
          const sort_options& options = default_sort_options) {
  detail::sort_over<T>(
      comm, operation::sort, n, options, {{where, out, n, sizeof(T)}},
      [&] { omprim::sort(where, keys, n, out, options); },
      [&] { omprim::sort(where, out, n, options); });
}

/// Sorts the keys of all ranks in place.
template <class T>
void sort(MPI_Comm comm, const execution& where, T* keys, std::size_t n,
          const sort_options& options = default_sort_options) {
  mpi::sort(comm, where, static_cast<const T*>(keys), n, keys, options);
}

/// Writes the keys of this rank's share to `keys_out`, and each value to the place of its key in
/// `values_out`. Values have one size on all ranks.
template <class T, class V>
void sort_by_key(MPI_Comm comm, const execution& where, const T* keys, const V* values,
                 std::size_t n, T* keys_out, V* values_out,
                 const sort_options& options = default_sort_options) {
  static_assert(std::is_trivially_copyable_v<V>, "sorts move trivially copyable values");
  detail::sort_over<T>(
      comm, operation::sort_by_key, n, options,
      {{where, keys_out, n, sizeof(T)}, {where, values_out, n, sizeof(V)}},
      [&] { omprim::sort_by_key(where, keys, values, n, keys_out, values_out, options); },
      [&] { omprim::sort_by_key(where, keys_out, values_out, n, options); });
}

/// Sorts the keys and values of all ranks in place.
template <class T, class V>
void sort_by_key(MPI_Comm comm, const execution& where, T* keys, V* values, std::size_t n,
                 const sort_options& options = default_sort_options) {
  mpi::sort_by_key(comm, where, static_cast<const T*>(keys), static_cast<const V*>(values), n, keys,
                   values, options);
}

}  // namespace omprim::mpi
