// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// All typed functions, for containers. A container is anything with data() and size(), such as
/// std::vector, std::array and std::span. std::vector<bool> is none: it stores bits.
///
///   std::vector<float> x = ...;
///   float total = omprim::sum(omprim::host(), x);
///   std::size_t kept = omprim::select_if(omprim::host(), x, out, omprim::greater_than(0.5f));
///
/// Contracts and trailing arguments are those of the functions that take pointers. On devices,
/// data() is a pointer that the device can read. Outputs are never resized. If an output is shorter
/// than the results, the call throws status::invalid_argument with both numbers before it writes
/// anything.
#include <omprim/containers/bin_sort.hpp>
#include <omprim/containers/columns.hpp>
#include <omprim/containers/exact.hpp>
#include <omprim/containers/gather.hpp>
#include <omprim/containers/histogram.hpp>
#include <omprim/containers/merge.hpp>
#include <omprim/containers/reduce.hpp>
#include <omprim/containers/runs.hpp>
#include <omprim/containers/scan.hpp>
#include <omprim/containers/search.hpp>
#include <omprim/containers/segmented_reduce.hpp>
#include <omprim/containers/segmented_sort.hpp>
#include <omprim/containers/select.hpp>
#include <omprim/containers/sort.hpp>
#include <omprim/containers/sort_by_keys.hpp>
#include <omprim/containers/top_k.hpp>
#include <omprim/containers/weighted_histogram.hpp>
