#include "execution/reference/Preparation.h"
#include "execution/evaluator/Body.h"
#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/Evaluator.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "execution/reference/Draw.h"
#include "execution/reference/InputRanges.h"
#include "execution/reference/ParsedEntry.h"
#include "execution/reference/Planting.h"
#include "execution/reference/Tolerance.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::reference {

static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {

/// One set of inputs with its expected outputs.
struct Trial {
  MaybeProblem problem;
  std::vector<std::vector<char>> inputs; ///< index [argument]
  std::vector<SharedTensor> outputs;
  std::vector<Judged> judged;
  Decisions decisions;
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

/// Properties that no inputs reveal: a kernel may be wrong there.
struct Gaps {
  struct Untaken {
    mlir::Operation *op;
    Outcomes outcomes;
  };
  /// An output that depends on inputs, and is the same for all of them.
  struct Unvarying {
    unsigned argument;
    /// False: the difference is within the tolerances, as if sums cancel.
    bool exactly;
  };
  std::vector<Untaken> branches;
  std::vector<Unvarying> outputs;
  /// Sources of each branch and output.
  std::vector<const Sources *> sources;

  bool empty() const { return sources.empty(); }
  size_t count() const;
  bool has(size_t output) const {
    return llvm::any_of(outputs, [&](const Unvarying &unvarying) {
      return unvarying.argument == output;
    });
  }
  /// "" if there are none.
  std::string describe() const;
};

class Preparation {
public:
  Preparation(mlir::func::FuncOp function, llvm::ArrayRef<Argument> all,
              uint64_t firstSeed, Progress progress)
      : entry(function), arguments(all), seed(firstSeed), tell(progress),
        hints(inputHintsOf(entry)), terms(longestReduction(entry)),
        work(workOf(entry)) {}

  llvm::Expected<Prepared> run();

private:
  Trial tryInputs(Draw kind, double sparsity, uint64_t setSeed) const;
  /// The first kind of inputs for which every output distinguishes kernels, or
  /// else the best.
  Trial bestOf(llvm::ArrayRef<Draw> kinds, uint64_t setSeed);
  Trial trySparse(uint64_t setSeed);
  /// Evaluates the inputs of the trial.
  void evaluateInputs(Trial &trial) const;
  Gaps gapsOf(llvm::ArrayRef<Trial> trials);
  /// Plants numbers into the inputs of the last trial, if that fills gaps.
  void fillGaps(std::vector<Trial> &trials);
  /// Adds sets of inputs for which outputs vary: the extremum of many numbers,
  /// for example, is the same for all large inputs.
  void varyOutputs(std::vector<Trial> &trials, Gaps &gaps);
  /// `base` with planted numbers; nullopt if there are none.
  std::optional<Trial> tryPlanted(const Trial &base, const Gaps &gaps,
                                  Planting how) const;
  /// Null if the values depend on no input.
  const Sources *inputsOf(mlir::Operation *user, mlir::ValueRange values);
  /// Requires: no set of inputs distinguishes kernels by this output.
  std::string whyUnusable(llvm::ArrayRef<Trial> trials, size_t output) const;
  llvm::Error write(Prepared &prepared, llvm::ArrayRef<Trial> trials) const;

  mlir::func::FuncOp entry;
  llvm::ArrayRef<Argument> arguments;
  uint64_t seed;
  Progress tell;
  InputHints hints;
  double terms, work;
  /// Sources of decisions and outputs, cached.
  std::map<mlir::Operation *, Sources> sources;
};
} // namespace

Trial Preparation::tryInputs(Draw kind, double sparsity,
                             uint64_t setSeed) const {
  Trial trial;
  trial.inputs.resize(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &argument = arguments[i];
    if (!argument.isInput)
      continue;
    std::vector<char> &bytes = trial.inputs[i];
    bytes.resize(size_t(argument.sizeBytes()));
    draw(argument, hints.arguments[i], hints.smallIntegers, kind, sparsity,
         setSeed + i, bytes.data());
  }
  evaluateInputs(trial);
  return trial;
}

void Preparation::evaluateInputs(Trial &trial) const {
  std::vector<SharedTensor> before(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].isInput)
      before[i] = std::make_shared<Tensor>(
          Tensor::fromBytes(arguments[i].shape, arguments[i].elementType,
                            trial.inputs[i].data()));
  Evaluation evaluation = evaluate(entry, before, tell);
  trial.problem = std::move(evaluation.problem);
  if (trial.problem)
    return;
  trial.outputs = std::move(evaluation.outputs);
  trial.decisions = std::move(evaluation.decisions);
  trial.judged.resize(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isOutput)
      continue;
    if (!trial.outputs[i]) {
      trial.problem =
          Problem{Problem::Kind::Unknown, "an output without value"};
      return;
    }
    Judged &judged = trial.judged[i] = judge(*trial.outputs[i], terms);
    trial.unusable += !judged.usable;
    trial.constant += judged.constant && arguments[i].numElements() > 1;
    trial.weak += judged.weak;
    trial.inexact = std::max(trial.inexact, judged.inexact);
  }
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

