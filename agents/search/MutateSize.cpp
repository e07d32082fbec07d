#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace mlirgym;

/// Moves a tile size to a neighbour in the list, or draws it again.
void mlirgym::mutateSize(const Mutation &change) {
  ActionList &list = change.list;
  llvm::SmallVector<std::pair<size_t, size_t>, 16> places;
  for (auto [a, action] : llvm::enumerate(list))
    if (hasTileSizes(action))
      for (size_t p = 0; p < action.parameters.size(); ++p)
        places.push_back({a, p});
  if (places.empty())
    return;
  auto [a, p] = places[change.random.below(places.size())];
  llvm::SmallVectorImpl<int64_t> &parameters = list[a].parameters;
  llvm::ArrayRef<int64_t> sizes = change.space.tileSizes();
  const auto at = llvm::lower_bound(sizes, parameters[p]) - sizes.begin();
  int64_t moved = static_cast<int64_t>(change.random.below(sizes.size()));
  if (parameters[p] != 0 && change.random.chance(0.8)) {
    const int64_t distance = change.random.chance(0.7) ? 1 : 2;
    moved = at + (change.random.chance(0.5) ? distance : -distance);
  }
  moved = std::clamp<int64_t>(moved, 0, static_cast<int64_t>(sizes.size()) - 1);
  parameters[p] = sizes[moved];
}
