#include "mlirrl/MlirRlFeatures.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "mlirrl/MlirRlEncoding.h"
#include "observation/Extractor.h"
#include "program/EnumNames.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace mlirgym {
namespace {
/// The first of these that occurs in the name of the operation, otherwise
/// "unknown".
constexpr llvm::StringLiteral types[] = {"generic", "matmul", "conv", "pooling",
                                         "add"};
constexpr unsigned numTypes = std::size(types) + 1;
constexpr unsigned numCounts = 5;

/// Bounds, factors and counts are not scaled. Gymnasium's Box needs limits;
/// this one is above all relevant values.
constexpr float most = 1 << 20;

float within(float value) { return std::clamp(value, -most, most); }

float scaled(int64_t tripCount, MlirRlBounds how) {
  const auto bound = static_cast<float>(tripCount);
  switch (how) {
  case MlirRlBounds::Max:
    return bound / 4096;
  case MlirRlBounds::Log:
    return std::log2(bound);
  case MlirRlBounds::None:
    return bound;
  }
  llvm_unreachable("all scalings are listed");
}

constexpr EnumNames<MlirRlBounds::None> describedBounds = {
    {"trip counts / 4096", "log2 of the trip counts", "trip counts"}};

/// A fill that is an operation of its own: see MlirRlForm.
bool isFill(const Operation &operation) {
  return operation.inputs.empty() && operation.counts.total() == 0;
}

unsigned typeOf(const Operation &operation) {
  if (isFill(operation))
    return std::size(types);
  const auto *found = llvm::find_if(types, [&](llvm::StringRef type) {
    return llvm::StringRef(operation.kind).contains(type);
  });
  return unsigned(found - std::begin(types));
}

/// The producer that MLIR-RL would fuse: the last in program order. Null if
/// there is none.
const Operation *producerOf(const Program &program,
                            const Operation &operation) {
  int last = -1;
  for (llvm::ArrayRef<Operand> operands :
       {llvm::ArrayRef<Operand>(operation.inputs),
        llvm::ArrayRef<Operand>(operation.inits)})
    for (const Operand &operand : operands)
      if (operand.source == Operand::Source::Operation)
        last = std::max(last, operand.producer);
  return last < 0 ? nullptr : &program.operations()[size_t(last)];
}
} // namespace

MlirRlFeatures::MlirRlFeatures(const MlirRlEncoding &actions,
                               LayoutBuilder &layout)
    : encoding(actions) {
  const MlirRlOptions &options = encoding.options();
  const unsigned maxLoops = options.maxLoops;
  operation = addPart(layout, "operation_", "the operation");
  producer = addPart(layout, "producer_", "its producer, 0 if none or fused");
  for (unsigned i = 0; i < 3; ++i)
    tilings[i] = layout.add(
        ("history_" + nameOf(MlirRlSymbol(1 + i))).str(),
        {options.maxActions, maxLoops, options.numTileSizes + 1}, 0, 1,
        "action, loop, one-hot tile index of every T, TP and TPF");
  interchanges =
      layout.add("history_I", {options.maxActions, maxLoops, maxLoops}, 0, 1,
                 "action, loop i, one-hot p[i]; partial ones too");
  loops = layout.add("num_loops", {1}, 0, float(maxLoops), "loops");
  mask = layout.add("mask", {encoding.maskSize()}, 0, 1,
                    "the action mask: selection, T, TP, TPF, I");
  producerSize = tilings[0] - producer.type;
}

