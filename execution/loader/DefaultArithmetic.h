//===- execution/loader/DefaultArithmetic.h - Control words -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOADER_DEFAULTARITHMETIC_H
#define MLIRGYM_EXECUTION_LOADER_DEFAULTARITHMETIC_H

#include <cstdint>

namespace mlirgym::worker {

/// During its lifetime, this thread computes with the defaults of a new
/// process: it rounds to nearest, and keeps subnormal numbers. Afterwards the
/// previous state is restored, whatever the called code has set. libomp gives
/// its threads the state of the thread that starts them.
class DefaultArithmetic {
public:
  DefaultArithmetic() : before(read()) { write(ControlWords()); }
  ~DefaultArithmetic() { write(before); }
  DefaultArithmetic(const DefaultArithmetic &) = delete;
  DefaultArithmetic &operator=(const DefaultArithmetic &) = delete;

private:
#if defined(__x86_64__)
  struct ControlWords {
    uint32_t vector = 0x1f80;
    uint16_t x87 = 0x37f;
  };
  static ControlWords read() {
    ControlWords words;
    asm volatile("stmxcsr %0" : "=m"(words.vector));
    asm volatile("fnstcw %0" : "=m"(words.x87));
    return words;
  }
  static void write(const ControlWords &words) {
    asm volatile("ldmxcsr %0" : : "m"(words.vector));
    asm volatile("fldcw %0" : : "m"(words.x87));
  }
#elif defined(__aarch64__)
  struct ControlWords {
    uint64_t vector = 0;
  };
  static ControlWords read() {
    ControlWords words;
    asm volatile("mrs %0, fpcr" : "=r"(words.vector));
    return words;
  }
  static void write(const ControlWords &words) {
    asm volatile("msr fpcr, %0" : : "r"(words.vector));
  }
#else
  struct ControlWords {};
  static ControlWords read() { return {}; }
  static void write(const ControlWords &) {}
#endif

  const ControlWords before;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_LOADER_DEFAULTARITHMETIC_H
