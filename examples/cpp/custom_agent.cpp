// Compares your own searcher with `random`: custom_agent [PROGRAM] [BUDGET]
#include "agents/search/Searcher.h"
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>
#include <memory>

using namespace mlirgym;

namespace {
/// Simulated annealing: a small change of the current schedule is kept if it is
/// faster, and also if it is slower, with a probability that decreases. Since
/// it is written for any SearchDomain, it can also tune a workload.
class Annealing final : public Searcher {
public:
  llvm::StringRef name() const override { return "annealing"; }

private:
  llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                     RandomStream &random) override {
    Candidate current = domain.plausible(random);
    double speedup = 0;
    double temperature = 1;
    // A program may have fewer schedules than the budget has samples.
    for (unsigned misses = 0; !budget.exhausted() && misses < 1000;) {
      if (!budget.propose(speedup == 0 ? domain.plausible(random)
                                       : domain.mutate(current, random))) {
        ++misses; // requested before
        continue;
      }
      auto samples = budget.run();
      if (!samples)
        return samples.takeError();
      for (const Sample &sample : *samples) {
        double gain = std::log(sample.speedup) - std::log(speedup);
        if (random.uniform() < std::exp(gain / temperature)) {
          current = sample.candidate;
          speedup = sample.speedup;
        }
      }
      temperature *= 0.95;
    }
    return llvm::Error::success();
  }
};
} // namespace

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("custom_agent: ");
  ProgramLoader loader;
  auto program = std::make_shared<const Program>(
      orExit(loader.loadGenerated(argc > 1 ? argv[1] : "matmul_128_128_128")));
  unsigned budget = argc > 2 ? std::atoi(argv[2]) : 40;
  std::unique_ptr<Execution> execution =
      orExit(Execution::create({.execDataFile = "timings.db"}));

  Annealing annealing;
  std::unique_ptr<Agent> random = orExit(makeSearcher("random"));
  for (Agent *agent : {static_cast<Agent *>(&annealing), random.get()}) {
    SearchResult found =
        orExit(agent->optimize(program, *execution, {.budget = budget}));
    llvm::outs() << llvm::formatv("{0,-9} {1,6:f2}x after {2} samples: {3}\n",
                                  agent->name(), found.speedup, found.samples,
                                  found.schedule.text());
  }
}