//===----------------------------------------------------------------------===//
// Gaps
//===----------------------------------------------------------------------===//

size_t Gaps::count() const {
  size_t count = 0;
  for (const Unvarying &output : outputs)
    count += output.exactly ? 2 : 1;
  for (const Untaken &branch : branches)
    count += llvm::popcount(branch.outcomes);
  return count;
}

std::string Gaps::describe() const {
  constexpr size_t most = 4;
  std::vector<std::string> all;
  for (const Unvarying &output : outputs)
    all.push_back(llvm::formatv("argument {0}, which is the same but for "
                                "rounding",
                                output.argument));
  for (const Untaken &branch : branches)
    for (Outcomes outcome : {1, 2, 4})
      if (branch.outcomes & outcome)
        all.push_back("that " + reference::describe(branch.op, outcome));
  if (all.empty())
    return "";
  std::string more;
  if (all.size() > most)
    more = llvm::formatv("; and {0} more", all.size() - most);
  all.resize(std::min(all.size(), most));
  return "not verified, for lack of inputs: " + llvm::join(all, "; ") + more;
}

namespace {
enum class Likeness : uint8_t { Different, Close, Same };
} // namespace

/// Close if a kernel that gives the output of `b` for the inputs of `a` passes.
static Likeness compare(const Trial &a, const Trial &b, size_t output) {
  const Tensor &x = *a.outputs[output], &y = *b.outputs[output];
  auto equal = [](double here, double there) {
    return here == there || (std::isnan(here) && std::isnan(there));
  };
  Likeness found = Likeness::Same;
  for (size_t i = 0; i < x.size(); ++i) {
    const double tolerance = a.judged[output].tolerance[i];
    // Kernels round to the program's own types.
    const bool isSame = x.isFloat() ? equal(x.value[i], y.value[i]) &&
                                          equal(x.narrowAt(i), y.narrowAt(i))
                                    : x.number[i] == y.number[i];
    const double distance =
        x.isFloat() ? std::fabs(x.value[i] - y.value[i])
                    : std::fabs(double(x.number[i]) - double(y.number[i]));
    if (isSame || tolerance == infinity)
      continue;
    if (!(tolerance > 0 && distance <= tolerance))
      return Likeness::Different;
    found = Likeness::Close;
  }
  return found;
}

const Sources *Preparation::inputsOf(mlir::Operation *user,
                                     mlir::ValueRange values) {
  auto [found, isNew] = sources.try_emplace(user);
  if (isNew)
    found->second = sourcesOf(values);
  const Sources &known = found->second;
  bool reads = llvm::any_of(known.arguments,
                            [&](unsigned i) { return arguments[i].isInput; });
  return reads ? &known : nullptr;
}

