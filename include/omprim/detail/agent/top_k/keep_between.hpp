// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/kept_output.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/agent/top_k/simt_keep.hpp>
#include <omprim/detail/agent/top_k/vector_keep.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The pass of an order statistic over its elements.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What the host learns of a pass.
struct kept_report {
  std::uint64_t kept;   ///< elements between the bounds, written or not
  std::uint64_t below;  ///< elements below the lower bound
  bounds used;
};

/// Writes the elements between two bounds, in any order, and counts those below.
template <class Elements, tuning t>
struct alignas(8) keep_between {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = top_k_policy::threads_per_unit;

  template <class Group>
  using keep_type = std::conditional_t<Group::thread_per_item, simt_keep<Elements, t, Group>,
                                       vector_keep<Elements, Group>>;

  template <class Group>
  struct local_memory {
    typename keep_type<Group>::local_memory gathered;
    typename Group::template scratch<std::uint64_t> scratch;
    bool is_last;
  };

  Elements elements;
  const bounds* limits;
  kept_output out;
  kept_report* report;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const bounds kept = *limits;
    std::uint64_t mine = 0;
    elements.with_order([&](const auto& order) OMPRIM_INLINE_LAMBDA {
      mine = keep_type<Group>(group, elements, kept, out, local.gathered).run(order);
    });
    finish(group, local, kept, mine);
  }

 private:
  /// The counter after that of kept elements: those below.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t* below() const { return out.kept + 1; }

  /// The group with the last ticket reports, and clears the counters for the next pass.
  template <class Group>
  OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local, const bounds& kept,
                            std::uint64_t mine) const {
    const auto plus = [](std::uint64_t a, std::uint64_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
    const std::uint64_t sum = kernel::reduce_threads(group, mine, plus, local.scratch);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      if (sum != 0) kernel::add_atomically(*below(), sum);
    });
    kernel::finish_writes(group);
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      *report = {kernel::load_shared(out.kept), kernel::load_shared(below()), kept};
      *out.kept = 0;
      *below() = 0;
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
