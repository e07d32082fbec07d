//===- agents/ShippedPolicy.h - The included policy -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SHIPPEDPOLICY_H
#define MLIRGYM_AGENTS_SHIPPEDPOLICY_H

#include "agents/Policy.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// Path of the checkpoint shipped with the library, `agents/cpu.pt` in
/// dataDirectory(). data/agents/README.md describes its training. Errors: text
/// naming the file if it is missing.
llvm::Expected<std::string> shippedCheckpoint();

/// Reason why a policy does not fit a program with this number of threads: a
/// loop nest with more loops than its encoding can name, or training with
/// several threads alone, but other ones. "" if it fits. Any number of
/// operations fits.
std::string whyUnfit(const Policy &policy, const Program &program,
                     unsigned threads);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SHIPPEDPOLICY_H
