//===- execution/worker/RandomFill.h - Seeded elements ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H
#define MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H

#include "program/Program.h"

namespace mlirgym::worker {

/// Floating-point elements uniform in [-1, 1), none of them rounded; integers
/// in [-8, 8).
void fillUniform(const Argument &argument, uint64_t seed, char *target);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_RANDOMFILL_H
