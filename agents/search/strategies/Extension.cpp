#include "agents/search/strategies/Extension.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

using namespace mlirgym;

std::vector<Extension> mlirgym::drawExtensions(const Prefix &prefix,
                                               unsigned count,
                                               RandomStream &random,
                                               llvm::StringMap<char> &seen) {
  std::vector<Extension> drawn;
  // Small spaces hold fewer than `count`: give up after some misses.
  for (unsigned miss = 0; drawn.size() < count && miss < 20 + 4 * count;) {
    Prefix::Ptr next = prefix.extended(random);
    if (!next) {
      ++miss;
      continue;
    }
    Candidate measured = next->candidate();
    const std::string key = measured.key();
    if (key.empty() || !seen.try_emplace(key, 0).second) {
      ++miss;
      continue;
    }
    drawn.push_back({std::move(next), std::move(measured), 0});
  }
  return drawn;
}

llvm::Error mlirgym::price(std::vector<Extension> &extensions,
                           SampleBudget &budget) {
  for (const Extension &extension : extensions) {
    budget.propose(extension.measured);
    if (!budget.batchIsFull())
      continue;
    if (auto samples = budget.run(); !samples)
      return samples.takeError();
  }
  if (auto samples = budget.run(); !samples)
    return samples.takeError();
  for (Extension &extension : extensions)
    extension.speedup = budget.knownSpeedup(extension.measured).value_or(0);
  return llvm::Error::success();
}
