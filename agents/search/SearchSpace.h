//===- agents/search/SearchSpace.h - The schedules of one program ---------===//
#ifndef MLIRGYM_AGENTS_SEARCH_SEARCHSPACE_H
#define MLIRGYM_AGENTS_SEARCH_SEARCHSPACE_H

#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/search/sketch/SketchMachine.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// The actions of one operation, in order.
using ActionList = std::vector<Action>;

/// The schedules that a search may propose for one program: the legal ones with
/// the tile sizes and kinds of an encoding that are for the target.
/// ScheduleState and FlatEncoding decide legality. Immutable.
class SearchSpace {
public:
  /// The kinds are those of withoutPointlessKinds(): for one thread a
  /// parallel kind does what its serial twin does.
  SearchSpace(std::shared_ptr<const Program> program,
              const EncodingOptions &encoding, StateOptions state,
              unsigned threads,
              std::optional<SketchMachine> machine = std::nullopt);

  const Program &program() const { return *payload; }
  const std::shared_ptr<const Program> &programPtr() const { return payload; }
  unsigned threads() const { return numThreads; }
  const ScheduleLimits &limits() const { return stateOptions.limits; }
  /// The machine for whose registers and caches sketches are drawn; nullopt for
  /// sketches that do not depend on a machine.
  const std::optional<SketchMachine> &machine() const { return processor; }
  /// Ascending, starting with 0.
  llvm::ArrayRef<int64_t> tileSizes() const {
    return encoding.options().tileSizes;
  }
  ScheduleState start() const { return ScheduleState(payload, stateOptions); }

  bool allows(ActionKind kind) const {
    return encoding.options().allows(kind) && isFor(kind, limits());
  }
  /// True if the kind is allowed, the encoding has the sizes, and the action is
  /// legal in `state`.
  bool isLegal(const ScheduleState &state, const Action &action) const;

  /// Draws an action decision by decision, uniformly from the legal ones.
  /// nullopt if the encoding allows none. Requires: !state.finished().
  std::optional<Action> uniformAction(const ScheduleState &state,
                                      RandomStream &random) const;
  /// Takes uniformAction() until every operation has ended.
  void walkUniformly(ScheduleState &state, RandomStream &random) const;

  /// Calls `visit` with the end of each walk of legal decisions from `state`,
  /// in a random order of the choices at each decision, until it returns false,
  /// which is then returned.
  bool forEachEnd(const ScheduleState &state, RandomStream &random,
                  llvm::function_ref<bool(const ScheduleState &)> visit) const;

  /// Ends the current operation without another action. Requires: !finished().
  void endOperation(ScheduleState &state) const;
  /// Ends all remaining operations without actions.
  void endAll(ScheduleState &state) const;

  /// Takes all of `actions` on the current operation and ends it. If one of
  /// them is illegal, returns false and leaves `state` unchanged.
  bool applyOperation(ScheduleState &state,
                      llvm::ArrayRef<Action> actions) const;
  /// The actions of each operation without `done`, index in
  /// Program::operations().
  std::vector<ActionList> actionsPerOp(const Schedule &schedule) const;

private:
  /// The decisions that the mask allows.
  llvm::SmallVector<unsigned, 64> legalIn(const DecisionState &decision) const;

  std::shared_ptr<const Program> payload;
  StateOptions stateOptions;
  unsigned numThreads;
  std::optional<SketchMachine> processor;
  FlatEncoding encoding;
};

/// The options with a place for each loop of the program: a search chooses from
/// lists of any length; only trained networks need a fixed number of loops.
EncodingOptions withPlacesFor(const Program &program, EncodingOptions options);

/// The options for a target and a number of threads: unless `options.kinds` was
/// set, it becomes the list for the target, without the parallel kinds for one
/// thread and no blocks.
EncodingOptions withoutPointlessKinds(const EncodingOptions &options,
                                      unsigned threads,
                                      const ScheduleLimits &limits);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SEARCHSPACE_H
