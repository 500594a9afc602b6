/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#define NAME float32
#define TYPE float
#include "one_real.h"
#undef NAME
#undef TYPE

#define NAME float64
#define TYPE double
#include "one_real.h"
