// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

OMPRIM_DEVICE_ROWS(device_collectives_uint64,
                   collective_rows<on_target, element::uint64, operations_of<element::uint64>>)
