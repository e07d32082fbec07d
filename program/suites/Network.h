//===- program/suites/Network.h - Networks, and their tasks -----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_SUITES_NETWORK_H
#define MLIRGYM_PROGRAM_SUITES_NETWORK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Names of the networks of `data/networks`, sorted: "resnet18".
std::vector<std::string> networks();

/// The network in the name of a program: "resnet18" in "resnet18.op5".
llvm::StringRef networkOf(llvm::StringRef programName);

/// Text of a network, "resnet18", or of one of its tasks, "resnet18.op5".
/// Errors: ProgramError if there is no such network, or it has no such task.
llvm::Expected<std::string> readNetwork(llvm::StringRef programName);

/// The names of all tasks of a network, in order. Errors: as readNetwork().
llvm::Expected<std::vector<std::string>>
tasksOfNetwork(llvm::StringRef network);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_NETWORK_H
