//===- agents/search/Extension.h - The next decision of a prefix -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_EXTENSION_H
#define MLIRGYM_AGENTS_SEARCH_EXTENSION_H

#include "agents/search/SampleBudget.h"

namespace mlirgym {

/// A prefix, what is measured for it, and what that is worth.
struct Extension {
  Prefix::Ptr prefix;
  Candidate measured;
  double speedup = 0;
};

/// Up to `count` different extensions of `prefix` by one decision. What is
/// measured for them differs from each other and from those in `seen`, to which
/// their keys are added. The part under way may end. Requires: not finished.
std::vector<Extension> drawExtensions(const Prefix &prefix, unsigned count,
                                      RandomStream &random,
                                      llvm::StringMap<char> &seen);

/// Sets `speedup` of each, asking the budget for those not known yet; 0 for
/// those that found no place in it.
llvm::Error price(std::vector<Extension> &extensions, SampleBudget &budget);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_EXTENSION_H
