! SPDX-License-Identifier: BSD-3-Clause
!
! omprim over the ranks of an MPI communicator, for Fortran: compile omprim.F90 and this file with
! your program, and link libomprim_mpi.a, libomprim.a and MPI.
!
!   use mpi_f08
!   use omprim
!   use omprim_mpi
!   total = omprim_mpi_exact_sum(MPI_COMM_WORLD, omprim_host(), x)
!
! The procedures are those of module omprim with the communicator first: an integer (module mpi,
! mpif.h) or a type(MPI_Comm) (module mpi_f08). The compiler accepts other types, too, and these are
! errors of the caller: so this file needs no module of MPI, of which there is often only one for
! another compiler.
!   functions    omprim_mpi_sum omprim_mpi_product omprim_mpi_min omprim_mpi_max
!                omprim_mpi_all omprim_mpi_any
!                omprim_mpi_argmin omprim_mpi_argmax    the position among the elements of all ranks
!                omprim_mpi_wide_sum
!                omprim_mpi_bit_and omprim_mpi_bit_or omprim_mpi_bit_xor      (integers)
!                omprim_mpi_dot omprim_mpi_sum_of_absolutes omprim_mpi_sum_of_squares       (reals)
!                omprim_mpi_exact_sum omprim_mpi_exact_sum_of_absolutes
!                omprim_mpi_exact_sum_of_squares omprim_mpi_exact_norm2 omprim_mpi_exact_mean
!                omprim_mpi_exact_dot omprim_mpi_exact_weighted_sum           (reals)
!                omprim_mpi_select_if(comm, where, x, how, bound, selected, before, total)
!                omprim_mpi_unique(comm, where, x, selected, before, total)   int64: the elements
!                  that this rank keeps; optional: those of lower ranks, and of all
!                omprim_mpi_count_if(comm, where, x, how, bound)              int64, of all ranks
!                omprim_mpi_segmented_reduce(comm, where, x, segments, y, operator, before, total)
!                omprim_mpi_segmented_argmin(comm, where, x, segments, positions, y, before, total)
!                omprim_mpi_segmented_argmax                          y is optional
!                omprim_mpi_exact_segmented_sum(comm, where, x, segments, y, before, total)    reals
!                  int64: the segments that begin on this rank, as many results are written; by
!                  length, segments are those of all ranks, by offsets those that begin here, and
!                  elements before the first offset continue the last segment of lower ranks
!   subroutines  omprim_mpi_minmax omprim_mpi_sum_min_max
!                omprim_mpi_inclusive_scan omprim_mpi_exclusive_scan
!                omprim_mpi_histogram             the counts of all ranks, on all ranks
!                omprim_mpi_sort(comm, where, x, descending)
!                omprim_mpi_sort_by_key(comm, where, keys, values, descending)   in place; each rank
!                  gets as many elements as it had, rank 0 the first ones in order
! They are collective: all ranks of the communicator call them, in the same order, with the same
! type and number of bins. Each rank passes its own elements, any number from 0. Results are those of
! one array, in which the elements of rank 0 come first, then those of rank 1, and so on.
!
! Each takes a last optional argument `status`, as in module omprim. An error of one rank is one of
! all ranks, with the same message; so no rank waits for another. If MPI is not initialised, the
! communicator is null or an inter-communicator, or an MPI function fails, that is an error of this
! rank alone.

! The texts of module omprim are included here for all ranks; omprim.F90 has the macros that they
! take. The final module gives their procedures the names of all ranks.
#define OMPRIM_OVER_RANKS 1
#define OMPRIM_PLACE comm, where
#define OMPRIM_DECLARE_PLACE type(*), intent(in) :: comm; type(omprim_execution), intent(in) :: where
#define OMPRIM_C_PLACE comm, where, valid
#define OMPRIM_DECLARE_C_PLACE type(*), intent(in) :: comm; type(omprim_execution), value :: where; logical(c_bool), value :: valid
#define OMPRIM_C_PREFIX 'omprim_mpi_fortran_'

#include "parts/mpi_base.f90.inc"
module omprim_mpi_wide
#include "parts/wide.f90.inc"
end module

