#include "execution/reference/Preparation.h"
#include "execution/reference/Body.h"
#include "execution/reference/Draw.h"
#include "execution/reference/Evaluator.h"
#include "execution/reference/InputRanges.h"
#include "execution/reference/Operations.h"
#include "execution/reference/Tensor.h"
#include "execution/reference/Tolerance.h"
#include "execution/worker/Comparison.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/Messages.h"
#include "execution/worker/ProgramData.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "program/PayloadDialects.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym::reference {
namespace {

/// One set of inputs with its expected outputs.
struct Trial {
  MaybeProblem problem;
  std::vector<std::vector<char>> inputs; ///< index [argument]
  std::vector<SharedTensor> outputs;
  std::vector<Judged> judged;
  unsigned unusable = 0, constant = 0, weak = 0;
  double inexact = 0;

  bool betterThan(const Trial &other) const {
    if (problem || other.problem)
      return !problem && other.problem;
    return std::pair(unusable, constant) <
           std::pair(other.unusable, other.constant);
  }
  bool good() const { return !problem && unusable == 0 && constant == 0; }
};

class Preparation {
public:
  Preparation(mlir::func::FuncOp function, llvm::ArrayRef<Argument> all,
              uint64_t firstSeed, Progress progress)
      : entry(function), arguments(all), seed(firstSeed), tell(progress),
        hints(inputHintsOf(entry)), terms(longestReduction(entry)) {}

  llvm::Expected<Prepared> run();

private:
  Trial tryInputs(Draw kind, double sparsity, uint64_t setSeed);
  /// The first kind of inputs for which every output distinguishes kernels, or
  /// else the best.
  Trial bestOf(llvm::ArrayRef<Draw> kinds, uint64_t setSeed);
  Trial trySparse(uint64_t setSeed);
  llvm::Error write(Prepared &prepared, llvm::ArrayRef<Trial> trials) const;

  mlir::func::FuncOp entry;
  llvm::ArrayRef<Argument> arguments;
  uint64_t seed;
  Progress tell;
  InputHints hints;
  double terms;
};
} // namespace

Trial Preparation::tryInputs(Draw kind, double sparsity, uint64_t setSeed) {
  Trial trial;
  std::vector<SharedTensor> before(arguments.size());
  trial.inputs.resize(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &argument = arguments[i];
    if (!argument.isInput)
      continue;
    std::vector<char> &bytes = trial.inputs[i];
    bytes.resize(size_t(argument.sizeBytes()));
    draw(argument, hints.arguments[i], hints.smallIntegers, kind, sparsity,
         setSeed + i, bytes.data());
    before[i] = std::make_shared<Tensor>(
        Tensor::fromBytes(argument.shape, argument.elementType, bytes.data()));
  }
  Evaluation evaluation = evaluate(entry, before, tell);
  trial.problem = std::move(evaluation.problem);
  if (trial.problem)
    return trial;
  trial.outputs = std::move(evaluation.outputs);
  trial.judged.resize(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isOutput)
      continue;
    if (!trial.outputs[i]) {
      trial.problem =
          Problem{Problem::Kind::Unknown, "an output without value"};
      return trial;
    }
    Judged &judged = trial.judged[i] = judge(*trial.outputs[i], terms);
    trial.unusable += !judged.usable;
    trial.constant += judged.constant && arguments[i].numElements() > 1;
    trial.weak += judged.weak;
    trial.inexact = std::max(trial.inexact, judged.inexact);
  }
  return trial;
}

Trial Preparation::bestOf(llvm::ArrayRef<Draw> kinds, uint64_t setSeed) {
  Trial best = tryInputs(kinds.front(), 1, setSeed);
  for (Draw kind : kinds.drop_front()) {
    if (best.good() ||
        (best.problem && best.problem->kind == Problem::Kind::Unknown))
      break;
    Trial next = tryInputs(kind, 1, setSeed);
    if (next.betterThan(best))
      best = std::move(next);
  }
  return best;
}

Trial Preparation::trySparse(uint64_t setSeed) {
  // The estimated densities assume independent terms; most sums must be exact.
  constexpr double mostInexact = 0.25;
  Trial best = tryInputs(Draw::Sparse, 1, setSeed);
  for (double sparsity : {0.25, 1.0 / 16}) {
    if (best.problem || best.inexact <= mostInexact)
      break;
    Trial next = tryInputs(Draw::Sparse, sparsity, setSeed);
    if (!next.problem && next.inexact < best.inexact)
      best = std::move(next);
  }
  return best;
}

