! SPDX-License-Identifier: BSD-3-Clause
!
! omprim for Fortran: compile this file with your program (compilers cannot read each other's
! module files) and link libomprim.a. It includes the files of parts/ beside it.
!
!   use omprim
!   total = omprim_sum(omprim_host(), x)                ! x(:) of any length
!   place = omprim_argmin(omprim_host(), x, least)      ! 1-based, 0 for an empty array
!
! Arrays are integer(int32), integer(int64), real(real32) or real(real64). Their elements must be
! adjacent in memory: a section with a stride is refused; pass a copy of it. The library gets the
! address of an array that is a pointer, allocatable, a dummy argument or a contiguous section of
! one of these; nothing is copied. For an expression, and for a component of an array of derived
! type (points%x), the compiler itself may pass a temporary. parts/located.f90.inc names a compiler
! bug with pointers to components of this kind.
!   functions    omprim_sum omprim_product omprim_min omprim_max omprim_all omprim_any
!                omprim_argmin omprim_argmax            the position; optional: the value
!                omprim_wide_sum                        int32 in int64, real32 in real64
!                omprim_bit_and omprim_bit_or omprim_bit_xor                 (integers)
!                omprim_dot omprim_sum_of_absolutes omprim_sum_of_squares    (reals)
!   subroutines  omprim_minmax(where, x, low, high)
!                omprim_sum_min_max(where, x, total, low, high)
! Exact sums of reals are the real sum, rounded once: the same bits for any order and any number of
! threads.
!   functions    omprim_exact_sum(where, x) omprim_exact_sum_of_absolutes(where, x)
!                omprim_exact_sum_of_squares(where, x)
!                omprim_exact_norm2(where, x)           the square root of the sum of squares
!                omprim_exact_mean(where, x)            NaN for an empty array
!                omprim_exact_dot(where, x, y)          the sum of x(i) * y(i)
!                omprim_exact_weighted_sum(where, x, y)    the same; x: the weights
!   subroutine   omprim_exact_segmented_sum(where, x, segments, y)    y(s): the sum of segment s
! Selections store the elements x with `x how bound` in selected(:), in their order, and return how
! many there are.
!   functions    omprim_select_if(where, x, how, bound, selected)     how: omprim_less,
!                  omprim_less_equal, omprim_equal, omprim_not_equal, omprim_greater_equal,
!                  omprim_greater
!                omprim_select_index(where, x, how, bound, positions)       int64, FROM 0
!                omprim_partition(where, x, how, bound, selected, rejected)
!                omprim_select_flagged(where, x, flags, selected)     flags: int8, not 0 to keep,
!                  or logical(c_bool)
!                omprim_unique(where, x, selected)
!                omprim_count_if(where, x, how, bound) omprim_count_unique(where, x)
!                omprim_count_flagged(where, flags)
! If an output is shorter than x, the elements are counted first. Too little room is an error that
! names the room needed, and nothing is written.
! Scans write size(x) elements; operator: omprim_plus, omprim_minimum, omprim_maximum.
!   subroutines  omprim_inclusive_scan(where, x, y, operator, initial)
!                omprim_exclusive_scan(where, x, y, operator, initial)       initial: optional
!                omprim_segmented_inclusive_scan(where, x, segments, y, operator, initial)
!                omprim_segmented_exclusive_scan(where, x, segments, y, operator, initial)
! Segmented reductions write one element for each segment. Segments are given by offsets or by
! length.
!   subroutines  omprim_segmented_reduce(where, x, segments, y, operator)
!                omprim_segmented_argmin(where, x, segments, positions, y)
!                omprim_segmented_argmax(where, x, segments, positions, y)   y: optional; positions:
!                  int64, FROM 0 in each segment, -1 for an empty one
! Runs of equal neighbouring keys, int32 or int64, or of equal elements:
!   functions    omprim_reduce_by_key(where, keys, x, unique_keys, y, operator)    the number of
!                  runs; the key, and the combination of the elements of x, of each. With x(:, :)
!                  and y(:, :), each column of x is combined to that of y
!                omprim_unique_by_key(where, keys, x, unique_keys, y)     the first element of x
!                omprim_run_length_encode(where, x, unique, lengths)    the number of runs of equal
!                  neighbouring elements; the element and the length, int64, of each
!   segments     omprim_segments_by_heads(heads)       int8, not 0 where a segment begins, or
!                  logical(c_bool)
!                omprim_segments_by_offsets(offsets)   int32 or int64, FROM 0: segment s is the
!                  elements offsets(s) + 1 to offsets(s + 1). Both store the address of their
!                  argument, which must be a pointer or a target that outlives the segments.
!                omprim_segments_by_length(length, count)     int32 or int64: segment s is the
!                  elements (s - 1) * length + 1 to s * length
! Histograms write how many elements of x lie in each bin, to counts(:), int64. Elements outside of
! all bins, and NaN, are not counted.
!   subroutines  omprim_histogram(where, x, lower, upper, counts)    size(counts) bins of equal
!                  width, from lower to below upper
!                omprim_histogram(where, x, edges, counts)     bin b: from edges(b) to below
!                  edges(b + 1); size(counts) + 1 edges in ascending order
! Bins are numbered FROM 0; the number of elements in no bin is that of bins.
!   subroutines  omprim_bin_index(where, x, lower, upper, bins, index)     index(i): the bin of x(i),
!                  int32 or int64; bins: how many, a default integer
!                omprim_bin_index(where, x, edges, index)      size(edges) - 1 bins
!                omprim_bin_sort(where, x, lower, upper, positions, offsets)     positions in the
!                  order of bins, int32 or int64, FROM 0; offsets: int64, FROM 0, one more than
!                  bins: the elements of bin b are those at positions(offsets(b + 1) + 1) to
!                  positions(offsets(b + 2)); those in no bin come last
!                omprim_bin_sort(where, x, edges, positions, offsets)    size(edges) offsets
!                omprim_weighted_histogram(where, x, weights, lower, upper, sums)     the sum of the
!                  weights of all x in each bin, of the type of x; size(sums) bins
!                omprim_weighted_histogram(where, x, weights, edges, sums)
! Sorts are stable: equal elements keep their order. NaN is above all other reals, and -0 below +0.
! descending: optional, logical; the order is ascending without it.
!   subroutines  omprim_sort(where, x, descending)      in place
!                omprim_sort(where, x, y, descending)   to y
!                omprim_sort_by_key(where, keys, values, descending)     in place; each value, of
!                  one of the four types or complex, moves with its key
!                omprim_argsort(where, keys, positions, descending)      positions: int32 or int64,
!                  FROM 0: keys(positions(i) + 1) is at place i in order
!                omprim_segmented_sort(where, x, segments, descending)      in place; segments by
!                  offsets or by length
!                omprim_segmented_sort(where, x, segments, y, descending)   to y
!                omprim_segmented_sort_by_key(where, keys, values, segments, descending)  in place
! Order statistics have the order of sorts. smallest: optional, logical.
!   subroutines  omprim_top_k(where, x, y, smallest)     the size(y) largest elements in descending
!                  order; if smallest is true, the smallest in ascending order
!                omprim_top_k(where, x, y, positions, smallest)    positions: int64, FROM 0
!                omprim_quantiles(where, x, probabilities, y)      for each p, real64 from 0 to 1,
!                  the element at place ceiling(p * size(x)), at least 1, in ascending order
!   functions    omprim_kth_smallest(where, x, k)       k: int32 or int64, from 1
!                omprim_median(where, x)                the element at place (size(x) + 1) / 2
! Searches find where values belong in an array in this order. Positions are int32 or int64.
!   subroutines  omprim_lower_bound(where, sorted, values, positions, descending)     the number of
!                  elements that are below each value; of a descending array, above it
!                omprim_upper_bound(where, sorted, values, positions, descending)     that are not
!                  above it; not below it
! Gathers and scatters take positions FROM 0, as of omprim_argsort, int32 or int64. A wrong position
! is an error that names the first one; the others are moved.
!   subroutines  omprim_gather(where, source, positions, y)      y(i) = source(positions(i) + 1)
!                omprim_scatter(where, source, positions, y)     y(positions(i) + 1) = source(i)
! Merges write two arrays in order to one. Of equal keys, those of a come first.
!   subroutines  omprim_merge(where, a, b, y, descending)
!                omprim_merge_by_key(where, a, a_values, b, b_values, y, y_values, descending)
! Each procedure above except omprim_segments_by_length takes a last optional argument `status`,
! which is set to an omprim_status_... constant. Without it a call that fails ends the program with
! the message; with it the results are 0, and omprim_last_error() returns the message.
! omprim_version() returns the version of the library, such as "0.1.0".
! For a device, pass an array over device memory: c_f_pointer of omprim_allocate's pointer.
! An omprim_execution that was not made, or whose omprim_device failed, is refused by every call.

