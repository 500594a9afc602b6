// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/tuning.hpp>

/// The common part of atomic-per-item, atomic-per-block and atomic-interleaved: every work-item
/// combines its own partial into the result by one global atomic. They differ in the elements that
/// an item gathers:
///   Gather::items(source)                           number of work-items to launch
///   Gather::sum<Reducer>(source, item, all_items)   partial of one work-item
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t, class Gather>
struct reduce_global_atomic {
  using accumulator = typename Reducer::accumulator;

  template <class Source>
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    Source source;
    kernel::atomic_cell<Reducer>* result;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      typename Group::template private_memory<accumulator> partial;
      const std::uint64_t first_item = group.id() * Group::size;
      const std::uint64_t all_items = group.count() * Group::size;
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        partial[item] = Gather::template sum<Reducer>(
            source, first_item + static_cast<std::uint64_t>(item.id), all_items);
      });
      group.combine_global(*result, partial);
    }
  };

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t size = t.work_group_size;
    const std::uint64_t items = Gather::items(source);
    const std::uint64_t groups = items == 0 ? 1 : (items + size - 1) / size;
    auto* result = backend.template shared_cell<Reducer>();
    backend.launch(groups, kernel_type<Source>{source, result});
    backend.record(1, groups, groups * size, groups * size);
    return backend.read_cell(result);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
