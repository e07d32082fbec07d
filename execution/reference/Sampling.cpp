#include "execution/reference/Sampling.h"
#include "execution/evaluator/Evaluator.h"
#include "execution/evaluator/Needs.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "execution/reference/InputRanges.h"
#include "execution/reference/ParsedEntry.h"
#include "execution/reference/Tolerance.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/RandomFill.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym::reference {
namespace {

using worker::CountedFill;
using worker::SampledOutput;
using worker::SampledSet;

class Sampler {
public:
  Sampler(mlir::func::FuncOp function, const worker::SampleMessage &asked,
          llvm::ArrayRef<Argument> all, Progress progress);

  worker::SampledMessage run();

private:
  enum class Inputs : uint8_t { Plain, Sparse };
  CountedFill fillOf(Inputs kind, unsigned argument, uint64_t seed) const;
  /// "" if the set was added.
  std::string add(Inputs kind, uint64_t seed);
  SampledOutput sampled(unsigned argument, const Tensor &output);

  mlir::func::FuncOp entry;
  const worker::SampleMessage &request;
  llvm::ArrayRef<Argument> arguments;
  Progress tell;
  InputHints hints;
  std::vector<std::vector<int64_t>> positions; ///< index [argument]
  worker::SampledMessage result;
  bool anyWeak = false, anyUsable = true;
};

/// The elements of a tensor at some positions, as a tensor.
Tensor pick(const Tensor &from, llvm::ArrayRef<int64_t> positions) {
  Tensor picked;
  picked.shape = {static_cast<int64_t>(positions.size())};
  picked.type = from.type;
  picked.epsilon = from.epsilon;
  auto pickPart = [&](const auto &all, auto &some) {
    if (all.empty())
      return;
    for (int64_t position : positions)
      some.push_back(all[size_t(position)]);
  };
  pickPart(from.value, picked.value);
  pickPart(from.narrow, picked.narrow);
  pickPart(from.bound, picked.bound);
  pickPart(from.number, picked.number);
  pickPart(from.other, picked.other);
  return picked;
}
} // namespace

