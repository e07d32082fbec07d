//===- tools/training/TorchAgents.cpp - Agents that have policies ---------===//
// The side of TorchCommands.h in `mlirgym-torch`.
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/ShippedPolicy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/search/Searchers.h"
#include "program/MachineFeatures.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/CommandLine.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

llvm::Expected<std::unique_ptr<Agent>>
makeAgentFor(const MachineFeatures &machine, llvm::StringRef name,
             const CommandLine &) {
  if (AgentName::parse(name).isSearcher())
    return makeSearcher(name);
  return loadAgent(name, machine);
}

llvm::Expected<std::unique_ptr<Agent>>
makeAgent(llvm::StringRef name, const ExecutionFlags &execution,
          const CommandLine &line) {
  if (AgentName::parse(name).isSearcher())
    return makeSearcher(name);
  MLIRGYM_TRY(MachineFeatures machine, execution.machine());
  return makeAgentFor(machine, name, line);
}

llvm::Error becomeTorchProgram(const CommandLine &) {
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Agent>>
makeShippedAgent(llvm::StringRef name, const Program &program,
                 const MachineFeatures &machine) {
  MLIRGYM_TRY(std::shared_ptr<const Policy> policy,
              loadPolicyOf(
                  {.agent = name.str(), .checkpoint = "", .machine = machine}));
  if (std::string why = whyUnfit(*policy, program, machine.threads);
      !why.empty())
    return llvm::createStringError(why);
  return makePolicyAgent(name, std::move(policy));
}

llvm::Expected<std::string> checkpointToStartFrom(const std::string &named,
                                                  MachineFeatures machine) {
  if (named != "learned")
    return named;
  return checkpointOf({.agent = named, .checkpoint = "", .machine = machine});
}

std::string libTorchVersionText() { return libTorchVersion(); }
} // namespace mlirgym::tools