! Compilers preprocess this file because of its suffix. The texts for one type of elements are
! included once for each type and take the macros of parts/type_<type>.f90.inc, and those of keys
! the macros of parts/key_<type>.f90.inc:
!   OMPRIM_TYPE          the type
!   OMPRIM_ELEMENT       its number, a constant of omprim_base
!   OMPRIM_IS_INTEGER    defined for integers only
!   OMPRIM_C_NAME        its name in the C functions
!   OMPRIM_KEY, OMPRIM_KEY_ELEMENT            the type of keys, and its number
! Texts that omprim_mpi.F90 includes, too, take where a call runs, and over which ranks:
!   OMPRIM_OVER_RANKS    1 if the call is one of all ranks of a communicator, else 0
!   OMPRIM_PLACE, OMPRIM_DECLARE_PLACE        the first arguments of a procedure
!   OMPRIM_C_PLACE, OMPRIM_DECLARE_C_PLACE    the first arguments of a C function
!   OMPRIM_C_PREFIX      the names of C functions begin with this
! Ranks wait for each other. So a procedure calls C for all ranks even if it finds that its arguments
! are not valid, and says so.
! The names of modules are written out: CMake expands no macros when it looks for modules to make
! Makefiles. Files are included by #include: for include, gfortran looks beside the file that it
! compiles, flang beside the file that includes.

