//===- execution/worker/RandomFill.h - Seeded elements ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H
#define MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H

#include "program/Program.h"

namespace mlirgym {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every seed is a good one, and
/// unlike <random> it gives the same numbers with every standard library.
class SplitMix {
public:
  explicit SplitMix(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

private:
  uint64_t state;
};

/// Floating-point elements uniform in [-1, 1), none of them rounded; integers
/// in [-8, 8).
void fillUniform(const Argument &argument, uint64_t seed, char *target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H
