! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program.
program fortran_consumer
  use, intrinsic :: iso_c_binding
  use omprim
  implicit none
  integer :: failures = 0

  call check(omprim_serial())
  call check(omprim_host(2))
  call check_exact_sums(omprim_serial())
  call check_exact_sums(omprim_host(2))
  call check_exact_segments(omprim_serial())
  call check_exact_segments(omprim_host(2))
  call check_selections(omprim_serial())
  call check_selections(omprim_host(2))
  call check_scans(omprim_serial())
  call check_scans(omprim_host(2))
  call check_segments(omprim_serial())
  call check_segments(omprim_host(2))
  call check_histograms(omprim_serial())
  call check_histograms(omprim_host(2))
  call check_wrong_bins(omprim_host())
  call check_bin_sorts(omprim_serial())
  call check_bin_sorts(omprim_host(2))
  call check_wrong_bin_sorts(omprim_host())
  call check_sorts(omprim_serial())
  call check_sorts(omprim_host(2))
  call check_sorts_by_key(omprim_serial())
  call check_segmented_sorts(omprim_serial())
  call check_sorts_by_key(omprim_host(2))
  call check_segmented_sorts(omprim_host(2))
  call check_special_reals(omprim_serial())
  call check_special_reals(omprim_host(2))
  call check_wrong_sorts(omprim_host())
  call check_order_statistics(omprim_serial())
  call check_order_statistics(omprim_host(2))
  call check_searches(omprim_serial())
  call check_searches(omprim_host(2))
  call check_merges(omprim_host(2))
  call check_short_outputs(omprim_host())
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
    call omprim_sum_min_max(where, single, total, low, high)
    call expect(total == 500500.0 .and. low == 1.0 .and. high == 1000.0, 'sum_min_max')
  end subroutine

  ! Sums of large terms that cancel, which a plain sum rounds away.
  subroutine check_exact_sums(where)
    type(omprim_execution), intent(in) :: where
    real(c_float) :: single(3), small
    real(c_double) :: double(3), large(3), triangle(3), answer
    integer(c_int) :: status
    double = [1e16_c_double, 1.0_c_double, -1e16_c_double]
    large = [1.5e308_c_double, 1.5e308_c_double, -1.5e308_c_double]
    triangle = [3, -4, 0]
    call expect(omprim_exact_sum(where, double) == 1, 'real64 exact sum')
    call expect(omprim_exact_sum(where, large) == large(1), 'real64 exact sum of large numbers')
    call expect(omprim_exact_sum(where, double(:0)) == 0, 'exact sum of an empty array')
    call expect(omprim_exact_sum_of_absolutes(where, triangle) == 7, 'exact sum of absolutes')
    call expect(omprim_exact_sum_of_squares(where, triangle) == 25, 'exact sum of squares')
    call expect(omprim_exact_norm2(where, triangle) == 5, 'real64 norm2')
    call expect(omprim_exact_mean(where, double) == 1/3.0_c_double, 'real64 exact mean')
    answer = omprim_exact_mean(where, double(:0), status)
    call expect(status == omprim_status_success .and. answer /= answer, 'mean of an empty array')
    call expect(omprim_exact_dot(where, large, triangle) == -large(1), 'real64 exact dot')
    call expect(omprim_exact_weighted_sum(where, triangle, large) == -large(1), &
      'real64 exact weighted sum')
    ! A subnormal number.
    small = tiny(small)
    small = small/4
    single = [huge(small), small, -huge(small)]
    call expect(small > 0 .and. omprim_exact_sum(where, single) == small, 'real32 exact sum')
    call expect(omprim_exact_sum_of_absolutes(where, single(2:2)) == small, &
      'real32 exact sum of absolutes')
    call expect(omprim_exact_mean(where, single(:2)) == huge(small)/2, 'real32 exact mean')
    call expect(omprim_exact_dot(where, single, [2.0, 3.0, 2.0]) == 3*small, 'real32 exact dot')
    call expect(omprim_exact_weighted_sum(where, [2.0, 3.0, 2.0], single) == 3*small, &
      'real32 exact weighted sum')
    single = [3.0, 4.0, 0.0]
    call expect(omprim_exact_norm2(where, single) == 5, 'real32 norm2')
    call expect(omprim_exact_sum_of_squares(where, single) == 25, 'real32 exact sum of squares')
    small = omprim_exact_sum(where, single(::2), status)
    call expect(status == omprim_status_invalid_argument .and. small == 0, &
      'an exact sum with a stride is refused')
  end subroutine

  ! Exact sums of segments, the second of which is empty.
  subroutine check_exact_segments(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), target :: offsets(4)
    integer(c_int8_t), target :: heads(4)
    real(c_float) :: single(4), single_sums(2), small
    real(c_double) :: double(4), sums(4)
    integer(c_int) :: status
    type(omprim_segments) :: segments
    double = [1e300_c_double, 1.0_c_double, -1e300_c_double, 3.0_c_double]
    sums = -1
    offsets = [0, 3, 3, 4]
    segments = omprim_segments_by_offsets(offsets)
    call omprim_exact_segmented_sum(where, double, segments, sums)
    call expect(all(sums == [1, 0, 3, -1]), 'real64 exact sums of segments')
    call expect(sign(1.0_c_double, sums(2)) == 1, 'the exact sum of an empty segment is +0')
    ! A subnormal number.
    small = tiny(small)
    small = small/4
    single = [huge(small), small, -huge(small), 3.0]
    single_sums = -1
    call omprim_exact_segmented_sum(where, single, omprim_segments_by_length(3, 1), single_sums)
    call expect(single_sums(1) == small .and. single_sums(2) == -1, 'real32 exact sum of a segment')
    sums = -1
    call omprim_exact_segmented_sum(where, double, segments, sums(:2), status)
    call expect(status == omprim_status_invalid_argument, 'too few exact sums are refused')
    call omprim_exact_segmented_sum(where, double, omprim_segments_by_length(2, 3), sums, status)
    call expect(status == omprim_status_invalid_argument, 'exact sums beyond x are refused')
    call omprim_exact_segmented_sum(where, double(::2), segments, sums, status)
    call expect(status == omprim_status_invalid_argument, 'exact sums with a stride are refused')
    heads = 1
    call omprim_exact_segmented_sum(where, double, omprim_segments_by_heads(heads), sums, status)
    call expect(status == omprim_status_invalid_argument .and. all(sums == -1), &
      'exact sums by heads are refused')
  end subroutine

  subroutine check_selections(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000), few(3), selected(1000), rejected(1000)
    integer(c_int64_t) :: long(1000), positions(1000)
    integer(c_int8_t) :: flags(1000)
    logical(c_bool) :: logical_flags(1000)
    real(c_float) :: single(1000), large(1000)
    real(c_double) :: double(1000), distinct(1000)
    integer(c_int) :: status
    whole = [(i, i=1, 1000)]
    long = int(whole, c_int64_t)
    single = real(whole)
    double = real(whole/10, c_double)
    flags = int(merge(7, 0, mod(whole, 3) == 0), c_int8_t)
    few = -1
    call expect(omprim_select_if(where, whole, omprim_less, 3, few) == 2, 'int32 select_if')
    call expect(all(few(:2) == [1, 2]), 'int32 selected')
    call expect(omprim_select_if(where, single, omprim_greater_equal, 990.5, large) == 10, &
      'real32 select_if')
    call expect(all(large(:10) == single(991:)), 'real32 selected')
    call expect(omprim_select_index(where, long, omprim_equal, 5_c_int64_t, positions) == 1, &
      'select_index')
    call expect(positions(1) == 4, 'positions are from 0')
    call expect(omprim_partition(where, whole, omprim_not_equal, 7, selected, rejected) == 999, &
      'partition')
    call expect(rejected(1) == 7 .and. selected(7) == 8, 'both halves')
    call expect(omprim_select_flagged(where, long, flags, positions) == 333, 'select_flagged')
    call expect(positions(333) == 999, 'int64 flagged')
    call expect(omprim_count_flagged(where, flags) == 333, 'count_flagged')
    logical_flags = mod(whole, 4) == 0
    call expect(omprim_count_flagged(where, logical_flags) == 250, 'count_flagged, logical')
    call expect(omprim_select_flagged(where, long, logical_flags, positions) == 250 .and. &
      positions(250) == 1000, 'int64 flagged, logical')
    call expect(omprim_select_flagged(where, single, logical_flags, large) == 250 .and. &
      large(1) == 4.0, 'real32 flagged, logical')
    i = int(omprim_select_flagged(where, whole, logical_flags(::2), selected, status), c_int32_t)
    call expect(status == omprim_status_invalid_argument, 'logical flags with a stride are refused')
    call expect(omprim_unique(where, double, distinct) == 101, 'unique')
    call expect(distinct(101) == 100, 'real64 unique')
    call expect(omprim_count_unique(where, double) == 101, 'count_unique')
    call expect(omprim_count_if(where, double, omprim_greater, 99.5_c_double) == 1, 'count_if')
    few = -1
    i = int(omprim_select_if(where, whole, omprim_less, 5, few, status), c_int32_t)
    call expect(status == omprim_status_invalid_argument .and. i == 0, 'too little room is refused')
    call expect(index(omprim_last_error(), 'room for 3') > 0, 'the error names the room')
    i = int(omprim_select_flagged(where, whole, flags(:9), selected, status), c_int32_t)
    call expect(status == omprim_status_invalid_argument, 'too few flags are refused')
  end subroutine

  subroutine check_scans(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000), sums(1000)
    integer(c_int32_t), target :: offsets(4)
    integer(c_int64_t), target :: wide_offsets(3)
    integer(c_int64_t) :: long(1000), long_sums(1000)
    integer(c_int8_t), target :: heads(1000)
    logical(c_bool), target :: logical_heads(1000)
    real(c_float) :: single(1000), most(1000)
    real(c_double) :: double(1000), before(1000)
    integer(c_int) :: status
    whole = [(i, i=1, 1000)]
    long = 1
    single = real(mod(whole*7, 1000))
    double = 0.5_c_double
    call omprim_inclusive_scan(where, whole, sums, omprim_plus)
    call expect(sums(1) == 1 .and. sums(1000) == 500500, 'int32 inclusive scan')
    call omprim_inclusive_scan(where, single, most, omprim_maximum, 500.0)
    call expect(most(1) == 500 .and. most(1000) == 999, 'real32 inclusive maximum')
    call omprim_exclusive_scan(where, double, before, omprim_plus, 1.0_c_double)
    call expect(before(1) == 1 .and. before(1000) == 500.5, 'real64 exclusive scan')
    offsets = [0, 10, 10, 1000]
    call omprim_segmented_exclusive_scan(where, whole, omprim_segments_by_offsets(offsets), sums, &
      omprim_plus)
    call expect(sums(10) == 45 .and. sums(11) == 0 .and. sums(12) == 11, 'segments by offsets')
    heads = 0
    heads(501) = 1
    call omprim_segmented_inclusive_scan(where, long, omprim_segments_by_heads(heads), long_sums, &
      omprim_plus, 100_c_int64_t)
    call expect(long_sums(500) == 600 .and. long_sums(501) == 101, 'segments by heads')
    logical_heads = .false.
    logical_heads(501) = .true.
    call omprim_segmented_inclusive_scan(where, long, omprim_segments_by_heads(logical_heads), &
      long_sums, omprim_plus, 100_c_int64_t)
    call expect(long_sums(500) == 600 .and. long_sums(501) == 101, 'segments by logical heads')
    wide_offsets = [0, 7, 5]
    call omprim_segmented_inclusive_scan(where, long, omprim_segments_by_offsets(wide_offsets), &
      long_sums, omprim_plus, status=status)
    call expect(status == omprim_status_invalid_argument, 'offsets that decrease are refused')
    sums = -1
    call omprim_segmented_inclusive_scan(where, whole, omprim_segments_by_length(300, 3), sums, &
      omprim_plus)
    call expect(sums(300) == 45150 .and. sums(301) == 301 .and. sums(901) == -1, &
      'segments by length')
    call omprim_inclusive_scan(where, whole, sums(:9), omprim_plus, status=status)
    call expect(status == omprim_status_invalid_argument, 'a short output is refused')
    call omprim_inclusive_scan(where, whole, sums, 3, status=status)
    call expect(status == omprim_status_invalid_argument, 'an unknown operator is refused')
  end subroutine

  ! Segments of all lengths from 0 to 44, and keys that change where they begin, beside loops.
  subroutine check_segments(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, s, first, last, whole(1000), keys(1000), most(45), unique_keys(45)
    integer(c_int32_t), target :: offsets(46)
    integer(c_int64_t), target :: wide_offsets(46)
    integer(c_int64_t) :: long(1000), long_keys(1000), sums(45), places(45), last_places(45)
    integer(c_int64_t) :: unique_long_keys(45)
    real(c_float) :: single(1000), least(45), by_key(45)
    real(c_double) :: double(1000), totals(45), greatest(45)
    integer(c_size_t) :: runs
    logical :: right
    type(omprim_segments) :: segments, wide_segments
    whole = [(mod(i*379, 1009) - 500, i=1, 1000)]
    long = whole*1000000000_c_int64_t
    single = real(whole)
    double = 0.5_c_double*whole
    offsets = [(5 + (s - 1)*(s - 2)/2, s=1, 46)]
    wide_offsets = offsets
    keys = 0
    do s = 1, 45
      keys(offsets(s) + 1:offsets(s + 1)) = s
    end do
    keys(offsets(46) + 1:) = 46
    long_keys = keys*10000000000_c_int64_t
    segments = omprim_segments_by_offsets(offsets)
    wide_segments = omprim_segments_by_offsets(wide_offsets)
    call omprim_segmented_reduce(where, whole, segments, most, omprim_maximum)
    call omprim_segmented_reduce(where, long, wide_segments, sums, omprim_plus)
    call omprim_segmented_reduce(where, single, segments, least, omprim_minimum)
    call omprim_segmented_reduce(where, double, wide_segments, totals, omprim_plus)
    call omprim_segmented_argmin(where, single, wide_segments, places)
    call omprim_segmented_argmax(where, double, segments, last_places, greatest)
    call expect(sums(1) == 0 .and. most(1) == -huge(most) - 1, 'identities of an empty segment')
    call expect(places(1) == -1 .and. last_places(1) == -1, 'no position in an empty segment')
    right = .true.
    do s = 2, 45
      first = offsets(s) + 1
      last = offsets(s + 1)
      right = right .and. most(s) == maxval(whole(first:last))
      right = right .and. sums(s) == sum(long(first:last))
      right = right .and. least(s) == minval(single(first:last))
      right = right .and. totals(s) == sum(double(first:last))
      right = right .and. places(s) == minloc(single(first:last), 1) - 1
      right = right .and. last_places(s) == maxloc(double(first:last), 1) - 1
      right = right .and. greatest(s) == double(first + last_places(s))
    end do
    call expect(right, 'each segment gives what a loop gives')
    call omprim_segmented_argmax(where, whole, omprim_segments_by_length(25, 40), places, most)
    call omprim_segmented_argmin(where, long, omprim_segments_by_length(25_c_int64_t, 40_c_int64_t), &
      last_places, sums)
    right = .true.
    do s = 1, 40
      right = right .and. places(s) == maxloc(whole(25*s - 24:25*s), 1) - 1
      right = right .and. most(s) == maxval(whole(25*s - 24:25*s))
      right = right .and. last_places(s) == minloc(long(25*s - 24:25*s), 1) - 1
      right = right .and. sums(s) == minval(long(25*s - 24:25*s))
    end do
    call expect(right, 'segments of one length give what loops give')
    ! The keys of elements 1 to 5 are 0, no element has key 1.
    runs = omprim_reduce_by_key(where, keys(:995), single(:995), unique_keys, by_key, &
      omprim_minimum)
    call expect(runs == 45, 'runs of int32 keys')
    runs = omprim_reduce_by_key(where, long_keys(:995), double(:995), unique_long_keys, totals, &
      omprim_plus)
    call expect(runs == 45, 'runs of int64 keys')
    right = by_key(1) == minval(single(:5)) .and. totals(1) == sum(double(:5))
    do s = 2, 45
      first = offsets(s) + 1
      last = offsets(s + 1)
      right = right .and. unique_keys(s) == s .and. unique_long_keys(s) == s*10000000000_c_int64_t
      right = right .and. by_key(s) == minval(single(first:last))
      right = right .and. totals(s) == sum(double(first:last))
    end do
    call expect(right, 'each key gives what a loop gives')
    runs = omprim_reduce_by_key(where, keys(:5), whole(:5), unique_keys, most, omprim_plus)
    call expect(runs == 1 .and. most(1) == sum(whole(:5)), 'int32 by key')
    runs = omprim_reduce_by_key(where, keys(:5), long(:5), unique_keys, sums, omprim_plus)
    call expect(runs == 1 .and. sums(1) == sum(long(:5)), 'int64 by key')
    runs = omprim_unique_by_key(where, long_keys(:995), double(:995), unique_long_keys, totals)
    right = runs == 45 .and. totals(1) == double(1)
    do s = 2, 45
      right = right .and. totals(s) == double(offsets(s) + 1)
    end do
    call expect(right, 'the first element of each key')
    call check_columns_by_key(where, keys(:995), offsets)
    call check_scans_by_key(where, keys(:995), single(:995))
  end subroutine

  ! Columns of values by the keys above: run s has the elements offsets(s) + 1 to offsets(s + 1); the
  ! first one begins at element 1.
  subroutine check_columns_by_key(where, keys, offsets)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), intent(in) :: keys(:), offsets(46)
    integer(c_int32_t) :: unique_keys(45), whole(995, 1), most(45, 1)
    integer(c_int64_t) :: long_keys(995), unique_long_keys(45), long(995, 2), sums(45, 2)
    real(c_float) :: single(995, 3), least(50, 3)
    real(c_double) :: double(1000, 4), totals(45, 4)
    integer(c_size_t) :: runs
    integer(c_int) :: status
    integer :: i, s, c, first
    logical :: right
    do c = 1, 4
      double(:, c) = [(mod(c*i*379, 1009) - 500, i=1, 1000)]
    end do
    single = real(double(:995, :3), c_float)
    long = int(double(:995, 2:3), c_int64_t)*1000000000_c_int64_t
    whole = int(double(:995, 1:1), c_int32_t)
    long_keys = keys*10000000000_c_int64_t
    least = -1
    runs = omprim_reduce_by_key(where, keys, single, unique_keys, least, omprim_minimum)
    call expect(runs == 45 .and. all(least(46:, :) == -1), 'runs of three columns')
    runs = omprim_reduce_by_key(where, long_keys, double(:995, :), unique_long_keys, totals, &
      omprim_plus)
    call expect(runs == 45 .and. all(unique_long_keys == unique_keys*10000000000_c_int64_t), &
      'runs of four columns that are apart')
    runs = omprim_reduce_by_key(where, long_keys, long, unique_long_keys, sums, omprim_plus)
    call expect(runs == 45, 'runs of two columns of int64')
    runs = omprim_reduce_by_key(where, keys, whole, unique_keys, most, omprim_maximum)
    call expect(runs == 45, 'runs of one column of int32')
    right = .true.
    do s = 1, 45
      first = merge(1, offsets(s) + 1, s == 1)
      associate (last => offsets(s + 1))
        right = right .and. all(least(s, :) == minval(single(first:last, :), 1))
        right = right .and. all(totals(s, :) == sum(double(first:last, :), 1))
        right = right .and. all(sums(s, :) == sum(long(first:last, :), 1))
        right = right .and. all(most(s, :) == maxval(whole(first:last, :), 1))
      end associate
    end do
    call expect(right, 'each key and column gives what a loop gives')
    runs = omprim_reduce_by_key(where, keys(:0), single(:0, :), unique_keys, least, omprim_plus)
    call expect(runs == 0, 'columns of nothing')
    runs = omprim_reduce_by_key(where, keys, single(:, :0), unique_keys, least(:, :0), omprim_plus)
    call expect(runs == 45, 'no columns')

    least = -1
    runs = omprim_reduce_by_key(where, keys, single, unique_keys, least(:, :2), omprim_plus, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'different numbers of columns are refused')
    call expect(index(omprim_last_error(), 'columns') > 0, 'the error names the columns')
    runs = omprim_reduce_by_key(where, keys(:994), single, unique_keys, least, omprim_plus, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'fewer keys than rows are refused')
    runs = omprim_reduce_by_key(where, keys, single, unique_keys, least(:44, :), omprim_plus, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'columns without room are refused')
    runs = omprim_reduce_by_key(where, keys, single, unique_keys, least, 7, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'an unknown operator of columns is refused')
    call expect(all(least == -1), 'no column is written')
  end subroutine

  subroutine check_scans_by_key(where, keys, x)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), intent(in) :: keys(:)
    real(c_float), intent(in) :: x(:)
    real(c_float) :: y(size(x)), before(size(x)), all
    integer(c_int) :: status
    integer :: i
    logical :: right
    call omprim_inclusive_scan_by_key(where, keys, x, y, omprim_plus)
    call omprim_exclusive_scan_by_key(where, keys, x, before, omprim_plus, 2.0)
    right = .true.
    all = 0
    do i = 1, size(x)
      if (i > 1) then
        if (keys(i) /= keys(i - 1)) all = 0
      end if
      right = right .and. before(i) == 2 + all
      all = all + x(i)
      right = right .and. y(i) == all
    end do
    call expect(right, 'scans of each key')
    call omprim_inclusive_scan_by_key(where, keys(2:), x, y, omprim_plus, status=status)
    call expect(status == omprim_status_invalid_argument, 'scans of too few keys are refused')
    call omprim_inclusive_scan_by_key(where, keys, x, y, 7, status=status)
    call expect(status == omprim_status_invalid_argument, 'scans by no operator are refused')
  end subroutine

  subroutine check_histograms(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000), few(3)
    integer(c_int64_t) :: long(1000), counts(5)
    real(c_float) :: single(1000), small
    real(c_double) :: double(1000)
    integer(c_int) :: status
    whole = [(mod(i*7, 1000) - 3, i=1, 1000)]  ! -3 to 996, each once
    long = whole*1000000000_c_int64_t
    single = 0.5*whole
    double = 0.25_c_double*whole
    counts = -1
    call omprim_histogram(where, whole, 0, 1200, counts(:4))
    call expect(all(counts == [300, 300, 300, 97, -1]), 'int32 even bins')
    call omprim_histogram(where, long, 0_c_int64_t, 400000000000_c_int64_t, counts(2:))
    call expect(all(counts == [300, 100, 100, 100, 100]), 'int64 even bins')
    call omprim_histogram(where, single, -2.0, 8.0, counts)
    call expect(all(counts == [3, 4, 4, 4, 4]), 'real32 even bins')
    call omprim_histogram(where, double, 0.0_c_double, 250.0_c_double, counts(:1), status)
    call expect(counts(1) == 997 .and. status == omprim_status_success, 'real64 even bins')
    ! A subnormal number.
    small = tiny(small)
    small = small/4
    call omprim_histogram(where, [0.0, small, small, 1.0], -small, 7*small, counts(:4))
    call expect(all(counts(:4) == [1, 2, 0, 0]), 'real32 bins of subnormal width')
    counts = -1
    few = [-3, 0, 990]
    call omprim_histogram(where, whole, few, counts(:2))
    call expect(all(counts == [3, 990, -1, -1, -1]), 'int32 edges')
    call omprim_histogram(where, long, [0, 0, 100, 300]*1000000000_c_int64_t, counts(:3))
    call expect(all(counts == [0, 100, 200, -1, -1]), 'int64 edges')
    call omprim_histogram(where, single, [-100.0, 0.0, 0.5, 400.0, 1000.0], counts(:4))
    call expect(all(counts == [3, 1, 799, 197, -1]), 'real32 edges')
    call omprim_histogram(where, double, [1.0_c_double, 2.0_c_double], counts(5:), status)
    call expect(counts(5) == 4 .and. status == omprim_status_success, 'real64 edges')
    call omprim_histogram(where, double(:0), [1.0_c_double, 2.0_c_double], counts(:1))
    call expect(all(counts == [0, 1, 799, 197, 4]), 'an empty array has counts of 0')
  end subroutine

  subroutine check_bin_sorts(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: whole(5), index(5), positions(5), few(2)
    integer(c_int64_t) :: long(5), places(5), offsets(3), many(2)
    real(c_float) :: single(5), sums(2)
    real(c_double) :: double(5), totals(2)
    integer(c_int) :: status
    whole = [5, 2, 9, 4, 2]
    long = whole
    single = 0.5*whole
    double = 0.25_c_double*whole
    call omprim_bin_index(where, whole, 2, 6, 2, index)
    call expect(all(index == [1, 0, 2, 1, 0]), 'int32 indices of even bins')
    call omprim_bin_index(where, double, [0.5_c_double, 0.75_c_double, 1.5_c_double], places, status)
    call expect(all(places == [1, 0, 2, 1, 0]) .and. status == omprim_status_success, &
      'real64 indices by edges')
    call omprim_bin_sort(where, single, 1.0, 3.0, positions, offsets)
    call expect(all(positions == [1, 4, 0, 3, 2]), 'positions by real32 even bins')
    call expect(all(offsets == [0, 2, 4]), 'offsets of real32 even bins')
    call omprim_bin_sort(where, long, [2_c_int64_t, 3_c_int64_t, 6_c_int64_t], places, offsets)
    call expect(all(places == [1, 4, 0, 3, 2]) .and. all(offsets == [0, 2, 4]), &
      'positions by int64 edges')
    call omprim_weighted_histogram(where, single, [1.0, 2.0, 3.0, 4.0, 5.0], 1.0, 3.0, sums)
    call expect(all(sums == [7.0, 5.0]), 'real32 weights in even bins')
    call omprim_weighted_histogram(where, double, double, [0.5_c_double, 0.75_c_double, &
      1.5_c_double], totals)
    call expect(all(totals == [1.0_c_double, 2.25_c_double]), 'real64 weights by edges')
    call omprim_weighted_histogram(where, whole, whole, 2, 6, few)
    call expect(all(few == [4, 9]), 'int32 weights in even bins')
    call omprim_weighted_histogram(where, long, long, 2_c_int64_t, 6_c_int64_t, many)
    call expect(all(many == [4, 9]), 'int64 weights in even bins')
  end subroutine

  subroutine check_wrong_bin_sorts(where)
    type(omprim_execution), intent(in) :: where
    real(c_double) :: x(4), sums(4)
    integer(c_int64_t) :: places(8)
    integer(c_int) :: status
    x = [0, 1, 2, 3]
    sums = -1
    places = -1
    call omprim_bin_index(where, x, 0.0_c_double, 1.0_c_double, 2, places(:3), status)
    call expect(status == omprim_status_invalid_argument, 'too few indices are refused')
    call omprim_bin_index(where, x, 0.0_c_double, 1.0_c_double, -1, places(:4), status)
    call expect(status == omprim_status_invalid_argument, 'a negative number of bins is refused')
    call omprim_bin_sort(where, x, 0.0_c_double, 1.0_c_double, places(:3), places(4:6), status)
    call expect(status == omprim_status_invalid_argument, 'too few positions are refused')
    call omprim_bin_sort(where, x, x, places(:4), places(5:7), status)
    call expect(status == omprim_status_invalid_argument, 'too few offsets are refused')
    call omprim_bin_sort(where, x, x, places(:4), places(5:8:2), status)
    call expect(status == omprim_status_invalid_argument, 'offsets with a stride are refused')
    call omprim_weighted_histogram(where, x, x(:3), 0.0_c_double, 1.0_c_double, sums, status)
    call expect(status == omprim_status_invalid_argument, 'too few weights are refused')
    call omprim_weighted_histogram(where, x, x, x, sums, status)
    call expect(status == omprim_status_invalid_argument, 'as many sums as edges are refused')
    call expect(all(sums == -1) .and. all(places == -1), 'nothing is sorted or added')
  end subroutine

  subroutine check_wrong_bins(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int64_t) :: counts(3)
    real(c_double) :: x(4)
    integer(c_int) :: status
    x = [1, 2, 3, 4]
    counts = -1
    call omprim_histogram(where, x, 2.5_c_double, -1.0_c_double, counts, status)
    call expect(status == omprim_status_invalid_argument, 'bounds in the wrong order are refused')
    call expect(index(omprim_last_error(), '3 bins from 2.5 to -1') > 0, 'the error names the bins')
    call omprim_histogram(where, x, 0.0_c_double, 1.0_c_double, counts(:0), status)
    call expect(status == omprim_status_invalid_argument, 'no bins are refused')
    call omprim_histogram(where, x, x(:1), counts(:0), status)
    call expect(status == omprim_status_invalid_argument, 'no bins between edges are refused')
    call omprim_histogram(where, x, x(:3), counts, status)
    call expect(status == omprim_status_invalid_argument, 'too few edges are refused')
    call expect(index(omprim_last_error(), 'edges') > 0, 'the error names the edges')
    call omprim_histogram(where, x, x, counts(:2), status)
    call expect(status == omprim_status_invalid_argument, 'too few counts are refused')
    call expect(all(counts == -1), 'nothing is counted')
  end subroutine

  subroutine check_order_statistics(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000), few(2)
    integer(c_int64_t) :: long(1000), places(3), long_few(3)
    real(c_float) :: single(1000), single_few(3)
    real(c_double) :: double(1000), double_few(3)
    integer(c_int) :: status
    whole = [(mod(i*7, 1000) - 3, i=1, 1000)]  ! -3 to 996, each once
    long = whole*1000000000_c_int64_t
    single = 0.5*whole
    double = 0.25_c_double*whole
    call omprim_top_k(where, whole, few)
    call expect(all(few == [996, 995]), 'int32 top_k')
    call omprim_top_k(where, whole, few, .true., status)
    call expect(status == omprim_status_success .and. all(few == [-3, -2]), 'int32 smallest')
    call omprim_top_k(where, long, long_few, places)
    call expect(all(whole(places + 1) == [996, 995, 994]) .and. all(long_few == &
      long(places + 1)), 'int64 top_k, positions from 0')
    call omprim_top_k(where, single, single_few, places, smallest=.true.)
    call expect(all(single_few == [-1.5, -1.0, -0.5]) .and. all(single_few == &
      single(places + 1)), 'real32 smallest')
    call expect(omprim_kth_smallest(where, whole, 1) == -3, 'int32 kth_smallest, from 1')
    call expect(omprim_kth_smallest(where, double, 1000_c_int64_t) == 249, 'real64 greatest')
    call expect(omprim_median(where, long) == 496000000000_c_int64_t, 'int64 median')
    call omprim_quantiles(where, double, [0.0_c_double, 0.5_c_double, 1.0_c_double], double_few)
    call expect(all(double_few == [-0.75_c_double, 124.0_c_double, 249.0_c_double]), &
      'real64 quantiles')
    call expect(omprim_kth_smallest(where, whole, 0, status) == 0 .and. &
      status == omprim_status_invalid_argument, 'a place of 0 is refused')
    call omprim_top_k(where, whole(:1), few, status=status)
    call expect(status == omprim_status_invalid_argument, 'more than all are refused')
    call omprim_top_k(where, long, long_few, places(:2), status=status)
    call expect(status == omprim_status_invalid_argument, 'too few positions are refused')
  end subroutine

  ! In place and to another array, and positions.
  subroutine check_sorts(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, whole(1000), sorted(1000), few(1000), ascending(1000)
    integer(c_int64_t) :: long(1000), places(1000)
    real(c_float) :: single(1000)
    real(c_double) :: double(1000), y(1000)
    integer(c_int) :: status
    ascending = [(i - 4, i=1, 1000)]
    whole = [(mod(i*7, 1000) - 3, i=1, 1000)]  ! -3 to 996, each once
    long = whole*1000000000_c_int64_t
    single = 0.5*whole
    double = 0.25_c_double*whole
    call omprim_sort(where, whole, sorted)
    call expect(all(sorted == ascending), 'int32 sort')
    call omprim_sort(where, sorted, .true.)
    call expect(all(sorted == ascending(1000:1:-1)), 'int32 sort in place, descending')
    call omprim_argsort(where, whole, few)
    call expect(all(whole(few + 1) == ascending), 'int32 argsort, positions from 0')
    call omprim_argsort(where, double, places, .true., status)
    call expect(status == omprim_status_success .and. &
      all(whole(places + 1) == ascending(1000:1:-1)), 'real64 argsort, descending')
    call omprim_argsort(where, long, places, descending=.false.)
    call expect(all(whole(places + 1) == ascending), 'int64 argsort')
    call omprim_argsort(where, single, few, status=status)
    call expect(status == omprim_status_success .and. all(whole(few + 1) == ascending), &
      'real32 argsort')
    call omprim_sort(where, double, y, .true.)
    call expect(all(y == 0.25_c_double*ascending(1000:1:-1)), 'real64 sort, descending')
    call omprim_sort(where, double, y, status=status)
    call expect(status == omprim_status_success .and. all(y == 0.25_c_double*ascending), &
      'real64 sort')
    call omprim_sort(where, long, status=status)
    call expect(status == omprim_status_success .and. &
      all(long == ascending*1000000000_c_int64_t), 'int64 sort in place')
    call omprim_sort(where, single(11:20), descending=.true.)
    call expect(all(single(11:19) >= single(12:20)) .and. single(10) == 33.5 .and. &
      single(21) == 72, 'real32 sort of a section in place')
    call omprim_sort(where, double(:0))
  end subroutine

  subroutine check_segmented_sorts(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t), target :: offsets(4)
    integer(c_int32_t) :: keys(5), sorted(5)
    integer(c_int64_t) :: long(6)
    real(c_double) :: double(5)
    real(c_float) :: single(5)
    type(omprim_segments) :: rows
    integer(c_int) :: status
    offsets = [0, 3, 3, 5]
    keys = [3, 1, 2, 9, 8]
    long = [6, 5, 4, 3, 2, 1]
    double = keys
    single = 10*keys
    rows = omprim_segments_by_offsets(offsets)
    call omprim_segmented_sort(where, keys, rows, sorted)
    call expect(all(sorted == [1, 2, 3, 8, 9]), 'int32 segmented sort')
    call omprim_segmented_sort_by_key(where, double, single, rows, .true., status)
    call expect(status == omprim_status_success .and. all(double == [3, 2, 1, 9, 8]) .and. &
      all(single == [30, 20, 10, 90, 80]), 'real32 by real64 keys in segments')
    call omprim_segmented_sort_by_key(where, keys, double, rows)
    call expect(all(keys == sorted) .and. all(double == [2, 1, 3, 8, 9]), 'real64 by int32 keys')
    call omprim_segmented_sort(where, long, omprim_segments_by_length(2, 2), status=status)
    call expect(status == omprim_status_success .and. all(long == [5, 6, 3, 4, 2, 1]), &
      'int64 segmented sort in place')
    call omprim_segmented_sort(where, long, omprim_segments_by_length(4, 2), status=status)
    call expect(status == omprim_status_invalid_argument, 'segments beyond the array are refused')
  end subroutine

  ! Keys and values of each type, beside the values in the order of argsort.
  subroutine check_sorts_by_key(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, keys(1000), whole(1000), order(1000)
    integer(c_int64_t) :: long_keys(1000), long(1000)
    real(c_float) :: single_keys(1000), single(1000)
    real(c_double) :: double_keys(1000), double(1000)
    complex(c_float_complex) :: single_pairs(1000)
    complex(c_double_complex) :: double_pairs(1000)
    keys = [(mod(i*379, 101) - 50, i=1, 1000)]  ! equal keys, whose values keep their order
    long_keys = keys*10000000000_c_int64_t
    single_keys = 0.5*keys
    double_keys = 0.25_c_double*keys
    whole = [(i, i=1, 1000)]
    long = whole
    single = whole
    double = whole
    call omprim_argsort(where, keys, order)
    call omprim_sort_by_key(where, keys, single)
    call expect(all(keys(:999) <= keys(2:)) .and. all(nint(single) == order + 1), &
      'real32 by int32 keys')
    call omprim_sort_by_key(where, long_keys, whole)
    call expect(all(long_keys == keys*10000000000_c_int64_t) .and. all(whole == order + 1), &
      'int32 by int64 keys')
    call omprim_sort_by_key(where, single_keys, double, .false.)
    call expect(all(single_keys == 0.5*keys) .and. all(nint(double) == order + 1), &
      'real64 by real32 keys')
    call omprim_sort_by_key(where, double_keys, long, .true.)
    call expect(all(double_keys == 0.25_c_double*keys(1000:1:-1)), 'real64 keys, descending')
    call expect(all(long(:999) < long(2:) .or. double_keys(:999) > double_keys(2:)), &
      'equal keys keep their order, descending')
    call omprim_sort_by_key(where, double_keys(:0), long(:0))
    whole = [(mod(i*379, 101) - 50, i=1, 1000)]
    single_pairs = [(cmplx(i, -i, c_float_complex), i=1, 1000)]
    double_pairs = single_pairs
    call omprim_sort_by_key(where, whole, double_pairs)
    call expect(all(whole == keys) .and. all(nint(real(double_pairs)) == order + 1) .and. &
      all(aimag(double_pairs) == -real(double_pairs)), 'complex64 by int32 keys')
    single = [(mod(i*379, 101) - 50, i=1, 1000)]
    call omprim_sort_by_key(where, single, single_pairs)
    call expect(all(single == keys) .and. all(single_pairs == cmplx(double_pairs, kind=c_float)), &
      'complex32 by real32 keys')
  end subroutine

  subroutine check_searches(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: i, few(3), order(1000), whole(1000)
    integer(c_int64_t) :: places(3), long(1000)
    real(c_float) :: single(1000)
    real(c_double) :: double(1000), y(1000)
    integer(c_int) :: status
    whole = [(2*i, i=1, 1000)]
    long = whole
    single = whole
    double = whole
    call omprim_lower_bound(where, whole, [2, 5, 3000], few)
    call expect(all(few == [0, 2, 1000]), 'int32 lower bounds')
    call omprim_upper_bound(where, long, [2_c_int64_t, 5_c_int64_t, 0_c_int64_t], places)
    call expect(all(places == [1, 2, 0]), 'int64 upper bounds')
    single = single(1000:1:-1)
    call omprim_lower_bound(where, single, [2.0, 5.0, 3000.0], places, .true., status)
    call expect(status == omprim_status_success .and. all(places == [999, 998, 0]), &
      'real32 lower bounds, descending')
    call omprim_upper_bound(where, double, [2.0_c_double, 5.0_c_double, 0.0_c_double], few, .false.)
    call expect(all(few == [1, 2, 0]), 'real64 upper bounds')
    call omprim_lower_bound(where, double, double(:2), few, status=status)
    call expect(status == omprim_status_invalid_argument, 'positions for each value')
    y = [(mod(i*7, 1000), i=1, 1000)]
    call omprim_argsort(where, y, order)
    call omprim_gather(where, y, order, double)
    call expect(all(double(:999) < double(2:)), 'real64 gather by argsort')
    call omprim_scatter(where, double, int(order, c_int64_t), y, status)
    call expect(status == omprim_status_success .and. y(1) == 7 .and. y(143) == 1, 'real64 scatter')
    call omprim_gather(where, whole, [0, 999, 1000], few, status)
    call expect(status == omprim_status_invalid_argument .and. few(2) == 2000, 'a wrong position')
    call expect(index(omprim_last_error(), 'position 2 is 1000') > 0, 'its message')
  end subroutine

  subroutine check_merges(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: y(5)
    integer(c_int64_t) :: values(5)
    real(c_double) :: x(5)
    integer(c_int) :: status
    call omprim_merge(where, [1, 4], [2, 4, 9], y)
    call expect(all(y == [1, 2, 4, 4, 9]), 'int32 merge')
    call omprim_merge_by_key(where, [1, 4], [10_c_int64_t, 20_c_int64_t], [2, 4, 9], &
      [30_c_int64_t, 40_c_int64_t, 50_c_int64_t], y, values)
    call expect(all(values == [10, 30, 20, 40, 50]), 'int64 values by int32 keys')
    call omprim_merge(where, [4.0_c_double, 1.0_c_double], [9.0_c_double], x(:3), .true.)
    call expect(all(x(:3) == [9, 4, 1]), 'real64 merge, descending')
    call omprim_merge(where, [1, 4], [2, 4], y, status=status)
    call expect(status == omprim_status_invalid_argument, 'an output that fits')
  end subroutine

  ! NaN of both signs, zeros of both signs, and a subnormal number.
  subroutine check_special_reals(where)
    type(omprim_execution), intent(in) :: where
    real(c_float) :: x(7), y(7), small
    integer(c_int64_t) :: places(7)
    small = tiny(small)
    small = small/4
    x = [0.0, 0.0, small, -0.0, huge(small), transfer(2143289344, small), -1.0]
    x(1) = transfer(-4194304, small)
    call omprim_sort(where, x, y)
    call expect(all(y(:5) == [-1.0, -0.0, 0.0, small, huge(small)]), 'reals in order')
    call expect(sign(1.0, y(2)) == -1 .and. sign(1.0, y(3)) == 1, '-0 is below +0')
    call expect(y(6) /= y(6) .and. y(7) /= y(7), 'NaN is last')
    call omprim_argsort(where, x, places, .true.)
    call expect(all(places == [0, 5, 4, 2, 1, 3, 6]), 'NaN is first, descending')
  end subroutine

  subroutine check_wrong_sorts(where)
    type(omprim_execution), intent(in) :: where
    real(c_double) :: x(4), y(4)
    integer(c_int32_t) :: values(4)
    integer(c_int64_t) :: positions(4)
    integer(c_int) :: status
    x = [4, 3, 2, 1]
    y = -1
    values = -1
    positions = -1
    call omprim_sort(where, x, y(:3), status=status)
    call expect(status == omprim_status_invalid_argument, 'a short output is refused')
    call expect(index(omprim_last_error(), 'output and x have different lengths') > 0, &
      'the error names the output')
    call omprim_sort_by_key(where, x, values(:3), status=status)
    call expect(status == omprim_status_invalid_argument, 'too few values are refused')
    call expect(index(omprim_last_error(), 'values and keys have different lengths') > 0, &
      'the error names the values')
    call omprim_argsort(where, x, positions(:3), .true., status)
    call expect(status == omprim_status_invalid_argument, 'too few positions are refused')
    call expect(index(omprim_last_error(), 'positions and keys') > 0, &
      'the error names the positions')
    call expect(all(x == [4, 3, 2, 1]) .and. all(y == -1) .and. all(values == -1) .and. &
      all(positions == -1), 'nothing is sorted')
  end subroutine

  subroutine check_short_outputs(where)
    type(omprim_execution), intent(in) :: where
    integer(c_int32_t) :: few(2), keys(6), unique_keys(6)
    integer(c_int64_t) :: places(3)
    real(c_double) :: x(6), y(6)
    integer(c_int8_t), target :: heads(6)
    integer(c_size_t) :: runs
    integer(c_int) :: status
    x = 1
    y = -1
    keys = [1, 1, 2, 2, 3, 3]
    call omprim_segmented_reduce(where, x, omprim_segments_by_length(2, 3), y(:2), omprim_plus, &
      status)
    call expect(status == omprim_status_invalid_argument, 'a short output is refused')
    call omprim_segmented_argmin(where, x, omprim_segments_by_length(2, 3), places(:2), &
      status=status)
    call expect(status == omprim_status_invalid_argument, 'too few positions are refused')
    call omprim_segmented_argmax(where, x, omprim_segments_by_length(2, 3), places, y(:2), status)
    call expect(status == omprim_status_invalid_argument, 'a short output beside them is, too')
    call omprim_segmented_reduce(where, x, omprim_segments_by_length(3, 3), y, omprim_plus, status)
    call expect(status == omprim_status_invalid_argument, 'segments longer than x are refused')
    call omprim_segmented_reduce(where, x, omprim_segments_by_length(2, 3), y, 3, status)
    call expect(status == omprim_status_invalid_argument, 'an unknown operator is refused')
    heads = 1
    call omprim_segmented_reduce(where, x, omprim_segments_by_heads(heads), y, omprim_plus, status)
    call expect(status == omprim_status_invalid_argument, 'heads are refused')
    call expect(index(omprim_last_error(), 'by heads') > 0, 'the error names the heads')
    runs = omprim_reduce_by_key(where, keys, x, few, y, omprim_plus, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'room for fewer keys than runs is refused')
    runs = omprim_reduce_by_key(where, keys(:5), x, unique_keys, y, omprim_plus, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, 'too few keys are refused')
    runs = omprim_reduce_by_key(where, keys, x, unique_keys, y, -1, status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'an unknown operator by key is refused')
    call expect(all(y == -1), 'nothing is written')
    runs = omprim_reduce_by_key(where, keys, x, unique_keys(:3), y(:3), omprim_plus, status)
    call expect(runs == 3 .and. status == omprim_status_success, &
      'outputs of as many elements as runs do')
    call expect(all(y == [2, 2, 2, -1, -1, -1]), 'the sums by key')
    runs = omprim_run_length_encode(where, keys, unique_keys, places(:2), status)
    call expect(runs == 0 .and. status == omprim_status_invalid_argument, &
      'room for fewer lengths than runs is refused')
    runs = omprim_run_length_encode(where, keys, unique_keys(:3), places, status)
    call expect(runs == 3 .and. all(places == 2), 'the lengths of runs')
  end subroutine

  ! An array over device memory.
  subroutine check_device()
    type(omprim_execution) :: where
    type(c_ptr) :: memory, more
    real(c_double), target :: values(1000)
    real(c_double), pointer :: on_device(:)
    integer(c_int64_t), target :: counts(2)
    integer(c_int64_t), pointer :: counts_on_device(:)
    integer(c_int) :: status
    where = omprim_device()
    values = 2
    status = omprim_allocate(where, c_sizeof(values), memory)
    call expect(status == omprim_status_success, 'allocate')
    status = omprim_copy_in(where, memory, c_loc(values), c_sizeof(values))
    call expect(status == omprim_status_success, 'copy_in')
    call c_f_pointer(memory, on_device, [1000])
    call expect(omprim_sum(where, on_device) == 2000, 'sum on the device')
    call expect(omprim_exact_sum_of_squares(where, on_device) == 4000, &
      'exact sum of squares on the device')
    status = omprim_allocate(where, c_sizeof(counts), more)
    call expect(status == omprim_status_success, 'allocate counts')
    call c_f_pointer(more, counts_on_device, [2])
    call omprim_histogram(where, on_device, 0.0_c_double, 4.0_c_double, counts_on_device)
    status = omprim_copy_out(where, c_loc(counts), more, c_sizeof(counts))
    call expect(status == omprim_status_success .and. all(counts == [0, 1000]), &
      'histogram on the device')
    call omprim_sort(where, counts_on_device, .true.)
    status = omprim_copy_out(where, c_loc(counts), more, c_sizeof(counts))
    call expect(status == omprim_status_success .and. all(counts == [1000, 0]), &
      'sort on the device')
    call omprim_deallocate(where, more)
    call omprim_deallocate(where, memory)
  end subroutine

  subroutine check_errors()
    type(omprim_execution) :: where
    integer(c_int) :: status
    real(c_float) :: answer
    real(c_float), target :: x(2)
    x = 1
    answer = omprim_sum(where, x, status)
    call expect(status == omprim_status_unknown_name .and. answer == 0, &
      'an execution that was never made is refused')
    where = omprim_device(12345, status)
    call expect(status /= omprim_status_success, 'device 12345 is refused')
    call expect(len(omprim_last_error()) > 0, 'the error has words')
    call expect(index(omprim_version(), '0.1.') == 1, 'the version')
    answer = omprim_sum(where, x, status)
    call expect(status == omprim_status_unknown_name .and. answer == 0, &
      'a call for a device that was refused does not run on the host')
    status = omprim_copy_in(omprim_serial(), c_null_ptr, c_loc(x), 8_c_size_t)
    call expect(status == omprim_status_invalid_argument, 'a copy to null is refused')
    status = omprim_copy_out(omprim_serial(), c_loc(x), c_null_ptr, 8_c_size_t)
    call expect(status == omprim_status_invalid_argument, 'a copy from null is refused')
    answer = omprim_dot(omprim_serial(), [1.0, 2.0], [1.0], status)
    call expect(status == omprim_status_invalid_argument, 'dot of different lengths is refused')
    call expect(index(omprim_last_error(), 'different lengths') > 0, 'the error says so')
    answer = omprim_exact_dot(omprim_serial(), [1.0, 2.0], [1.0], status)
    call expect(status == omprim_status_invalid_argument .and. answer == 0, &
      'exact dot of different lengths is refused')
    answer = omprim_exact_norm2(where, x, status)
    call expect(status == omprim_status_unknown_name .and. answer == 0, &
      'exact norm2 for a device that was refused is an error')
  end subroutine
end program
