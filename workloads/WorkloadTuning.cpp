#include "workloads/WorkloadTuning.h"
#include "agents/Agent.h"
#include "execution/ExecutionRequest.h"
#include "outcome/Measurement.h"
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
  llvm::Expected<Engine::CallResult> result = engine.call(request);
  if (!result)
    return result.takeError();
  if (result->measurement.ok())
    return llvm::Error::success();
  return llvm::make_error<WorkloadError>(
      (engine.program()->name() + ": " + what + ": " +
       nameOf(result->measurement.status) + ": " + result->measurement.message)
          .str());
}

static llvm::Expected<WorkloadTuning>
tuneSchedule(Engine &engine, Agent &agent, const SearchOptions &options) {
  llvm::Expected<SearchResult> found =
      agent.optimize(engine.program(), engine.execution(), options);
  if (!found)
    return found.takeError();
  WorkloadTuning tuning{{}, found->schedule.text(), std::move(*found)};
  const Schedule &schedule = tuning.search.schedule;
  if (!schedule.empty())
    if (llvm::Error error = insist(engine, {engine.program(), schedule},
                                   "the winner " + tuning.code))
      return std::move(error);
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
  llvm::Expected<SearchResult> found =
      agent.tune(grid, engine.execution(), options);
  if (!found)
    return found.takeError();
  WorkloadTuning tuning{{}, "", std::move(*found)};
  if (tuning.search.choices.empty())
    return tuning;
  tuning.parameters = valuesOf(tuning.search.choices);
  llvm::Expected<std::string> code =
      engine.workload().scheduleModule(tuning.parameters);
  if (!code)
    return code.takeError();
  tuning.code = std::move(*code);
  llvm::Expected<ExecutionRequest> winner =
      engine.requestFor(tuning.code, tuning.parameters);
  if (!winner)
    return winner.takeError();
  if (llvm::Error error =
          insist(engine, *winner, "the winner " + tuning.parameters.text()))
    return std::move(error);
  return tuning;
}

llvm::Expected<WorkloadTuning> mlirgym::tune(Engine &engine, Agent &agent,
                                             const SearchOptions &options) {
  if (llvm::Error error =
          insist(engine, {engine.program()}, "the untransformed payload"))
    return std::move(error);
  llvm::Expected<ParameterChoices> parameters = engine.parameters();
  if (!parameters)
    return parameters.takeError();
  if (parameters->empty() && engine.untransformed().isLoweredByCaller())
    return llvm::make_error<WorkloadError>(
        (engine.program()->name() +
         ": a lowering or libraries of its own, but no parameters to search; "
         "give it parameters or knobs")
            .str());
  if (parameters->empty())
    return tuneSchedule(engine, agent, options);
  return tuneParameters(engine, agent, options, *parameters);
}
