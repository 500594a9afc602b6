// SPDX-License-Identifier: BSD-3-Clause
// A call of each public function template, as users compile it in C++17, with options -W that the
// library itself is not compiled with. Containers call the functions on pointers.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/measure.hpp>
#include <omprim/omprim.hpp>

template <class T>
using array = std::vector<T>;

template <class T>
double reductions(const omprim::execution& where, const array<T>& x) {
  T all = omprim::sum(where, x);
  all = omprim::reduce(where, x, omprim::plus{}, all);
  all = omprim::reduce(where, x, omprim::multiplies{}, all);
  all = omprim::reduce(where, x, omprim::minimum{}, omprim::min(where, x));
  all = omprim::reduce(where, x, omprim::maximum{}, omprim::max(where, x));
  all = omprim::reduce(where, x, omprim::logical_and{}, all);
  all = omprim::reduce(where, x, omprim::logical_or{}, all);
  if constexpr (std::is_integral_v<T>) {
    all = omprim::reduce(where, x, omprim::bit_and{}, all);
    all = omprim::reduce(where, x, omprim::bit_or{}, all);
    all = omprim::reduce(where, x, omprim::bit_xor{}, all);
  } else {
    all = omprim::dot(where, x, x);
    all = omprim::sum_of_absolutes(where, x);
    all = omprim::sum_of_squares(where, x);
  }
  if constexpr (sizeof(T) == 4) all = static_cast<T>(omprim::wide_sum(where, x));
  const bool truths = omprim::all(where, x) != omprim::any(where, x);
  const std::int64_t places = omprim::argmin(where, x).index + omprim::argmax(where, x).index;
  all = omprim::minmax(where, x).min;
  all = omprim::sum_min_max(where, x).sum;
  return static_cast<double>(all) + static_cast<double>(places) + (truths ? 1 : 0);
}

template <class T>
double exact_sums(const omprim::execution& where, const array<T>& x) {
  T all = omprim::exact_sum(where, x);
  all = omprim::exact_sum_of_absolutes(where, x);
  all = omprim::exact_sum_of_squares(where, x);
  all = omprim::exact_norm2(where, x);
  all = omprim::exact_mean(where, x);
  all = omprim::exact_dot(where, x, x);
  all = omprim::exact_weighted_sum(where, x, x);
  return static_cast<double>(all);
}

template <class T>
std::size_t selections(const omprim::execution& where, const array<T>& x,
                       const array<unsigned char>& flags, const bool* bools, array<T>& out,
                       array<T>& rest, array<std::int64_t>& places) {
  std::size_t kept = 0;
  for (const auto& keep :
       {omprim::less_than(T(1)), omprim::at_most(T(1)), omprim::equal_to(T(1)),
        omprim::not_equal_to(T(1)), omprim::at_least(T(1)), omprim::greater_than(T(1))}) {
    kept += omprim::select_if(where, x, out, keep);
    kept += omprim::select_if(where, out, keep);
    kept += omprim::select_index(where, x, places, keep);
    kept += omprim::partition(where, x, out, rest, keep);
    kept += omprim::count_if(where, x, keep);
  }
  kept += omprim::select_flagged(where, x, flags, out);
  kept += omprim::select_flagged(where, x.data(), bools, x.size(), out.data());
  kept += omprim::count_flagged(where, flags);
  kept += omprim::count_flagged(where, bools, x.size());
  kept += omprim::unique(where, x, out);
  kept += omprim::unique_index(where, x, places);
  return kept + omprim::count_unique(where, x);
}

template <class T>
void scans(const omprim::execution& where, const array<T>& x, const array<unsigned char>& heads,
           const bool* bools, array<T>& out) {
  omprim::inclusive_scan(where, x, out);
  omprim::inclusive_scan(where, x, out, omprim::minimum{});
  omprim::inclusive_scan(where, x, out, omprim::maximum{}, T(1));
  omprim::exclusive_scan(where, x, out);
  omprim::exclusive_scan(where, x, out, omprim::plus{}, T(1));
  omprim::segmented_inclusive_scan(where, x, omprim::by_heads(heads), out);
  omprim::segmented_exclusive_scan(where, x, omprim::by_heads(bools), out, omprim::plus{}, T(1));
}

