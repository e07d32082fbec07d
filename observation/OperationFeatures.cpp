#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/OperationClass.h"
#include "observation/Scaling.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace mlirgym {
namespace {
/// The original operation to act on, before any action: class, loops, affine
/// accesses, arithmetic, work. Static. Loops are in program order; operands are
/// the first three inputs, then the first init, and their last four dimensions,
/// right-aligned: the fastest one is always last.
class OperationFeatures final : public Extractor {
public:
  static constexpr unsigned maxDims = 4;

  OperationFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;

private:
  void writeOperand(const Operand &operand, unsigned place, float *row) const;

  unsigned maxLoops;
  unsigned operationClass, elementType, loopCount, tripCounts, parallel,
      reduction, operands, access, counts, work, flags;
};

constexpr unsigned numElementTypes = static_cast<unsigned>(ElementType::I8) + 1;
constexpr unsigned numSources =
    static_cast<unsigned>(Operand::Source::Other) + 1;
constexpr unsigned operandFields = 4 + numSources;

double bytesOf(const Operand &operand) {
  double bytes = sizeOfElement(operand.elementType);
  for (int64_t extent : operand.shape)
    bytes *= static_cast<double>(extent);
  return bytes;
}

/// Strides and dilations are small integers, mostly 1; the scale must not
/// saturate, and 1 must be visible: 1 -> 0.25, 2 -> 0.4, 3 -> 0.5, 15 -> 1.
float scaledCoefficient(int64_t coefficient) {
  float size =
      scaling::log2OnePlus(std::abs(static_cast<float>(coefficient)), 4);
  return coefficient < 0 ? -size : size;
}
} // namespace

const Operand *shownOperand(const Operation &operation, unsigned place) {
  if (place < numShownOperands - 1)
    return place < operation.inputs.size() ? &operation.inputs[place] : nullptr;
  return operation.inits.empty() ? nullptr : &operation.inits.front();
}

OperationFeatures::OperationFeatures(const ExtractorSetup &setup,
                                     LayoutBuilder &layout)
    : maxLoops(setup.maxLoops) {
  operationClass =
      layout.add("class", {numOperationClasses}, 0, 1,
                 "one-hot: matmul, batch_matmul, conv, depthwise "
                 "conv, pooling, contraction, reduction, elementwise");
  elementType = layout.add("element_type", {numElementTypes}, 0, 1,
                           "one-hot, of the init: f64 f32 f16 bf16 i64 i32 i8");
  loopCount = layout.add("num_loops", {1}, 0, 1, "loops / places");
  tripCounts = layout.add("trip_counts", {maxLoops}, 0, 1, "log2(n) / 20");
  parallel = layout.add("parallel", {maxLoops}, 0, 1, "1: parallel loop");
  reduction = layout.add("reduction", {maxLoops}, 0, 1, "1: reduction loop");
  operands =
      layout.add("operands", {numShownOperands, operandFields}, 0, 1,
                 "inputs 0..2 and init: present, rank / 8, log2(bytes) / "
                 "50, affine, one-hot source: argument, operation, fill, "
                 "empty, other");
  access = layout.add("access", {numShownOperands, maxDims, maxLoops}, -1, 1,
                      "indexing maps, last 4 dimensions right-aligned: "
                      "sign(c) log2(1 + |c|) / 4 of the loop's coefficient c");
  counts =
      layout.add("arithmetic", {7}, 0, 1,
                 "log2(1 + count) / 5 in the body: add sub mul div exp max "
                 "other");
  work = layout.add("work", {4}, 0, 1,
                    "log2(1 + x) / 50: flops, bytes of inputs, bytes of inits; "
                    "flops per byte: / 12");
  flags = layout.add("flags", {2}, 0, 1,
                     "partial results combine; the vectoriser takes it");
}

void OperationFeatures::writeOperand(const Operand &operand, unsigned place,
                                     float *row) const {
  float *facts = row + operands + place * operandFields;
  facts[0] = 1;
  facts[1] = scaling::unit(static_cast<float>(operand.map.size()) / 8);
  facts[2] =
      scaling::log2(static_cast<float>(bytesOf(operand)), scaling::workBits);
  facts[3] = llvm::all_of(operand.map,
                          [](const AffineTerm &term) { return term.linear; });
  facts[4 + static_cast<unsigned>(operand.source)] = 1;

  size_t rank = operand.map.size();
  size_t shown = std::min<size_t>(rank, maxDims);
  float *matrix = row + access + place * maxDims * maxLoops;
  for (size_t i = 0; i < shown; ++i) {
    const AffineTerm &term = operand.map[rank - shown + i];
    if (!term.linear)
      continue;
    float *line = matrix + (maxDims - shown + i) * maxLoops;
    size_t loops = std::min<size_t>(term.coefficients.size(), maxLoops);
    for (size_t loop = 0; loop < loops; ++loop)
      line[loop] = scaledCoefficient(term.coefficients[loop]);
  }
}

void OperationFeatures::prepare(const Program &program, unsigned op,
                                float *row) const {
  if (program.operations().empty())
    return;
  const Operation &operation =
      program.operations()[op < program.operations().size() ? op : 0];
  row[operationClass + static_cast<unsigned>(classOf(operation))] = 1;
  if (!operation.inits.empty())
    row[elementType + static_cast<unsigned>(operation.inits[0].elementType)] =
        1;

  size_t loops = std::min<size_t>(operation.numLoops(), maxLoops);
  row[loopCount] = scaling::unit(static_cast<float>(operation.numLoops()) /
                                 static_cast<float>(maxLoops));
  for (size_t loop = 0; loop < loops; ++loop) {
    row[tripCounts + loop] = scaling::tripCount(operation.tripCounts[loop]);
    bool isParallel = operation.iteratorTypes[loop] == IteratorType::Parallel;
    row[(isParallel ? parallel : reduction) + loop] = 1;
  }
  for (unsigned place = 0; place < numShownOperands; ++place)
    if (const Operand *operand = shownOperand(operation, place))
      writeOperand(*operand, place, row);

  const ArithmeticCounts &body = operation.counts;
  const unsigned each[] = {body.add, body.sub, body.mul,  body.div,
                           body.exp, body.max, body.other};
  for (unsigned i = 0; i < std::size(each); ++i)
    row[counts + i] = scaling::log2OnePlus(static_cast<float>(each[i]), 5);

  double flops = flopsOf(operation), bytesIn = 0, bytesOut = 0;
  for (const Operand &operand : operation.inputs)
    bytesIn += bytesOf(operand);
  for (const Operand &operand : operation.inits)
    bytesOut += bytesOf(operand);
  auto scaled = [](double value) {
    return scaling::log2OnePlus(static_cast<float>(value), scaling::workBits);
  };
  row[work] = scaled(flops);
  row[work + 1] = scaled(bytesIn);
  row[work + 2] = scaled(bytesOut);
  if (bytesIn + bytesOut > 0)
    row[work + 3] = scaling::log2OnePlus(
        static_cast<float>(flops / (bytesIn + bytesOut)), 12);
  row[flags] = operation.hasCombiner;
  row[flags + 1] = operation.vectorizable;
}

std::unique_ptr<const Extractor>
makeOperationFeatures(const ExtractorSetup &setup, LayoutBuilder &layout) {
  return std::make_unique<OperationFeatures>(setup, layout);
}

} // namespace mlirgym
