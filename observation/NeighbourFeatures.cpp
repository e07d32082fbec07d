#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/OperationClass.h"
#include "observation/Scaling.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <memory>

namespace mlirgym {
namespace {
/// The operations before and after the one to act on. Two producers are shown,
/// the last in program order first: the nearest ones. Class and work are
/// static; loops are the current ones, inside the tiles if the operation was
/// fused.
class NeighbourFeatures final : public Extractor {
public:
  static constexpr unsigned maxProducers = 2;

  NeighbourFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops;
  unsigned producers, producerClass, producerTrips, producerReduction,
      producerFused, consumers, consumerClass, fusedInto;
};

/// Indices of the producers shown, -1 where there is none. Allocates nothing.
std::array<int, NeighbourFeatures::maxProducers>
shownProducers(const Operation &operation) {
  std::array<int, NeighbourFeatures::maxProducers> shown;
  shown.fill(-1);
  auto consider = [&](const Operand &operand) {
    int producer = operand.producer;
    if (operand.source != Operand::Source::Operation)
      return;
    for (int &place : shown) { // insertion into a list that descends
      if (producer == place)
        return;
      if (producer > place)
        std::swap(producer, place);
    }
  };
  for (const Operand &operand : operation.inputs)
    consider(operand);
  for (const Operand &operand : operation.inits)
    consider(operand);
  return shown;
}
} // namespace

NeighbourFeatures::NeighbourFeatures(const ExtractorSetup &setup,
                                     LayoutBuilder &layout)
    : maxLoops(setup.maxLoops) {
  producers = layout.add("producers", {maxProducers, 3}, 0, 1,
                         "present, log2(1 + flops) / 50, consumers / 4");
  producerClass =
      layout.add("producer_class", {maxProducers, numOperationClasses}, 0, 1,
                 "one-hot as operation.class");
  producerTrips = layout.add("producer_trip_counts", {maxProducers, maxLoops},
                             0, 1, "log2(n) / 20, inside its tiles");
  producerReduction = layout.add("producer_reduction", {maxProducers, maxLoops},
                                 0, 1, "1: reduction loop");
  producerFused = layout.add("producer_fused", {maxProducers}, 0, 1,
                             "1: lies in a consumer's tile");
  consumers = layout.add("consumers", {1}, 0, 1, "consumers / 4");
  consumerClass =
      layout.add("consumer_class", {numOperationClasses}, 0, 1,
                 "one-hot as operation.class, of the first consumer");
  fusedInto =
      layout.add("fused_into", {1}, 0, 1, "1: lies in a tile of its consumer");
}

void NeighbourFeatures::prepare(const Program &program, unsigned op,
                                float *row) const {
  if (program.operations().empty())
    return;
  const Operation &operation =
      program.operations()[op < program.operations().size() ? op : 0];
  auto consumerShare = [](const Operation &of) {
    return scaling::unit(static_cast<float>(of.consumers.size()) / 4);
  };
  for (auto [place, producer] : llvm::enumerate(shownProducers(operation))) {
    if (producer < 0)
      continue;
    const Operation &source = program.operations()[producer];
    float *facts = row + producers + place * 3;
    facts[0] = 1;
    facts[1] = scaling::log2OnePlus(static_cast<float>(flopsOf(source)),
                                    scaling::workBits);
    facts[2] = consumerShare(source);
    row[producerClass + place * numOperationClasses +
        static_cast<unsigned>(classOf(source))] = 1;
  }
  row[consumers] = consumerShare(operation);
  if (operation.consumers.empty())
    return;
  const Operation &consumer = program.operations()[operation.consumers.front()];
  row[consumerClass + static_cast<unsigned>(classOf(consumer))] = 1;
}

void NeighbourFeatures::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  if (schedule.program().operations().empty())
    return;
  const unsigned op = shownOperation(schedule);
  row[fusedInto] = schedule.nest(op).fusedInto >= 0;
  for (auto [place, producer] :
       llvm::enumerate(shownProducers(schedule.operation(op)))) {
    if (producer < 0)
      continue;
    const LoopNest &nest = schedule.nest(producer);
    size_t loops = std::min<size_t>(nest.loops.size(), maxLoops);
    for (size_t i = 0; i < loops; ++i) {
      row[producerTrips + place * maxLoops + i] =
          scaling::tripCount(nest.loops[i].tripCount);
      row[producerReduction + place * maxLoops + i] =
          nest.loops[i].iterator == IteratorType::Reduction;
    }
    row[producerFused + place] = nest.fusedInto >= 0;
  }
}

std::unique_ptr<const Extractor>
makeNeighbourFeatures(const ExtractorSetup &setup, LayoutBuilder &layout) {
  return std::make_unique<NeighbourFeatures>(setup, layout);
}

} // namespace mlirgym
