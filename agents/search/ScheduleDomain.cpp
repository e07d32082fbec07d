#include "agents/search/ScheduleDomain.h"
#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/model/ScheduleFeatures.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchSampler.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

using namespace mlirgym;

namespace {
class SchedulePrefix : public Prefix {
public:
  SchedulePrefix(const SearchSpace &searchSpace,
                 const SketchSampler &sketchSampler, ScheduleState soFar)
      : space(searchSpace), sketches(sketchSampler), state(std::move(soFar)) {}

  /// Vectorised if that is legal now, since the benefit of a tile is the
  /// vectorisation that it enables.
  Candidate candidate() const override {
    ScheduleState whole = state;
    if (!whole.finished() && canVectorize())
      whole.applyLegal(ActionKind::Vectorize);
    space.endAll(whole);
    return whole.schedule();
  }
  unsigned partsLeft() const override {
    return state.finished() ? 0 : state.currentOp() + 1;
  }
  unsigned extensionsPerPart() const override { return 2; }
  Ptr extended(RandomStream &random) const override {
    std::optional<Action> action = drawAction(random);
    if (!action || action->kind == ActionKind::Done)
      return nullptr;
    ScheduleState next = state;
    next.applyLegal(*action);
    return with(std::move(next));
  }
  Ptr ended() const override {
    ScheduleState next = state;
    if (canVectorize())
      next.applyLegal(ActionKind::Vectorize);
    else
      space.endOperation(next);
    return with(std::move(next));
  }

private:
  Ptr with(ScheduleState next) const {
    return std::make_shared<SchedulePrefix>(space, sketches, std::move(next));
  }
  bool canVectorize() const {
    return state.actionsTaken() > 0 &&
           space.isLegal(state, ActionKind::Vectorize);
  }
  /// Half from sketches, half uniformly.
  std::optional<Action> drawAction(RandomStream &random) const {
    if (random.chance(0.4))
      return space.uniformAction(state, random);
    const size_t taken = state.actionsTaken();
    ScheduleState sketched = state;
    sketches.sampleOperation(sketched, random);
    llvm::ArrayRef<Action> actions =
        sketched.schedule().actionsOf(state.currentOp());
    if (actions.size() <= taken)
      return std::nullopt;
    return actions[taken];
  }

  const SearchSpace &space;
  const SketchSampler &sketches;
  const ScheduleState state;
};
} // namespace

Candidate ScheduleDomain::uniform(RandomStream &random) const {
  ScheduleState state = space->start();
  space->walkUniformly(state, random);
  return state.schedule();
}

Candidate ScheduleDomain::plausible(RandomStream &random) const {
  return sketches.sample(random);
}

Candidate ScheduleDomain::mutate(const Candidate &parent,
                                 RandomStream &random) const {
  return variation.mutate(parent.schedule, random);
}

Candidate ScheduleDomain::cross(const Candidate &mother,
                                const Candidate &father,
                                RandomStream &random) const {
  return variation.cross(mother.schedule, father.schedule, random);
}

ModelPoint ScheduleDomain::estimate(const Candidate &candidate) const {
  ScheduleState end = space->start();
  for (const Schedule::Entry &entry : candidate.schedule.entries()) {
    end.skipTo(entry.op);
    for (const Action &action : entry.actions)
      end.applyLegal(action);
  }
  space->endAll(end);
  return {scheduleFeatures(end), estimates.logSpeedup(end)};
}

void ScheduleDomain::forEach(
    RandomStream &random,
    llvm::function_ref<bool(const Candidate &)> visit) const {
  space->forEachEnd(space->start(), random, [&](const ScheduleState &end) {
    return visit(end.schedule());
  });
}

Prefix::Ptr ScheduleDomain::start() const {
  return std::make_shared<SchedulePrefix>(*space, sketches, space->start());
}
