//===- agents/search/strategies/Extension.h - The next decision -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_STRATEGIES_EXTENSION_H
#define MLIRGYM_AGENTS_SEARCH_STRATEGIES_EXTENSION_H

#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// A prefix with the candidate that is measured for it and its speedup.
struct Extension {
  Prefix::Ptr prefix;
  Candidate measured;
  double speedup = 0;
};

/// Up to `count` different extensions of `prefix` by one decision. Their
/// candidates differ from each other and from those in `seen`, to which their
/// keys are added. The current part may end. Requires: not finished.
std::vector<Extension> drawExtensions(const Prefix &prefix, unsigned count,
                                      RandomStream &random,
                                      llvm::StringMap<char> &seen);

/// Sets `speedup` of each extension, requesting those without one from the
/// budget; 0 for extensions that exceed the budget.
llvm::Error price(std::vector<Extension> &extensions, SampleBudget &budget);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_STRATEGIES_EXTENSION_H
