// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/histogram/global_bins.hpp>
#include <omprim/detail/agent/histogram/local_bins.hpp>
#include <omprim/detail/agent/histogram/packed_bins.hpp>
#include <omprim/detail/agent/histogram/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>

/// The launches of histograms.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The number of parts that n elements are cut into, each for one of up to `most` groups. A part
/// has a tile and `least` elements, or more; but below 2^32, which local memory counts.
template <tuning t>
OMPRIM_INLINE std::uint64_t histogram_parts(std::uint64_t n, std::uint64_t least,
                                            std::uint64_t most) {
  least = std::max(static_cast<std::uint64_t>(t.tile()), least);
  return std::max(std::clamp<std::uint64_t>(n / least, 1, std::max<std::uint64_t>(most, 1)),
                  n >> 31);
}

/// The number of groups for which the call is fastest. With more groups, each counts fewer
/// elements, but there are more counts to add to the totals by atomics. The best number is the
/// square root of a multiple of n / bins. It is found bit by bit, as programs in C may not link
/// sqrt.
inline std::uint64_t groups_worth_adding(std::uint64_t n, std::uint64_t bins) {
  std::uint64_t groups = 0;
  for (std::uint64_t step = std::uint64_t{1} << 15; step != 0; step /= 2) {
    const std::uint64_t more = groups + step;
    if (more * more * bins <= histogram_policy::elements_for_addition * n) groups = more;
  }
  return groups;
}

template <tuning t, class Backend>
void clear_histogram(Backend& backend, std::int64_t* counts, std::uint64_t bins) {
  const std::uint64_t groups = std::clamp<std::uint64_t>(
      bins / (std::uint64_t{8} * t.work_group_size), 1, backend.resident_groups(t.work_group_size));
  // A share is counted by int.
  const std::uint64_t enough = std::max(groups, bins >> 30);
  backend.launch(enough, clear_counts<t>{counts, bins});
  backend.record(1, enough, enough * t.work_group_size, 0);
}

/// Counts in global memory. Host threads all read all elements, so there are only some.
template <tuning t, class Backend, class Source, class Bins>
void count_in_global_bins(Backend& backend, const Source& source, const Bins& bins,
                          std::int64_t* counts) {
  clear_histogram<t>(backend, counts, bins.count);
  const std::uint64_t resident = backend.resident_groups(t.work_group_size);
  const std::uint64_t groups =
      Backend::is_device ? histogram_parts<t>(source.size(), 1, resident)
                         : histogram_parts<t>(source.size(), bins.count,
                                              std::min(resident, histogram_policy::most_readers));
  backend.launch(groups, histogram_in_global_bins<Bins, t, Source>{source, bins, counts});
  backend.record(1, groups, groups * t.work_group_size, source.size());
}

/// Counts in local memory of `words` for each group, and adds the counts of all groups. Bins and
/// their copies take up to `copied_words`, if there is more than one copy.
template <tuning t, std::uint32_t words, class Backend, class Source, class Bins>
OMPRIM_INLINE void count_in_local_bins(Backend& backend, const Source& source, const Bins& bins,
                                       std::int64_t* counts, std::uint32_t most_copies,
                                       std::uint32_t copied_words = words) {
  const std::uint64_t all = bins.count;
  std::uint32_t copies = most_copies;
  while (copies > 1 && (all + 1) * copies + tree_words(bins) > copied_words) copies /= 2;
  std::uint64_t most_groups = backend.resident_groups(t.work_group_size);
  if (Backend::is_device) {
    most_groups = std::min(most_groups, groups_worth_adding(source.size(), all));
  }
  const std::uint64_t groups = histogram_parts<t>(source.size(), all, most_groups);
  std::int64_t* const totals = groups > 1 ? backend.template counters<std::int64_t>(all) : counts;
  backend.launch(groups, histogram_in_local_bins<Bins, t, words, Source>{
                             source, bins, counts, totals, backend.tickets(), copies});
  backend.record(1, groups, groups * t.work_group_size, groups > 1 ? groups * all : 0);
}

/// Counts in local memory of `words` for each group, which hold two counts each. Groups with a
/// slice of the bins each share a part of the elements.
template <tuning t, std::uint32_t words, class Backend, class Source, class Bins>
OMPRIM_INLINE void count_in_packed_bins(Backend& backend, const Source& source, const Bins& bins,
                                        std::int64_t* counts) {
  using kernel_type = histogram_in_packed_bins<Bins, t, words, Source>;
  const std::uint64_t all = bins.count;
  const std::uint64_t slices = (all - 1) / (std::uint64_t{2} * words) + 1;
  const auto slice = static_cast<std::uint32_t>((all - 1) / slices + 1);
  const std::uint64_t most_parts = backend.resident_groups(t.work_group_size) / slices;
  const std::uint64_t parts = histogram_parts<t>(source.size(), all / 2, most_parts);
  const bool adds = parts > 1 || source.size() >= kernel_type::searched_elements;
  if (adds) clear_histogram<t>(backend, counts, all);
  const std::uint64_t groups = parts * slices;
  backend.launch(groups, kernel_type{source, bins, counts, slice, adds});
  backend.record(1, groups, groups * t.work_group_size, adds ? parts * all : 0);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