#define OMPRIM_OVER_RANKS 0
#define OMPRIM_PLACE where
#define OMPRIM_DECLARE_PLACE type(omprim_execution), intent(in) :: where
#define OMPRIM_C_PLACE where
#define OMPRIM_DECLARE_C_PLACE type(omprim_execution), value :: where
#define OMPRIM_C_PREFIX 'omprim_'

#include "parts/base.f90.inc"
#include "parts/located.f90.inc"
module omprim_wide
#include "parts/wide.f90.inc"
end module
#include "parts/arrays.f90.inc"
#include "parts/segments.f90.inc"
#include "parts/sort_base.f90.inc"
#include "parts/search_base.f90.inc"

#include "parts/type_int32.f90.inc"
module omprim_int32
#include "parts/reductions.f90.inc"
end module
module omprim_arrays_int32
#include "parts/selections.f90.inc"
end module
module omprim_scans_int32
#include "parts/scans.f90.inc"
end module
module omprim_segmented_scans_int32
#include "parts/segmented_scans.f90.inc"
end module
module omprim_segments_int32
#include "parts/segmented_reductions.f90.inc"
end module
module omprim_histogram_int32
#include "parts/histograms.f90.inc"
end module
module omprim_bin_sort_int32
#include "parts/bin_sorts.f90.inc"
end module
module omprim_sort_int32
#include "parts/sorts.f90.inc"
end module
module omprim_segmented_sort_int32
#include "parts/segmented_sorts.f90.inc"
end module
module omprim_runs_int32
#include "parts/runs.f90.inc"
end module
#include "parts/key_int32.f90.inc"
module omprim_by_int32_key_int32
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
#include "parts/key_int64.f90.inc"
module omprim_by_int64_key_int32
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
module omprim_order_statistics_int32
#include "parts/top_k.f90.inc"
end module
module omprim_search_int32
#include "parts/searches.f90.inc"
end module
module omprim_gather_int32
#include "parts/gathers.f90.inc"
end module
module omprim_merge_int32
#include "parts/merges.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_int64.f90.inc"
module omprim_int64
#include "parts/reductions.f90.inc"
end module
module omprim_arrays_int64
#include "parts/selections.f90.inc"
end module
module omprim_scans_int64
#include "parts/scans.f90.inc"
end module
module omprim_segmented_scans_int64
#include "parts/segmented_scans.f90.inc"
end module
module omprim_segments_int64
#include "parts/segmented_reductions.f90.inc"
end module
module omprim_histogram_int64
#include "parts/histograms.f90.inc"
end module
module omprim_bin_sort_int64
#include "parts/bin_sorts.f90.inc"
end module
module omprim_sort_int64
#include "parts/sorts.f90.inc"
end module
module omprim_segmented_sort_int64
#include "parts/segmented_sorts.f90.inc"
end module
module omprim_runs_int64
#include "parts/runs.f90.inc"
end module
#include "parts/key_int32.f90.inc"
module omprim_by_int32_key_int64
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
#include "parts/key_int64.f90.inc"
module omprim_by_int64_key_int64
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
module omprim_order_statistics_int64
#include "parts/top_k.f90.inc"
end module
module omprim_search_int64
#include "parts/searches.f90.inc"
end module
module omprim_gather_int64
#include "parts/gathers.f90.inc"
end module
module omprim_merge_int64
#include "parts/merges.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_real32.f90.inc"
module omprim_real32
#include "parts/reductions.f90.inc"
end module
module omprim_arrays_real32
#include "parts/selections.f90.inc"
end module
module omprim_scans_real32
#include "parts/scans.f90.inc"
end module
module omprim_segmented_scans_real32
#include "parts/segmented_scans.f90.inc"
end module
module omprim_segments_real32
#include "parts/segmented_reductions.f90.inc"
end module
module omprim_histogram_real32
#include "parts/histograms.f90.inc"
end module
module omprim_bin_sort_real32
#include "parts/bin_sorts.f90.inc"
end module
module omprim_sort_real32
#include "parts/sorts.f90.inc"
end module
module omprim_segmented_sort_real32
#include "parts/segmented_sorts.f90.inc"
end module
module omprim_runs_real32
#include "parts/runs.f90.inc"
end module
#include "parts/key_int32.f90.inc"
module omprim_by_int32_key_real32
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
#include "parts/key_int64.f90.inc"
module omprim_by_int64_key_real32
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
module omprim_order_statistics_real32
#include "parts/top_k.f90.inc"
end module
module omprim_search_real32
#include "parts/searches.f90.inc"
end module
module omprim_gather_real32
#include "parts/gathers.f90.inc"
end module
module omprim_merge_real32
#include "parts/merges.f90.inc"
end module
module omprim_exact_real32
#include "parts/exact.f90.inc"
end module
module omprim_exact_segments_real32
#include "parts/exact_segments.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_real64.f90.inc"
module omprim_real64
#include "parts/reductions.f90.inc"
end module
module omprim_arrays_real64
#include "parts/selections.f90.inc"
end module
module omprim_scans_real64
#include "parts/scans.f90.inc"
end module
module omprim_segmented_scans_real64
#include "parts/segmented_scans.f90.inc"
end module
module omprim_segments_real64
#include "parts/segmented_reductions.f90.inc"
end module
module omprim_histogram_real64
#include "parts/histograms.f90.inc"
end module
module omprim_bin_sort_real64
#include "parts/bin_sorts.f90.inc"
end module
module omprim_sort_real64
#include "parts/sorts.f90.inc"
end module
module omprim_segmented_sort_real64
#include "parts/segmented_sorts.f90.inc"
end module
module omprim_runs_real64
#include "parts/runs.f90.inc"
end module
#include "parts/key_int32.f90.inc"
module omprim_by_int32_key_real64
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
#include "parts/key_int64.f90.inc"
module omprim_by_int64_key_real64
#include "parts/by_key.f90.inc"
end module
#include "parts/key_end.f90.inc"
module omprim_order_statistics_real64
#include "parts/top_k.f90.inc"
end module
module omprim_search_real64
#include "parts/searches.f90.inc"
end module
module omprim_gather_real64
#include "parts/gathers.f90.inc"
end module
module omprim_merge_real64
#include "parts/merges.f90.inc"
end module
module omprim_exact_real64
#include "parts/exact.f90.inc"
end module
module omprim_exact_segments_real64
#include "parts/exact_segments.f90.inc"
end module
#include "parts/type_end.f90.inc"