#include "parts/type_int32.f90.inc"
module omprim_mpi_int32
#include "parts/reductions.f90.inc"
end module
module omprim_mpi_selections_int32
#include "parts/mpi_selections.f90.inc"
end module
module omprim_mpi_scans_int32
#include "parts/scans.f90.inc"
end module
module omprim_mpi_histogram_int32
#include "parts/histograms.f90.inc"
end module
module omprim_mpi_segments_int32
#include "parts/mpi_segments.f90.inc"
end module
module omprim_mpi_sorts_int32
#include "parts/mpi_sorts.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_int64.f90.inc"
module omprim_mpi_int64
#include "parts/reductions.f90.inc"
end module
module omprim_mpi_selections_int64
#include "parts/mpi_selections.f90.inc"
end module
module omprim_mpi_scans_int64
#include "parts/scans.f90.inc"
end module
module omprim_mpi_histogram_int64
#include "parts/histograms.f90.inc"
end module
module omprim_mpi_segments_int64
#include "parts/mpi_segments.f90.inc"
end module
module omprim_mpi_sorts_int64
#include "parts/mpi_sorts.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_real32.f90.inc"
module omprim_mpi_real32
#include "parts/reductions.f90.inc"
end module
module omprim_mpi_selections_real32
#include "parts/mpi_selections.f90.inc"
end module
module omprim_mpi_scans_real32
#include "parts/scans.f90.inc"
end module
module omprim_mpi_histogram_real32
#include "parts/histograms.f90.inc"
end module
module omprim_mpi_segments_real32
#include "parts/mpi_segments.f90.inc"
end module
module omprim_mpi_sorts_real32
#include "parts/mpi_sorts.f90.inc"
end module
module omprim_mpi_exact_real32
#include "parts/exact.f90.inc"
end module
#include "parts/type_end.f90.inc"

#include "parts/type_real64.f90.inc"
module omprim_mpi_real64
#include "parts/reductions.f90.inc"
end module
module omprim_mpi_selections_real64
#include "parts/mpi_selections.f90.inc"
end module
module omprim_mpi_scans_real64
#include "parts/scans.f90.inc"
end module
module omprim_mpi_histogram_real64
#include "parts/histograms.f90.inc"
end module
module omprim_mpi_segments_real64
#include "parts/mpi_segments.f90.inc"
end module
module omprim_mpi_sorts_real64
#include "parts/mpi_sorts.f90.inc"
end module
module omprim_mpi_exact_real64
#include "parts/exact.f90.inc"
end module
#include "parts/type_end.f90.inc"

module omprim_mpi
  use omprim_mpi_wide, omprim_mpi_wide_sum => omprim_wide_sum
  use omprim_mpi_int32, &
#include "parts/mpi_reduction_names.f90.inc"
    omprim_mpi_bit_and => omprim_bit_and, omprim_mpi_bit_or => omprim_bit_or, &
    omprim_mpi_bit_xor => omprim_bit_xor
  use omprim_mpi_selections_int32
  use omprim_mpi_scans_int32, omprim_mpi_inclusive_scan => omprim_inclusive_scan, &
    omprim_mpi_exclusive_scan => omprim_exclusive_scan
  use omprim_mpi_histogram_int32, omprim_mpi_histogram => omprim_histogram
  use omprim_mpi_segments_int32
  use omprim_mpi_sorts_int32
  use omprim_mpi_int64, &
#include "parts/mpi_reduction_names.f90.inc"
    omprim_mpi_bit_and => omprim_bit_and, omprim_mpi_bit_or => omprim_bit_or, &
    omprim_mpi_bit_xor => omprim_bit_xor
  use omprim_mpi_selections_int64
  use omprim_mpi_scans_int64, omprim_mpi_inclusive_scan => omprim_inclusive_scan, &
    omprim_mpi_exclusive_scan => omprim_exclusive_scan
  use omprim_mpi_histogram_int64, omprim_mpi_histogram => omprim_histogram
  use omprim_mpi_segments_int64
  use omprim_mpi_sorts_int64
  use omprim_mpi_real32, &
#include "parts/mpi_reduction_names.f90.inc"
    omprim_mpi_dot => omprim_dot, omprim_mpi_sum_of_absolutes => omprim_sum_of_absolutes, &
    omprim_mpi_sum_of_squares => omprim_sum_of_squares
  use omprim_mpi_exact_real32, &
#include "parts/mpi_exact_names.f90.inc"
  use omprim_mpi_selections_real32
  use omprim_mpi_scans_real32, omprim_mpi_inclusive_scan => omprim_inclusive_scan, &
    omprim_mpi_exclusive_scan => omprim_exclusive_scan
  use omprim_mpi_histogram_real32, omprim_mpi_histogram => omprim_histogram
  use omprim_mpi_segments_real32
  use omprim_mpi_sorts_real32
  use omprim_mpi_real64, &
#include "parts/mpi_reduction_names.f90.inc"
    omprim_mpi_dot => omprim_dot, omprim_mpi_sum_of_absolutes => omprim_sum_of_absolutes, &
    omprim_mpi_sum_of_squares => omprim_sum_of_squares
  use omprim_mpi_exact_real64, &
#include "parts/mpi_exact_names.f90.inc"
  use omprim_mpi_selections_real64
  use omprim_mpi_scans_real64, omprim_mpi_inclusive_scan => omprim_inclusive_scan, &
    omprim_mpi_exclusive_scan => omprim_exclusive_scan
  use omprim_mpi_histogram_real64, omprim_mpi_histogram => omprim_histogram
  use omprim_mpi_segments_real64
  use omprim_mpi_sorts_real64
  implicit none
  public
end module
