//===- tools/PythonProgram.h - Commands that run in Python ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_PYTHONPROGRAM_H
#define MLIRGYM_TOOLS_PYTHONPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Program.h"
#include <string>

namespace mlirgym::tools {

/// Becomes Python, which calls a function of a module of the package mlirgym;
/// what it returns is the exit code. The interpreter is the one that
/// MLIRGYM_PYTHON names, or `python3`. Returns only with an error.
llvm::Error becomePython(llvm::StringRef module, llvm::StringRef function,
                         llvm::ArrayRef<std::string> arguments);
/// Runs the same in a process of its own, and waits. Errors: what that prints
/// to stderr, unless it returns 0.
llvm::Error callPython(llvm::StringRef module, llvm::StringRef function,
                       llvm::ArrayRef<std::string> arguments);
/// Starts the same, without waiting, with the number of an open descriptor as
/// its argument; that must not be closed on exec. It has no standard input.
llvm::Expected<llvm::sys::ProcessInfo>
startPython(llvm::StringRef module, llvm::StringRef function, int descriptor);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_PYTHONPROGRAM_H