template <class T, class Offset>
std::size_t segments(const omprim::execution& where, const array<T>& x,
                     const array<Offset>& offsets, array<T>& out, array<T>& rest,
                     array<std::int64_t>& places) {
  const auto rows = omprim::by_offsets(offsets);
  omprim::segmented_reduce(where, x, rows, out);
  omprim::segmented_reduce(where, x, omprim::by_length(1, x.size()), out, omprim::minimum{});
  omprim::segmented_reduce(where, x.data(), offsets.data(), 1, out.data(), omprim::maximum{});
  if constexpr (std::is_floating_point_v<T>) {
    omprim::exact_segmented_sum(where, x, rows, out);
    omprim::exact_segmented_sum(where, x.data(), offsets.data(), 1, out.data());
  }
  omprim::segmented_argmin(where, x, rows, places);
  omprim::segmented_argmin(where, x, rows, places, out);
  omprim::segmented_argmin(where, x.data(), offsets.data(), 1, places.data());
  omprim::segmented_argmax(where, x, rows, places);
  omprim::segmented_argmax(where, x, rows, places, out);
  omprim::segmented_argmax(where, x.data(), offsets.data(), 1, places.data());
  omprim::inclusive_scan_by_key(where, x, x, out);
  omprim::exclusive_scan_by_key(where, x, x, out, omprim::plus{}, T(1));
  const omprim::value_column all[] = {
      omprim::column(x.data(), out.data()),
      omprim::column(x.data(), rest.data(), omprim::minimum{}),
      omprim::column_any(omprim::element::int64, omprim::operation::segmented_max, places.data(),
                         places.data())};
  return omprim::reduce_by_key(where, x, x, out, rest) +
         omprim::reduce_by_key(where, x.data(), x.size(), out.data(), all, 3) +
         omprim::reduce_by_key(where, x.data(), x.size(), out.data(), {all[0], all[1]}) +
         omprim::reduce_by_key(
             where, x, out, {omprim::column(x, rest), omprim::column(x, rest, omprim::maximum{})}) +
         omprim::unique_by_key(where, x, x, out, rest) +
         omprim::run_length_encode(where, x, out, places);
}

template <class T>
void histograms(const omprim::execution& where, const array<T>& x, const array<T>& edges,
                array<std::int64_t>& counts) {
  omprim::histogram(where, x, omprim::even_bins(T(0), T(1), 1), counts);
  omprim::histogram(where, x, omprim::bin_edges(edges.data(), 1), counts);
  omprim::histogram(where, x.data(), x.size(), omprim::even_bins(T(0), T(1), 1), counts.data());
  array<T> sums = x;
  array<std::int32_t> positions(x.size());
  omprim::histogram(where, x, x, omprim::even_bins(T(0), T(1), 1), sums);
  omprim::bin_index(where, x, omprim::bin_edges(edges.data(), 1), positions);
  omprim::bin_sort(where, x, omprim::even_bins(T(0), T(1), 1), positions, counts);
}

template <class T, class Index>
void sorts(const omprim::execution& where, const array<T>& x, array<T>& keys, array<T>& values,
           array<Index>& positions) {
  omprim::sort_options options;
  options.descending = true;
  options.bits = {0, 8};
  omprim::sort(where, x, keys);
  omprim::sort(where, keys);
  omprim::sort(where, x.data(), x.size(), keys.data(), options);
  omprim::sort(where, keys.data(), keys.size(), options);
  omprim::sort_by_key(where, x, positions, keys, positions);
  omprim::sort_by_key(where, keys, values, options);
  omprim::sort_by_key(where, x.data(), x.data(), x.size(), keys.data(), values.data());
  omprim::sort_by_key(where, keys.data(), positions.data(), keys.size());
  omprim::argsort(where, x, positions, options);
  omprim::argsort(where, x.data(), x.size(), positions.data());
}

