#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Extension.h"
#include "agents/search/strategies/Strategies.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <vector>

using namespace mlirgym;

/// Part by part: measures a share of the budget in extensions of the current
/// prefix by one decision, keeps the best if it is faster, and ends the part if
/// no extension is faster.
llvm::Error GreedySearch::search(const SearchDomain &domain,
                                 SampleBudget &budget, RandomStream &random) {
  llvm::StringMap<char> seen;
  Prefix::Ptr prefix = domain.start();
  double speedup = budget.knownSpeedup(prefix->candidate()).value_or(0);
  while (prefix->partsLeft() > 0 && !budget.exhausted()) {
    // The remaining budget is divided among the remaining parts, and each
    // part's share among its possible extensions.
    const unsigned rounds = prefix->partsLeft() * prefix->extensionsPerPart();
    const unsigned share = std::max(2u, budget.remaining() / rounds);
    std::vector<Extension> extensions =
        drawExtensions(*prefix, share, random, seen);
    MLIRGYM_TRY_TO(price(extensions, budget));
    auto best = std::max_element(extensions.begin(), extensions.end(),
                                 [](const Extension &a, const Extension &b) {
                                   return a.speedup < b.speedup;
                                 });
    const bool helps = best != extensions.end() && best->speedup > speedup;
    if (helps)
      speedup = best->speedup;
    prefix = helps ? best->prefix : prefix->ended();
  }
  return llvm::Error::success();
}