module omprim
  use omprim_base, only: omprim_execution, omprim_serial, omprim_host, omprim_tbb, omprim_device, &
    omprim_device_count, omprim_last_error, omprim_version, omprim_allocate, omprim_deallocate, &
    omprim_copy_in, omprim_copy_out, omprim_status_success, omprim_status_invalid_argument, &
    omprim_status_unknown_name, omprim_status_unavailable_backend, &
    omprim_status_unavailable_device, omprim_status_unknown_variant, omprim_status_not_on_device, &
    omprim_status_out_of_memory, omprim_status_device_failure, omprim_status_bad_tuning_file, &
    omprim_status_unexpected_failure, omprim_status_communication_failure
  use omprim_int32
  use omprim_int64
  use omprim_real32
  use omprim_real64
  use omprim_wide
  use omprim_array_base, only: omprim_less, omprim_less_equal, omprim_equal, omprim_not_equal, &
    omprim_greater_equal, omprim_greater, omprim_plus, omprim_minimum, omprim_maximum, &
    omprim_segments, omprim_segments_by_heads, omprim_segments_by_offsets, &
    omprim_segments_by_length, omprim_count_flagged
  use omprim_arrays_int32
  use omprim_scans_int32
  use omprim_segmented_scans_int32
  use omprim_arrays_int64
  use omprim_scans_int64
  use omprim_segmented_scans_int64
  use omprim_arrays_real32
  use omprim_scans_real32
  use omprim_segmented_scans_real32
  use omprim_arrays_real64
  use omprim_scans_real64
  use omprim_segmented_scans_real64
  use omprim_segments_int32
  use omprim_segments_int64
  use omprim_segments_real32
  use omprim_segments_real64
  use omprim_histogram_int32
  use omprim_bin_sort_int32
  use omprim_histogram_int64
  use omprim_bin_sort_int64
  use omprim_histogram_real32
  use omprim_bin_sort_real32
  use omprim_histogram_real64
  use omprim_bin_sort_real64
  use omprim_sort_int32
  use omprim_sort_int64
  use omprim_sort_real32
  use omprim_sort_real64
  use omprim_segmented_sort_int32
  use omprim_segmented_sort_int64
  use omprim_segmented_sort_real32
  use omprim_segmented_sort_real64
  use omprim_runs_int32
  use omprim_by_int32_key_int32
  use omprim_by_int64_key_int32
  use omprim_runs_int64
  use omprim_by_int32_key_int64
  use omprim_by_int64_key_int64
  use omprim_runs_real32
  use omprim_by_int32_key_real32
  use omprim_by_int64_key_real32
  use omprim_runs_real64
  use omprim_by_int32_key_real64
  use omprim_by_int64_key_real64
  use omprim_order_statistics_int32
  use omprim_order_statistics_int64
  use omprim_order_statistics_real32
  use omprim_order_statistics_real64
  use omprim_search_int32
  use omprim_search_int64
  use omprim_search_real32
  use omprim_search_real64
  use omprim_gather_int32
  use omprim_gather_int64
  use omprim_gather_real32
  use omprim_gather_real64
  use omprim_merge_int32
  use omprim_merge_int64
  use omprim_merge_real32
  use omprim_merge_real64
  use omprim_exact_real32
  use omprim_exact_segments_real32
  use omprim_exact_real64
  use omprim_exact_segments_real64
  implicit none
  public
end module
