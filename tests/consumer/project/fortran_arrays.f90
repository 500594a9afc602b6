! SPDX-License-Identifier: BSD-3-Clause
! How arrays of all kinds reach the library: never copied, refused if they have a stride.
program fortran_arrays
  use, intrinsic :: iso_c_binding
  use omprim
  implicit none
  integer, parameter :: n = 1000
  integer :: failures = 0

  call check_owners(omprim_serial())
  call check_owners(omprim_host(2))
  call check_in_place(omprim_host(2))
  call check_kept_addresses()
  call check_strides()
  call check_strided_outputs()
  call check_few_elements()
  call check_unreadable_reductions()
  call check_unreadable_selections()
  call check_unreadable_histograms()
  call check_unreadable_sorts()
  call check_unreadable_segments()
  if (omprim_device_count() > 0) call check_device()
  if (failures > 0) error stop 1

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print *, what, ' does not hold'
    failures = failures + 1
  end subroutine

  ! A pointer to an array that no code can read or write: the first pages of a process are not
  ! mapped. For the caller, device memory is just as unreadable.
  type(c_ptr) function unreadable()
    unreadable = transfer(int(z'1000', c_intptr_t), unreadable)
  end function

  ! Arrays of each kind that a program can have.
  subroutine check_owners(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), pointer :: plain(:)
    integer(c_int64_t), pointer, contiguous :: dense(:)
    real(c_float), allocatable :: owned(:)
    real(c_double), target :: aimed(n)
    real(c_double) :: table(n, 3)
    integer :: i
    allocate (plain(n), dense(n), owned(n))
    plain = [(i, i=1, n)]
    dense = plain
    owned = real(plain)
    aimed = plain
    table = spread(aimed, 2, 3)
    call expect(omprim_sum(where, plain) == 500500, 'the sum of a pointer''s array')
    call expect(omprim_max(where, dense) == n, 'the maximum of a contiguous pointer''s array')
    call expect(omprim_dot(where, owned(:3), owned(2:4)) == 20, 'dot of sections of an allocatable')
    call expect(omprim_argmax(where, aimed(10:20)) == 11, 'argmax of a section of a target')
    call expect(omprim_sum(where, table(:, 2)) == 500500, 'the sum of a column')
    call expect(omprim_sum(where, plain*2) == 1001000, 'the sum of an expression')
    call expect(sum_of_dummy(where, aimed) == 500500, 'the sum of a dummy argument')
    call expect(sum_of_dummy(where, table(11:20, 3)) == 155, 'the sum of a dummy of a section')
    plain => plain(2:999)
    call expect(omprim_sum(where, plain) == 499499, 'the sum of a pointer to a section')
    deallocate (dense, owned)
  end subroutine

  real(c_double) function sum_of_dummy(where, x, status) result(total)
    type(omprim_execution), intent(in) :: where
    real(c_double), intent(in) :: x(:)
    integer(c_int), intent(out), optional :: status
    total = omprim_sum(where, x, status)
  end function

  ! Writes through pointers, over the input and beside it.
  subroutine check_in_place(where)
    type(omprim_execution), intent(in) :: where
    real(c_double), pointer :: x(:), y(:)
    integer(c_int64_t), pointer :: positions(:)
    integer(c_size_t) :: kept
    integer :: i
    allocate (x(100000), y(100000), positions(100000))
    x = 1
    y = -1
    positions = -1
    call omprim_inclusive_scan(where, x, x, omprim_plus)
    call expect(all(x == [(real(i, c_double), i=1, 100000)]), 'a scan over its input')
    kept = omprim_select_if(where, x, omprim_greater, 99990.0_c_double, y)
    call expect(kept == 10 .and. y(1) == 99991 .and. y(10) == 100000, 'a selection to a pointer')
    kept = omprim_select_index(where, x, omprim_less, 4.0_c_double, positions(5:7))
    call expect(kept == 3 .and. all(positions(4:8) == [-1, 0, 1, 2, -1]), 'positions in a section')
    call omprim_sort_by_key(where, x, positions, .true.)
    call expect(all(x(1:100000:99999) == [100000, 1]), 'a sort of a pointer''s array')
    call expect(all(positions(99993:99997) == [-1, 2, 1, 0, -1]), 'values that move with it')
    deallocate (x, y, positions)
  end subroutine

  ! Segments keep the address of the array itself.
  subroutine check_kept_addresses()
    integer(c_int32_t), pointer :: offsets(:)
    integer(c_int64_t), pointer :: wide_offsets(:)
    integer(c_int8_t), pointer :: heads(:)
    type(omprim_segments) :: segments
    integer(c_int) :: status
    allocate (offsets(4), wide_offsets(4), heads(4))
    segments = omprim_segments_by_offsets(offsets)
    call expect(c_associated(segments%offsets, c_loc(offsets(1))), 'the address of offsets')
    segments = omprim_segments_by_offsets(wide_offsets(2:))
    call expect(c_associated(segments%offsets, c_loc(wide_offsets(2))), 'the address of a section')
    segments = omprim_segments_by_heads(heads, status)
    call expect(c_associated(segments%heads, c_loc(heads(1))) .and. &
      status == omprim_status_success, 'the address of heads')
    deallocate (offsets, wide_offsets, heads)
  end subroutine

  subroutine expect_stride(name, status)
    character(*), intent(in) :: name
    integer(c_int), intent(in) :: status
    call expect(status == omprim_status_invalid_argument, name//' with a stride is refused')
    call expect(index(omprim_last_error(), 'the elements of '//name//' are not adjacent') > 0, &
      'the error names '//name)
    call expect(index(omprim_last_error(), 'copy') > 0, 'the error says what to do')
  end subroutine

  ! Inputs whose elements are not adjacent.
  subroutine check_strides()
    type(omprim_execution) :: where
    type(omprim_segments) :: segments
    integer(c_int8_t), target :: flags(8)
    integer(c_int32_t), target :: whole(8)
    real(c_double), target :: x(8), table(4, 2)
    real(c_double), pointer :: every_second(:)
    real(c_double) :: answer, y(8), sums(2, 2)
    integer(c_int64_t) :: place, places(2)
    integer(c_size_t) :: kept
    integer(c_int) :: status
    where = omprim_serial()
    x = 1
    table = 1
    places = -1
    whole = 1
    flags = 1
    y = -1
    answer = omprim_sum(where, x(1:8:2), status)
    call expect_stride('x', status)
    call expect(answer == 0, 'the result is 0')
    place = omprim_argmin(where, x(8:1:-1), answer, status)
    call expect_stride('x', status)
    call expect(place == 0 .and. answer == 0, 'there is no position')
    every_second => x(::2)
    answer = omprim_dot(where, x(:4), every_second, status)
    call expect_stride('y', status)
    answer = sum_of_dummy(where, table(2, :), status)
    call expect_stride('x', status)
    place = omprim_wide_sum(where, whole(::3), status)
    call expect_stride('x', status)
    kept = omprim_count_flagged(where, flags(::2), status)
    call expect_stride('flags', status)
    kept = omprim_select_flagged(where, x(:4), flags(::2), y, status)
    call expect_stride('flags', status)
    call omprim_inclusive_scan(where, every_second, y(:4), omprim_plus, status=status)
    call expect_stride('x', status)
    kept = omprim_reduce_by_key(where, whole(::2), x(:4), whole(:4), y, omprim_plus, status)
    call expect_stride('keys', status)
    kept = omprim_reduce_by_key(where, whole(:2), table(::2, :), whole(3:4), sums, omprim_plus, status)
    call expect_stride('x', status)
    segments = omprim_segments_by_heads(flags(::2), status)
    call expect_stride('heads', status)
    segments = omprim_segments_by_offsets(whole(::2), status)
    call expect_stride('offsets', status)
    call omprim_histogram(where, every_second, 0.0_c_double, 1.0_c_double, places, status)
    call expect_stride('x', status)
    call omprim_histogram(where, x, x(1:5:2), places, status)
    call expect_stride('edges', status)
    call omprim_sort(where, every_second, y(:4), status=status)
    call expect_stride('x', status)
    call omprim_argsort(where, x(1:3:2), places, status=status)
    call expect_stride('keys', status)
    call omprim_segmented_reduce(where, x, segments, y, omprim_plus, status)
    call expect(status == omprim_status_invalid_argument, 'segments that failed are refused')
    call expect(all(y == -1) .and. all(places == -1), 'nothing is written')
  end subroutine

  ! Outputs whose elements are not adjacent.
  subroutine check_strided_outputs()
    type(omprim_execution) :: where
    type(omprim_segments) :: halves
    integer(c_int32_t) :: keys(8), unique_keys(8)
    integer(c_int64_t) :: positions(16)
    real(c_double) :: x(8), y(16), columns(8, 2), wide(16, 2)
    integer(c_size_t) :: kept
    integer(c_int) :: status
    where = omprim_serial()
    halves = omprim_segments_by_length(4, 2)
    x = 1
    y = -1
    columns = 1
    wide = -1
    keys = 1
    positions = -1
    unique_keys = -1
    kept = omprim_select_if(where, x, omprim_equal, 1.0_c_double, y(::2), status)
    call expect_stride('selected', status)
    call expect(kept == 0, 'nothing is kept')
    kept = omprim_partition(where, x, omprim_equal, 1.0_c_double, y(:8), y(::2), status)
    call expect_stride('rejected', status)
    kept = omprim_unique(where, x, y(16:1:-2), status)
    call expect_stride('selected', status)
    kept = omprim_select_index(where, x, omprim_equal, 1.0_c_double, positions(::2), status)
    call expect_stride('positions', status)
    call omprim_inclusive_scan(where, x, y(::2), omprim_plus, status=status)
    call expect_stride('y', status)
    call omprim_exclusive_scan(where, x, y(::2), omprim_plus, status=status)
    call expect_stride('y', status)
    call omprim_segmented_inclusive_scan(where, x, halves, y(::2), omprim_plus, status=status)
    call expect_stride('y', status)
    call omprim_segmented_exclusive_scan(where, x, halves, y(::2), omprim_plus, status=status)
    call expect_stride('y', status)
    call omprim_segmented_reduce(where, x, halves, y(::2), omprim_plus, status)
    call expect_stride('y', status)
    call omprim_segmented_argmin(where, x, halves, positions(::2), status=status)
    call expect_stride('positions', status)
    call omprim_segmented_argmax(where, x, halves, positions, y(::2), status)
    call expect_stride('y', status)
    kept = omprim_reduce_by_key(where, keys, x, unique_keys(::2), y, omprim_plus, status)
    call expect_stride('unique_keys', status)
    kept = omprim_reduce_by_key(where, keys, x, unique_keys, y(::2), omprim_plus, status)
    call expect_stride('y', status)
    kept = omprim_reduce_by_key(where, keys, columns, unique_keys, wide(::2, :), omprim_plus, status)
    call expect_stride('y', status)
    kept = omprim_reduce_by_key(where, keys, columns, unique_keys(::2), wide(:8, :), omprim_plus, &
      status)
    call expect_stride('unique_keys', status)
    call omprim_histogram(where, x, 0.0_c_double, 1.0_c_double, positions(::2), status)
    call expect_stride('counts', status)
    call omprim_histogram(where, keys, keys(:3), positions(1:3:2), status)
    call expect_stride('counts', status)
    call check_strided_sorts()
    call expect(all(y == -1) .and. all(positions == -1) .and. all(unique_keys == -1) .and. &
      all(wide == -1), 'nothing is written')
  end subroutine

  ! Arrays that sorts write, whose elements are not adjacent.
  subroutine check_strided_sorts()
    type(omprim_execution) :: where
    type(omprim_segments) :: rows
    real(c_double), target :: x(8), y(16)
    real(c_double), pointer :: every_second(:)
    integer(c_int32_t) :: few(16)
    integer(c_int64_t) :: positions(16)
    integer(c_int) :: status
    where = omprim_serial()
    x = [8, 7, 6, 5, 4, 3, 2, 1]
    y = -1
    few = -1
    positions = -1
    every_second => x(::2)
    call omprim_sort(where, x, y(::2), status=status)
    call expect_stride('y', status)
    call omprim_sort(where, every_second, status=status)
    call expect_stride('x', status)
    call omprim_sort_by_key(where, every_second, y(:4), status=status)
    call expect_stride('keys', status)
    call omprim_sort_by_key(where, x, y(::2), .true., status)
    call expect_stride('values', status)
    call omprim_sort_by_key(where, x, few(16:1:-2), status=status)
    call expect_stride('values', status)
    call omprim_argsort(where, x, few(::2), .true., status)
    call expect_stride('positions', status)
    rows = omprim_segments_by_length(4, 2)
    call omprim_segmented_sort(where, x, rows, y(::2), status=status)
    call expect_stride('y', status)
    call omprim_segmented_sort_by_key(where, x, y(::2), rows, status=status)
    call expect_stride('values', status)
    call omprim_argsort(where, x, positions(::2), status=status)
    call expect_stride('positions', status)
    call expect(all(x == [8, 7, 6, 5, 4, 3, 2, 1]) .and. all(y == -1) .and. all(few == -1) .and. &
      all(positions == -1), 'nothing is sorted')
  end subroutine

  ! An array of at most one element has no stride.
  subroutine check_few_elements()
    real(c_double) :: x(8), y(8), answer
    real(c_double), allocatable :: none(:)
    integer(c_int32_t) :: keys(8)
    integer(c_size_t) :: kept
    integer(c_int) :: status
    allocate (none(0))
    x = 2
    y = -1
    keys = 1
    call expect(omprim_sum(omprim_serial(), x(3:1:2)) == 0, 'the sum of an empty section')
    call expect(omprim_sum(omprim_serial(), x(3:4:2)) == 2, 'the sum of one element')
    call expect(omprim_sum(omprim_serial(), none) == 0, 'the sum of an empty allocatable')
    call expect(omprim_dot(omprim_serial(), none, none) == 0, 'dot of nothing')
    call omprim_inclusive_scan(omprim_serial(), none, y(:0), omprim_plus)
    kept = omprim_select_if(omprim_serial(), x, omprim_greater, 2.0_c_double, none)
    call expect(kept == 0, 'nothing is kept without room')
    kept = omprim_select_if(omprim_serial(), x, omprim_equal, 2.0_c_double, none, status)
    call expect(status == omprim_status_invalid_argument, 'no room is refused')
    kept = omprim_reduce_by_key(omprim_serial(), keys(:0), none, keys(:0), none, omprim_plus)
    call expect(kept == 0, 'no keys')
    call omprim_sort_by_key(omprim_serial(), x(3:4:2), keys(8:7:-2))
    call omprim_argsort(omprim_serial(), none, keys(:0))
    answer = omprim_sum(omprim_serial(), x(1:0), status)
    call expect(answer == 0 .and. status == omprim_status_success, 'an empty section is no error')
  end subroutine

  subroutine expect_refused(status)
    integer(c_int), intent(in) :: status
    call expect(status == omprim_status_unknown_name, 'an execution that was not made is refused')
  end subroutine

  ! The library refuses these calls before it reads: only a copy made for the call could read.
  subroutine check_unreadable_reductions()
    type(omprim_execution), parameter :: nowhere = omprim_execution(-1, -1, 0)
    integer(c_int32_t), pointer :: whole(:)
    integer(c_int64_t), pointer :: long(:)
    real(c_float), pointer :: single(:)
    real(c_double), pointer :: double(:)
    integer(c_int32_t) :: answer, low, high
    integer(c_int64_t) :: place
    real(c_double) :: norm
    logical :: truth
    integer(c_int) :: status
    call c_f_pointer(unreadable(), whole, [n])
    call c_f_pointer(unreadable(), long, [n])
    call c_f_pointer(unreadable(), single, [n])
    call c_f_pointer(unreadable(), double, [n])
    answer = omprim_sum(nowhere, whole, status)
    call expect_refused(status)
    place = omprim_product(nowhere, long, status)
    call expect_refused(status)
    norm = omprim_sum_of_squares(nowhere, single, status)
    call expect_refused(status)
    norm = omprim_dot(nowhere, double, double, status)
    call expect_refused(status)
    norm = omprim_dot(nowhere, single(:500), single(501:), status)
    call expect_refused(status)
    place = omprim_argmin(nowhere, double, status=status)
    call expect_refused(status)
    place = omprim_wide_sum(nowhere, whole, status)
    call expect_refused(status)
    norm = omprim_wide_sum(nowhere, single, status)
    call expect_refused(status)
    truth = omprim_any(nowhere, long, status)
    call expect_refused(status)
    call omprim_sum_min_max(nowhere, whole, answer, low, high, status)
    call expect_refused(status)
    norm = sum_of_dummy(nowhere, double, status)
    call expect_refused(status)
  end subroutine

  subroutine check_unreadable_selections()
    type(omprim_execution), parameter :: nowhere = omprim_execution(-1, -1, 0)
    integer(c_int8_t), pointer :: flags(:)
    integer(c_int64_t), pointer :: positions(:)
    integer(c_int32_t), pointer :: whole(:)
    real(c_double), pointer :: double(:)
    integer(c_size_t) :: kept
    integer(c_int) :: status
    call c_f_pointer(unreadable(), flags, [n])
    call c_f_pointer(unreadable(), positions, [n])
    call c_f_pointer(unreadable(), whole, [n])
    call c_f_pointer(unreadable(), double, [n])
    kept = omprim_select_if(nowhere, whole, omprim_less, 3, whole, status)
    call expect_refused(status)
    kept = omprim_select_index(nowhere, double, omprim_less, 3.0_c_double, positions, status)
    call expect_refused(status)
    kept = omprim_partition(nowhere, whole, omprim_less, 3, whole, whole, status)
    call expect_refused(status)
    kept = omprim_select_flagged(nowhere, double, flags, double, status)
    call expect_refused(status)
    kept = omprim_unique(nowhere, double, double, status)
    call expect_refused(status)
    kept = omprim_count_if(nowhere, whole, omprim_less, 3, status)
    call expect_refused(status)
    kept = omprim_count_unique(nowhere, double, status)
    call expect_refused(status)
    kept = omprim_count_flagged(nowhere, flags, status)
    call expect_refused(status)
    call omprim_inclusive_scan(nowhere, double, double, omprim_plus, status=status)
    call expect_refused(status)
    call omprim_exclusive_scan(nowhere, whole, whole, omprim_plus, status=status)
    call expect_refused(status)
  end subroutine

  subroutine check_unreadable_histograms()
    type(omprim_execution), parameter :: nowhere = omprim_execution(-1, -1, 0)
    integer(c_int64_t), pointer :: counts(:)
    integer(c_int32_t), pointer :: whole(:)
    real(c_double), pointer :: double(:)
    integer(c_int) :: status
    call c_f_pointer(unreadable(), counts, [n])
    call c_f_pointer(unreadable(), whole, [n + 1])
    call c_f_pointer(unreadable(), double, [n])
    call omprim_histogram(nowhere, whole, 0, 10, counts, status)
    call expect_refused(status)
    call omprim_histogram(nowhere, double, 0.0_c_double, 1.0_c_double, counts, status)
    call expect_refused(status)
    call omprim_histogram(nowhere, whole, whole, counts, status)
    call expect_refused(status)
    call omprim_histogram(nowhere, double, double, counts(2:), status)
    call expect_refused(status)
  end subroutine

  subroutine check_unreadable_sorts()
    type(omprim_execution), parameter :: nowhere = omprim_execution(-1, -1, 0)
    integer(c_int32_t), pointer :: whole(:)
    integer(c_int64_t), pointer :: long(:)
    real(c_float), pointer :: single(:)
    real(c_double), pointer :: double(:)
    integer(c_int) :: status
    call c_f_pointer(unreadable(), whole, [n])
    call c_f_pointer(unreadable(), long, [n])
    call c_f_pointer(unreadable(), single, [n])
    call c_f_pointer(unreadable(), double, [n])
    call omprim_sort(nowhere, whole, status=status)
    call expect_refused(status)
    call omprim_sort(nowhere, double, double, .true., status)
    call expect_refused(status)
    call omprim_sort_by_key(nowhere, single, double, status=status)
    call expect_refused(status)
    call omprim_sort_by_key(nowhere, long, single, .true., status)
    call expect_refused(status)
    call omprim_sort_by_key(nowhere, double, whole, status=status)
    call expect_refused(status)
    call omprim_sort_by_key(nowhere, whole, long, status=status)
    call expect_refused(status)
    call omprim_argsort(nowhere, single, long, status=status)
    call expect_refused(status)
    call omprim_argsort(nowhere, long(2:), whole(2:), status=status)
    call expect_refused(status)
  end subroutine

  subroutine check_unreadable_segments()
    type(omprim_execution), parameter :: nowhere = omprim_execution(-1, -1, 0)
    type(omprim_segments) :: segments
    integer(c_int32_t), pointer :: keys(:)
    integer(c_int64_t), pointer :: positions(:)
    real(c_float), pointer :: single(:), columns(:, :)
    integer(c_size_t) :: runs
    integer(c_int) :: status
    call c_f_pointer(unreadable(), keys, [n])
    call c_f_pointer(unreadable(), positions, [n])
    call c_f_pointer(unreadable(), single, [n])
    segments = omprim_segments_by_offsets(keys)
    call expect(c_associated(segments%offsets, unreadable()), 'offsets are not read')
    segments = omprim_segments_by_length(10, 100)
    call omprim_segmented_inclusive_scan(nowhere, single, segments, single, omprim_plus, &
      status=status)
    call expect_refused(status)
    call omprim_segmented_exclusive_scan(nowhere, keys, segments, keys, omprim_plus, status=status)
    call expect_refused(status)
    call omprim_segmented_reduce(nowhere, single, segments, single, omprim_plus, status)
    call expect_refused(status)
    call omprim_segmented_argmin(nowhere, keys, segments, positions, keys, status)
    call expect_refused(status)
    call omprim_segmented_argmax(nowhere, single, segments, positions, status=status)
    call expect_refused(status)
    runs = omprim_reduce_by_key(nowhere, keys, single, keys, single, omprim_plus, status)
    call expect_refused(status)
    runs = omprim_reduce_by_key(nowhere, positions, keys, positions, keys, omprim_plus, status)
    call expect_refused(status)
    call c_f_pointer(unreadable(), columns, [n, n])
    runs = omprim_reduce_by_key(nowhere, positions, columns, positions, columns, omprim_plus, status)
    call expect_refused(status)
  end subroutine

  ! Plain pointers to device memory.
  subroutine check_device()
    type(omprim_execution) :: where
    type(c_ptr) :: memory
    real(c_double), target :: values(n)
    real(c_double), pointer :: x(:)
    integer(c_int) :: status
    where = omprim_device()
    values = 2
    status = omprim_allocate(where, c_sizeof(values), memory)
    call expect(status == omprim_status_success, 'allocate')
    status = omprim_copy_in(where, memory, c_loc(values), c_sizeof(values))
    call expect(status == omprim_status_success, 'copy_in')
    call c_f_pointer(memory, x, [n])
    call expect(omprim_dot(where, x, x) == 4*n, 'dot on the device')
    call expect(omprim_dot(where, x(:500), x(501:)) == 2*n, 'dot of sections on the device')
    call omprim_inclusive_scan(where, x, x, omprim_plus)
    status = omprim_copy_out(where, c_loc(values), memory, c_sizeof(values))
    call expect(status == omprim_status_success, 'copy_out')
    call expect(values(1) == 2 .and. values(n) == 2*n, 'a scan over its input on the device')
    call omprim_sort(where, x(2:), .true.)
    status = omprim_copy_out(where, c_loc(values), memory, c_sizeof(values))
    call expect(status == omprim_status_success .and. values(1) == 2 .and. values(2) == 2*n .and. &
      values(n) == 4, 'a sort of a section on the device')
    call omprim_deallocate(where, memory)
  end subroutine
end program
