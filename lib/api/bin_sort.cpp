// SPDX-License-Identifier: BSD-3-Clause
// Sorts by bin and sums by bin, composed of the calls of other algorithms.
#include <omprim/bin_sort.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include <api/call.hpp>
#include <api/host_weights.hpp>
#include <dispatch/type_operation.hpp>
#include <instantiate/variant.hpp>
#include <omprim/any.hpp>
#include <omprim/bins.hpp>
#include <omprim/buffer_at.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

/// Elements in no bin are counted in one more.
void require_bin_behind(std::uint64_t bins) {
  if (bins < most_bins) return;
  refuse("a sort by " + std::to_string(bins) + " bins; there are from 1 to 2^30 - 1");
}

/// Writes where each bin begins. The index of an element in no bin is that of the bin behind the
/// last one, so that there are count + 1 of them.
void write_offsets(const execution& where, const std::int32_t* index, std::size_t n,
                   std::uint64_t count, std::int64_t* offsets) {
  histogram_request each;
  each.lower = to_scalar<std::int32_t>(0);
  each.upper = to_scalar(static_cast<std::int32_t>(count + 1));
  each.bins = count + 1;
  each.counts = offsets;
  run(where, families<std::int32_t>::histogram(), operation::histogram_even, index, n, each,
      default_options);
  scan_request before;
  before.exclusive = true;
  before.has_initial = true;
  before.out = offsets;
  run(where, families<std::int64_t>::scan(), operation::scan_sum, offsets, count + 1, before,
      default_options);
}

void sort_by_bin(const execution& where, const histogram_family& family, operation op,
                 const void* data, std::size_t n, const histogram_request& bins, void* positions,
                 std::size_t position_bytes, std::int64_t* offsets) {
  require_bin_behind(bins.bins);
  require_positions(n, position_bytes);
  require_size(n, std::max(position_bytes, sizeof(std::int32_t)));
  require_data(positions, n, "the pointer to the positions");
  if (offsets == nullptr) refuse("the pointer to the offsets is a null pointer");
  const auto index = buffer_at<std::int32_t>(where, n);
  run_bin_index(where, family, op, data, n, bins, index.get(), sizeof(std::int32_t));
  write_offsets(where, index.get(), n, bins.bins, offsets);
  sort_request order;
  order.values_out = positions;
  order.value_bytes = position_bytes;
  sort_options options;
  options.bits = {0, static_cast<int>(std::bit_width(bins.bins))};
  run(where, families_of_size<std::int32_t>::sort(), element::uint32, operation::argsort,
      index.get(), n, order, options);
}

/// The weights in the order of the bins, then a sum for each bin.
void sum_by_sort(const execution& where, const binned_elements& in, const gather_family& moves,
                 const segmented_reduce_family& adds, const void* weights, void* sums,
                 const segment_options& options) {
  const auto& [family, op, data, n, bins] = in;
  const std::size_t bytes = size_of(adds.type);
  const std::size_t position_bytes = n >> 31 == 0 ? 4 : 8;
  const auto offsets = buffer_at<std::int64_t>(where, bins.bins + 1);
  const auto moved = buffer_at<unsigned char>(where, n * bytes);
  {
    const auto positions = buffer_at<unsigned char>(where, n * position_bytes);
    sort_by_bin(where, family, op, data, n, bins, positions.get(), position_bytes, offsets.get());
    run(where, moves, operation::gather, n,
        {weights, positions.get(), position_bytes, moved.get(), n}, default_options);
  }
  run(where, adds, operation::segmented_sum, moved.get(),
      {by_offsets(offsets.get(), bins.bins), sums, nullptr}, options);
}

/// By bins of each thread, on a host with few bins. Returns whether it did.
template <class W>
bool sum_by_thread(const execution& where, const binned_elements& in, const void* weights,
                   void* sums) {
  if (!host_weights<W>::are_few(in.bins.bins, in.n)) return false;
  const std::size_t bytes = in.n * (size_of(in.family.type) + sizeof(W));
  host_weights<W>(in, static_cast<const W*>(weights), executor_for(where, bytes))
      .add(static_cast<W*>(sums));
  return true;
}
bool sum_by_thread(const execution& where, const binned_elements& in, element type,
                   const void* weights, void* sums) {
  if (where.where() == backend::device) return false;
  switch (type) {
#define OMPRIM_CASE(name, type) \
  case element::name:           \
    return sum_by_thread<type>(where, in, weights, sums);
    OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
  }
  return false;
}

void sum_by_bin(const execution& where, const binned_elements& in, const gather_family& moves,
                const segmented_reduce_family& adds, const void* weights, void* sums,
                const segment_options& options) {
  require_bin_behind(in.bins.bins);
  require_size(in.n, size_of(adds.type));
  require_data(in.data, in.n, "the data pointer");
  require_data(weights, in.n, "the pointer to the weights");
  if (sums == nullptr) refuse("the pointer to the sums is a null pointer");
  // Checks the bins, so that no thread has an error.
  run_bin_index(where, in.family, in.op, in.data, 0, in.bins, nullptr, sizeof(std::int32_t));
  const bool names_sums = !options.strategy.empty() || options.profile != nullptr;
  if (!names_sums && sum_by_thread(where, in, adds.type, weights, sums)) return;
  sum_by_sort(where, in, moves, adds, weights, sums, options);
}

}  // namespace

void run_bin_sort(const execution& where, const histogram_family& family, operation op,
                  const void* data, std::size_t n, const histogram_request& bins, void* positions,
                  std::size_t position_bytes, std::int64_t* offsets) try {
  require_algorithm(op, algorithm::histogram);
  sort_by_bin(where, family, op, data, n, bins, positions, position_bytes, offsets);
} catch (...) {
  rethrow_as_error();
}

void run_weighted_histogram(const execution& where, const histogram_family& family, operation op,
                            const void* data, std::size_t n, const histogram_request& bins,
                            const gather_family& moves, const segmented_reduce_family& adds,
                            const void* weights, void* sums, const segment_options& options) try {
  require_algorithm(op, algorithm::histogram);
  sum_by_bin(where, {family, op, data, n, bins}, moves, adds, weights, sums, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
