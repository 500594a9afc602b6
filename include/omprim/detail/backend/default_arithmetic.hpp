// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

/// The floating-point environment in which kernels run on hosts.
namespace omprim::inline OMPRIM_ABI::backends {

/// While an object of this class lives, the calling thread rounds to nearest and computes with
/// denormal numbers.
///
///  - Reason: a program linked with -ffast-math flushes denormals to zero, and threads of OpenMP
///    and TBB may have another environment than the caller. Kernels depend on one environment in
///    all threads: a minimum is searched for in the array again, and elements that one thread has
///    counted are written by another.
///  - Cost: to read the control register takes 0.6 ns on a Sapphire Rapids (argmin of 8 doubles).
///    It takes 4.6 ns on a Zen 5 (sum of 8 doubles), where it waits for the additions before it.
///    Both were measured on 2026-11-24. A test by arithmetic would raise exceptions, which a
///    program may trap. The register is written only if it differs.
///  - Exceptions: masks stay, and flags that are raised meanwhile are kept.
///  - Use: compilers do not know that arithmetic depends on the register. So an object lives in a
///    function that is not inlined and whose results go to memory: the function stores them before
///    it ends.
class default_arithmetic {
 public:
  /// Whether the calling thread is in this environment already.
#if defined(__SSE2__) && !OMPRIM_GPU
  static OMPRIM_INLINE bool holds() { return (read() & controlled) == 0; }
  OMPRIM_INLINE default_arithmetic() : before_(read()) {
    if ((before_ & controlled) != 0) write(before_ & ~controlled);
  }
  OMPRIM_INLINE ~default_arithmetic() {
    if ((before_ & controlled) != 0) write(before_ | (read() & flags));
  }
#else
  static OMPRIM_INLINE bool holds() { return true; }
  OMPRIM_INLINE default_arithmetic() {}
  OMPRIM_INLINE ~default_arithmetic() {}
#endif
  default_arithmetic(const default_arithmetic&) = delete;
  default_arithmetic& operator=(const default_arithmetic&) = delete;

#if defined(__SSE2__) && !OMPRIM_GPU
 private:
  // Of MXCSR: flush-to-zero, the rounding mode, denormals-are-zero.
  static constexpr unsigned controlled = 0x8000U | 0x6000U | 0x0040U;
  static constexpr unsigned flags = 0x003fU;

  // The clobber keeps loads of data after the change of the register, and stores of results before
  // the change back.
  static OMPRIM_INLINE unsigned read() {
    unsigned state;
    __asm__ volatile("stmxcsr %0" : "=m"(state));
    return state;
  }
  static OMPRIM_INLINE void write(unsigned state) {
    __asm__ volatile("ldmxcsr %0" : : "m"(state) : "memory");
  }

  unsigned before_;
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::backends
