#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"

using namespace mlirgym;

/// Removes an action.
void mlirgym::mutateByRemoving(const Mutation &change) {
  ActionList &list = change.list;
  list.erase(list.begin() +
             static_cast<std::ptrdiff_t>(change.random.below(list.size())));
}
