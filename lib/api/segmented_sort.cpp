// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/segmented_sort.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <api/call.hpp>
#include <api/host_segments.hpp>
#include <api/sort.hpp>
#include <api/values_by_position.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/buffer_at.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/memory.hpp>

namespace omprim::detail {
namespace {

constexpr const char* merge_strategy = "merge";

/// Throws unless the offsets, in memory of the host, ascend and are not above n.
template <class Offset>
void require_ascending(const void* offsets, std::size_t count, std::size_t n) {
  const auto* const at = static_cast<const Offset*>(offsets);
  for (std::size_t i = 0; i < count; ++i) {
    if (at[i] > at[i + 1] || at[i + 1] > n) throw_wrong_offsets(i, at[i], at[i + 1], n);
  }
}

/// The elements that belong to segments. Checks segments that have one of the two forms, and n.
extent checked_extent(const execution& where, const segmentation& segments, std::size_t n) {
  if (segments.count == 0) return {};
  if (form_of(segments) == segment_form::length) return {0, segments.count * segments.length};
  if (where.where() != backend::device) {
    const auto check = segments.offset_bytes == 8 ? require_ascending<std::uint64_t>
                                                  : require_ascending<std::uint32_t>;
    check(segments.offsets, segments.count, n);
    return {offset_at(where, segments, 0), offset_at(where, segments, segments.count)};
  }
  const segmentation there = device_segments(where, segments, n);
  const extent all{offset_at(where, there, 0), offset_at(where, there, segments.count)};
  require_outer_offsets(all.first, all.last, segments.count, n);
  return all;
}

void require_sortable(const segmentation& segments, std::size_t n) {
  const segment_form form = form_of(segments);
  if (form == segment_form::heads || form == segment_form::head_bits) {
    refuse("segments are given by heads; sorts take them by offsets or by length");
  }
  if (form != segment_form::none) require_scannable(segments, n);
}

/// The order of all elements before `all.last`: by segment, then by key.
class segmented_order {
 public:
  segmented_order(const execution& where, const segmented_sort_families& families,
                  const segmentation& segments, const extent& all)
      : where_(where),
        all_(all),
        bytes_(width_of(segments, all)),
        gathers_(families.gathers),
        sort_(bytes_ == 8 ? families.sort_wide : families.sort_narrow),
        search_(bytes_ == 8 ? families.search_wide : families.search_narrow),
        positions_(buffer_at<std::byte>(where, all.last * bytes_)),
        numbers_(buffer_at<std::byte>(where, all.last * bytes_)) {}

  void find(const sort_family& family, element type, const void* keys, const segmentation& segments,
            const sort_options& options) {
    sort_request by_key;
    by_key.values_out = positions_.get();
    by_key.value_bytes = bytes_;
    run(where_, family, type, operation::argsort, keys, all_.last, by_key, options);
    if (segments.offset_bytes != 0) {
      number(segments.offsets, segments.count);
    } else if (bytes_ == 8) {
      number_by_length<std::uint64_t>(segments);
    } else {
      number_by_length<std::uint32_t>(segments);
    }
    sort_request by_segment;
    by_segment.keys_out = numbers_.get();
    by_segment.values = by_segment.values_out = positions_.get();
    by_segment.value_bytes = bytes_;
    sort_options bits;
    bits.bits = {0, static_cast<int>(std::bit_width(segments.count + 1))};
    run(where_, sort_, type_of_number(), operation::sort_by_key, numbers_.get(), all_.last,
        by_segment, bits);
  }

  /// Moves the elements of segments to their places.
  void move(const moved_array& array) const {
    gather_part(where_, gathers_, array, positions_.get(), bytes_, all_);
  }

 private:
  static std::size_t width_of(const segmentation& segments, const extent& all) {
    if (segments.offset_bytes != 0) return segments.offset_bytes;
    return all.last < (std::size_t{1} << 31) && segments.count < (std::size_t{1} << 30) ? 4 : 8;
  }
  [[nodiscard]] element type_of_number() const {
    return bytes_ == 8 ? element::uint64 : element::uint32;
  }

  /// The number of offsets up to each position is 0 before all segments, then 1 in the first one.
  void number(const void* offsets, std::size_t count) const {
    search_request request;
    request.values = positions_.get();
    request.count = all_.last;
    request.positions = numbers_.get();
    request.position_bytes = bytes_;
    run(where_, search_, type_of_number(), operation::upper_bound, offsets, count + 1, request, {});
  }
  template <class Offset>
  void number_by_length(const segmentation& segments) const {
    std::vector<Offset> offsets(segments.count + 1);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      offsets[i] = static_cast<Offset>(i * segments.length);
    }
    const auto there = buffer_at<Offset>(where_, offsets.size());
    copy_in(where_, there.get(), offsets.data(), offsets.size() * sizeof(Offset));
    number(there.get(), segments.count);
  }

