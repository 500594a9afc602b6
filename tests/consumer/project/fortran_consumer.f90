! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program.
program fortran_consumer
  use, intrinsic :: iso_c_binding
  use omprim
  implicit none
  integer :: failures = 0

  call check(omprim_serial())
  call check(omprim_host(2))
  if (omprim_device_count() > 0) call check_device()
  call check_errors()
  if (failures > 0) error stop 1

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print *, what, ' does not hold'
    failures = failures + 1
  end subroutine

  subroutine check(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000)
    integer(c_int64_t) :: long(1000)
    real(c_float) :: single(1000), low, high, total
    real(c_double) :: double(1000), least
    whole = [(i, i=1, 1000)]
    long = int(whole, c_int64_t)*1000000000_c_int64_t
    single = real(whole)
    double = real(mod(whole*7, 1000), c_double)
    call expect(omprim_sum(where, whole) == 500500, 'int32 sum')
    call expect(omprim_wide_sum(where, whole) == 500500_c_int64_t, 'int32 wide sum')
    call expect(omprim_sum(where, long) == 500500000000000_c_int64_t, 'int64 sum')
    call expect(omprim_max(where, single) == 1000.0, 'real32 max')
    call expect(omprim_argmin(where, double, least) == 1000 .and. least == 0, 'argmin is 1-based')
    call expect(omprim_argmin(where, double(:0)) == 0, 'argmin of an empty array')
    call expect(omprim_bit_xor(where, whole(:3)) == 0, 'bit_xor')
    call expect(omprim_all(where, whole) .and. .not. omprim_all(where, double), 'all')
    call expect(omprim_dot(where, single(:3), single(:3)) == 14.0, 'dot')
    call expect(omprim_sum(where, whole(1:1000:2)) == 250000, 'sum of a strided section')
    call omprim_sum_min_max(where, single, total, low, high)
    call expect(total == 500500.0 .and. low == 1.0 .and. high == 1000.0, 'sum_min_max')
  end subroutine

  ! An array over device memory.
  subroutine check_device()
    type(omprim_execution) :: where
    type(c_ptr) :: memory
    real(c_double), target :: values(1000)
    real(c_double), pointer :: on_device(:)
    integer(c_int) :: status
    where = omprim_device(0)
    values = 2
    status = omprim_allocate(where, c_sizeof(values), memory)
    call expect(status == omprim_status_success, 'allocate')
    status = omprim_copy_in(where, memory, c_loc(values), c_sizeof(values))
    call expect(status == omprim_status_success, 'copy_in')
    call c_f_pointer(memory, on_device, [1000])
    call expect(omprim_sum(where, on_device) == 2000, 'sum on the device')
    call omprim_deallocate(where, memory)
  end subroutine

  subroutine check_errors()
    type(omprim_execution) :: where
    integer(c_int) :: status
    real(c_float) :: answer
    where = omprim_device(12345, status)
    call expect(status /= omprim_status_success, 'device 12345 is refused')
    call expect(len(omprim_last_error()) > 0, 'the error has words')
    answer = omprim_dot(omprim_serial(), [1.0, 2.0], [1.0], status)
    call expect(status == omprim_status_invalid_argument, 'dot of different lengths is refused')
  end subroutine
end program
