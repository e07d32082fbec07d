#include "agents/AlikeSchedules.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

using namespace mlirgym;

namespace {

/// True if the terms depend on the same loops.
bool dependAlike(const AffineTerm &a, const AffineTerm &b) {
  return a.linear == b.linear &&
         llvm::equal(a.coefficients, b.coefficients,
                     [](int64_t x, int64_t y) { return (x == 0) == (y == 0); });
}

bool areIndexedAlike(const Operand &a, const Operand &b) {
  return a.elementType == b.elementType &&
         llvm::equal(a.map, b.map, dependAlike);
}

/// True if the dimensions are indexed alike in any order: those of a matrix and
/// of a transposed one.
bool areIndexedAlikeInAnyOrder(const Operand &a, const Operand &b) {
  return a.elementType == b.elementType && a.map.size() == b.map.size() &&
         std::is_permutation(a.map.begin(), a.map.end(), b.map.begin(),
                             dependAlike);
}

bool areAlike(const Operation &a, const Operation &b, bool inAnyOrder) {
  return a.iteratorTypes == b.iteratorTypes &&
         llvm::equal(a.inputs, b.inputs,
                     inAnyOrder ? areIndexedAlikeInAnyOrder
                                : areIndexedAlike) &&
         llvm::equal(a.inits, b.inits, areIndexedAlike);
}

/// Operations of a program from `begin` on that are alike those of a precedent.
struct Run {
  unsigned begin;
  /// Of the same operations, the nearest first.
  std::vector<const Precedent *> precedents;
};

/// True if the operations from `begin` on begin with those of `other`, of which
/// there are no more than follow; if `inAnyOrder`, with inputs whose dimensions
/// may be in another order.
bool beginsAlike(const Program &program, size_t begin, const Program &other,
                 bool inAnyOrder) {
  auto producerInRun = [&](const Operand &operand) {
    const auto first = static_cast<int>(begin);
    return operand.producer >= first ? operand.producer - first : -1;
  };
  return llvm::all_of(
      llvm::zip(program.operations().drop_front(begin), other.operations()),
      [&](const auto &pair) {
        const auto &[mine, its] = pair;
        return areAlike(mine, its, inAnyOrder) &&
               llvm::equal(mine.inputs, its.inputs,
                           [&](const Operand &x, const Operand &y) {
                             return producerInRun(x) == y.producer;
                           });
      });
}

/// How much the lengths of the loops differ: the sum of the binary logarithms
/// of their ratios.
double distance(const Program &program, size_t begin, const Program &other) {
  double sum = 0;
  for (auto [mine, its] :
       llvm::zip(program.operations().drop_front(begin), other.operations()))
    for (auto [a, b] : llvm::zip_equal(mine.tripCounts, its.tripCounts))
      sum +=
          std::abs(std::log2(static_cast<double>(a) / static_cast<double>(b)));
  return sum;
}

/// The longest run that ends before the operation `end`; nullopt without a
/// precedent.
std::optional<Run> runBefore(const Program &program, unsigned end,
                             llvm::ArrayRef<Precedent> precedents) {
  std::optional<Run> longest;
  for (const Precedent &precedent : precedents) {
    const size_t count = precedent.program->operations().size();
    if (count > end)
      continue;
    const auto begin = static_cast<unsigned>(end - count);
    if ((longest && longest->begin < begin) ||
        !beginsAlike(program, begin, *precedent.program, /*inAnyOrder=*/true))
      continue;
    if (!longest || begin < longest->begin)
      longest = Run{begin, {}};
    longest->precedents.push_back(&precedent);
  }
  if (longest)
    llvm::sort(longest->precedents, [&](const auto *one, const auto *other) {
      auto order = [&](const Precedent *of) {
        return std::tuple(!beginsAlike(program, longest->begin, *of->program,
                                       /*inAnyOrder=*/false),
                          of->machineDistance,
                          distance(program, longest->begin, *of->program), of);
      };
      return order(one) < order(other);
    });
  return longest;
}

/// Numbers of threads.
struct Threads {
  int64_t mine, theirs;
};

/// `action` of the state `theirs` for the loops of `mine`.
Action fitted(Action action, const ScheduleState &theirs,
              const ScheduleState &mine, Threads threads) {
  if (action.traits().parameters != ParameterKind::TileSizes)
    return action;
  bool isFirst = true;
  for (auto [size, itsLoop, loop] : llvm::zip_equal(
           action.parameters, theirs.nest().loops, mine.nest().loops)) {
    if (size > 0 && action.traits().isParallel) {
      int64_t tiles = llvm::divideCeil(itsLoop.tripCount, size);
      if (std::exchange(isFirst, false))
        tiles = llvm::divideCeil(tiles * threads.mine, threads.theirs);
      size = llvm::divideCeil(loop.tripCount, tiles);
    }
    if (size >= loop.tripCount)
      size = 0;
  }
  return action;
}

/// Applies the action to an operation of the run that begins at `begin`. It
/// does without the producers in its tile if these cannot be there, or if
/// operations before the run would be; a copy of what is no longer cut is left
/// out. False if the action is not legal.
bool apply(ScheduleState &state, unsigned begin, Action action) {
  ScheduleState next = state;
  const bool isLegal = !llvm::errorToBool(next.apply(action));
  if (isLegal && llvm::all_of(llvm::seq(begin), [&](unsigned op) {
        return next.nest(op) == state.nest(op);
      })) {
    state = std::move(next);
    return true;
  }
  if (std::optional<ActionKind> twin = action.traits().unfusedTwin) {
    action.kind = *twin;
    return !llvm::errorToBool(state.apply(action));
  }
  return action.kind == ActionKind::Promote;
}

/// Appends the actions of a precedent to the state of the program; false if one
/// of them is not legal there.
bool append(ScheduleState &mine, unsigned begin, const Precedent &precedent,
            unsigned threads) {
  ScheduleState theirs(precedent.program, StateOptions::asWritten());
  for (const Schedule::Entry &entry : precedent.schedule.entries()) {
    theirs.skipTo(entry.op);
    mine.skipTo(begin + entry.op);
    for (const Action &action : entry.actions) {
      if (mine.finished() || mine.currentOp() != begin + entry.op ||
          theirs.nest().loops.size() != mine.nest().loops.size())
        return false;
      const Action same =
          fitted(action, theirs, mine, {threads, precedent.threads});
      const bool isNothing =
          same.traits().parameters == ParameterKind::TileSizes &&
          llvm::all_of(same.parameters, [](int64_t size) { return size == 0; });
      if ((!isNothing && !apply(mine, begin, same)) ||
          llvm::errorToBool(theirs.apply(action)))
        return false;
    }
  }
  return true;
}

/// True if the operation has a tenth of the iterations of another one, or more:
/// untransformed it would determine the time of the program.
bool isHeavy(const Program &program, unsigned op) {
  auto iterations = [](const Operation &operation) {
    return static_cast<double>(llvm::product_of(operation.tripCounts));
  };
  return llvm::none_of(program.operations(), [&](const Operation &other) {
    return iterations(other) > 10 * iterations(program.operations()[op]);
  });
}

/// True if the schedules have the same kinds of actions in the same order.
bool haveOneForm(const Schedule &a, const Schedule &b) {
  return llvm::equal(a.entries(), b.entries(),
                     [](const auto &x, const auto &y) {
                       return x.op == y.op &&
                              llvm::equal(x.actions, y.actions,
                                          [](const Action &p, const Action &q) {
                                            return p.kind == q.kind;
                                          });
                     });
}
} // namespace

