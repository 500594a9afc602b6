! SPDX-License-Identifier: BSD-3-Clause
!
! omprim for Fortran: compile this file with your program (module files are the compiler's own)
! and link libomprim.a. It includes the files of parts/ beside it.
!
!   use omprim
!   total = omprim_sum(omprim_host(), x)                ! x(:) of any length, contiguous
!   place = omprim_argmin(omprim_host(), x, least)      ! 1-based, 0 for an empty array
!
! Arrays are integer(int32), integer(int64), real(real32) or real(real64).
!   functions    omprim_sum omprim_product omprim_min omprim_max omprim_all omprim_any
!                omprim_argmin omprim_argmax            the position; optional: the value
!                omprim_wide_sum                        int32 in int64, real32 in real64
!                omprim_bit_and omprim_bit_or omprim_bit_xor                 (integers)
!                omprim_dot omprim_sum_of_absolutes omprim_sum_of_squares    (reals)
!   subroutines  omprim_minmax(where, x, low, high)
!                omprim_sum_min_max(where, x, total, low, high)
! Selections return how many elements they keep, in their order; y(:) takes them.
!   functions    omprim_select_if(where, x, how, bound, y)     x how bound, how: omprim_less,
!                  omprim_less_equal, omprim_equal, omprim_not_equal, omprim_greater_equal,
!                  omprim_greater
!                omprim_select_index(where, x, how, bound, positions)       int64, FROM 0
!                omprim_partition(where, x, how, bound, y, rejected)
!                omprim_select_flagged(where, x, flags, y)     flags: int8, not 0 to keep
!                omprim_unique(where, x, y)
!                omprim_count_if(where, x, how, bound) omprim_count_unique(where, x)
!                omprim_count_flagged(where, flags)
! Outputs shorter than x have the elements counted first: too little room is an error that names
! what is needed, and nothing is written.
! Scans write size(x) elements; operator: omprim_plus, omprim_minimum, omprim_maximum.
!   subroutines  omprim_inclusive_scan(where, x, y, operator, initial)
!                omprim_exclusive_scan(where, x, y, operator, initial)       initial: optional
!                omprim_segmented_inclusive_scan(where, x, segments, y, operator, initial)
!                omprim_segmented_exclusive_scan(where, x, segments, y, operator, initial)
! Segmented reductions write an element for each segment, which are given by offsets or by length.
!   subroutines  omprim_segmented_reduce(where, x, segments, y, operator)
!                omprim_segmented_argmin(where, x, segments, positions, y)
!                omprim_segmented_argmax(where, x, segments, positions, y)   y: optional; positions:
!                  int64, FROM 0 in each segment, -1 for an empty one
!   function     omprim_reduce_by_key(where, keys, x, unique_keys, y, operator)    the number of
!                  runs of equal neighbouring keys, int32 or int64
!   segments     omprim_segments_by_heads(heads)       int8, not 0 where a segment begins
!                omprim_segments_by_offsets(offsets)   int32 or int64, FROM 0: segment s is the
!                  elements offsets(s) + 1 to offsets(s + 1). Both keep the address of their
!                  argument, which must be a target that outlives them.
!                omprim_segments_by_length(length, count)     int32 or int64: segment s is the
!                  elements (s - 1) * length + 1 to s * length
! Each takes a last optional argument `status` (an omprim_status_... constant). Without it a
! call that fails ends the program with the message; with it the results are 0.
! For a device, pass an array over device memory: c_f_pointer of omprim_allocate's pointer.
! Nothing is copied: the array's address goes to the library, which does not move data.

module omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: omprim_execution, omprim_serial, omprim_host, omprim_tbb, omprim_device
  public :: omprim_device_count, omprim_last_error
  public :: omprim_allocate, omprim_deallocate, omprim_copy_in, omprim_copy_out

  ! Where a call runs; made by omprim_serial, omprim_host, omprim_tbb and omprim_device.
  type, bind(c) :: omprim_execution
    integer(c_int) :: backend = 0
    integer(c_int) :: device = -1
    integer(c_int) :: threads = 0
  end type

  integer(c_int), parameter, public :: omprim_status_success = 0
  integer(c_int), parameter, public :: omprim_status_invalid_argument = 1
  integer(c_int), parameter, public :: omprim_status_unknown_name = 2
  integer(c_int), parameter, public :: omprim_status_unavailable_backend = 3
  integer(c_int), parameter, public :: omprim_status_unavailable_device = 4
  integer(c_int), parameter, public :: omprim_status_unknown_variant = 5
  integer(c_int), parameter, public :: omprim_status_not_on_device = 6
  integer(c_int), parameter, public :: omprim_status_out_of_memory = 7
  integer(c_int), parameter, public :: omprim_status_device_failure = 8
  integer(c_int), parameter, public :: omprim_status_bad_tuning_file = 9

  ! What follows serves the modules below.
  integer(c_int), parameter, public :: int32_element = 0, int64_element = 2
  integer(c_int), parameter, public :: real32_element = 4, real64_element = 5
  integer(c_int), parameter, public :: op_sum = 0, op_product = 1, op_min = 2, op_max = 3
  integer(c_int), parameter, public :: op_argmin = 4, op_argmax = 5, op_minmax = 6
  integer(c_int), parameter, public :: op_sum_min_max = 7, op_bit_and = 8, op_bit_or = 9
  integer(c_int), parameter, public :: op_bit_xor = 10, op_all = 11, op_any = 12, op_dot = 13
  integer(c_int), parameter, public :: op_sum_of_absolutes = 14, op_sum_of_squares = 15
  integer(c_int), parameter, public :: op_wide_sum = 16

  ! omprim_result; a component holds a 64-bit integer or the bits of a double.
  type, bind(c), public :: reduced_values
    integer(c_int64_t) :: value = 0
    integer(c_int64_t) :: second = 0
    integer(c_int64_t) :: third = 0
    integer(c_int64_t) :: index = -1
  end type
  public :: reduced, report, as_real

  interface
    integer(c_int) function omprim_device_count() bind(c)
      import :: c_int
    end function
    integer(c_int) function omprim_allocate(where, bytes, memory) bind(c)
      import :: c_int, c_size_t, c_ptr, omprim_execution
      type(omprim_execution), value :: where
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(out) :: memory
    end function
    subroutine omprim_deallocate(where, memory) bind(c)
      import :: c_ptr, omprim_execution
      type(omprim_execution), value :: where
      type(c_ptr), value :: memory
    end subroutine
    integer(c_int) function omprim_copy_in(where, to, from_host, bytes) bind(c)
      import :: c_int, c_size_t, c_ptr, omprim_execution
      type(omprim_execution), value :: where
      type(c_ptr), value :: to, from_host
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function omprim_copy_out(where, to_host, from, bytes) bind(c)
      import :: c_int, c_size_t, c_ptr, omprim_execution
      type(omprim_execution), value :: where
      type(c_ptr), value :: to_host, from
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function c_device(number, where) bind(c, name='omprim_device')
      import :: c_int, omprim_execution
      integer(c_int), value :: number
      type(omprim_execution), intent(inout) :: where
    end function
    integer(c_int) function c_parse_execution(text, where) bind(c, name='omprim_parse_execution')
      import :: c_int, c_char, omprim_execution
      character(kind=c_char), intent(in) :: text(*)
      type(omprim_execution), intent(inout) :: where
    end function
    function c_last_error() bind(c, name='omprim_last_error')
      import :: c_ptr
      type(c_ptr) :: c_last_error
    end function
    integer(c_int) function c_reduce(where, element, operation, x, other, n, options, values) &
        bind(c, name='omprim_reduce')
      import :: c_int, c_size_t, c_ptr, omprim_execution, reduced_values
      type(omprim_execution), value :: where
      integer(c_int), value :: element, operation
      type(c_ptr), value :: x, other, options
      integer(c_size_t), value :: n
      type(reduced_values), intent(inout) :: values
    end function
    integer(c_size_t) function c_length(text) bind(c, name='strlen')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
    end function
  end interface

contains

  ! The calling thread alone.
  type(omprim_execution) function omprim_serial()
    omprim_serial = omprim_execution(0, -1, 0)
  end function

  ! OpenMP threads; as many as the runtime would start unless `threads` says less.
  type(omprim_execution) function omprim_host(threads)
    integer, intent(in), optional :: threads
    omprim_host = omprim_execution(1, -1, 0)
    if (present(threads)) omprim_host%threads = int(threads, c_int)
  end function

  ! oneTBB tasks.
  type(omprim_execution) function omprim_tbb(threads)
    integer, intent(in), optional :: threads
    omprim_tbb = omprim_execution(2, -1, 0)
    if (present(threads)) omprim_tbb%threads = int(threads, c_int)
  end function

  ! OpenMP target device `number`, 0 being the first; without a number the first GPU that runs this
  ! build's images, and the host as a device only in builds whose images are for nothing else.
  type(omprim_execution) function omprim_device(number, status)
    integer, intent(in), optional :: number
    integer(c_int), intent(out), optional :: status
    if (present(number)) then
      call report(c_device(int(number, c_int), omprim_device), status)
    else
      call report(c_parse_execution('device'//c_null_char, omprim_device), status)
    end if
  end function

  ! What went wrong in this thread's last call that failed.
  function omprim_last_error() result(text)
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: start
    integer :: i
    start = c_last_error()
    call c_f_pointer(start, letters, [c_length(start)])
    allocate (character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

  subroutine report(code, status, message)
    integer(c_int), intent(in) :: code
    integer(c_int), intent(out), optional :: status
    character(*), intent(in), optional :: message
    if (present(status)) then
      status = code
    else if (code /= omprim_status_success) then
      if (present(message)) error stop message
      error stop 'omprim: '//omprim_last_error()
    end if
  end subroutine

  function reduced(where, element, operation, x, other, n, status) result(values)
    type(omprim_execution), intent(in) :: where
    integer(c_int), intent(in) :: element, operation
    type(c_ptr), intent(in) :: x, other
    integer(c_size_t), intent(in) :: n
    integer(c_int), intent(out), optional :: status
    type(reduced_values) :: values
    call report(c_reduce(where, element, operation, x, other, n, c_null_ptr, values), status)
  end function

  real(c_double) function as_real(bits)
    integer(c_int64_t), intent(in) :: bits
    as_real = transfer(bits, 0.0_c_double)
  end function

end module

module omprim_int32
  use omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  integer, parameter :: k = c_int32_t
  integer(c_int), parameter :: element = int32_element
  include 'parts/integer.f90.inc'
end module

module omprim_int64
  use omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  integer, parameter :: k = c_int64_t
  integer(c_int), parameter :: element = int64_element
  include 'parts/integer.f90.inc'
end module

module omprim_real32
  use omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  integer, parameter :: k = c_float
  integer(c_int), parameter :: element = real32_element
  include 'parts/real.f90.inc'
end module

module omprim_real64
  use omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  integer, parameter :: k = c_double
  integer(c_int), parameter :: element = real64_element
  include 'parts/real.f90.inc'
end module

! Sums of 4-byte elements in 8 bytes.
module omprim_wide
  use omprim_base
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: omprim_wide_sum
  interface omprim_wide_sum
    module procedure wide_sum_int32, wide_sum_real32
  end interface
contains
  integer(c_int64_t) function wide_sum_int32(where, x, status) result(total)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), intent(in), contiguous, target :: x(:)
    integer(c_int), intent(out), optional :: status
    type(reduced_values) :: r
    r = reduced(where, int32_element, op_wide_sum, c_loc(x), c_null_ptr, size(x, kind=c_size_t), status)
    total = r%value
  end function
  real(c_double) function wide_sum_real32(where, x, status) result(total)
    type(omprim_execution), intent(in) :: where
    real(c_float), intent(in), contiguous, target :: x(:)
    integer(c_int), intent(out), optional :: status
    type(reduced_values) :: r
    r = reduced(where, real32_element, op_wide_sum, c_loc(x), c_null_ptr, size(x, kind=c_size_t), status)
    total = as_real(r%value)
  end function
end module

include 'parts/arrays.f90.inc'
include 'parts/segments.f90.inc'

module omprim
  use omprim_base, only: omprim_execution, omprim_serial, omprim_host, omprim_tbb, omprim_device, &
    omprim_device_count, omprim_last_error, omprim_allocate, omprim_deallocate, omprim_copy_in, &
    omprim_copy_out, omprim_status_success, omprim_status_invalid_argument, &
    omprim_status_unknown_name, omprim_status_unavailable_backend, &
    omprim_status_unavailable_device, omprim_status_unknown_variant, omprim_status_not_on_device, &
    omprim_status_out_of_memory, omprim_status_device_failure, omprim_status_bad_tuning_file
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
  use omprim_arrays_int64
  use omprim_arrays_real32
  use omprim_arrays_real64
  use omprim_segments_int32
  use omprim_segments_int64
  use omprim_segments_real32
  use omprim_segments_real64
  implicit none
  public
end module
