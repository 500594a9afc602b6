// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

template <element type>
using reducer_rows_of = reducer_rows<on_target, type, operations_of<type>>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate

OMPRIM_DEVICE_ROWS(
    device_reducer,
    joined_rows<reducer_rows<on_target, element::int32, paper_operation>,
                reducer_rows_of<element::int32>, reducer_rows_of<element::uint32>,
                reducer_rows_of<element::int64>, reducer_rows_of<element::uint64>,
                reducer_rows_of<element::float32>, reducer_rows_of<element::float64>>)