std::vector<Schedule>
mlirgym::schedulesOfAlike(const std::shared_ptr<const Program> &program,
                          llvm::ArrayRef<Precedent> precedents,
                          unsigned threads, size_t most) {
  std::vector<Run> runs;
  size_t choices = 0;
  for (auto end = static_cast<unsigned>(program->operations().size());
       end > 0;) {
    std::optional<Run> run = runBefore(*program, end, precedents);
    if (!run && isHeavy(*program, end - 1))
      return {};
    end = run ? run->begin : end - 1;
    if (!run)
      continue;
    choices = std::max(choices, run->precedents.size());
    runs.push_back(std::move(*run));
  }
  std::vector<Schedule> first, others;
  for (size_t choice = 0; choice < choices; ++choice) {
    ScheduleState state(program, StateOptions::asWritten());
    const bool isLegal = llvm::all_of(runs, [&](const Run &run) {
      const size_t which = std::min(choice, run.precedents.size() - 1);
      return append(state, run.begin, *run.precedents[which], threads);
    });
    Schedule schedule = state.schedule().canonical();
    if (!isLegal || schedule.empty() || llvm::is_contained(first, schedule) ||
        llvm::is_contained(others, schedule))
      continue;
    const bool isNew = llvm::none_of(first, [&](const Schedule &known) {
      return haveOneForm(known, schedule);
    });
    (isNew ? first : others).push_back(std::move(schedule));
  }
  llvm::append_range(first, std::move(others));
  if (first.size() > most)
    first.resize(most);
  return first;
}
