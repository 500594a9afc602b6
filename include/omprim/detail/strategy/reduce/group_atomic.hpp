// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/tuning.hpp>

/// The common part of the local-atomic strategies and multi-block-vector: the items combine their
/// partials in local memory by local atomics, and each group combines its sum into the result by
/// one global atomic. They differ in the elements that an item gathers from its group's tile:
///   Gather::sum<Reducer>(source, first_position_of_tile, item)   partial of one work-item
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t, class Gather>
struct reduce_group_atomic {
  using accumulator = typename Reducer::accumulator;

  template <class Source>
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {
      kernel::atomic_cell<Reducer> sum;
    };

    Source source;
    kernel::atomic_cell<Reducer>* result;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      typename Group::template private_memory<accumulator> partial;
      const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.sum.reset(); });
      group.for_each_item_and_wait([&](auto item) OMPRIM_INLINE_LAMBDA {
        partial[item] = Gather::template sum<Reducer>(source, tile, item.id);
      });
      group.combine_local(local.sum, partial);
      group.barrier();
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { atomic_combine(*result, local.sum.value); });
    }
  };

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t groups = groups_for(source, static_cast<std::uint64_t>(t.tile()));
    auto* result = backend.template shared_cell<Reducer>();
    backend.launch(groups, kernel_type<Source>{source, result});
    backend.record(1, groups, groups * t.work_group_size, groups);
    return backend.read_cell(result);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
