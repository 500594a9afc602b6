// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

OMPRIM_DEVICE_ROWS(device_collectives_uint32,
                   collective_rows<on_target, element::uint32, operations_of<element::uint32>>)