std::vector<int64_t> samplePositions(llvm::ArrayRef<int64_t> shape,
                                     int64_t most, uint64_t seed) {
  const int64_t count = llvm::product_of(shape, int64_t(1));
  if (count <= most) {
    std::vector<int64_t> all(static_cast<size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  SplitMix random(seed);
  auto below = [&](int64_t n) {
    return static_cast<int64_t>(random.next() % static_cast<uint64_t>(n));
  };
  const llvm::SmallVector<int64_t, 4> strides = stridesOf(shape);
  std::vector<int64_t> chosen;
  for (unsigned corner = 0; corner < 1u << std::min<size_t>(shape.size(), 8);
       ++corner) {
    int64_t offset = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      offset += corner >> d & 1 ? (shape[d] - 1) * strides[d] : 0;
    chosen.push_back(offset);
  }
  // An element with one index replaced.
  auto atIndex = [&](size_t d, int64_t index) {
    const int64_t any = below(count);
    return any + (index - any / strides[d] % shape[d]) * strides[d];
  };
  for (size_t d = 0; d < shape.size(); ++d)
    for (int64_t i = 0; i < most / 64; ++i) {
      chosen.push_back(atIndex(d, 0));
      chosen.push_back(atIndex(d, shape[d] - 1));
    }
  for (int64_t i = 0; i < most / 16; ++i)
    chosen.push_back(below(count));
  const int64_t columns = shape.back(), perRow = std::min<int64_t>(64, columns);
  while (static_cast<int64_t>(chosen.size()) < most) {
    const int64_t row = below(count / columns) * columns;
    for (int64_t i = 0; i < perRow; ++i)
      chosen.push_back(row + (perRow == columns ? i : below(columns)));
  }
  chosen.resize(static_cast<size_t>(most));
  llvm::sort(chosen);
  chosen.erase(llvm::unique(chosen), chosen.end());
  return chosen;
}

Sampler::Sampler(mlir::func::FuncOp function,
                 const worker::SampleMessage &asked,
                 llvm::ArrayRef<Argument> all, Progress progress)
    : entry(function), request(asked), arguments(all), tell(progress),
      hints(inputHintsOf(entry)), positions(all.size()) {
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.isOutput)
      positions[i] = samplePositions(
          argument.shape,
          static_cast<uint64_t>(argument.sizeBytes()) <= request.wholeBytes
              ? argument.numElements()
              : request.mostElements,
          request.seed + i);
}

CountedFill Sampler::fillOf(Inputs kind, unsigned argument,
                            uint64_t seed) const {
  const InputHint &hint = hints.arguments[argument];
  CountedFill fill = {.seed = seed + argument};
  if (!isFloat(arguments[argument].elementType)) {
    fill.kind = CountedFill::Kind::Range;
    if (hint.range)
      std::tie(fill.low, fill.high) = *hint.range;
    fill.high = std::max(fill.low, fill.high);
    if (hint.range)
      return fill;
  }
  if (kind == Inputs::Sparse) {
    fill.kind = CountedFill::Kind::Sparse;
    fill.density = static_cast<uint32_t>(std::ceil(hint.density * 0x1p24));
  }
  return fill;
}

SampledOutput Sampler::sampled(unsigned argument, const Tensor &output) {
  const Tensor some = pick(output, positions[argument]);
  const Judged judged = judge(some, longestReduction(entry));
  anyUsable &= judged.usable;
  anyWeak |= judged.weak;
  SampledOutput sample;
  sample.argument = argument;
  sample.positions = positions[argument];
  sample.averageLimit = judged.averageLimit;
  for (double tolerance : judged.tolerance)
    if (std::isfinite(tolerance))
      sample.largestTolerance = std::max(sample.largestTolerance, tolerance);
  sample.expected.resize(some.size() * sizeOfElement(some.type));
  writeElements(some, sample.expected.data());
  sample.tolerances.resize(some.size() * worker::sizeOfTolerance(some.type));
  worker::writeTolerances(some.type, judged.tolerance,
                          sample.tolerances.data());
  return sample;
}

std::string Sampler::add(Inputs kind, uint64_t seed) {
  SampledSet set;
  std::vector<SharedTensor> before(arguments.size());
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    set.inputs.push_back(fillOf(kind, unsigned(i), seed));
    if (!argument.isInput)
      continue;
    std::vector<char> bytes(static_cast<size_t>(argument.sizeBytes()));
    fill(argument, set.inputs.back(), bytes.data());
    before[i] = std::make_shared<Tensor>(
        Tensor::fromBytes(argument.shape, argument.elementType, bytes.data()));
    tell();
  }
  const Needs needs(entry, positions);
  constexpr double mostWork = 2e11; // about ten minutes
  if (const double work = needs.workOf(entry); work > mostWork)
    return llvm::formatv("{0:e1} scalar operations take too long", work);
  const Evaluation evaluation = evaluate(entry, before, tell, &needs);
  if (evaluation.problem)
    return evaluation.problem->message;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!argument.isOutput)
      continue;
    if (!evaluation.outputs[i])
      return "an output without value";
    set.outputs.push_back(sampled(unsigned(i), *evaluation.outputs[i]));
  }
  result.sets.push_back(std::move(set));
  return "";
}

worker::SampledMessage Sampler::run() {
  result.missing = add(Inputs::Plain, request.seed);
  if (!result.missing.empty())
    return std::move(result);
  if (!anyUsable) {
    result.missing = "an output is not a number, or leaves the range of its "
                     "type, at every position that is compared";
    return std::move(result);
  }
  // Inputs whose sums no order rounds. A problem that only these have, such as
  // a division by 0, costs no more than the set.
  constexpr uint64_t anotherSeed = 0x5851f42d4c957f2d;
  if (hints.narrowFloats || anyWeak)
    add(Inputs::Sparse, request.seed + anotherSeed);
  return std::move(result);
}

worker::SampledMessage sample(const worker::SampleMessage &request,
                              llvm::ArrayRef<Argument> arguments,
                              llvm::function_ref<void()> progress) {
  const ParsedEntry entry(request.programText, request.entry, arguments.size());
  if (!entry.function()) {
    worker::SampledMessage message;
    message.missing = "the entry is not in normal form";
    return message;
  }
  return Sampler(entry.function(), request, arguments, progress).run();
}

} // namespace mlirgym::reference
