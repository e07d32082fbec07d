//===- program/suites/Network.h - Programs that are files -------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_SUITES_NETWORK_H
#define MLIRGYM_PROGRAM_SUITES_NETWORK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Names of the networks of `data/networks`, sorted: "resnet18".
std::vector<std::string> networks();

/// Names of the operators of `data/operators`, sorted: "npbench_hdiff",
/// "torch_softmax".
std::vector<std::string> operators();

/// The network in the name of a program: "resnet18" in "resnet18.op5".
llvm::StringRef networkOf(llvm::StringRef programName);

/// True if the name is that of a network, of a task of one, which may be
/// missing, or of an operator.
bool isStored(llvm::StringRef programName);

/// Text of a network, "resnet18", of one of its tasks, "resnet18.op5", or of an
/// operator. Errors: ProgramError if there is none, or it has no such task.
llvm::Expected<std::string> readStored(llvm::StringRef programName);

/// The names of all tasks of a network, in order. Errors: as readStored().
llvm::Expected<std::vector<std::string>>
tasksOfNetwork(llvm::StringRef network);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_NETWORK_H
