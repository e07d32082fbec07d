//===- execution/wire/RandomFill.h - Seeded elements ------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H
#define MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H

#include "program/Program.h"

namespace mlirgym::worker {

/// Uniform elements: floating-point ones in [-1, 1), represented exactly;
/// integers in [-8, 8).
void fillUniform(const Argument &argument, uint64_t seed, char *target);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_RANDOMFILL_H
