// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

OMPRIM_DEVICE_ROWS(device_atomics_int32_sum,
                   atomic_rows<on_target, element::int32, paper_operation>)
