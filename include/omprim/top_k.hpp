// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Order statistics: the largest or smallest elements of an array, or the elements at some places
/// of its order, without a sort. Elements are int32, uint32, int64, uint64, float or double.
///
/// Contract of all functions here:
///   * They read the half-open range [data, data + n), of any alignment that T allows.
///   * The order is that of omprim::sort: of floats, -0 is below +0, and NaN of either sign is
///     above all others.
///   * They block until the results are complete. Several threads may call them at the same time.
///   * Arrays are accessible where the call runs, which `where` says (execution.hpp). No output
///     overlaps the data or another output.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for more elements or a higher place
/// than there are; the message has both numbers.
/// Determinism: every backend, number of threads and tuning gives the same results, of equal
/// elements, too.
///
/// Default method: a sample of some thousand elements tells between which bounds the wanted ones
/// lie; one pass over the data keeps what lies there, and the same is done to the kept elements
/// until they are few, which are then sorted (strategy "sample"). Equal elements are told apart by
/// their positions, so they take no longer than others.
/// Memory: of top_k, 48 bytes for each element that may be kept: up to k + n / 11 of them, about
/// n / 120 for a small k, and n if k is near n / 2 or above. Of the others, 16 bytes for each of up
/// to n / 11 elements; a device sorts up to 2^22 elements instead, or 2^24 for several places, in
/// some more memory than twice their bytes. On a device it is kept for the next call.
namespace omprim {

namespace detail {
template <class T>
void run_top_k(const execution& where, operation op, const T* data, std::size_t n,
               const top_k_request& request, const top_k_options& options) {
  run(where, families_of_size<T>::top_k(), element_of<T>(), op, data, n, request, options);
}

/// The places, in order from 0, of quantiles of n elements. Throws status::invalid_argument for no
/// elements and for a probability that is not from 0 to 1.
std::vector<std::uint64_t> quantile_places(std::size_t n, const double* probabilities,
                                           std::size_t count);
}  // namespace detail

/// Writes the k largest elements in descending order, or with top_k_options::smallest the k
/// smallest in ascending order, and the position of each, from 0: the beginning of what a stable
/// sort would write. So equal elements are in the order of their positions.
///
///   omprim::top_k(where, scores, n, 100, best, positions);
template <class T>
void top_k(const execution& where, const T* data, std::size_t n, std::size_t k, T* out,
           std::int64_t* positions, const top_k_options& options = default_top_k_options) {
  top_k_request request;
  request.k = k;
  request.out = out;
  request.positions = positions;
  detail::run_top_k(where, operation::top_k, data, n, request, options);
}

/// The same without positions.
template <class T>
void top_k(const execution& where, const T* data, std::size_t n, std::size_t k, T* out,
           const top_k_options& options = default_top_k_options) {
  std::int64_t* const no_positions = nullptr;
  top_k(where, data, n, k, out, no_positions, options);
}

/// The element at place k, from 0, in ascending order. A NaN has the bits of
/// std::numeric_limits<T>::quiet_NaN(), whatever NaN is there.
template <class T>
T kth_smallest(const execution& where, const T* data, std::size_t n, std::size_t k,
               const reduce_options& options = default_options) {
  T result{};
  const std::uint64_t place = k;
  top_k_request request;
  request.k = 1;
  request.out = &result;
  request.places = &place;
  detail::run_top_k(where, operation::kth_smallest, data, n, request, {options, false});
  return result;
}

/// The element at place (n - 1) / 2: the lower one of two in the middle.
template <class T>
T median(const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return kth_smallest(where, data, n, n == 0 ? 0 : (n - 1) / 2, options);
}

/// Writes the quantile of each of `count` probabilities p: the element at place ceil(p * n) - 1, at
/// least 0, in ascending order. So the least element is at p = 0, and the greatest at p = 1. The
/// product is rounded as a double. Probabilities are from 0 to 1, in any order. They and the output
/// are on the host.
template <class T>
void quantiles(const execution& where, const T* data, std::size_t n, const double* probabilities,
               std::size_t count, T* out, const reduce_options& options = default_options) {
  const std::vector<std::uint64_t> places = detail::quantile_places(n, probabilities, count);
  top_k_request request;
  request.k = count;
  request.out = out;
  request.places = places.data();
  detail::run_top_k(where, operation::kth_smallest, data, n, request, {options, false});
}

}  // namespace omprim
