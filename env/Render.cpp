#include "env/Render.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "env/Episode.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/Printable.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym {
namespace {
/// "64 x 48 x (32)": reductions in parentheses, '~' before an upper bound.
void printLoops(llvm::raw_ostream &os, llvm::ArrayRef<Loop> loops) {
  llvm::interleave(
      loops, os,
      [&](const Loop &loop) {
        bool reduces = loop.iterator == IteratorType::Reduction;
        os << (reduces ? "(" : "") << (loop.isStatic ? "" : "~")
           << loop.tripCount << (reduces ? ")" : "");
      },
      " x ");
}

void printOperation(llvm::raw_ostream &os, const ScheduleState &schedule,
                    unsigned op) {
  const Operation &operation = schedule.operation(op);
  const LoopNest &nest = schedule.nest(op);
  os << operation.tag << "  " << operation.kind << "  ";
  for (const TileLoop &loop : nest.tileLoops)
    os << (loop.isForall() ? "forall " : "for ") << loop.extent << " by "
       << loop.step << ", ";
  printLoops(os, nest.loops);
  if (nest.fusedInto >= 0)
    os << "  in " << schedule.program().operations()[nest.fusedInto].tag;
  if (nest.isVectorized)
    os << "  vectorised";
  os << '\n';
}

} // namespace

std::string renderLoops(const ScheduleState &schedule) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned op = schedule.program().operations().size(); op-- > 0;)
    printOperation(os, schedule, op);
  return text;
}

std::string renderEpisode(const Episode &episode) {
  std::string text;
  llvm::raw_string_ostream os(text);
  const ScheduleState &schedule = episode.state.schedule;
  const Program &program = schedule.program();

  os << "program:  " << printable(program.name()) << '\n';
  for (unsigned op = program.operations().size(); op-- > 0;) {
    bool isCurrent = !schedule.finished() && schedule.currentOp() == op;
    os << (isCurrent ? "> " : "  ");
    printOperation(os, schedule, op);
  }

  std::string actions = schedule.schedule().text();
  os << "schedule: " << (actions.empty() ? "(none yet)" : actions) << '\n';
  if (episode.state.kind >= 0) {
    os << "choosing: " << nameOf(static_cast<ActionKind>(episode.state.kind))
       << '(';
    llvm::interleaveComma(episode.state.parameters, os);
    os << (episode.state.parameters.empty() ? "...)\n" : ",...)\n");
  }
  if (episode.baseline && episode.last) {
    double speedup = episode.speedup();
    if (speedup > 0)
      os << llvm::formatv(
          "speedup:  {0} ({1} -> {2})\n", formatSpeedup(speedup),
          formatAmount(episode.baseline->medianNs, episode.baseline->metric),
          formatAmount(episode.last->medianNs, episode.last->metric));
    else
      os << "speedup:  unknown, "
         << nameOf(episode.last->ok() ? episode.baseline->status
                                      : episode.last->status)
         << '\n';
  }
  if (episode.over())
    os << (episode.terminated ? "terminated" : "truncated") << " after "
       << episode.decisions << " decisions\n";
  return text;
}

} // namespace mlirgym
