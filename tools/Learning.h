//===- tools/Learning.h - What needs LibTorch -------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_LEARNING_H
#define MLIRGYM_TOOLS_LEARNING_H

#include "agents/Agent.h"
#include "tools/CommandLine.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {
struct TrainFlags;

// Loading LibTorch takes a quarter of a second, more than a whole search over
// cached timings. So there are two programs of the same sources: `mlirgym` is
// linked without LibTorch and becomes `mlirgym-torch` when a command needs it
// (docs/adr/0004).

/// The searcher of that name, else the policy in that checkpoint. Errors: no
/// checkpoint, one of another version, or a build without LibTorch.
llvm::Expected<std::unique_ptr<Agent>>
makeAgent(llvm::StringRef nameOrCheckpoint, const CommandLine &line);

/// Trains; returns the exit code.
int runTraining(const TrainFlags &flags, const CommandLine &line);

/// "2.13.0", or "none" for a build without.
std::string libTorchVersionText();
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_LEARNING_H