Gaps Preparation::gapsOf(llvm::ArrayRef<Trial> trials) {
  constexpr size_t mostBranches = 256;
  Gaps gaps;
  entry.walk([&](mlir::Operation *op) {
    Outcomes met = 0;
    bool ran = false;
    for (const Trial &trial : trials)
      if (auto found = trial.decisions.find(op);
          found != trial.decisions.end()) {
        met |= found->second;
        ran = true;
      }
    const auto missing = Outcomes(everyOutcome(decisionOf(op)) & ~met);
    const bool decides =
        decisionOf(op) != Decision::Extremum || (met & openExtremum) != 0;
    if (!ran || missing == 0 || !decides ||
        gaps.branches.size() >= mostBranches)
      return;
    // Decisions that depend only on indices and constants are the same for all
    // inputs.
    if (const Sources *inputs = inputsOf(op, decidingOperands(op))) {
      gaps.branches.push_back({op, missing});
      gaps.sources.push_back(inputs);
    }
  });
  entry.walk([&](mlir::bufferization::MaterializeInDestinationOp write) {
    auto target = llvm::dyn_cast<mlir::BlockArgument>(write.getDest());
    if (!target || !llvm::isa<mlir::MemRefType>(target.getType()))
      return;
    const unsigned i = target.getArgNumber();
    Likeness likeness = Likeness::Same;
    for (const Trial &trial : trials.drop_front())
      likeness = std::min(likeness, compare(trial, trials.front(), i));
    // One set alone shows only whether all elements are the same.
    if (trials.size() == 1 &&
        (!trials.front().judged[i].constant || arguments[i].numElements() == 1))
      likeness = Likeness::Different;
    if (likeness == Likeness::Different)
      return;
    if (const Sources *inputs = inputsOf(write, write.getSource())) {
      gaps.outputs.push_back({i, likeness == Likeness::Same});
      gaps.sources.push_back(inputs);
    }
  });
  return gaps;
}

std::optional<Trial> Preparation::tryPlanted(const Trial &base,
                                             const Gaps &gaps,
                                             Planting how) const {
  constexpr uint64_t seedOfPlaces = 0x2545f4914f6cdd1d;
  Trial trial;
  trial.inputs = base.inputs;
  bool any = false;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isInput)
      continue;
    Sources constants;
    bool wanted = false;
    for (const Sources *from : gaps.sources)
      if (from->arguments.contains(i)) {
        wanted = true;
        constants.addConstantsOf(*from);
      }
    if (wanted)
      any |=
          plant(arguments[i], i, hints.arguments[i], hints.smallIntegers, terms,
                constants, how, seed + seedOfPlaces, trial.inputs[i].data());
  }
  if (!any)
    return std::nullopt;
  evaluateInputs(trial);
  return trial;
}

/// True if, with the planted numbers, most elements of each output are still
/// compared as closely as before; outputs that distinguished no kernels are
/// ignored.
static bool staysClose(const Trial &before, const Trial &planted,
                       const Gaps &gaps) {
  if (planted.problem)
    return false;
  for (size_t i = 0; i < before.judged.size(); ++i) {
    if (gaps.has(i))
      continue;
    const Judged &old = before.judged[i], &now = planted.judged[i];
    size_t looser = 0;
    for (auto [tolerance, larger] :
         llvm::zip_equal(old.tolerance, now.tolerance))
      looser += larger > 2 * tolerance;
    if ((old.usable && !now.usable) || (!old.weak && now.weak) ||
        2 * looser > old.tolerance.size())
      return false;
  }
  return true;
}

void Preparation::fillGaps(std::vector<Trial> &trials) {
  Gaps gaps = gapsOf(trials);
  // Small programs are tried more often: all their tries together take a tenth
  // of a second; the few tries of large programs take seconds.
  constexpr double littleWork = 5e7, muchWork = 4e9;
  constexpr double few = 5, many = 48;
  const auto tries = static_cast<unsigned>(std::max(
      std::min(littleWork / work, many), std::min(muchWork / work, few)));
  constexpr Numbers kinds[] = {Numbers::Near, Numbers::Far, Numbers::Infinite,
                               Numbers::NaN};
  for (unsigned i = 0; i < tries && !gaps.empty(); ++i) {
    const unsigned kind = i % unsigned(std::size(kinds)),
                   turn = i / unsigned(std::size(kinds));
    if (kinds[kind] == Numbers::NaN && turn > 0)
      continue; // the same again
    const Planting how = {kinds[kind], turn};
    std::optional<Trial> planted = tryPlanted(trials.back(), gaps, how);
    if (!planted || !staysClose(trials.back(), *planted, gaps))
      continue;
    std::swap(trials.back(), *planted);
    if (Gaps left = gapsOf(trials); left.count() < gaps.count())
      gaps = std::move(left);
    else
      std::swap(trials.back(), *planted);
  }
}

