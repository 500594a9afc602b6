// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <instantiate/reducers.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/strategy/reduce/atomic_interleaved.hpp>
#include <omprim/detail/strategy/reduce/atomic_per_block.hpp>
#include <omprim/detail/strategy/reduce/atomic_per_item.hpp>
#include <omprim/detail/strategy/reduce/local_atomic.hpp>
#include <omprim/detail/strategy/reduce/local_atomic_vector.hpp>
#include <omprim/detail/strategy/reduce/local_atomic_workload.hpp>
#include <omprim/detail/strategy/reduce/multi_block.hpp>
#include <omprim/detail/strategy/reduce/multi_block_vector.hpp>
#include <omprim/detail/strategy/reduce/reducer.hpp>
#include <omprim/detail/strategy/reduce/sequential.hpp>
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/detail/strategy/reduce/sub_group.hpp>
#include <omprim/detail/strategy/reduce/tree_host_finish.hpp>
#include <omprim/detail/strategy/reduce/tree_relaunch.hpp>
#include <omprim/detail/strategy/reduce/work_group.hpp>

/// The variants of reductions, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <class T, operation op>
OMPRIM_INLINE auto source_of(const void* data, const void* other, std::uint64_t n) {
  if constexpr (op == operation::dot) {
    return kernel::make_source(static_cast<const T*>(data), static_cast<const T*>(other), n);
  } else {
    return kernel::make_source(static_cast<const T*>(data), n);
  }
}

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
reduce_result run_variant(const place& where, const omprim::detail::reduce_problem& problem) {
  using T = typename element_type<type>::type;
  using chosen = entry<T, op>;
  using strategy = Strategy<typename chosen::reducer, t>;
  auto backend = Side::backend_of(where);
  const auto source = source_of<T, op>(problem.data, problem.other, problem.n);
  return chosen::finish(strategy::run(backend, source), problem.n);
}
/// The function of a row for small inputs: the calling thread alone.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
reduce_result run_alone(const void* data, const void* other, std::uint64_t n) {
  using T = typename element_type<type>::type;
  using chosen = entry<T, op>;
  using strategy = Strategy<typename chosen::reducer, t>;
  typename Side::alone backend;
  return chosen::finish(strategy::run(backend, source_of<T, op>(data, other, n)), n);
}
/// run_alone if the strategy's kernel is worth compiling a second time for it, else null.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
constexpr omprim::detail::reduction_alone alone_of_variant() {
  using T = typename element_type<type>::type;
  using strategy = Strategy<typename entry<T, op>::reducer, t>;
  using source = decltype(source_of<T, op>(nullptr, nullptr, 0));
  if constexpr (requires {
                  requires !Side::on_device;
                  strategy::template kernel_type<source>::often_alone;
                }) {
    return run_alone<Side, Strategy, type, op, t>;
  } else {
    return nullptr;
  }
}

/// The rows of one strategy of reductions.
template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto strategy_rows() {
  using T = typename element_type<type>::type;
  constexpr const auto& info = Strategy<typename entry<T, op>::reducer, any_tuning>::info;
  auto rows = make_rows<omprim::detail::reduce_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_variant<Side, Strategy, type, op, t>; });
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((rows[i].run_alone = alone_of_variant<Side, Strategy, type, op, tunings[i]>()), ...);
  }(std::make_index_sequence<tunings.size()>{});
  return rows;
}

/// The pair of type and operation on which the papers swept.
template <element type, operation op>
inline constexpr bool is_swept = type == element::int32 && op == operation::sum;

/// The tunings of single-pass, whose items are threads on a device and registers on the host.
template <bool on_device, element type, operation op>
constexpr const auto& single_pass_tunings() {
  constexpr int bytes = sizeof(typename element_type<type>::type);
  if constexpr (on_device) {
    return tunings::single_pass_device_few<bytes>;
  } else {
    return either<is_swept<type, op>, tunings::single_pass_host_int32_sum,
                  tunings::single_pass_host_few<bytes>>();
  }
}
template <bool on_device>
constexpr const auto& single_pass_grid() {
  return either<on_device, tunings::single_pass_device_grid, tunings::single_pass_host_grid>();
}

/// The two strategies that callers get by default, for one pair of type and operation.
template <class Side, element type, operation op>
constexpr auto default_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& passes = single_pass_tunings<Side::on_device, type, op>();
  return join(strategy_rows<Side, reduce_sequential, type, op, sequential>(),
              strategy_rows<Side, reduce_single_pass, type, op, passes>());
}

/// The other tunings of single-pass, for a pair that is swept.
template <class Side, element type, operation op>
constexpr auto grid_pair() {
  constexpr const auto& rest = tunings::rest_of<single_pass_grid<Side::on_device>(),
                                                single_pass_tunings<Side::on_device, type, op>()>;
  return strategy_rows<Side, strategy::reduce_single_pass, type, op, rest>();
}

