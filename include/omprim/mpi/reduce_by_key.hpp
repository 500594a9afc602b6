// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/mpi/continued_run.hpp>
#include <omprim/mpi/fronts.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/mpi/reduce.hpp>
#include <omprim/mpi/select.hpp>
#include <omprim/runs.hpp>

/// reduce_by_key of runs.hpp over the elements of all ranks. The contract is that of
/// mpi.hpp and of the call on one array.
namespace omprim::mpi {

/// Combines the values of equal neighbouring keys, also where a run of them goes on on the next
/// ranks: the rank on which the run begins writes its key and its value.
///
/// All ranks together have one key and one value for each run, in order; integer results and
/// extremes do not depend on how elements are shared among ranks. Memory: 8 bytes for each rank.
template <class Op = plus, class Key, class T>
selection_counts reduce_by_key(MPI_Comm comm, const execution& where, const Key* keys,
                               const T* values, std::size_t n, Key* unique_keys, T* out, Op op = {},
                               const segment_options& options = default_options) {
  detail::require_ranks(comm);
  detail::failure own;
  const std::size_t skipped = detail::continued_run(comm, where, keys, n, own);
  detail::front_state state;
  scalar front{};  // the values that continue a run of a lower rank, combined
  std::uint64_t runs = 0;
  own.guard([&] {
    state = {skipped == 0 ? 1 : 0, n > skipped ? 1 : 0};
    if (skipped != 0) {
      front = omprim::detail::to_scalar(omprim::reduce(where, values, skipped, op));
    }
    const std::size_t rest = n - skipped;
    runs = omprim::reduce_by_key(where, rest == 0 ? nullptr : keys + skipped,
                                 rest == 0 ? nullptr : values + skipped, rest, unique_keys, out, op,
                                 options);
  });
  detail::agree(comm, own);
  const std::vector<scalar> above = detail::fronts_above(comm, state, front);
  return detail::select_over(comm, n, own, [&] {
    if (runs == 0 || above.empty()) return runs;
    T last{};
    copy_out(where, &last, out + (runs - 1), sizeof(T));
    for (const scalar& part : above) last = Op::combine(last, omprim::detail::get<T>(part));
    copy_in(where, out + (runs - 1), &last, sizeof(T));
    return runs;
  });
}

}  // namespace omprim::mpi
