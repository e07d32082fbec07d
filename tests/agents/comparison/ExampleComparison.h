//===- tests/agents/comparison/ExampleComparison.h - Two agents, by hand --===//
#ifndef MLIRGYM_TESTS_AGENTS_COMPARISON_EXAMPLECOMPARISON_H
#define MLIRGYM_TESTS_AGENTS_COMPARISON_EXAMPLECOMPARISON_H

#include "agents/comparison/Comparison.h"
#include "program/ProgramLoader.h"

namespace mlirgym::testing {

inline PairedMeasurement paired(double speedup) {
  PairedMeasurement measurement;
  measurement.status = Status::Ok;
  measurement.baselineNs = 100 * speedup;
  measurement.scheduleNs = 100;
  measurement.rounds = 5;
  return measurement;
}

/// "op0: tile(<size>,0)" with a size for each loop.
inline std::string tiled(const Program &program, unsigned size) {
  std::string text = "op0: tile(" + std::to_string(size);
  for (size_t i = 1; i < program.operations()[0].numLoops(); ++i)
    text += ",0";
  return text + ")";
}

/// A run that finds these tiles after these numbers of samples, at two per
/// second.
inline AgentRun
runOf(llvm::StringRef agent, const Program &program,
      const std::vector<std::pair<unsigned, unsigned>> &samplesAndTiles) {
  AgentRun run;
  run.agent = agent.str();
  run.program = program.name().str();
  run.samples = 10;
  for (auto [samples, tile] : samplesAndTiles)
    run.incumbents.push_back(
        {samples, samples * 0.5, 9.0 + samples,
         llvm::cantFail(Schedule::parse(tiled(program, tile)))});
  return run;
}

/// "random" and "learned" on a relu and a matmul, after 1 and 10 samples and a
/// second. A tile of 2, 4 or 8 is faster by that factor.
inline Comparison twoByTwo() {
  Comparison comparison;
  comparison.agents = {"random", "learned"};
  comparison.budgets = {1, 10};
  comparison.seconds = {1};
  comparison.seeds = 1;
  comparison.numPrograms = 2;
  for (const char *name : {"relu_64_64", "matmul_64_64_64"}) {
    auto program = std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadGenerated(name)));
    const bool isRelu = program->operations()[0].numLoops() == 2;
    ProgramComparison on{program, isRelu ? "relu" : "matmul"};
    for (unsigned tile : {2, 4, 8})
      on.inTurn[tiled(*program, tile)] = paired(tile);
    on.runs = {{runOf("random", *program, {{1, 2}, {5, 4}})},
               {runOf("learned", *program, {{1, isRelu ? 2u : 4u}, {9, 8}})}};
    comparison.programs.push_back(std::move(on));
  }
  return comparison;
}
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_AGENTS_COMPARISON_EXAMPLECOMPARISON_H
