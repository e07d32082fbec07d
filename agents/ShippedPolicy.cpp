#include "agents/ShippedPolicy.h"
#include "agents/Policy.h"
#include "program/Program.h"
#include "program/Suite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <string>

using namespace mlirgym;

llvm::Expected<std::string> mlirgym::shippedCheckpoint() {
  llvm::SmallString<256> path(dataDirectory());
  llvm::sys::path::append(path, "agents", "cpu.pt");
  if (llvm::sys::fs::is_regular_file(path))
    return path.str().str();
  return llvm::createStringError(
      path.str().str() +
      ": the trained agent is missing; install data/agents, train one with "
      "`mlirgym train --recipe cpu`, or use a searcher");
}

std::string mlirgym::whyUnfit(const Policy &policy, const Program &program,
                              unsigned threads) {
  const unsigned places = policy.encoding().options().maxLoops;
  for (const Operation &operation : program.operations())
    if (operation.numLoops() > places)
      return llvm::formatv("{0} has {1} loops, and the policy has places for "
                           "{2}",
                           operation.tag, operation.numLoops(), places);
  if (threads > 1 && policy.machine().threads <= 1)
    return llvm::formatv("the policy was trained with one thread, not {0}",
                         threads);
  return "";
}
