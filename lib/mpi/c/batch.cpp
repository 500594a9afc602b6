// SPDX-License-Identifier: BSD-3-Clause
// The functions of omprim_mpi_batch that do not depend on an element type.
#include <memory>

#include <mpi/c/support.hpp>

namespace {

using omprim::error;
using omprim::status;
using omprim::detail::guarded;
using omprim::detail::require_results;

omprim_status create(const omprim::mpi::ranks& all, omprim_mpi_batch** batch) {
  if (batch != nullptr) *batch = nullptr;
  return guarded([&] {
    require_results(batch);
    *batch = std::make_unique<omprim_mpi_batch>(all).release();
  });
}

omprim_mpi_batch& required(omprim_mpi_batch* batch) {
  if (batch == nullptr) throw error(status::invalid_argument, "the batch is null");
  return *batch;
}

void store_results(const omprim_mpi_batch& batch) {
  const omprim::mpi::ranks& all = batch.together.communicator();
  if (all.receiver() >= 0 && all.receiver() != omprim::mpi::detail::rank_in(all)) return;
  for (const auto& store : batch.stores) store();
}

}  // namespace

omprim_status omprim_mpi_batch_create(MPI_Comm comm, omprim_mpi_batch** batch) {
  return create(comm, batch);
}

omprim_status omprim_mpi_batch_create_to_rank(int receiver, MPI_Comm comm,
                                              omprim_mpi_batch** batch) {
  return create(omprim::mpi::to_rank(receiver, comm), batch);
}

omprim_status omprim_mpi_batch_begin(omprim_mpi_batch* batch) {
  return guarded([&] { required(batch).together.begin(); });
}

omprim_status omprim_mpi_batch_end(omprim_mpi_batch* batch) {
  return guarded([&] {
    required(batch).together.end();
    store_results(*batch);
  });
}

omprim_status omprim_mpi_batch_combine(omprim_mpi_batch* batch) {
  return guarded([&] {
    required(batch).together.combine();
    store_results(*batch);
  });
}

void omprim_mpi_batch_destroy(omprim_mpi_batch* batch) { delete batch; }
