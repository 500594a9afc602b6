// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>
#include <instantiate/scan_variants.hpp>

OMPRIM_DEVICE_ROWS(device_scan_float32, scan_rows_of<on_target, element::float32>)
