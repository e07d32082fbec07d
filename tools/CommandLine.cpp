//===- tools/CommandLine.cpp - What a subcommand leaves for main() --------===//
#include "tools/CommandLine.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {

std::string ownPath() {
  // Any address inside the program serves to find its file.
  return llvm::sys::fs::getMainExecutable(nullptr,
                                          reinterpret_cast<void *>(&ownPath));
}

int reportError(llvm::Error error) {
  llvm::errs() << "mlirgym: error: " << llvm::toString(std::move(error))
               << "\n";
  return ExitFailed;
}
} // namespace mlirgym