MlirRlFeatures::Part MlirRlFeatures::addPart(LayoutBuilder &layout,
                                             const std::string &prefix,
                                             const std::string &of) const {
  const MlirRlOptions &options = encoding.options();
  const std::vector<unsigned> accesses = {options.maxAccesses, options.maxDims,
                                          options.maxLoops};
  Part part;
  part.type =
      layout.add(prefix + "type", {numTypes}, 0, 1,
                 of + ", one-hot: generic matmul conv pooling add unknown");
  part.bounds = layout.add(prefix + "bounds", {options.maxLoops}, 0, most,
                           describedBounds.of(options.bounds));
  part.parallel = layout.add(prefix + "parallel", {options.maxLoops}, 0, 1,
                             "1: parallel loop");
  part.loads = layout.add(prefix + "loads", accesses, -most, most,
                          "input, dimension, factor of each loop");
  part.stores = layout.add(prefix + "stores", accesses, -most, most,
                           "init, dimension, factor of each loop");
  part.counts = layout.add(prefix + "counts", {numCounts}, 0, most,
                           "in the body: add sub mul div exp");
  return part;
}

void MlirRlFeatures::writeAccesses(llvm::ArrayRef<Operand> operands,
                                   float *matrices) const {
  const MlirRlOptions &options = encoding.options();
  for (const Operand &operand : operands.take_front(options.maxAccesses)) {
    llvm::ArrayRef<AffineTerm> terms = operand.map;
    for (auto [dim, term] : llvm::enumerate(terms.take_front(options.maxDims)))
      if (term.linear)
        for (auto [loop, factor] :
             llvm::enumerate(llvm::ArrayRef(term.coefficients)
                                 .take_front(options.maxLoops)))
          matrices[dim * options.maxLoops + loop] =
              within(static_cast<float>(factor));
    matrices += size_t(options.maxDims) * options.maxLoops;
  }
}

void MlirRlFeatures::write(const Operation &op, const Part &part,
                           float *row) const {
  row[part.type + typeOf(op)] = 1;
  const size_t numLoops =
      std::min<size_t>(op.numLoops(), encoding.options().maxLoops);
  for (size_t loop = 0; loop < numLoops; ++loop) {
    row[part.bounds + loop] =
        within(scaled(op.tripCounts[loop], encoding.options().bounds));
    row[part.parallel + loop] =
        op.iteratorTypes[loop] == IteratorType::Parallel;
  }
  writeAccesses(op.inputs, row + part.loads);
  writeAccesses(op.inits, row + part.stores);
  const unsigned each[numCounts] = {op.counts.add, op.counts.sub, op.counts.mul,
                                    op.counts.div, op.counts.exp};
  llvm::copy(each, row + part.counts);
}

void MlirRlFeatures::prepare(const Program &program, unsigned op,
                             float *row) const {
  if (op >= program.operations().size())
    return;
  const Operation &current = program.operations()[op];
  if (!encoding.takes(current))
    return;
  write(current, operation, row);
  const Operation *fusible = producerOf(program, current);
  if (fusible && encoding.takes(*fusible))
    write(*fusible, producer, row);
  row[loops] = static_cast<float>(current.numLoops());
}

void MlirRlFeatures::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  if (schedule.finished())
    return;
  // A fused copy has no producers any more.
  if (schedule.nest().fusedInto >= 0)
    std::fill_n(row + producer.type, producerSize, 0.0f);

  const MlirRlOptions &options = encoding.options();
  const unsigned sizes = options.numTileSizes + 1;
  for (auto [i, action] :
       llvm::enumerate(MlirRlEncoding::actionsTaken(state))) {
    for (auto [loop, value] : llvm::enumerate(action.parameters)) {
      size_t line = i * options.maxLoops + loop;
      if (action.symbol == MlirRlSymbol::I) {
        row[interchanges + line * options.maxLoops + size_t(value)] = 1;
        continue;
      }
      size_t index = value == 0 ? 0 : 1 + llvm::Log2_64(uint64_t(value));
      for (unsigned offset : tilings)
        row[offset + line * sizes + index] = 1;
    }
  }
  llvm::SmallVector<int8_t, 512> allowed(encoding.maskSize());
  encoding.mask(state, allowed);
  llvm::copy(allowed, row + mask);
}

} // namespace mlirgym
