//===- program/Stopwatch.h - Elapsed time -----------------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_STOPWATCH_H
#define MLIRGYM_PROGRAM_STOPWATCH_H

#include <chrono>
#include <ratio>

namespace mlirgym {

/// Wall time since its construction, by a clock that is never set back.
class Stopwatch {
public:
  double seconds() const { return since<std::ratio<1>>(); }
  double milliseconds() const { return since<std::milli>(); }
  double nanoseconds() const { return since<std::nano>(); }

private:
  using Clock = std::chrono::steady_clock;

  template <typename Unit> double since() const {
    return std::chrono::duration<double, Unit>(Clock::now() - start).count();
  }

  Clock::time_point start = Clock::now();
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_STOPWATCH_H
