// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>
#include <instantiate/segment_variants.hpp>

OMPRIM_DEVICE_ROWS(device_segment_uint64, segment_rows_of<on_target, element::uint64>)
