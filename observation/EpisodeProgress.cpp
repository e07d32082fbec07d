#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/OperationClass.h"
#include "observation/Scaling.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

namespace mlirgym {
namespace {
/// Position in the sequence of operations, and a summary of the other
/// operations' schedules, which influence the reward as well.
class EpisodeProgress final : public Extractor {
public:
  EpisodeProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxActions;
  unsigned finished, numOps, opsLeft, actionsTaken, workLeft, workDone;
};
} // namespace

EpisodeProgress::EpisodeProgress(const ExtractorSetup &setup,
                                 LayoutBuilder &layout)
    : maxActions(setup.maxActionsPerOp) {
  finished = layout.add("finished", {1}, 0, 1, "1: every operation has ended");
  numOps = layout.add("num_ops", {1}, 0, 1, "log2(1 + operations) / 8");
  opsLeft = layout.add("ops_left", {1}, 0, 1,
                       "share of the operations not ended, this one included");
  actionsTaken = layout.add("actions_taken", {1}, 0, 1,
                            "actions on this operation / most allowed");
  workLeft = layout.add("work_left", {1}, 0, 1,
                        "share of the program's flops not ended");
  workDone = layout.add("work_done", {3}, 0, 1,
                        "share of the program's flops in operations that are "
                        "vectorised, in a forall, fused into a consumer");
}

void EpisodeProgress::prepare(const Program &program, unsigned op,
                              float *row) const {
  size_t count = program.operations().size();
  row[numOps] = scaling::log2OnePlus(static_cast<float>(count), 8);
  if (op >= count) {
    row[finished] = 1;
    return;
  }
  // Operations are visited from the last to the first.
  row[opsLeft] = static_cast<float>(op + 1) / static_cast<float>(count);
}

void EpisodeProgress::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  if (!schedule.finished() && maxActions > 0)
    row[actionsTaken] =
        scaling::unit(static_cast<float>(schedule.actionsTaken()) /
                      static_cast<float>(maxActions));

  double total = 0, left = 0, vectorized = 0, parallel = 0, fused = 0;
  for (auto [index, operation] :
       llvm::enumerate(schedule.program().operations())) {
    // An op without arithmetic still moves data and gets a small weight.
    double work = 1 + flopsOf(operation);
    const LoopNest &nest = schedule.nest(index);
    total += work;
    if (!schedule.finished() && index <= schedule.currentOp())
      left += work;
    if (nest.isVectorized)
      vectorized += work;
    if (nest.isParallel)
      parallel += work;
    if (nest.fusedInto >= 0)
      fused += work;
  }
  if (total <= 0)
    return;
  row[workLeft] = static_cast<float>(left / total);
  row[workDone] = static_cast<float>(vectorized / total);
  row[workDone + 1] = static_cast<float>(parallel / total);
  row[workDone + 2] = static_cast<float>(fused / total);
}

std::unique_ptr<const Extractor>
makeEpisodeProgress(const ExtractorSetup &setup, LayoutBuilder &layout) {
  return std::make_unique<EpisodeProgress>(setup, layout);
}

} // namespace mlirgym
