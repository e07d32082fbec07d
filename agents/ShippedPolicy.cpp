#include "agents/ShippedPolicy.h"
#include "agents/Policy.h"
#include "program/Program.h"
#include "program/files/PathIn.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>
#include <vector>

using namespace mlirgym;

llvm::Expected<std::string> mlirgym::shippedCheckpoint() {
  const std::string path = pathIn(dataDirectory(), "agents", "cpu.pt");
  if (llvm::sys::fs::is_regular_file(path))
    return path;
  return llvm::createStringError(
      path +
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
  const std::vector<unsigned> trained = policy.trainedThreads();
  if (llvm::is_contained(trained, policy.askedThreads(threads)))
    return "";
  return llvm::formatv("the policy was trained with {0} threads, not {1}",
                       llvm::make_range(trained.begin(), trained.end()),
                       threads);
}
