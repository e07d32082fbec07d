#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/OperationClass.h"
#include "observation/Scaling.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <memory>

namespace mlirgym {
namespace {
/// All operations of the program, or those nearest to the current one in
/// program order. Not part of the default layout (ObservationOptions).
class ProgramOperations final : public Extractor {
public:
  /// `places`: number of operations shown.
  ProgramOperations(const ExtractorSetup &setup, unsigned places,
                    LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  /// The operation at the first place if `op` is the current one.
  unsigned firstShown(const Program &program, unsigned op) const;

  unsigned maxLoops, maxOperations;
  unsigned facts, tripCounts, reduction, producers, states, steps;
};

constexpr unsigned numFacts = 7 + numOperationClasses;
constexpr unsigned numStates = 5;

bool reads(const Operation &reader, unsigned producer) {
  auto isIt = [producer](const Operand &operand) {
    return operand.source == Operand::Source::Operation &&
           operand.producer == static_cast<int>(producer);
  };
  return llvm::any_of(reader.inputs, isIt) || llvm::any_of(reader.inits, isIt);
}
} // namespace

ProgramOperations::ProgramOperations(const ExtractorSetup &setup,
                                     unsigned places, LayoutBuilder &layout)
    : maxLoops(setup.maxLoops), maxOperations(places) {
  facts = layout.add("facts", {places, numFacts}, 0, 1,
                     "present, current, read by it, reads it, loops / places, "
                     "log2(1 + flops) / 50, log2(1 + iterations) / 50, one-hot "
                     "as operation.class");
  tripCounts = layout.add("trip_counts", {places, maxLoops}, 0, 1,
                          "log2(n) / 20, as in the program");
  reduction =
      layout.add("reduction", {places, maxLoops}, 0, 1, "1: reduction loop");
  producers = layout.add("producers", {places, places}, 0, 1,
                         "row i: 1 where operation i reads operation j");
  states = layout.add("state", {places, numStates}, 0, 1,
                      "ended, vectorised, in a forall, fused, has tile loops");
  steps = layout.add("steps", {places, maxLoops}, 0, 1,
                     "log2(1 + tile size) / 10 of its innermost tile loop over "
                     "each loop");
}

unsigned ProgramOperations::firstShown(const Program &program,
                                       unsigned op) const {
  const auto count = static_cast<unsigned>(program.operations().size());
  if (count <= maxOperations)
    return 0;
  const unsigned before = maxOperations / 2;
  return std::min(op < before ? 0 : op - before, count - maxOperations);
}

void ProgramOperations::prepare(const Program &program, unsigned op,
                                float *row) const {
  llvm::ArrayRef<Operation> all = program.operations();
  if (all.empty())
    return;
  const unsigned current = op < all.size() ? op : 0;
  const unsigned first = firstShown(program, current);
  llvm::ArrayRef<Operation> shown = all.drop_front(first);
  shown = shown.take_front(std::min<size_t>(shown.size(), maxOperations));
  for (auto [place, operation] : llvm::enumerate(shown)) {
    const auto index = first + static_cast<unsigned>(place);
    double iterations = 1;
    for (auto [loop, count] : llvm::enumerate(operation.tripCounts)) {
      iterations *= static_cast<double>(count);
      if (loop >= maxLoops)
        continue;
      row[tripCounts + place * maxLoops + loop] = scaling::tripCount(count);
      row[reduction + place * maxLoops + loop] =
          operation.iteratorTypes[loop] == IteratorType::Reduction;
    }
    float *fact = row + facts + place * numFacts;
    fact[0] = 1;
    fact[1] = index == current;
    fact[2] = reads(all[current], index);
    fact[3] = reads(operation, current);
    fact[4] = scaling::unit(static_cast<float>(operation.numLoops()) /
                            static_cast<float>(maxLoops));
    fact[5] = scaling::log2OnePlus(static_cast<float>(flopsOf(operation)),
                                   scaling::workBits);
    fact[6] =
        scaling::log2OnePlus(static_cast<float>(iterations), scaling::workBits);
    fact[7 + static_cast<unsigned>(classOf(operation))] = 1;
    for (unsigned other = 0; other < shown.size(); ++other)
      row[producers + place * maxOperations + other] =
          reads(operation, first + other);
  }
}

void ProgramOperations::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  const Program &program = schedule.program();
  if (program.operations().empty())
    return;
  const unsigned first = firstShown(program, shownOperation(schedule));
  const auto end = std::min<size_t>(program.operations().size(),
                                    size_t{first} + maxOperations);
  for (unsigned op = first; op < end; ++op) {
    const LoopNest &nest = schedule.nest(op);
    const size_t place = op - first;
    float *flags = row + states + place * numStates;
    // Operations are visited from the last to the first.
    flags[0] = schedule.finished() || op > schedule.currentOp();
    flags[1] = nest.isVectorized;
    flags[2] = nest.isParallel;
    flags[3] = nest.fusedInto >= 0;
    flags[4] = !nest.tileLoops.empty();
    for (const TileLoop &loop : nest.tileLoops) // inner ones come later
      if (loop.owner == op && loop.source < maxLoops)
        row[steps + place * maxLoops + loop.source] =
            scaling::parameter(loop.step);
  }
}

std::unique_ptr<const Extractor>
makeProgramOperations(const ExtractorSetup &setup, unsigned places,
                      LayoutBuilder &layout) {
  return std::make_unique<ProgramOperations>(setup, places, layout);
}

} // namespace mlirgym
