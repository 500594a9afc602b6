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
#include <dispatch/type_operation.hpp>
#include <omprim/buffer_at.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/memory.hpp>

namespace omprim::detail {
namespace {

constexpr const char* merge_strategy = "merge";

/// The elements [first, last) belong to segments.
struct extent {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Throws unless the offsets, in memory of the host, ascend and are not above n.
template <class Offset>
void require_ascending(const void* offsets, std::size_t count, std::size_t n) {
  const auto* const at = static_cast<const Offset*>(offsets);
  for (std::size_t i = 0; i < count; ++i) {
    if (at[i] > at[i + 1] || at[i + 1] > n) throw_wrong_offsets(i, at[i], at[i + 1], n);
  }
}

/// Checks segments that have one of the two forms, and n.
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
  if (all.first > all.last || all.last > n) {
    refuse("offsets 0 and " + std::to_string(segments.count) + " of the segments are " +
           std::to_string(all.first) + " and " + std::to_string(all.last) +
           "; they may not decrease or be above n, which is " + std::to_string(n));
  }
  return all;
}

void require_sortable(const segmentation& segments, std::size_t n) {
  const segment_form form = form_of(segments);
  if (form == segment_form::heads || form == segment_form::head_bits) {
    refuse("segments are given by heads; sorts take them by offsets or by length");
  }
  if (form != segment_form::none) require_scannable(segments, n);
}

const void* at(const void* data, std::size_t i, std::size_t bytes) {
  return static_cast<const std::byte*>(data) + i * bytes;
}
void* at(void* data, std::size_t i, std::size_t bytes) {
  return static_cast<std::byte*>(data) + i * bytes;
}

/// An array that a sort moves.
struct moved_array {
  const gather_family& gather;
  const void* from;
  void* to;
  std::size_t bytes;  ///< of an element
};

/// The order of all elements before `all.last`: by segment, then by key.
class segmented_order {
 public:
  segmented_order(const execution& where, const segmented_sort_families& families,
                  const segmentation& segments, const extent& all)
      : where_(where),
        all_(all),
        bytes_(width_of(segments, all)),
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
    const std::size_t size = all_.last - all_.first;
    void* const out = at(array.to, all_.first, array.bytes);
    if (array.from != array.to) return gather(array, out);
    const auto copy = buffer_at<std::byte>(where_, size * array.bytes);
    gather(array, copy.get());
    const std::size_t bytes = size * array.bytes;
    copy_within(where_,
                where_.where() == backend::device ? output_pointer(where_, out, bytes) : out,
                copy.get(), bytes);
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

  void gather(const moved_array& array, void* out) const {
    gather_request request;
    request.source = array.from;
    request.positions = at(static_cast<const void*>(positions_.get()), all_.first, bytes_);
    request.position_bytes = bytes_;
    request.out = out;
    request.size = all_.last;
    run(where_, array.gather, operation::gather, all_.last - all_.first, request, {});
  }
  using buffer = decltype(buffer_at<std::byte>(std::declval<const execution&>(), 0));
  execution where_;
  extent all_;
  std::size_t bytes_;  ///< of an offset, a position and the number of a segment
  const sort_family& sort_;
  const search_family& search_;
  buffer positions_;
  buffer numbers_;
};

/// Sorts the elements of a single segment.
void sort_one(const execution& where, const sort_family& family, element type, operation op,
              const void* keys, const extent& all, const sort_request& request,
              const sort_options& options) {
  const std::size_t key_bytes = size_of(type);
  sort_request part = request;
  part.keys_out = at(request.keys_out, all.first, key_bytes);
  if (op == operation::sort_by_key) {
    part.values = at(request.values, all.first, request.value_bytes);
    part.values_out = at(request.values_out, all.first, request.value_bytes);
  }
  run(where, family, type, op, at(keys, all.first, key_bytes), all.last - all.first, part, options);
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
  if (op == operation::sort_by_key) {
    require_data(request.values, n, "the pointer to the values");
    require_data(request.values_out, n, "the pointer to the sorted values");
  }
  // A sort of no keys checks the size of a value and the options.
  run(where, family, type, op, keys, 0, request, options);
}

/// Sorts on a device, by merges. The kernels check the offsets.
void sort_by_merges(const execution& where, const sort_family& family, element type, operation op,
                    const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options) {
  if (segments.count < 2 || n == 0) {
    const extent all = checked_extent(where, segments, n);
    if (all.first == all.last) return;
    if (options.strategy.empty()) {
      return sort_one(where, family, type, op, keys, all, request, options);
    }
  }
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

/// Sorts on the host. The rules count the elements of a segment in the mean.
void sort_on_host(const execution& where, const sort_family& family, const segments_to_sort& arrays,
                  const sort_options& options) {
  const std::uint64_t size = arrays.bounds.last() - arrays.bounds.first();
  const bool in_place =
      arrays.keys == arrays.request.keys_out ||
      (arrays.op == operation::sort_by_key && arrays.request.values == arrays.request.values_out);
  const auto& chosen =
      pick(where, family, arrays.op, size / arrays.bounds.segments, options, {false, in_place});
  begin_profile(options, chosen.row);
  const executor threads = place_of(where, size * size_of(arrays.type), nullptr).run;
  host_segments(arrays, chosen, threads, options).sort();
}

}  // namespace

void sort_by_passes(const execution& where, const segmented_sort_families& families, element type,
                    operation op, const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options) {
  const extent all = checked_extent(where, segments, n);
  if (all.first == all.last) return;
  if (segments.count == 1) {
    return sort_one(where, families.sort, type, op, keys, all, request, options);
  }
  segmented_order order(where, families, segments, all);
  order.find(families.sort, type, keys, segments, options);
  if (op == operation::sort_by_key) {
    order.move({families.gather_values, request.values, request.values_out, request.value_bytes});
  }
  order.move({families.gather, keys, request.keys_out, size_of(type)});
}

void run_segmented_sort(const execution& where, const segmented_sort_families& families,
                        element type, operation op, const void* keys, std::size_t n,
                        const segmentation& segments, const sort_request& request,
                        const sort_options& options) try {
  require_sort(where, families.sort, type, op, keys, n, request, options);
  require_sortable(segments, n);
  if (where.where() == backend::device) {
    if (options.strategy.empty() || options.strategy == merge_strategy) {
      return sort_by_merges(where, families.sort, type, op, keys, n, segments, request, options);
    }
    return sort_by_passes(where, families, type, op, keys, n, segments, request, options);
  }
  const extent all = checked_extent(where, segments, n);
  if (all.first == all.last) return;
  sort_on_host(where, families.sort, {keys, kernel::bounds_of(segments), request, type, op},
               options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
