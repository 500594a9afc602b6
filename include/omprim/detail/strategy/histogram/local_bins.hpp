// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/histogram/launch.hpp>
#include <omprim/detail/agent/histogram/policy.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// local-bins: each group counts in local memory, in several copies of the bins. The default.
///
/// Phases:
///   (1) Each group counts its elements by atomics in local memory. An item adds once for
///       neighbouring elements of one bin. On a GPU, lanes count in different copies. A group that
///       has no room for all bins has counts of 16 bits; if that is not enough, it counts a slice
///       of the bins, and reads the elements of its neighbours.
///   (2) Each group adds its counts to those of the call, by atomics.
///   (3) The group with the last ticket moves these to the result.
/// So many bins, or so few elements, that this takes longer than global-bins are left to that.
///
/// Wins: everywhere but for a few elements. Deterministic: counts are integers. Needs of the group:
/// local memory with atomics, wide loads, a ticket.
/// Source: omprim; after J. Gómez-Luna et al., "An optimized approach to histogram computation on
/// GPU" (copies of the bins).
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Bins, tuning t>
struct histogram_local_bins {
  static constexpr strategy_info info{
      algorithm::histogram,
      "local-bins",
      "omprim; Gomez-Luna et al.: An optimized approach to histogram computation on GPU",
      "bins in local memory, in copies; the default",
      {.deterministic = true, .by_default = true}};

  template <backends::counting_backend Backend, class Source>
  static OMPRIM_INLINE void run(Backend& backend, const Source& source, const Bins& bins,
                                std::int64_t* counts) {
    using policy = histogram_policy;
    if constexpr (Backend::is_device) {
      if (bins.count < policy::device_words) {
        return count_in_local_bins<t, policy::device_words>(backend, source, bins, counts,
                                                            policy::device_copies);
      }
      if (bins.count <= policy::most_slices * 2 * policy::device_words) {
        return count_in_packed_bins<t, policy::device_words>(backend, source, bins, counts);
      }
    } else {
      if (bins.count < policy::host_few_words) {
        return count_in_local_bins<t, policy::host_few_words>(backend, source, bins, counts,
                                                              policy::host_copies);
      }
      if (bins.count < policy::host_many_words && source.size() / 4 > bins.count) {
        return count_in_local_bins<t, policy::host_many_words>(
            backend, source, bins, counts, policy::host_copies, policy::host_copied_words);
      }
    }
    count_in_global_bins<t>(backend, source, bins, counts);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
