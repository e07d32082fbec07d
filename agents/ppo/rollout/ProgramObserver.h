//===- agents/ppo/rollout/ProgramObserver.h - Observations without an Env -===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMOBSERVER_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMOBSERVER_H

#include "actions/encoding/Encoding.h"
#include "env/Env.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <vector>

namespace mlirgym {

/// Inputs of a network, one row per decision or joint action.
struct DecisionRows {
  /// Shapes [rows, observation size], [rows, numActions] (1 is legal).
  std::vector<float> observations;
  std::vector<int8_t> masks;
};

/// Observations and masks of the programs of a pool, equal to those of
/// environments with the same options, but without timings. Static features are
/// computed once.
class ProgramObserver {
public:
  /// Requires: environments can be made with the options, and their encoding is
  /// a KindActions.
  ProgramObserver(std::shared_ptr<const ProgramPool> pool,
                  const EnvOptions &options);

  const KindActions &encoding() const { return *actions; }
  const ObservationSpec &spec() const { return observer.spec(); }
  size_t observationSize() const { return spec().size(); }
  unsigned numActions() const { return actions->maskSize(); }
  /// Number of entries of an action.
  size_t actionSize() const { return actions->dimensions().size(); }
  const ProgramPool &programs() const { return *pool; }

  /// The row before the first decision. Requires: program < number of programs.
  DecisionState start(unsigned program) const;
  /// Appends the row of a state of `program`.
  void observe(unsigned program, const DecisionState &state,
               DecisionRows &rows) const;
  /// The same with the masks from which the entries of `action` are chosen.
  void observe(unsigned program, const DecisionState &state,
               llvm::ArrayRef<int64_t> action, DecisionRows &rows) const;
  /// Takes an action; an illegal action changes nothing.
  StepResult step(DecisionState &state, llvm::ArrayRef<int64_t> action) const {
    return actions->step(state, action);
  }

private:
  /// Appends the observation; the caller must write the returned mask.
  llvm::MutableArrayRef<int8_t> addRow(unsigned program,
                                       const DecisionState &state,
                                       DecisionRows &rows) const;

  std::shared_ptr<const ProgramPool> pool;
  std::shared_ptr<const KindActions> actions;
  Observer observer;
  std::vector<std::shared_ptr<const std::vector<float>>> prepared;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMOBSERVER_H
