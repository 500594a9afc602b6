/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include <omprim/c/mpi.h>

/* Counts and prints conditions that do not hold. */
#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
/* A call that fails with the same status and message on all ranks; the message has the number of
   the last rank and `words`. */
#define CHECK_FAILS(call, expected, words) \
  check_failure((call), (expected), (words), #call, __FILE__, __LINE__)
#define CHECK_WORKS(call) CHECK((call) == omprim_status_success)

void check(bool holds, const char* what, const char* file, int line);
void check_failure(omprim_status status, omprim_status expected, const char* words,
                   const char* what, const char* file, int line);

/* This rank, and the elements 1, 2, 3, ... of all ranks: rank r has r + 3 of them. */
extern int rank, ranks;
extern size_t n;      /* of this rank */
extern size_t before; /* of all lower ranks */
extern size_t total;  /* of all ranks */
#define MOST 64       /* n is at most this */

void check_int32(void);
void check_uint32(void);
void check_int64(void);
void check_uint64(void);
void check_float32(void);
void check_float64(void);
void check_wide(void);
void check_batches(void);
void check_errors(void);

#endif
