// SPDX-License-Identifier: BSD-3-Clause
// Times calls of omprim::mpi beside bare calls of MPI, and prints a table from rank 0: the median
// time of a call in microseconds, as the slowest rank sees it, and what it takes more than a bare
// MPI_Allreduce of one double.
//   mpiexec -n 2 mpi_call_times [ELEMENTS OF A RANK [SAMPLES]]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mpi.h>
#include <string>
#include <vector>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

namespace {

namespace mpi = omprim::mpi;

const MPI_Comm comm = MPI_COMM_WORLD;
constexpr int calls_of_a_sample = 50;

volatile double kept;  // so that no call is left out

struct timed_call {
  std::string name;
  std::function<double()> call;
  std::vector<double> seconds{};  ///< of one call, one entry for each sample
};

double sample(const std::function<double()>& call) {
  MPI_Barrier(comm);
  const double begin = MPI_Wtime();
  for (int i = 0; i < calls_of_a_sample; ++i) kept = call();
  double seconds = (MPI_Wtime() - begin) / calls_of_a_sample;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm);
  return seconds;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::vector<timed_call> calls_on(const std::vector<double>& x, std::vector<std::int64_t>& words) {
  const auto where = omprim::host();
  const double* const data = x.data();
  const std::size_t n = x.size();
  std::vector<timed_call> all;
  all.push_back({"MPI_Allreduce, one double", [] {
                   double value = 1;
                   MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, comm);
                   return value;
                 }});
  all.push_back({"MPI_Allreduce, 75 int64", [&words] {
                   MPI_Allreduce(MPI_IN_PLACE, words.data(), static_cast<int>(words.size()),
                                 MPI_INT64_T, MPI_SUM, comm);
                   return 0.0;
                 }});
  all.push_back({"sum", [=] { return mpi::sum(comm, where, data, n); }});
  all.push_back({"argmin", [=] { return mpi::argmin(comm, where, data, n).value; }});
  all.push_back({"exact_sum", [=] { return mpi::exact_sum(comm, where, data, n); }});
  all.push_back({"exact_norm2", [=] { return mpi::exact_norm2(comm, where, data, n); }});
  all.push_back({"batch of sum, argmin and exact_dot", [=] {
                   mpi::batch together(comm);
                   const auto sum = mpi::sum(together, where, data, n);
                   const auto least = mpi::argmin(together, where, data, n);
                   const auto dot = mpi::exact_dot(together, where, data, data, n);
                   together.combine();
                   return sum.value() + least.value().value + dot.value();
                 }});
  all.push_back({"the same, begin and end", [=] {
                   mpi::batch together(comm);
                   const auto sum = mpi::sum(together, where, data, n);
                   const auto least = mpi::argmin(together, where, data, n);
                   const auto dot = mpi::exact_dot(together, where, data, data, n);
                   together.begin();
                   together.end();
                   return sum.value() + least.value().value + dot.value();
                 }});
  all.push_back({"omprim::sum, without MPI", [=] { return omprim::sum(where, data, n); }});
  all.push_back(
      {"omprim::exact_sum, without MPI", [=] { return omprim::exact_sum(where, data, n); }});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const int samples = argc > 2 ? std::atoi(argv[2]) : 201;
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<double> x(n, 1.0);
  x.reserve(1);  // a pointer that is not null
  std::vector<std::int64_t> words(75);
  std::vector<timed_call> all = calls_on(x, words);
  for (int i = 0; i < samples; ++i) {
    for (timed_call& one : all) one.seconds.push_back(sample(one.call));
  }
  if (rank == 0) {
    std::printf("%d ranks, %zu doubles a rank, medians of %d samples of %d calls\n", ranks, n,
                samples, calls_of_a_sample);
    const double bare = median(all.front().seconds);
    std::printf("%-36s %9s %9s\n", "call", "us", "more");
    for (const timed_call& one : all) {
      const double seconds = median(one.seconds);
      std::printf("%-36s %9.2f %+9.2f\n", one.name.c_str(), seconds * 1e6, (seconds - bare) * 1e6);
    }
  }
  MPI_Finalize();
  return 0;
}
