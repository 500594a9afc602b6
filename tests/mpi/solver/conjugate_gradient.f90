! SPDX-License-Identifier: BSD-3-Clause
! Solves a Poisson problem on a grid of 24 x 20 x 32 points by conjugate gradients. Each rank has a
! slab of the grid: some planes, or none. Dots and norms are exact sums, so the residuals have the
! same bits for any number of ranks, wherever they compute.
!   mpirun -n 7 conjugate_gradient host      or serial, tbb, device:0
program conjugate_gradient
  use, intrinsic :: iso_fortran_env, only: real64, int64
  use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t, c_null_ptr, c_associated, c_loc, c_f_pointer
  use mpi
  use omprim
  use omprim_mpi
  implicit none

  integer, parameter :: nx = 24, ny = 20, nz = 32
  integer, parameter :: comm = MPI_COMM_WORLD
  integer :: rank, ranks, other, error
  integer :: first, planes               ! of this rank
  integer :: below, above                ! the next ranks that have planes
  character(10) :: place

  call MPI_Init(error)
  call MPI_Comm_rank(comm, rank, error)
  call MPI_Comm_size(comm, ranks, error)
  first = first_plane(rank)
  planes = planes_of(rank)
  below = MPI_PROC_NULL
  above = MPI_PROC_NULL
  do other = 0, ranks - 1
    if (planes_of(other) == 0) cycle
    if (other < rank) below = other
    if (other > rank .and. above == MPI_PROC_NULL) above = other
  end do
  call get_command_argument(1, place)
  select case (place)
  case ('serial')
    call solve(omprim_serial(), on_device=.false.)
  case ('tbb')
    call solve(omprim_tbb(), on_device=.false.)
  case ('device:0')
    call solve(omprim_device(0), on_device=.true.)
  case default
    call solve(omprim_host(), on_device=.false.)
  end select
  call MPI_Finalize(error)

contains

  ! Slabs are of unequal thickness.
  integer function first_plane(of_rank)
    integer, intent(in) :: of_rank
    first_plane = nz*of_rank*of_rank/(ranks*ranks)
  end function

  integer function planes_of(of_rank)
    integer, intent(in) :: of_rank
    planes_of = first_plane(of_rank + 1) - first_plane(of_rank)
  end function

  subroutine solve(where, on_device)
    type(omprim_execution), intent(in) :: where
    logical, intent(in) :: on_device
    real(real64), dimension(nx*ny*planes) :: x
    real(real64), dimension(nx*ny*planes), target :: q, r
    ! With the plane below the slab and the plane above it, which are 0 at the ends of the grid.
    real(real64), target :: p_with_halo(nx*ny*(planes + 2))
    real(real64), pointer :: p(:)
    real(real64) :: alpha, beta, before, residual, goal
    type(c_ptr) :: copies(2)  ! on a device, where calls read two vectors
    integer :: i, iteration
    copies = c_null_ptr
    do i = 1, 2
      if (on_device) error = omprim_allocate(where, bytes_of(r), copies(i))
    end do
    p_with_halo = 0
    p => p_with_halo(nx*ny + 1:nx*ny*(planes + 1))
    x = 0
    r = [(1/real(1 + mod(first*nx*ny + i - 1, 7), real64), i=1, size(r))]
    p = r
    residual = omprim_mpi_exact_norm2(comm, where, at_place(where, r, copies(1)))
    goal = 1e-10_real64*residual
    iteration = 0
    do while (residual > goal)
      call exchange_halo(p_with_halo)
      call multiply(p_with_halo, q)
      alpha = residual*residual/omprim_mpi_exact_dot(comm, where, at_place(where, p, copies(1)), &
        at_place(where, q, copies(2)))
      x = x + alpha*p
      r = r - alpha*q
      before = residual
      residual = omprim_mpi_exact_norm2(comm, where, at_place(where, r, copies(1)))
      beta = (residual/before)*(residual/before)
      p = r + beta*p
      iteration = iteration + 1
      if (rank == 0) print '(i3, 1x, z16.16)', iteration, transfer(residual, 0_int64)
    end do
    do i = 1, 2
      if (c_associated(copies(i))) call omprim_deallocate(where, copies(i))
    end do
  end subroutine

  integer(c_size_t) function bytes_of(vector)
    real(real64), intent(in) :: vector(:)
    bytes_of = size(vector, kind=c_size_t)*storage_size(vector)/8
  end function

  ! A vector of the host where calls can read it: the copy, if there is one, else the vector itself.
  function at_place(where, vector, copy) result(there)
    type(omprim_execution), intent(in) :: where
    real(real64), intent(in), target :: vector(:)
    type(c_ptr), intent(in) :: copy
    real(real64), pointer :: there(:)
    there => vector
    if (.not. c_associated(copy)) return
    error = omprim_copy_in(where, copy, c_loc(vector), bytes_of(vector))
    call c_f_pointer(copy, there, shape(vector))
  end function

  subroutine exchange_halo(p)
    real(real64), intent(inout) :: p(nx*ny, 0:planes + 1)
    integer :: ignored(MPI_STATUS_SIZE)
    if (planes == 0) return
    call MPI_Sendrecv(p(:, 1), nx*ny, MPI_DOUBLE_PRECISION, below, 0, &
      p(:, planes + 1), nx*ny, MPI_DOUBLE_PRECISION, above, 0, comm, ignored, error)
    call MPI_Sendrecv(p(:, planes), nx*ny, MPI_DOUBLE_PRECISION, above, 1, &
      p(:, 0), nx*ny, MPI_DOUBLE_PRECISION, below, 1, comm, ignored, error)
  end subroutine

  ! q = A p, by the stencil of seven points.
  subroutine multiply(p, q)
    real(real64), intent(in) :: p(nx, ny, 0:planes + 1)
    real(real64), intent(out) :: q(nx, ny, planes)
    integer :: i, j, k
    do k = 1, planes
      do j = 1, ny
        do i = 1, nx
          q(i, j, k) = 6*p(i, j, k) - p(i, j, k - 1) - p(i, j, k + 1)
          if (j > 1) q(i, j, k) = q(i, j, k) - p(i, j - 1, k)
          if (j < ny) q(i, j, k) = q(i, j, k) - p(i, j + 1, k)
          if (i > 1) q(i, j, k) = q(i, j, k) - p(i - 1, j, k)
          if (i < nx) q(i, j, k) = q(i, j, k) - p(i + 1, j, k)
        end do
      end do
    end do
  end subroutine
end program
