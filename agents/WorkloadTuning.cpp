#include "agents/WorkloadTuning.h"

using namespace mlirgym;

/// Runs the workload once and has it look at the outputs.
static llvm::Error insist(Engine &engine, const WorkloadParameters &parameters,
                          const char *what) {
  if (engine.execution().options().replay)
    return llvm::Error::success();
  llvm::Expected<Engine::Run> run = engine.execute(parameters);
  if (!run)
    return run.takeError();
  if (run->measurement.ok())
    return llvm::Error::success();
  return executionError("{0}: {1}: {2}: {3}", engine.workload().name(), what,
                        nameOf(run->measurement.status),
                        run->measurement.message);
}

llvm::Expected<WorkloadTuning> mlirgym::tune(Engine &engine, Agent &agent,
                                             const SearchOptions &options) {
  if (llvm::Error error = insist(engine, {}, "the untransformed payload"))
    return std::move(error);
  const auto parameters = engine.workload().parameters();
  auto valuesOf = [&](llvm::ArrayRef<unsigned> choices) {
    WorkloadParameters values;
    for (auto [parameter, choice] : llvm::zip_equal(parameters, choices))
      values[parameter.first] = parameter.second[choice];
    return values;
  };
  ParameterGrid grid;
  grid.program = engine.program();
  for (const auto &[name, values] : parameters)
    grid.sizes.push_back(static_cast<unsigned>(values.size()));
  grid.code = [&](llvm::ArrayRef<unsigned> choices) {
    return engine.workload().scheduleModule(valuesOf(choices));
  };

  llvm::Expected<SearchResult> found =
      parameters.empty()
          ? agent.optimize(engine.program(), engine.execution(), options)
          : agent.tune(grid, engine.execution(), options);
  if (!found)
    return found.takeError();
  WorkloadTuning tuning;
  tuning.search = std::move(*found);
  tuning.code = tuning.search.schedule.text();
  if (tuning.search.choices.empty())
    return tuning;
  tuning.parameters = valuesOf(tuning.search.choices);
  llvm::Expected<std::string> code =
      engine.workload().scheduleModule(tuning.parameters);
  if (!code)
    return code.takeError();
  tuning.code = std::move(*code);
  if (llvm::Error error = insist(engine, tuning.parameters, "the winner"))
    return std::move(error);
  return tuning;
}
