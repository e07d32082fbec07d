#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlirgym;

/// Replaces the last actions by a new sketch.
void mlirgym::mutateTail(const Mutation &change) {
  ActionList &list = change.list;
  const unsigned op = change.state.currentOp();
  std::optional<ScheduleState> before =
      stateBefore(change, list.empty() ? 0 : change.random.below(list.size()));
  if (!before)
    return;
  change.sketches.sampleOperation(*before, change.random);
  list = before->schedule().actionsOf(op).vec();
  llvm::erase_if(list, [](const Action &action) {
    return action.kind == ActionKind::Done;
  });
}
