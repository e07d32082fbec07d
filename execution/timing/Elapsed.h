//===- execution/timing/Elapsed.h - Nanoseconds by the clock ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_ELAPSED_H
#define MLIRGYM_EXECUTION_TIMING_ELAPSED_H

#include <chrono>
#include <ratio>

namespace mlirgym {

using Clock = std::chrono::steady_clock;

inline double nanosecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_ELAPSED_H
