// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

OMPRIM_DEVICE_ROWS(device_int32,
                   fast_rows<on_target, element::int32, operations_of<element::int32>>)
