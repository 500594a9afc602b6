// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <mpi.h>

#include <gtest/gtest.h>

namespace {

/// Rank 0 prints as always; all others print their failures only.
class failures_of_rank : public testing::EmptyTestEventListener {
 public:
  explicit failures_of_rank(int rank) : rank_(rank) {}
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_, result.file_name(), result.line_number(),
                 result.message());
  }

 private:
  int rank_;
};

}  // namespace

/// All ranks run the same tests in the same order. The program fails if a test fails on any rank.
int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new failures_of_rank(rank));
  }
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
