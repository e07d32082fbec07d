// Finds a fast schedule of a program: search [PROGRAM] [BUDGET]
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <memory>

using namespace mlirgym;

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("search: ");
  llvm::StringRef name = argc > 1 ? argv[1] : "matmul_128_128_128";
  unsigned budget = argc > 2 ? std::atoi(argv[2]) : 60;

  // A program by its name; a file is loaded by SandboxedLoader::loadFile().
  ProgramLoader loader;
  auto program =
      std::make_shared<const Program>(orExit(loader.loadGenerated(name)));

  // Compiles, verifies and times schedules in worker processes. Each timing is
  // stored in the file, so that a second run measures nothing.
  std::unique_ptr<Execution> execution =
      orExit(Execution::create({.threads = 1, .execDataFile = "timings.db"}));

  SearchOptions options = {.budget = budget, .seed = 0};
  options.progress = [best = 1.0](const SearchOptions::Progress &now) mutable {
    if (now.bestSpeedup > best)
      llvm::outs() << llvm::formatv("sample {0,3}: {1:f2}x  {2}\n", now.samples,
                                    now.bestSpeedup, now.best->text());
    best = now.bestSpeedup;
    return true; // false ends the search
  };
  std::unique_ptr<Agent> agent = orExit(makeSearcher("bayesian"));
  SearchResult found = orExit(agent->optimize(program, *execution, options));

  llvm::outs() << llvm::formatv(
      "{0}: {1:f2} times as fast as the untransformed program, by\n{2}\n",
      found.program, found.speedup, found.schedule.text());
  // The script that stock mlir-opt applies to program->text().
  llvm::outs() << orExit(toTransformScript(*program, found.schedule));
}
