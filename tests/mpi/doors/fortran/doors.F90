! SPDX-License-Identifier: BSD-3-Clause
! The procedures of module omprim_mpi, each once, on several ranks. The communicator is a
! type(MPI_Comm), or an integer if WITHOUT_MPI_F08 is defined.

module doors
#ifdef WITHOUT_MPI_F08
  use mpi
#define COMMUNICATOR integer
#else
  use mpi_f08
#define COMMUNICATOR type(MPI_Comm)
#endif
  use, intrinsic :: iso_c_binding
  use omprim
  implicit none
  public

  ! Rank r has r + 3 of the elements 1, 2, 3, ... of all ranks.
  COMMUNICATOR :: comm
  integer :: rank, ranks, n, before, total
  logical :: is_last
  integer :: failures = 0

contains

  subroutine start()
    integer :: i, error
    call MPI_Init(error)
    comm = MPI_COMM_WORLD
    call MPI_Comm_rank(comm, rank, error)
    call MPI_Comm_size(comm, ranks, error)
    n = rank + 3
    before = sum([(i + 3, i=0, rank - 1)])
    total = sum([(i + 3, i=0, ranks - 1)])
    is_last = rank == ranks - 1
  end subroutine

  subroutine finish()
    integer :: all_failures, error
    call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, comm, error)
    if (rank == 0) print '(i0, a)', all_failures, ' failures'
    call MPI_Finalize(error)
    if (all_failures > 0) error stop 1
  end subroutine

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print '(a, i0, 3a)', 'rank ', rank, ': ', what, ' does not hold'
    failures = failures + 1
  end subroutine

  ! An error of the last rank is seen by all ranks, with the same message.
  subroutine expect_failure(status, words)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: words
    character(300) :: mine, text
    character(30) :: name
    integer :: error
    mine = omprim_last_error()
    text = mine
    write (name, '(a, i0, a, i0, a)') 'rank ', ranks - 1, ' of ', ranks, ': '
    call MPI_Bcast(text, len(text), MPI_CHARACTER, 0, comm, error)
    call expect(status == omprim_status_invalid_argument, words//': the status')
    call expect(text == mine .and. index(text, trim(name)) == 1 .and. index(text, words) > 0, &
      words//': the message')
  end subroutine

end module

#define TYPE integer(c_int32_t)
#define IS_INTEGER
module doors_int32
#include "one_type.f90.inc"
end module
#undef TYPE

#define TYPE integer(c_int64_t)
module doors_int64
#include "one_type.f90.inc"
end module
#undef TYPE
#undef IS_INTEGER

#define TYPE real(c_float)
module doors_real32
#include "one_type.f90.inc"
end module
#undef TYPE

#define TYPE real(c_double)
module doors_real64
#include "one_type.f90.inc"
end module
#undef TYPE

program check_doors
  use doors
  use doors_int32, check_int32 => check
  use doors_int64, check_int64 => check
  use doors_real32, check_real32 => check
  use doors_real64, check_real64 => check
  use omprim_mpi
  implicit none

  call start()
  call check_int32()
  call check_int64()
  call check_real32()
  call check_real64()
  call check_wide()
  call check_errors()
  call check_errors_of_arrays()
  call finish()

contains

  subroutine check_wide()
    integer(c_int32_t) :: x(3)
    real(c_float) :: y(3)
    x = huge(x)
    y = huge(y)
    call expect(omprim_mpi_wide_sum(comm, omprim_host(2), x) == 3_c_int64_t*ranks*huge(x), &
      'int32 wide sum')
    call expect(omprim_mpi_wide_sum(comm, omprim_host(2), y) == &
      3*real(ranks, c_double)*huge(y), 'real32 wide sum')
  end subroutine

  ! A stride on the last rank, and other errors that the module finds itself.
  subroutine check_errors()
    real(c_double) :: x(4), y(4), answer
    integer(c_int64_t) :: position
    integer(c_int) :: status
    integer :: step, length
    x = 1
    step = merge(2, 1, is_last)
    length = merge(3, 4, is_last)
    answer = omprim_mpi_sum(comm, omprim_host(), x(::step), status)
    call expect_failure(status, 'the elements of x are not adjacent')
    call expect(answer == 0, 'the result is 0 after an error')
    position = omprim_mpi_argmin(comm, omprim_host(), x(::step), status=status)
    call expect_failure(status, 'the elements of x are not adjacent')
    call expect(position == 0, 'no position after an error')
    answer = omprim_mpi_dot(comm, omprim_host(), x, x(:length), status)
    call expect_failure(status, 'y and x have different lengths')
    answer = omprim_mpi_exact_norm2(comm, omprim_host(), x(::step), status)
    call expect_failure(status, 'the elements of x are not adjacent')
    answer = omprim_mpi_exact_dot(comm, omprim_host(), x, x(:length), status)
    call expect_failure(status, 'y and x have different lengths')
    call omprim_mpi_inclusive_scan(comm, omprim_host(), x, y(:length), omprim_plus, status=status)
    call expect_failure(status, 'output and x have different lengths')
    call omprim_mpi_exclusive_scan(comm, omprim_host(), x, y, merge(3, omprim_plus, is_last), &
      status=status)
    call expect_failure(status, 'there is no such operator')
    answer = omprim_mpi_sum(comm, omprim_host(), x, status)
    call expect(status == omprim_status_success .and. answer == 4*ranks, 'a call after errors')
  end subroutine

  subroutine check_errors_of_arrays()
    real(c_double) :: x(4), y(4), edges(3)
    integer(c_int64_t) :: kept, above, counts(3)
    integer(c_int) :: status
    integer :: step, length, bins
    x = 1
    edges = [0, 1, 2]
    step = merge(2, 1, is_last)
    length = merge(3, 4, is_last)
    bins = merge(3, 2, is_last)
    kept = omprim_mpi_select_if(comm, omprim_host(), x(::step), omprim_less, 2.0_c_double, y, &
      total=above, status=status)
    call expect_failure(status, 'the elements of x are not adjacent')
    call expect(kept == 0 .and. above == 0, 'nothing is kept after an error')
    kept = omprim_mpi_select_if(comm, omprim_host(), x, omprim_less, 2.0_c_double, y(:length), &
      status=status)
    call expect_failure(status, 'room for 3')
    kept = omprim_mpi_unique(comm, omprim_host(), x, y(::step), status=status)
    call expect_failure(status, 'the elements of selected are not adjacent')
    kept = omprim_mpi_count_if(comm, omprim_host(), x(::step), omprim_less, 2.0_c_double, status)
    call expect_failure(status, 'the elements of x are not adjacent')
    call omprim_mpi_histogram(comm, omprim_host(), x, edges, counts(:bins), status)
    call expect_failure(status, 'edges needs one element more than counts')
    call omprim_mpi_histogram(comm, omprim_host(), x(::step), 0.0_c_double, 2.0_c_double, counts, &
      status)
    call expect_failure(status, 'the elements of x are not adjacent')
  end subroutine
end program
