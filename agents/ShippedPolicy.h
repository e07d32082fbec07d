//===- agents/ShippedPolicy.h - The policy in the box -----------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SHIPPEDPOLICY_H
#define MLIRGYM_AGENTS_SHIPPEDPOLICY_H

#include "agents/Policy.h"
#include "program/MachineFeatures.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The checkpoint that comes with the library for the kernels of a machine: in
/// dataDirectory() `agents/cpu-2-threads.pt` for several threads; for one
/// `agents/cpu.pt`, or `agents/cpu-avx2.pt` where vectors have 256 bits or less
/// (data/agents/README.md says what they were trained on; whyUnfit() whether a
/// number of threads is among that). Errors: text naming the file if it is not
/// there.
llvm::Expected<std::string> shippedCheckpoint(const MachineFeatures &machine);

/// Why a policy is no good for a program that runs with so many threads: a loop
/// nest that its encoding has no places for, or a number of threads that it was
/// not trained with. "" if it fits. Operations of any number fit.
std::string whyUnfit(const Policy &policy, const Program &program,
                     unsigned threads);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SHIPPEDPOLICY_H
