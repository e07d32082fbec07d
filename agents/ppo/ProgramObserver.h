//===- agents/ppo/ProgramObserver.h - Observations without an Env ---------===//
#ifndef MLIRGYM_AGENTS_PPO_PROGRAMOBSERVER_H
#define MLIRGYM_AGENTS_PPO_PROGRAMOBSERVER_H

#include "actions/Encoding.h"
#include "actions/ScheduleState.h"
#include "env/Env.h"
#include "observation/Observation.h"
#include <memory>
#include <vector>

namespace mlirgym {

/// Inputs of a network, one row per decision.
struct DecisionRows {
  /// Shapes [rows, observation size], [rows, numActions] (1 is legal).
  std::vector<float> observations;
  std::vector<int8_t> masks;
};

/// Observations and masks of the programs of a pool, equal to those of
/// environments with the same options, without any timing. Static features are
/// computed once.
class ProgramObserver {
public:
  ProgramObserver(std::shared_ptr<const ProgramPool> pool,
                  const EnvOptions &options);

  const ObservationSpec &spec() const { return observer.spec(); }
  size_t observationSize() const { return spec().size(); }
  unsigned numActions() const { return encoding.numActions(); }
  const ProgramPool &programs() const { return *pool; }

  /// The row before the first decision. Requires: program < number of programs.
  DecisionState start(unsigned program) const;
  /// Appends the row of `state`, a state of `program`.
  void observe(unsigned program, const DecisionState &state,
               DecisionRows &rows) const;
  /// Takes a decision; one that is illegal changes nothing.
  StepResult step(DecisionState &state, int64_t decision) const;

private:
  std::shared_ptr<const ProgramPool> pool;
  StateOptions stateOptions;
  FlatEncoding encoding;
  Observer observer;
  std::vector<std::shared_ptr<const std::vector<float>>> prepared;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PROGRAMOBSERVER_H
