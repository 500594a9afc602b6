// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson problem on a grid of 24 x 20 x 32 points by conjugate gradients. Each rank has a
// slab of the grid: some planes, or none. Dots and norms are exact sums, so the residuals have the
// same bits for any number of ranks, wherever they compute.
//   mpirun -n 7 conjugate_gradient host      or serial, tbb, device:0
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/mpi.hpp>

namespace {

constexpr int nx = 24;
constexpr int ny = 20;
constexpr int nz = 32;
constexpr int plane = nx * ny;
const MPI_Comm comm = MPI_COMM_WORLD;

/// Slabs are of unequal thickness.
int first_plane(int rank, int ranks) { return nz * rank * rank / (ranks * ranks); }

/// The planes of this rank, and the next ranks that have planes.
struct slab {
  int rank = 0;
  int first = 0;
  int planes = 0;
  int below = MPI_PROC_NULL;
  int above = MPI_PROC_NULL;

  slab() {
    int ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    first = first_plane(rank, ranks);
    planes = first_plane(rank + 1, ranks) - first;
    for (int other = 0; other < ranks; ++other) {
      if (first_plane(other, ranks) == first_plane(other + 1, ranks)) continue;
      if (other < rank) below = other;
      if (other > rank && above == MPI_PROC_NULL) above = other;
    }
  }
};

/// Fills the plane below the slab and the plane above it, which stay 0 at the ends of the grid.
void exchange_halo(const slab& mine, double* lowest) {
  if (mine.planes == 0) return;
  double* const below = lowest - plane;
  double* const above = lowest + mine.planes * plane;
  double* const highest = above - plane;
  MPI_Sendrecv(lowest, plane, MPI_DOUBLE, mine.below, 0, above, plane, MPI_DOUBLE, mine.above, 0,
               comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(highest, plane, MPI_DOUBLE, mine.above, 1, below, plane, MPI_DOUBLE, mine.below, 1,
               comm, MPI_STATUS_IGNORE);
}

/// q = A p, by the stencil of seven points.
void multiply(const slab& mine, const double* p, double* q) {
  for (int k = 0; k < mine.planes; ++k) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        const int at = (k * ny + j) * nx + i;
        double sum = 6 * p[at] - p[at - plane] - p[at + plane];
        if (j > 0) sum -= p[at - nx];
        if (j < ny - 1) sum -= p[at + nx];
        if (i > 0) sum -= p[at - 1];
        if (i < nx - 1) sum -= p[at + 1];
        q[at] = sum;
      }
    }
  }
}

void print(int iteration, double residual) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &residual, sizeof bits);
  std::printf("%3d %016" PRIX64 "\n", iteration, bits);
}

/// Vectors of the host where calls can read them: on a device copies, else the vectors themselves.
class reader {
 public:
  reader(const omprim::execution& where, std::size_t n)
      : where_(where), n_(n), copies_(where.where() == omprim::backend::device ? 2 : 0) {
    for (double*& copy : copies_) {
      copy = static_cast<double*>(omprim::allocate(where, n * sizeof(double)));
    }
  }
  reader(const reader&) = delete;
  reader& operator=(const reader&) = delete;
  ~reader() {
    for (double* const copy : copies_) omprim::deallocate(where_, copy);
  }
  /// At most two vectors at a time: `number` is 0 or 1.
  const double* operator()(const double* vector, std::size_t number = 0) const {
    if (copies_.empty()) return vector;
    omprim::copy_in(where_, copies_[number], vector, n_ * sizeof(double));
    return copies_[number];
  }

 private:
  omprim::execution where_;
  std::size_t n_;
  std::vector<double*> copies_;
};

void solve(const slab& mine, const omprim::execution& where) {
  const auto n = static_cast<std::size_t>(mine.planes) * plane;
  const reader at_place(where, n);
  std::vector<double> x(n, 0.0);
  std::vector<double> q(n);
  std::vector<double> r(n);
  std::vector<double> p_with_halo(n + 2 * plane, 0.0);
  double* const p = p_with_halo.data() + plane;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t point = static_cast<std::size_t>(mine.first) * plane + i;
    p[i] = r[i] = 1.0 / static_cast<double>(1 + point % 7);
  }
  double residual = omprim::mpi::exact_norm2(comm, where, at_place(r.data()), n);
  const double goal = 1e-10 * residual;
  for (int iteration = 1; residual > goal; ++iteration) {
    exchange_halo(mine, p);
    multiply(mine, p, q.data());
    const double curvature =
        omprim::mpi::exact_dot(comm, where, at_place(p, 0), at_place(q.data(), 1), n);
    const double alpha = residual * residual / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const double before = residual;
    residual = omprim::mpi::exact_norm2(comm, where, at_place(r.data()), n);
    const double beta = (residual / before) * (residual / before);
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + beta * p[i];
    if (mine.rank == 0) print(iteration, residual);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  solve(slab(), omprim::parse_execution(argc > 1 ? argv[1] : "host"));
  MPI_Finalize();
}
