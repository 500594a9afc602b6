! SPDX-License-Identifier: BSD-3-Clause
! Arrays that the program has mapped to a device by its own `omp target data`: the library finds the
! mapped copies, and copies nothing.
program fortran_target_data
  use, intrinsic :: iso_c_binding
  use omprim
  implicit none
  integer, parameter :: n = 10000
  integer :: failures = 0

  if (omprim_device_count() == 0) error stop 'there is no device'
  call check_allocatables(omprim_device(0))
  call check_arrays_of_fixed_size(omprim_device(0))
  call check_pointers(omprim_device(0))
  call check_dummies(omprim_device(0))
  call check_device_addresses(omprim_device(0))
  if (failures > 0) error stop 1
  print *, 'mapped arrays: ok'

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print *, what, ' does not hold'
    failures = failures + 1
  end subroutine

  subroutine check_allocatables(device)
    type(omprim_execution), intent(in) :: device
    integer(c_int32_t), allocatable :: x(:), y(:), x_in_order(:)
    integer(c_int64_t), allocatable :: counts(:)
    integer :: i
    allocate (x(n), y(n), x_in_order(n), counts(5))
    x = [(mod(i, 10), i=1, n)]
    y = 0
    !$omp target data map(to: x) map(from: y, counts, x_in_order)
    call expect(omprim_sum(device, x) == 45 * (n / 10), 'sum of a mapped allocatable')
    call expect(omprim_sum(device, x(11:30)) == 90, 'sum of a section')
    call expect(omprim_argmax(device, x) == 9, 'argmax of a mapped allocatable')
    call expect(omprim_count_if(device, x, omprim_less, 3) == 3 * (n / 10), 'count_if')
    call omprim_inclusive_scan(device, x, y, omprim_plus)
    call omprim_histogram(device, x, 0, 10, counts)
    call omprim_sort(device, x, x_in_order)
    !$omp end target data
    call expect(all(counts == n / 5), 'counts that come back')
    call expect(all(x_in_order == [((i - 1) / (n / 10), i=1, n)]), 'a sort that comes back')
    call expect(y(1) == 1 .and. y(10) == 45 .and. y(n) == 45 * (n / 10), 'scan that comes back')
  end subroutine

  subroutine check_arrays_of_fixed_size(device)
    type(omprim_execution), intent(in) :: device
    real(c_double) :: x(n), table(100, 7)
    x = 0.5d0
    table = 1
    table(:, 3) = 2
    !$omp target data map(tofrom: x) map(to: table)
    call expect(omprim_sum(device, x) == n / 2, 'sum of a mapped array')
    call expect(omprim_dot(device, x, x) == n / 4, 'dot of a mapped array')
    call expect(omprim_sum(device, table(:, 3)) == 200, 'sum of a column')
    call omprim_exclusive_scan(device, x, x, omprim_plus, initial=1d0)
    !$omp end target data
    call expect(x(1) == 1 .and. x(2) == 1.5d0, 'scan in place')
    call expect(x(n) == 1 + (n - 1) / 2d0, 'end of a scan in place')
  end subroutine

  subroutine check_pointers(device)
    type(omprim_execution), intent(in) :: device
    real(c_float), pointer :: x(:)
    allocate (x(n))
    x = 2
    !$omp target enter data map(to: x)
    call expect(omprim_sum(device, x) == 2 * n, 'sum of a mapped pointer')
    call expect(omprim_sum_of_squares(device, x(3:)) == 4 * (n - 2), 'sum of squares')
    !$omp target exit data map(release: x)
    deallocate (x)
  end subroutine

  ! A procedure that is called while the arrays of its caller are mapped.
  subroutine check_dummies(device)
    type(omprim_execution), intent(in) :: device
    integer(c_int64_t) :: x(n), positions(n)
    integer(c_int64_t) :: kept
    x = 1
    x(5000) = -7
    !$omp target data map(to: x) map(from: positions)
    call find_negative(device, x, positions, kept)
    !$omp end target data
    call expect(kept == 1 .and. positions(1) == 4999, 'position in a mapped dummy')
  end subroutine
  subroutine find_negative(device, x, positions, kept)
    type(omprim_execution), intent(in) :: device
    integer(c_int64_t), intent(in) :: x(:)
    integer(c_int64_t), intent(inout) :: positions(:)
    integer(c_int64_t), intent(out) :: kept
    kept = omprim_select_index(device, x, omprim_less, 0_c_int64_t, positions)
  end subroutine

  ! A pointer to the device's own memory. flang 19 has no other way to it: it leaves out the body of
  ! a region with use_device_addr, and its use_device_ptr sets a type(c_ptr) to null.
  subroutine check_device_addresses(device)
    type(omprim_execution), intent(in) :: device
    integer(c_int32_t), target :: x(n)
    integer(c_int32_t), pointer :: there(:)
    interface
      type(c_ptr) function omp_get_mapped_ptr(address, number) bind(c)
        import :: c_ptr, c_int
        type(c_ptr), value :: address
        integer(c_int), value :: number
      end function
    end interface
    x = 3
    !$omp target data map(tofrom: x)
    call c_f_pointer(omp_get_mapped_ptr(c_loc(x), 0_c_int), there, [n])
    call expect(omprim_sum(device, there) == 3 * n, 'sum at the address on the device')
    call omprim_inclusive_scan(device, there, there, omprim_plus)
    !$omp end target data
    call expect(x(1) == 3 .and. x(n) == 3 * n, 'scan at the address on the device')
  end subroutine

end program
