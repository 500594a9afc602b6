// SPDX-License-Identifier: BSD-3-Clause
// Calls of the open templates by which compilers warned, without any option -W, that vectors wider
// than a register of the processor are passed by value (-Wpsabi).
#include <cstddef>
#include <cstdint>
#include <functional>

#include <omprim/open/reduce.hpp>
#include <omprim/open/scan.hpp>
#include <omprim/open/segmented_reduce.hpp>
#include <omprim/open/select.hpp>
#include <omprim/open/transform_reduce.hpp>
#include <omprim/operators.hpp>

namespace open = omprim::open;

template <class T>
T reductions(const T* data, std::size_t n) {
  const auto where = omprim::host();
  const auto itself = [](T x) { return x; };
  const T sum = open::reduce(where, data, n, omprim::plus{}, T(0));
  const T least = open::reduce(where, data, n, omprim::minimum{});
  const T all = open::reduce(where, data, n, std::plus<>{}, T(0));
  return sum + least + all + open::transform_reduce(where, data, n, omprim::plus{}, T(0), itself);
}
template std::int8_t reductions(const std::int8_t*, std::size_t);
template std::int16_t reductions(const std::int16_t*, std::size_t);
template std::int32_t reductions(const std::int32_t*, std::size_t);
template double reductions(const double*, std::size_t);

template <class T>
void scans(const T* data, std::size_t n, const omprim::segmentation& segments, T* out) {
  const auto where = omprim::host();
  open::inclusive_scan(where, data, n, out, omprim::plus{});
  open::segmented_inclusive_scan(where, data, n, segments, out, omprim::plus{});
  open::segmented_reduce(where, data, segments, out, omprim::plus{});
  open::select_if(where, data, n, out, [](T x) { return x > 0; });
}
template void scans(const std::int8_t*, std::size_t, const omprim::segmentation&, std::int8_t*);
template void scans(const std::int32_t*, std::size_t, const omprim::segmentation&, std::int32_t*);
template void scans(const double*, std::size_t, const omprim::segmentation&, double*);
