#include "agents/ppo/ProgramObserver.h"
#include "actions/Encoding.h"
#include "env/Env.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

using namespace mlirgym;

ProgramObserver::ProgramObserver(std::shared_ptr<const ProgramPool> programs,
                                 const EnvOptions &options)
    : pool(std::move(programs)), stateOptions(options.state),
      encoding(options.encoding),
      observer(encoding, options.machine, options.state) {
  for (const auto &program : pool->programs)
    prepared.push_back(observer.prepare(*program));
}

DecisionState ProgramObserver::start(unsigned program) const {
  return DecisionState(ScheduleState(pool->programs[program], stateOptions));
}

void ProgramObserver::observe(unsigned program, const DecisionState &state,
                              DecisionRows &rows) const {
  const size_t seen = rows.observations.size(), masked = rows.masks.size();
  rows.observations.resize(seen + observationSize());
  rows.masks.resize(masked + numActions());
  observer.observe(state, *prepared[program],
                   llvm::MutableArrayRef(rows.observations).drop_front(seen));
  encoding.mask(state, llvm::MutableArrayRef(rows.masks).drop_front(masked));
}

StepResult ProgramObserver::step(DecisionState &state, int64_t decision) const {
  return encoding.step(state, static_cast<unsigned>(decision));
}
