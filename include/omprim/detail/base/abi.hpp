// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The headers of detail/ are compiled several times into one program: once per ISA level, and once
/// by every user of the open templates. An inline namespace named after the level keeps the copies
/// apart, so that the linker never gives a baseline caller the AVX-512 copy of a function.
#if defined(OMPRIM_ISA)
#define OMPRIM_ABI OMPRIM_ISA
#else
#define OMPRIM_ABI open_abi
#endif

// 1 in the passes of an offloading compiler that produce GPU code.
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define OMPRIM_GPU 1
#else
#define OMPRIM_GPU 0
#endif

// 1 where a thread executes one work-item, with shuffles and shared memory: on a GPU, and where
// host threads emulate one.
#if OMPRIM_GPU || defined(OMPRIM_EMULATE_SIMT)
#define OMPRIM_SIMT 1
#else
#define OMPRIM_SIMT 0
#endif

// 1 if the address or the thread sanitizer is on.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OMPRIM_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OMPRIM_SANITIZED 1
#endif
#endif

// Work-group bodies must be inlined: a call would spill every vector register. Under a sanitizer,
// with checks around each access, inlining would only slow the compiler down.
#if defined(OMPRIM_SANITIZED)
#define OMPRIM_INLINE inline
#define OMPRIM_INLINE_LAMBDA
#else
#define OMPRIM_INLINE inline __attribute__((always_inline))
#define OMPRIM_INLINE_LAMBDA __attribute__((always_inline))
#endif

// For rare code. On a GPU, a call would spill registers; on hosts, copies would only be long.
#if OMPRIM_GPU
#define OMPRIM_RARE inline __attribute__((always_inline))
#else
#define OMPRIM_RARE inline __attribute__((noinline))
#endif

// For loops that run once per group: unrolled, they would be most of a kernel's code and take most
// of its compile time.
#define OMPRIM_KEEP_ROLLED _Pragma("GCC unroll 1")

// For loops over a few elements: setting up vectors would take longer than the loop.
#if defined(__clang__)
#define OMPRIM_KEEP_SCALAR _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define OMPRIM_KEEP_SCALAR OMPRIM_KEEP_ROLLED
#endif
