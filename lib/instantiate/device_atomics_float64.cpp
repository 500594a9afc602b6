// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

OMPRIM_DEVICE_ROWS(device_atomics_float64,
                   atomic_rows<on_target, element::float64, operations_of<element::float64>>)
