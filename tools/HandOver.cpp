//===- tools/HandOver.cpp - Starts the program with LibTorch --------------===//
// Implements TorchCommands.h in `mlirgym`.
#include "agents/Agent.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "program/Program.h"
#include "tools/CommandLine.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace mlirgym::tools {

llvm::Error becomeTorchProgram(const CommandLine &line) {
  if (std::string reason = whyNoLibTorch(); !reason.empty())
    return llvm::createStringError(reason);
  llvm::SmallString<128> program(ownPath());
  llvm::sys::path::remove_filename(program);
  llvm::sys::path::append(program, "mlirgym-torch");
  if (!llvm::sys::fs::can_execute(program))
    return llvm::createStringError(
        llvm::formatv("{0}: missing, but policies need it; build mlirgym with "
                      "-DMLIRGYM_TORCH=ON, or use a searcher",
                      program)
            .str());
  std::vector<char *> arguments;
  for (const std::string &argument : line.arguments)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  llvm::outs().flush();
  // Set by the Python package, whose torch may be in any folder.
  if (auto path = llvm::sys::Process::GetEnv("MLIRGYM_TORCH_LIBRARY_PATH"))
    ::setenv("LD_LIBRARY_PATH", path->c_str(), /*overwrite=*/1);
  execv(program.c_str(), arguments.data());
  std::error_code error(errno, std::generic_category());
  return llvm::createStringError(error, "%s: %s; build it again",
                                 program.c_str(), error.message().c_str());
}

llvm::Expected<std::unique_ptr<Agent>> makeAgent(llvm::StringRef name,
                                                 const CommandLine &line) {
  if (AgentName::parse(name).isSearcher())
    return makeSearcher(name);
  return becomeTorchProgram(line);
}

llvm::Expected<std::unique_ptr<Agent>>
makeShippedAgent(llvm::StringRef, const Program &, unsigned) {
  llvm_unreachable("becomeTorchProgram() returns errors only");
}

llvm::Expected<int> runTraining(const TrainFlags &, const CommandLine &line) {
  return becomeTorchProgram(line);
}

llvm::Expected<int> runImitation(const LearnFlags &, const CommandLine &line) {
  return becomeTorchProgram(line);
}

std::string libTorchVersionText() { return MLIRGYM_LIBTORCH_VERSION; }
} // namespace mlirgym::tools