/// The published listings that end in atomics, for one pair of type and operation.
template <class Side, element type, operation op>
constexpr auto atomic_pair() {
  using namespace strategy;
  using namespace tunings;
  constexpr bool whole = is_swept<type, op>;
  constexpr const auto& sizes = either<whole, sizes_grid, sizes_few>();
  constexpr const auto& lanes = either<whole, lanes_grid, lanes_few>();
  constexpr const auto& workload = either<whole, workload_grid, workload_few>();
  constexpr const auto& atomics = either<whole, atomics_grid, workload_few>();
  return join(strategy_rows<Side, reduce_atomic_per_item, type, op, sizes>(),
              strategy_rows<Side, reduce_atomic_per_block, type, op, atomics>(),
              strategy_rows<Side, reduce_atomic_interleaved, type, op, atomics>(),
              strategy_rows<Side, reduce_local_atomic, type, op, sizes>(),
              strategy_rows<Side, reduce_local_atomic_vector, type, op, lanes>(),
              strategy_rows<Side, reduce_local_atomic_workload, type, op, workload>());
}

/// The published listings that end in a tree or a collective, for one pair of type and operation.
template <class Side, element type, operation op>
constexpr auto collective_pair() {
  using namespace strategy;
  using namespace tunings;
  constexpr bool whole = is_swept<type, op>;
  constexpr const auto& sizes = either<whole, sizes_grid, sizes_few>();
  constexpr const auto& groups = either<whole, collectives_grid, workload_few>();
  constexpr const auto& blocks = either<whole, multi_block_grid, multi_block_few>();
  constexpr const auto& vectors = either<whole, multi_block_vector_grid, multi_block_vector_few>();
  return join(strategy_rows<Side, reduce_tree_host_finish, type, op, sizes>(),
              strategy_rows<Side, reduce_tree_relaunch, type, op, sizes>(),
              strategy_rows<Side, reduce_sub_group, type, op, groups>(),
              strategy_rows<Side, reduce_work_group, type, op, groups>(),
              strategy_rows<Side, reduce_multi_block, type, op, blocks>(),
              strategy_rows<Side, reduce_multi_block_vector, type, op, vectors>());
}

/// The framework's own reducer. On devices it stands in an image of its own: a device link takes
/// ten times as long where kernels of ours meet the runtime's functions for `reduction` clauses.
template <class Side, element type, operation op>
constexpr auto reducer_row() {
  return strategy_rows<Side, strategy::reduce_reducer, type, op, tunings::no_choice>();
}

/// The published listings, for one pair of type and operation.
template <class Side, element type, operation op>
constexpr auto listing_pair() {
  return join(atomic_pair<Side, type, op>(), collective_pair<Side, type, op>(),
              reducer_row<Side, type, op>());
}

/// The rows of all operations on one type: rows.operator()<op>() of each operation that is
/// compiled for it.
template <element type, class Rows>
constexpr auto for_each_operation(Rows rows) {
  constexpr auto rows_of_one = []<operation op>(Rows rows_of) {
    if constexpr (is_reduced<typename element_type<type>::type, op>()) {
      return rows_of.template operator()<op>();
    } else {
      return std::array<variant<omprim::detail::reduce_problem>, 0>{};
    }
  };
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return join(rows_of_one.template operator()<static_cast<operation>(i)>(rows)...);
  }(std::make_index_sequence<omprim::operation_count>{});
}

/// The strategies that run by default, for all operations on one type.
template <class Side, element type>
struct reduce_rows {
  static constexpr auto make() {
    return for_each_operation<type>([]<operation op>() { return default_pair<Side, type, op>(); });
  }
};

/// The published listings, for all operations on one type. Devices link them in parts.
template <class Side, element type>
struct reduce_atomics_rows {
  static constexpr auto make() {
    return for_each_operation<type>([]<operation op>() { return atomic_pair<Side, type, op>(); });
  }
};
template <class Side, element type>
struct reduce_collectives_rows {
  static constexpr auto make() {
    return for_each_operation<type>(
        []<operation op>() { return collective_pair<Side, type, op>(); });
  }
};
template <class Side, element type>
struct reduce_reducer_rows {
  static constexpr auto make() {
    return for_each_operation<type>([]<operation op>() { return reducer_row<Side, type, op>(); });
  }
};
/// On the host, the swept pair is compiled for every ISA level, and all others for the lowest.
template <class Side, element type>
struct reduce_listings_rows {
  static constexpr auto make() {
    return for_each_operation<type>([]<operation op>() {
      if constexpr (is_swept<type, op>) {
        return std::array<variant<omprim::detail::reduce_problem>, 0>{};
      } else {
        return listing_pair<Side, type, op>();
      }
    });
  }
};
template <class Side, element type>
struct reduce_sweep_listings_rows {
  static constexpr auto make() { return listing_pair<Side, type, operation::sum>(); }
};

/// The whole grid of single-pass for the sum that the papers swept.
template <class Side, element type>
struct reduce_sweep_rows {
  static constexpr auto make() { return grid_pair<Side, type, operation::sum>(); }
};

/// Every strategy of reductions, in the order of listings, from the slow ones to the default;
/// sweeps measure them in the reverse order. The reducer is for members that do not depend on it.
using any_reducer = kernel::fold<int, unsigned, kernel::add_policy>;
using reduce_strategies =
    strategies<any_reducer, strategy::reduce_sequential, strategy::reduce_atomic_per_item,
               strategy::reduce_atomic_per_block, strategy::reduce_atomic_interleaved,
               strategy::reduce_local_atomic, strategy::reduce_local_atomic_vector,
               strategy::reduce_local_atomic_workload, strategy::reduce_tree_host_finish,
               strategy::reduce_tree_relaunch, strategy::reduce_sub_group,
               strategy::reduce_work_group, strategy::reduce_multi_block,
               strategy::reduce_multi_block_vector, strategy::reduce_reducer,
               strategy::reduce_single_pass>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
