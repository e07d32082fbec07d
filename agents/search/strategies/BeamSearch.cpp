#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Extension.h"
#include "agents/search/strategies/Strategies.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <numeric>
#include <vector>

using namespace mlirgym;

namespace {
constexpr unsigned width = 4;

/// Number of levels that share the budget: one more than necessary if a part
/// takes several extensions.
unsigned levelsOf(const Prefix &start) {
  const unsigned perPart = start.extensionsPerPart();
  return start.partsLeft() * (perPart > 1 ? perPart + 1 : 1);
}

/// The `width` fastest. Among equally fast ones, those that were drawn first.
std::vector<Extension> best(std::vector<Extension> items) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  llvm::sort(order, [&items](size_t a, size_t b) {
    return std::pair(-items[a].speedup, a) < std::pair(-items[b].speedup, b);
  });
  std::vector<Extension> kept;
  for (size_t index : llvm::ArrayRef(order).take_front(width))
    kept.push_back(std::move(items[index]));
  return kept;
}
} // namespace

/// Keeps the best few prefixes and extends each by one decision at a time. A
/// prefix without an improvement ends its current part and stays among the
/// candidates. Unlike in GreedySearch, a mistake in one place is not final.
llvm::Error BeamSearch::search(const SearchDomain &domain, SampleBudget &budget,
                               RandomStream &random) {
  llvm::StringMap<char> seen;
  const Prefix::Ptr start = domain.start();
  const unsigned levels = levelsOf(*start);
  std::vector<Extension> beam = {
      {start, Candidate(),
       budget.knownSpeedup(start->candidate()).value_or(0)}};
  for (unsigned level = 0; !budget.exhausted(); ++level) {
    const unsigned left = level < levels ? levels - level : 1;
    const unsigned share = budget.remaining() / left;
    const unsigned perItem =
        std::max(2u, share / static_cast<unsigned>(beam.size()));
    std::vector<Extension> next;
    for (const Extension &item : beam) {
      if (item.prefix->partsLeft() == 0)
        continue;
      for (Extension &extension :
           drawExtensions(*item.prefix, perItem, random, seen))
        next.push_back(std::move(extension));
    }
    MLIRGYM_TRY_TO(price(next, budget));
    // Continue with the next part.
    for (const Extension &item : beam)
      if (item.prefix->partsLeft() > 0)
        next.push_back({item.prefix->ended(), Candidate(), item.speedup});
    if (next.empty())
      break; // every part of every item has ended
    beam = best(std::move(next));
  }
  return llvm::Error::success();
}
