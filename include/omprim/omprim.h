/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_OMPRIM_H
#define OMPRIM_OMPRIM_H

/* omprim for C11 (and for every language that can call C), on the CPU and on OpenMP target devices:
   reductions of an array to one value (c/reduce.h), exact sums (c/exact.h), selections and scans
   (c/arrays.h), segmented reductions (c/segments.h), how segments are given (c/segmentation.h),
   histograms (c/histogram.h), sorts by bin and histograms of weights (c/bin_sort.h), sorts
   (c/sort.h) and those of segments (c/segmented_sort.h), runs of equal elements (c/runs.h), values
   in runs of equal keys (c/by_key.h), order statistics (c/top_k.h), searches (c/search.h), gathers
   (c/gather.h), and merges (c/merge.h).

     int32_t total;
     if (omprim_sum_int32(omprim_host(0), data, n, &total) != omprim_status_success) {
       fprintf(stderr, "%s\n", omprim_last_error());
     }

   All calls read the half-open range [data, data + n), any n from 0 and any alignment that
   the type allows, block until the result is stored, and may be made from several threads at
   once. `data` must be readable where the call runs. Integers wrap; NaN propagates through
   extremes; ties give the first index; an empty input gives the operation's identity and
   index -1. No call prints, exits or throws; one that fails writes no result. */

#include <omprim/c/arrays.h>
#include <omprim/c/base.h>
#include <omprim/c/bin_sort.h>
#include <omprim/c/by_key.h>
#include <omprim/c/exact.h>
#include <omprim/c/gather.h>
#include <omprim/c/histogram.h>
#include <omprim/c/merge.h>
#include <omprim/c/reduce.h>
#include <omprim/c/runs.h>
#include <omprim/c/search.h>
#include <omprim/c/segmented_sort.h>
#include <omprim/c/segments.h>
#include <omprim/c/sort.h>
#include <omprim/c/top_k.h>

#endif
