// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>
#include <instantiate/select_variants.hpp>

OMPRIM_DEVICE_ROWS(device_select_uint64, selection_rows_of<on_target, element::uint64>)
