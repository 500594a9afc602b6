// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The closed set: the functions that are compiled into libomprim.a, for any C++17 compiler.
/// choice.hpp and measure.hpp are included separately.
#include <omprim/any.hpp>
#include <omprim/bin_sort.hpp>
#include <omprim/bins.hpp>
#include <omprim/columns.hpp>
#include <omprim/containers.hpp>
#include <omprim/error.hpp>
#include <omprim/exact.hpp>
#include <omprim/exact_accumulator.hpp>
#include <omprim/execution.hpp>
#include <omprim/gather.hpp>
#include <omprim/histogram.hpp>
#include <omprim/memory.hpp>
#include <omprim/merge.hpp>
#include <omprim/operators.hpp>
#include <omprim/reduce.hpp>
#include <omprim/result.hpp>
#include <omprim/runs.hpp>
#include <omprim/scan.hpp>
#include <omprim/scan_by_key.hpp>
#include <omprim/search.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/segmented_scan.hpp>
#include <omprim/segmented_sort.hpp>
#include <omprim/select.hpp>
#include <omprim/sort.hpp>
#include <omprim/sort_by_keys.hpp>
#include <omprim/table.hpp>
#include <omprim/threshold.hpp>
#include <omprim/top_k.hpp>
#include <omprim/tuning.hpp>
#include <omprim/version.hpp>
#include <omprim/weighted_histogram.hpp>
