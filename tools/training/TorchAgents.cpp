//===- tools/training/TorchAgents.cpp - Agents that have policies ---------===//
// The side of TorchCommands.h in `mlirgym-torch`.
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/ShippedPolicy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/search/Searchers.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/CommandLine.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

llvm::Expected<std::unique_ptr<Agent>> makeAgent(llvm::StringRef name,
                                                 const CommandLine &) {
  if (AgentName::parse(name).isSearcher())
    return makeSearcher(name);
  return loadAgent(name);
}

llvm::Error becomeTorchProgram(const CommandLine &) {
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Agent>> makeShippedAgent(llvm::StringRef name,
                                                        const Program &program,
                                                        unsigned threads) {
  MLIRGYM_TRY(const std::string checkpoint, shippedCheckpoint());
  MLIRGYM_TRY(std::shared_ptr<const Policy> policy, loadPolicy(checkpoint));
  if (std::string why = whyUnfit(*policy, program, threads); !why.empty())
    return llvm::createStringError(why);
  return makePolicyAgent(name, std::move(policy));
}

llvm::Expected<std::string> checkpointToStartFrom(const std::string &named) {
  return named == "learned" ? shippedCheckpoint() : named;
}

std::string libTorchVersionText() { return libTorchVersion(); }
} // namespace mlirgym::tools
