/* SPDX-License-Identifier: BSD-3-Clause */
/* What the sources of the C program share. */
#ifndef C_CONSUMER_H
#define C_CONSUMER_H

#include <stdint.h>

#include <omprim/omprim.h>

enum { count = 1000 };

/* Prints what does not hold; main fails then. */
void expect(int holds, const char* what);

/* Calls that write arrays (c_arrays.c). `data` has the `count` values where the calls run. */
void check_arrays(omprim_execution where, const int32_t* values, const int32_t* data);

#endif
