#include "workloads/WorkloadTuning.h"
#include "agents/Agent.h"
#include "execution/ExecutionRequest.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
#include "workloads/Engine.h"
#include "workloads/Workload.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

using namespace mlirgym;

/// Calls the kernel once and checks the outputs.
static llvm::Error insist(Engine &engine, const ExecutionRequest &request,
                          const llvm::Twine &what) {
  if (engine.execution().options().replay)
    return llvm::Error::success();
  MLIRGYM_TRY(Engine::CallResult result, engine.call(request));
  if (result.measurement.ok())
    return llvm::Error::success();
  return llvm::make_error<WorkloadError>(
      (engine.program()->name() + ": " + what + ": " +
       nameOf(result.measurement.status) + ": " + result.measurement.message)
          .str());
}

static llvm::Expected<WorkloadTuning>
tuneSchedule(Engine &engine, Agent &agent, const SearchOptions &options) {
  MLIRGYM_TRY(SearchResult found,
              agent.optimize(engine.program(), engine.execution(), options));
  WorkloadTuning tuning{{}, found.schedule.text(), std::move(found)};
  const Schedule &schedule = tuning.search.schedule;
  if (!schedule.empty())
    MLIRGYM_TRY_TO(insist(engine, {engine.program(), schedule},
                          "the winner " + tuning.code));
  return tuning;
}

static llvm::Expected<WorkloadTuning>
tuneParameters(Engine &engine, Agent &agent, const SearchOptions &options,
               const ParameterChoices &parameters) {
  auto valuesOf = [&](llvm::ArrayRef<unsigned> choices) {
    WorkloadParameters values;
    for (auto [parameter, choice] : llvm::zip_equal(parameters, choices))
      values.add(parameter.first, parameter.second[choice]);
    return values;
  };
  ParameterGrid grid;
  grid.program = engine.program();
  for (const auto &[name, values] : parameters)
    grid.sizes.push_back(static_cast<unsigned>(values.size()));
  grid.request = [&](llvm::ArrayRef<unsigned> choices) {
    return engine.request(valuesOf(choices));
  };
  MLIRGYM_TRY(SearchResult found,
              agent.tune(grid, engine.execution(), options));
  WorkloadTuning tuning{{}, "", std::move(found)};
  if (tuning.search.choices.empty())
    return tuning;
  tuning.parameters = valuesOf(tuning.search.choices);
  MLIRGYM_TRY(tuning.code, engine.workload().scheduleModule(tuning.parameters));
  MLIRGYM_TRY(ExecutionRequest winner,
              engine.requestFor(tuning.code, tuning.parameters));
  MLIRGYM_TRY_TO(
      insist(engine, winner, "the winner " + tuning.parameters.text()));
  return tuning;
}

llvm::Expected<WorkloadTuning> mlirgym::tune(Engine &engine, Agent &agent,
                                             const SearchOptions &options) {
  MLIRGYM_TRY_TO(
      insist(engine, {engine.program()}, "the untransformed payload"));
  MLIRGYM_TRY(ParameterChoices parameters, engine.parameters());
  if (parameters.empty() && engine.untransformed().isLoweredByCaller())
    return llvm::make_error<WorkloadError>(
        (engine.program()->name() +
         ": a lowering or libraries of its own, but no parameters to search; "
         "give it parameters or knobs")
            .str());
  if (parameters.empty())
    return tuneSchedule(engine, agent, options);
  return tuneParameters(engine, agent, options, parameters);
}