void Preparation::varyOutputs(std::vector<Trial> &trials, Gaps &gaps) {
  constexpr uint64_t seedOfOthers = 0x9e6c63d0876a9a47;
  for (Draw kind :
       {Draw::Positive, Draw::Small, Draw::Large, Draw::Zero, Draw::Sparse}) {
    if (gaps.outputs.empty())
      return;
    Trial trial = tryInputs(kind, 1, seed + seedOfOthers);
    if (trial.problem)
      continue;
    trials.push_back(std::move(trial));
    if (Gaps left = gapsOf(trials); left.count() < gaps.count())
      gaps = std::move(left);
    else
      trials.pop_back();
  }
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

std::string Preparation::whyUnusable(llvm::ArrayRef<Trial> trials,
                                     size_t output) const {
  const ElementType type = arguments[output].elementType;
  std::string why = "is not a number anywhere, for any inputs tried";
  if (!isFloat(type))
    why = "depends on rounding everywhere, for any inputs tried";
  // This happens if a kernel multiplies by the reciprocal of a divisor.
  else if (llvm::any_of(trials, [&](const Trial &trial) {
             return trial.judged[output].overflows;
           }))
    why = llvm::formatv("may leave the range of {0} everywhere, or what it is "
                        "computed from may (as a reciprocal), for any inputs "
                        "tried; scale the numbers",
                        nameOfElement(type));
  return llvm::formatv("nothing can be compared: argument {0} {1}", output,
                       why);
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
  if (work > mostWork)
    return stop(Prepared::Outcome::Unknown,
                llvm::formatv("{0:e1} scalar operations take too long", work));
  MLIRGYM_TRY(prepared.program, worker::ProgramData::layOut(arguments));

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
  const bool mayHaveMore =
      work < muchWork && prepared.program.inputBytes < muchMemory;
  if (mayHaveMore) {
    // Kept even if its outputs are constant, as all maxima are: no other inputs
    // show that a kernel reads only a part of its terms.
    add(tryInputs(Draw::Planted, 1, seed + anotherSeed));
    fillGaps(trials);
    if (trials.size() == 1 || !trials.back().good())
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
      return stop(Prepared::Outcome::Unusable, whyUnusable(trials, i));
  Gaps gaps = gapsOf(trials);
  if (mayHaveMore)
    varyOutputs(trials, gaps);
  for (const Gaps::Unvarying &output : gaps.outputs)
    if (output.exactly)
      return stop(Prepared::Outcome::Unusable,
                  llvm::formatv("nothing can be compared: argument {0} is the "
                                "same for all inputs tried; leave that output "
                                "out of the program",
                                output.argument));
  prepared.message = gaps.describe();
  MLIRGYM_TRY_TO(write(prepared, trials));
  return prepared;
}

llvm::Expected<Prepared> prepare(llvm::StringRef programText,
                                 llvm::StringRef entry,
                                 llvm::ArrayRef<Argument> arguments,
                                 uint64_t seed,
                                 llvm::function_ref<void()> progress) {
  const ParsedEntry parsed(programText, entry, arguments.size());
  if (!parsed.function()) {
    Prepared prepared;
    prepared.outcome = Prepared::Outcome::Unknown;
    prepared.message = "the entry is not in normal form";
    return prepared;
  }
  return Preparation(parsed.function(), arguments, seed, progress).run();
}

} // namespace mlirgym::reference