  using buffer = decltype(buffer_at<std::byte>(std::declval<const execution&>(), 0));
  execution where_;
  extent all_;
  std::size_t bytes_;  ///< of an offset, a position and the number of a segment
  gather_families gathers_;
  const sort_family& sort_;
  const search_family& search_;
  buffer positions_;
  buffer numbers_;
};

/// Sorts the elements of a single segment.
void sort_one(const execution& where, const segmented_sort_families& families, element type,
              operation op, const void* keys, const extent& all, const sort_request& request,
              const sort_options& options) {
  const sort_problem part =
      part_of({keys, all.last, request, type, options.descending, options.bits}, all.first,
              all.last - all.first);
  if (op == operation::sort) {
    return run(where, families.sort, type, op, part.keys, part.n, part.request, options);
  }
  run_sort_by_key(where, families.sort, families.gathers, type, part.keys, part.n, part.request,
                  options);
}

void require_sort(const execution& where, const sort_family& family, element type, operation op,
                  const void* keys, std::size_t n, const sort_request& request,
                  const sort_options& options) {
  if (op != operation::sort && op != operation::sort_by_key) {
    refuse("segmented sorts are sort and sort_by_key, not " + std::string(to_string(op)));
  }
  require_data(keys, n, "the pointer to the keys");
  require_data(request.keys_out, n, "the pointer to the sorted keys");
  require_size(n, sizeof(std::uint64_t));
  if (op == operation::sort_by_key) require_values_to_sort(request, n);
  // A sort of no keys checks the size of a value and the options.
  run(where, family, type, op, keys, 0, request, options);
}

/// Sorts on a device, by merges. The kernels check the offsets.
void merge_segments(const execution& where, const sort_family& family, element type, operation op,
                    const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options) {
  sort_options merges = options;
  merges.strategy = merge_strategy;
  const auto& chosen = pick(where, family, op, n, merges);
  begin_profile(options, chosen.row);
  sort_problem problem{keys, n, request, type, options.descending, options.bits};
  problem.segments = device_segments(where, segments, n);
  const offset_fault fault = run_chosen(where, chosen, op, problem, options.profile);
  if (fault.position < 0) return;
  const auto i = static_cast<std::size_t>(fault.position);
  throw_wrong_offsets(i, offset_at(where, problem.segments, i),
                      offset_at(where, problem.segments, i + 1), n);
}

/// The same for values of any size.
void sort_by_merges(const execution& where, const segmented_sort_families& families, element type,
                    operation op, const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options) {
  if (segments.count < 2 || n == 0) {
    const extent all = checked_extent(where, segments, n);
    if (all.first == all.last) return;
    if (options.strategy.empty()) {
      return sort_one(where, families, type, op, keys, all, request, options);
    }
  }
  if (op == operation::sort || move_with_keys(request)) {
    return merge_segments(where, families.sort, type, op, keys, n, segments, request, options);
  }
  const values_by_position values(where, families.gathers, n);
  merge_segments(where, families.sort, type, op, keys, n, segments, values.positions(request),
                 options);
  values.move(request, checked_extent(where, segments, n));
}

/// Sorts on the host. The rules count the elements of a segment in the mean.
void sort_on_host(const execution& where, const sort_family& family, operation op,
                  const segments_to_sort& segments, const sort_options& options) {
  const sort_problem& arrays = segments.arrays;
  const std::uint64_t size = segments.bounds.last() - segments.bounds.first();
  const bool in_place =
      arrays.keys == arrays.request.keys_out ||
      (op == operation::sort_by_key && arrays.request.values == arrays.request.values_out);
  const auto& chosen =
      pick(where, family, op, size / segments.bounds.segments, options, {false, in_place});
  begin_profile(options, chosen.row);
  const executor threads = place_of(where, size * size_of(arrays.type), nullptr).run;
  host_segments(segments, chosen, threads).sort();
}

/// The same for values of any size.
void sort_on_host(const execution& where, const segmented_sort_families& families, element type,
                  operation op, const void* keys, const segmentation& segments, const extent& all,
                  const sort_request& request, const sort_options& options) {
  segments_to_sort sorted{{keys, all.last, request, type, options.descending, options.bits},
                          kernel::bounds_of(segments)};
  if (op == operation::sort || move_with_keys(request)) {
    return sort_on_host(where, families.sort, op, sorted, options);
  }
  const values_by_position values(where, families.gathers, all.last);
  sorted.arrays.request = values.numbered(request, all.last);
  sort_on_host(where, families.sort, op, sorted, options);
  values.move(request, all);
}

}  // namespace

void sort_by_passes(const execution& where, const segmented_sort_families& families, element type,
                    operation op, const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options) {
  const extent all = checked_extent(where, segments, n);
  if (all.first == all.last) return;
  if (segments.count == 1) {
    return sort_one(where, families, type, op, keys, all, request, options);
  }
  segmented_order order(where, families, segments, all);
  order.find(families.sort, type, keys, segments, options);
  if (op == operation::sort_by_key) {
    order.move({request.values, request.values_out, request.value_bytes});
  }
  order.move({keys, request.keys_out, size_of(type)});
}

void run_segmented_sort(const execution& where, const segmented_sort_families& families,
                        element type, operation op, const void* keys, std::size_t n,
                        const segmentation& segments, const sort_request& request,
                        const sort_options& options) try {
  require_sort(where, families.sort, type, op, keys, n, request, options);
  require_sortable(segments, n);
  if (where.where() == backend::device) {
    if (options.strategy.empty() || options.strategy == merge_strategy) {
      return sort_by_merges(where, families, type, op, keys, n, segments, request, options);
    }
    return sort_by_passes(where, families, type, op, keys, n, segments, request, options);
  }
  const extent all = checked_extent(where, segments, n);
  if (all.first == all.last) return;
  sort_on_host(where, families, type, op, keys, segments, all, request, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
