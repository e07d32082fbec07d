#include "agents/search/BeamSearch.h"
#include "agents/search/Extension.h"
#include <algorithm>
#include <numeric>

using namespace mlirgym;

namespace {
constexpr unsigned width = 4;
/// Levels that the budget is spread over, an operation: a tile, a second one
/// or a fusion, and one to spare.
constexpr unsigned levelsPerOp = 3;

/// The item with its operation ended as it was measured, so that the next
/// operation gets its turn.
Extension ended(const SearchSpace &space, Extension item) {
  const Action vectorize = Vectorize();
  if (item.state.actionsTaken() > 0 && space.isLegal(item.state, vectorize))
    item.state.applyLegal(vectorize);
  else
    space.endOperation(item.state);
  return item;
}

/// The `width` fastest; of equals, those that were drawn first.
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

llvm::StringRef BeamSearch::name() const { return "beam"; }

llvm::Expected<SearchResult>
BeamSearch::optimize(std::shared_ptr<const Program> program,
                     Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  const SearchSpace space(program, options.encoding, options.state,
                          execution.options().threads);
  const SketchSampler sketches(space);
  RandomStream random(options.seed);
  llvm::StringMap<char> seen;

  const unsigned levels =
      levelsPerOp * static_cast<unsigned>(program->operations().size());
  std::vector<Extension> beam = {{space.start(), Schedule(), 1}};
  for (unsigned level = 0; !budget->exhausted(); ++level) {
    const unsigned left = level < levels ? levels - level : 1;
    const unsigned share = budget->remaining() / left;
    const unsigned perItem =
        std::max(2u, share / static_cast<unsigned>(beam.size()));
    std::vector<Extension> next;
    for (const Extension &item : beam) {
      if (item.state.finished())
        continue;
      for (Extension &extension :
           drawExtensions(space, sketches, item.state, perItem, random, seen))
        next.push_back(std::move(extension));
    }
    if (llvm::Error error = price(next, *budget))
      return std::move(error);
    for (Extension &item : beam)
      if (!item.state.finished())
        next.push_back(ended(space, std::move(item)));
    if (next.empty())
      break; // every operation of every item has ended
    beam = best(std::move(next));
  }
  return std::move(*budget).finish();
}
