#include "agents/ppo/rollout/ProgramObserver.h"
#include "actions/encoding/Encoding.h"
#include "env/Env.h"
#include "observation/ActionEncoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include <memory>

using namespace mlirgym;

static std::shared_ptr<const KindActions>
encodingOf(const EnvOptions &options) {
  std::shared_ptr<const ActionEncoding> made =
      llvm::cantFail(options.actions(options.encoding, options.state));
  return {made, llvm::cast<KindActions>(made.get())};
}

ProgramObserver::ProgramObserver(std::shared_ptr<const ProgramPool> programs,
                                 const EnvOptions &options)
    : pool(std::move(programs)), actions(encodingOf(options)),
      observer(actions->makeObserver(options.machine)) {
  for (const auto &program : pool->programs)
    prepared.push_back(observer.prepare(*program));
}

DecisionState ProgramObserver::start(unsigned program) const {
  return actions->begin(pool->programs[program]);
}

llvm::MutableArrayRef<int8_t>
ProgramObserver::addRow(unsigned program, const DecisionState &state,
                        DecisionRows &rows) const {
  const size_t seen = rows.observations.size(), masked = rows.masks.size();
  rows.observations.resize(seen + observationSize());
  rows.masks.resize(masked + numActions());
  observer.observe(state, *prepared[program],
                   llvm::MutableArrayRef(rows.observations).drop_front(seen));
  return llvm::MutableArrayRef(rows.masks).drop_front(masked);
}

void ProgramObserver::observe(unsigned program, const DecisionState &state,
                              DecisionRows &rows) const {
  actions->mask(state, addRow(program, state, rows));
}

void ProgramObserver::observe(unsigned program, const DecisionState &state,
                              llvm::ArrayRef<int64_t> action,
                              DecisionRows &rows) const {
  actions->maskOf(state, action, addRow(program, state, rows));
}
