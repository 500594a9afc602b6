#include <gtest/gtest.h>
#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>
TEST(A,B){ double x[3]={1,2,3}; std::printf("%g %g\n", omprim::mpi::sum(MPI_COMM_WORLD, omprim::host(), x, 3), omprim::mpi::exact_norm2(MPI_COMM_WORLD, omprim::host(), x, 3)); 
 auto a=omprim::mpi::argmax(MPI_COMM_WORLD, omprim::host(), x, 3); std::printf("%ld\n", a.index);
 omprim::mpi::batch b(MPI_COMM_WORLD); auto p=omprim::mpi::exact_mean(b, omprim::host(), x, 3); auto q=omprim::mpi::count_if(b, omprim::host(), x, 3, omprim::greater_than(1.5)); b.begin(); b.end(); std::printf("%g %lu\n", p.value(), q.value());
 double y[3]; omprim::mpi::inclusive_scan(MPI_COMM_WORLD, omprim::host(), x, 3, y); std::printf("%g %g %g\n", y[0],y[1],y[2]);
 std::printf("%lu\n", omprim::mpi::unique(MPI_COMM_WORLD, omprim::host(), x, 3, y).total);
 std::printf("%lu\n", omprim::mpi::balance(MPI_COMM_WORLD, omprim::host(), x, 3, y, 3));
 int64_t c[2]; omprim::mpi::histogram(MPI_COMM_WORLD, omprim::host(), x, 3, omprim::even_bins(0.0, 4.0, 2), c); std::printf("%ld %ld\n", c[0], c[1]);
 try { omprim::mpi::sum(MPI_COMM_WORLD, omprim::host(), (double*)nullptr, 3); } catch (omprim::error& e) { std::printf("%s\n", e.what()); }
}
