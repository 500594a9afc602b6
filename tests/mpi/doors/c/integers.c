/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#define NAME int32
#define TYPE int32_t
#include "one_integer.h"
#undef NAME
#undef TYPE

#define NAME uint32
#define TYPE uint32_t
#include "one_integer.h"
#undef NAME
#undef TYPE

#define NAME int64
#define TYPE int64_t
#include "one_integer.h"
#undef NAME
#undef TYPE

#define NAME uint64
#define TYPE uint64_t
#include "one_integer.h"
