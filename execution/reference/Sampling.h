//===- execution/reference/Sampling.h - Some of the outputs -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_SAMPLING_H
#define MLIRGYM_EXECUTION_REFERENCE_SAMPLING_H

#include "execution/wire/Messages.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace mlirgym::reference {

/// Row-major offsets in a tensor of `shape`, ascending and without duplicates:
/// all of them if there are at most `most`, otherwise about `most`. These are
/// the corners; elements at the first and the last index of each dimension;
/// random elements of random rows (along the last dimension), so that a program
/// that computes row by row is evaluated on few rows; random elements.
std::vector<int64_t> samplePositions(llvm::ArrayRef<int64_t> shape,
                                     int64_t most, uint64_t seed);

/// Evaluates the program of `request` on inputs that any host can make
/// (CountedFill): uniform ones, and, where rounding could hide defects, also
/// sparse ones whose sums are exact. Only the operations on which the sampled
/// elements depend are computed (Needs.h), so that large programs take seconds.
/// Tolerances are those of Tolerance.h, estimated on the sampled elements.
worker::SampledMessage sample(const worker::SampleMessage &request,
                              llvm::ArrayRef<Argument> arguments,
                              llvm::function_ref<void()> progress);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_SAMPLING_H
