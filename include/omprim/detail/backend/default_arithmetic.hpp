// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// The floating-point environment in which kernels run on hosts.
namespace omprim::inline OMPRIM_ABI::backends {

/// The register of the calling thread that holds its floating-point environment.
class control_register {
 public:
#if defined(__SSE2__) && !OMPRIM_GPU
  using word = unsigned;
  /// Of MXCSR: flush-to-zero, the rounding mode, denormals-are-zero.
  static constexpr word controlled = 0x8000U | 0x6000U | 0x0040U;

  // The clobber keeps loads of data after the change of the register, and stores of results before
  // the change back.
  static OMPRIM_INLINE word read() {
    word state;
    __asm__ volatile("stmxcsr %0" : "=m"(state));
    return state;
  }
  static OMPRIM_INLINE void write(word state) {
    __asm__ volatile("ldmxcsr %0" : : "m"(state) : "memory");
  }
  /// Writes an earlier state. Exception flags that were raised since then stay raised.
  static OMPRIM_INLINE void restore(word state) {
    constexpr word flags = 0x003fU;
    write(state | (read() & flags));
  }
#elif defined(__aarch64__) && !OMPRIM_GPU
  using word = std::uint64_t;
  /// Of FPCR: flush-to-zero (FZ), the rounding mode, and of Armv8.7 flush-inputs-to-zero (FIZ) and
  /// the alternate minimum and maximum (AH). The exception flags are in another register.
  static constexpr word controlled = 0x01000000U | 0x00c00000U | 0x1U | 0x2U;

  static OMPRIM_INLINE word read() {
    word state;
    __asm__ volatile("mrs %0, fpcr" : "=r"(state));
    return state;
  }
  static OMPRIM_INLINE void write(word state) {
    __asm__ volatile("msr fpcr, %0" : : "r"(state) : "memory");
  }
  static OMPRIM_INLINE void restore(word state) { write(state); }
#else
  using word = unsigned;
  static constexpr word controlled = 0;
  static OMPRIM_INLINE word read() { return 0; }
  static OMPRIM_INLINE void write(word /*state*/) {}
  static OMPRIM_INLINE void restore(word /*state*/) {}
#endif
};

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
  static OMPRIM_INLINE bool holds() {
    return (control_register::read() & control_register::controlled) == 0;
  }
  OMPRIM_INLINE default_arithmetic() : before_(control_register::read()) {
    if ((before_ & control_register::controlled) != 0) {
      control_register::write(before_ & ~control_register::controlled);
    }
  }
  OMPRIM_INLINE ~default_arithmetic() {
    if ((before_ & control_register::controlled) != 0) control_register::restore(before_);
  }
  default_arithmetic(const default_arithmetic&) = delete;
  default_arithmetic& operator=(const default_arithmetic&) = delete;

 private:
  control_register::word before_;
};

}  // namespace omprim::inline OMPRIM_ABI::backends