llvm::Error Preparation::write(Prepared &prepared,
                               llvm::ArrayRef<Trial> trials) const {
  worker::LoadProgramMessage &record = prepared.program;
  record.inputSets = static_cast<uint32_t>(trials.size());
  for (const Trial &trial : trials)
    for (const Judged &judged : trial.judged)
      record.averageLimits.push_back(judged.averageLimit);
  auto inputs = worker::MemoryFile::create(
      "mlirgym-inputs", record.inputBytes * trials.size(),
      [&](llvm::MutableArrayRef<char> target) {
        for (auto [set, trial] : llvm::enumerate(trials))
          for (size_t i = 0; i < arguments.size(); ++i)
            llvm::copy(trial.inputs[i], target.data() +
                                            set * record.inputBytes +
                                            record.arguments[i].inputOffset);
      });
  if (!inputs)
    return inputs.takeError();
  auto reference = worker::MemoryFile::create(
      "mlirgym-reference", record.referenceSetBytes() * trials.size(),
      [&](llvm::MutableArrayRef<char> target) {
        for (auto [set, trial] : llvm::enumerate(trials)) {
          char *begin = target.data() + set * record.referenceSetBytes();
          for (size_t i = 0; i < arguments.size(); ++i) {
            if (!arguments[i].isOutput)
              continue;
            const worker::ArgumentRecord &at = record.arguments[i];
            writeElements(*trial.outputs[i], begin + at.referenceOffset);
            worker::writeTolerances(
                arguments[i].elementType, trial.judged[i].tolerance,
                begin + record.referenceBytes + at.toleranceOffset);
          }
        }
      });
  if (!reference)
    return reference.takeError();
  prepared.inputs = std::move(*inputs);
  prepared.reference = std::move(*reference);
  return llvm::Error::success();
}

llvm::Expected<Prepared> Preparation::run() {
  Prepared prepared;
  auto stop = [&](Prepared::Outcome outcome, std::string why) {
    prepared.outcome = outcome;
    prepared.message = std::move(why);
    return std::move(prepared);
  };
  // Limit of about a minute on one core for all sets.
  constexpr double mostWork = 2e10, muchWork = 4e9;
  double work = workOf(entry);
  if (work > mostWork)
    return stop(Prepared::Outcome::Unknown,
                llvm::formatv("{0:e1} scalar operations take too long", work));
  auto layout = worker::ProgramData::layOut(arguments);
  if (!layout)
    return layout.takeError();
  prepared.program = std::move(*layout);

  std::vector<Trial> trials;
  trials.push_back(bestOf({Draw::Plain, Draw::Positive, Draw::Small}, seed));
  const Trial &first = trials.front();
  if (first.problem && first.problem->kind == Problem::Kind::Unknown)
    return stop(Prepared::Outcome::Unknown, first.problem->message);
  if (first.problem)
    return stop(Prepared::Outcome::Unusable, first.problem->message);
  auto add = [&](Trial trial) {
    if (!trial.problem)
      trials.push_back(std::move(trial));
  };
  constexpr uint64_t anotherSeed = 0x5851f42d4c957f2d;
  // Each set is held in memory by the caller and by the worker that measures.
  constexpr uint64_t muchMemory = 256 << 20;
  if (work < muchWork && prepared.program.inputBytes < muchMemory) {
    Trial planted = tryInputs(Draw::Planted, 1, seed + anotherSeed);
    const bool isGood = planted.good();
    // Kept even if its outputs are constant, as all maxima are: no other inputs
    // show that a kernel reads only a part of its terms.
    add(std::move(planted));
    if (!isGood)
      add(bestOf({Draw::Positive, Draw::Small}, seed + anotherSeed));
  }
  bool anyWeak =
      llvm::any_of(trials, [](const Trial &trial) { return trial.weak > 0; });
  bool anySaturates = llvm::any_of(hints.arguments, [](const InputHint &hint) {
    return hint.reduction != Saturating::None;
  });
  if (hints.narrowFloats || anySaturates || anyWeak)
    add(trySparse(seed + 2 * anotherSeed));

  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].isOutput && llvm::none_of(trials, [&](const Trial &t) {
          return t.judged[i].usable;
        }))
      return stop(Prepared::Outcome::Unusable,
                  llvm::formatv("nothing can be compared: argument {0} is not "
                                "a number anywhere, for any inputs tried",
                                i));
  if (llvm::Error error = write(prepared, trials))
    return std::move(error);
  return prepared;
}

llvm::Expected<Prepared> prepare(llvm::StringRef programText,
                                 llvm::StringRef entry,
                                 llvm::ArrayRef<Argument> arguments,
                                 uint64_t seed,
                                 llvm::function_ref<void()> progress) {
  // A registry without anything that the lowering registers or changes.
  mlir::DialectRegistry registry;
  registerPayloadDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(programText, &context);
  auto function = module ? module->lookupSymbol<mlir::func::FuncOp>(entry)
                         : mlir::func::FuncOp();
  if (!function || function.getNumArguments() != arguments.size() ||
      !function.getBody().hasOneBlock()) {
    Prepared prepared;
    prepared.outcome = Prepared::Outcome::Unknown;
    prepared.message = "the entry is not in normal form";
    return prepared;
  }
  return Preparation(function, arguments, seed, progress).run();
}

} // namespace mlirgym::reference