template <class T, class Index>
void searches(const omprim::execution& where, const array<T>& x, array<T>& out,
              array<Index>& positions) {
  omprim::search_options options;
  options.descending = true;
  omprim::lower_bound(where, x, x, positions);
  omprim::upper_bound(where, x, x, positions, options);
  omprim::lower_bound(where, x.data(), x.size(), x.data(), x.size(), positions.data(), options);
  omprim::upper_bound(where, x.data(), x.size(), x.data(), x.size(), positions.data());
  omprim::gather(where, x, positions, out);
  omprim::scatter(where, x, positions, out);
  omprim::gather(where, x.data(), x.size(), positions.data(), positions.size(), out.data());
  omprim::scatter(where, x.data(), positions.data(), positions.size(), out.data(), out.size());
}

template <class T, class Index>
void merges(const omprim::execution& where, const array<T>& x, array<T>& keys,
            array<Index>& values) {
  const array<Index> positions(x.size());
  array<T> first(x.size());
  omprim::merge(where, x, x, keys);
  omprim::merge_by_key(where, x, positions, x, positions, keys, values);
  omprim::merge(where, x.data(), x.size(), x.data(), x.size(), keys.data());
  omprim::sort_by_keys(where, first, values);
  omprim::sort_by_keys(where, x, positions, first, values);
  omprim::argsort_by_keys(where, x, positions, values);
  const auto rows = omprim::by_length(2, 1);
  omprim::segmented_sort(where, first, rows);
  omprim::segmented_sort(where, x, rows, keys);
  omprim::segmented_sort_by_key(where, first, values, rows);
  omprim::segmented_sort_by_key(where, x, positions, rows, keys, values);
}

template <class T>
double order_statistics(const omprim::execution& where, const array<T>& x, array<T>& out,
                        array<std::int64_t>& positions) {
  omprim::top_k_options options;
  options.smallest = true;
  const array<double> probabilities{0.5};
  omprim::top_k(where, x, 1, out);
  omprim::top_k(where, x, 1, out, positions, options);
  omprim::top_k(where, x.data(), x.size(), 1, out.data());
  omprim::top_k(where, x.data(), x.size(), 1, out.data(), positions.data(), options);
  omprim::quantiles(where, x, probabilities, out);
  omprim::quantiles(where, x.data(), x.size(), probabilities.data(), 1, out.data());
  const T all[] = {omprim::kth_smallest(where, x, 1), omprim::median(where, x),
                   omprim::kth_smallest(where, x.data(), x.size(), 1),
                   omprim::median(where, x.data(), x.size())};
  return static_cast<double>(all[0]) + static_cast<double>(all[1] + all[2] + all[3]);
}

template <class T>
double every_call(const omprim::execution& where, const array<T>& x) {
  array<T> out(x.size());
  array<T> rest(x.size());
  array<std::int64_t> places(x.size());
  const array<unsigned char> flags(x.size());
  const bool bools[] = {true};
  scans(where, x, flags, bools, out);
  histograms(where, x, rest, places);
  array<std::int32_t> short_places(x.size());
  sorts(where, x, out, rest, places);
  sorts(where, x, out, rest, short_places);
  searches(where, x, out, places);
  searches(where, x, out, short_places);
  merges(where, x, out, places);
  merges(where, x, out, short_places);
  std::size_t kept = selections(where, x, flags, bools, out, rest, places);
  kept += segments(where, x, array<std::int32_t>{0, 1}, out, rest, places);
  kept += segments(where, x, array<std::int64_t>{0, 1}, out, rest, places);
  double all = reductions(where, x) + static_cast<double>(kept);
  all += order_statistics(where, x, out, places);
  if constexpr (std::is_floating_point_v<T>) all += exact_sums(where, x);
  return all;
}

#define OMPRIM_CALLS(name, type) \
  template double every_call(const omprim::execution& where, const array<type>& x);
OMPRIM_ELEMENTS(OMPRIM_CALLS)
#undef OMPRIM_CALLS
