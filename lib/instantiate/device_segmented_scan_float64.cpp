// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>
#include <instantiate/segmented_scan_variants.hpp>

OMPRIM_DEVICE_ROWS(device_segmented_scan_float64,
                   segmented_scan_rows_of<on_target, element::float64>)
