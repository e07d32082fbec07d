//===- actions/schedule/CanonicalSchedule.cpp - Canonical schedules -------===//
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <iterator>
#include <optional>
#include <vector>

namespace mlirgym {
namespace {
/// True if each loop occurs once.
bool isPermutation(llvm::ArrayRef<int64_t> loops) {
  llvm::SmallVector<int64_t, 8> sorted(loops);
  llvm::sort(sorted);
  return llvm::equal(sorted, llvm::seq<int64_t>(0, int64_t(sorted.size())));
}

/// First `first`, then `second`: new loop i is old loop first[second[i]].
/// nullopt for other actions, different lengths, or lists that are not
/// permutations: such a schedule is illegal, and must not become legal.
std::optional<Action> compose(const Action &first, const Action &second) {
  if (first.kind != second.kind ||
      first.traits().parameters != ParameterKind::Permutation ||
      first.parameters.size() != second.parameters.size() ||
      !isPermutation(first.parameters) || !isPermutation(second.parameters))
    return std::nullopt;
  Action composed(first.kind);
  for (int64_t loop : second.parameters)
    composed.parameters.push_back(first.parameters[size_t(loop)]);
  return composed;
}

/// True if an action follows `done`: such a schedule is also illegal.
bool goesOnAfterDone(llvm::ArrayRef<Action> actions) {
  const auto *done = llvm::find_if(actions, [](const Action &action) {
    return action.kind == ActionKind::Done;
  });
  return done != actions.end() && std::next(done) != actions.end();
}

std::vector<Action> canonicalActions(llvm::ArrayRef<Action> actions) {
  if (goesOnAfterDone(actions))
    return actions.vec();
  std::vector<Action> result;
  for (const Action &action : actions) {
    if (isNoOp(action) || action.kind == ActionKind::Done)
      continue;
    std::optional<Action> composed;
    if (!result.empty())
      composed = compose(result.back(), action);
    if (!composed) {
      result.push_back(action);
      continue;
    }
    if (isNoOp(*composed))
      result.pop_back();
    else
      result.back() = std::move(*composed);
  }
  return result;
}
} // namespace

Schedule Schedule::canonical() const {
  Schedule result;
  for (const Entry &entry : list)
    if (auto actions = canonicalActions(entry.actions); !actions.empty())
      result.list.push_back({.op = entry.op, .actions = std::move(actions)});
  return result;
}

Schedule Schedule::serial() const {
  Schedule result = *this;
  for (Entry &entry : result.list)
    for (Action &action : entry.actions)
      action.kind = action.traits().serialTwin.value_or(action.kind);
  return result;
}

} // namespace mlirgym
