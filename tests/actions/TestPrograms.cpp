#include "TestPrograms.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlirgym {
namespace {
llvm::ExitOnError &orExit() {
  static llvm::ExitOnError exit("test set-up: ");
  return exit;
}

ProgramLoader &loader() {
  static ProgramLoader only;
  return only;
}
} // namespace

std::shared_ptr<const Program> programNamed(llvm::StringRef name) {
  static llvm::StringMap<std::shared_ptr<const Program>> known;
  auto &program = known[name];
  if (!program)
    program = std::make_shared<const Program>(
        orExit()(loader().loadText(orExit()(generateProgram(name)), name)));
  return program;
}

std::shared_ptr<const Program> programFromText(llvm::StringRef text) {
  return std::make_shared<const Program>(
      orExit()(loader().loadText(text, "inline")));
}

std::shared_ptr<const Program> convolutionOf(llvm::StringRef kind,
                                             llvm::StringRef image,
                                             llvm::StringRef filter,
                                             llvm::StringRef result,
                                             llvm::StringRef attributes) {
  return programFromText(llvm::formatv(R"(
func.func @conv(%a: tensor<{1}>, %w: tensor<{2}>, %o: tensor<{3}>) -> tensor<{3}> {{
  %r = linalg.{0} {4} ins(%a, %w : tensor<{1}>, tensor<{2}>) outs(%o : tensor<{3}>) -> tensor<{3}>
  return %r : tensor<{3}>
})",
                                       kind, image, filter, result, attributes)
                             .str());
}

ScheduleState stateAfter(llvm::StringRef program, llvm::StringRef schedule,
                         StateOptions options) {
  return orExit()(ScheduleState::replay(
      programNamed(program), orExit()(Schedule::parse(schedule)), options));
}

ScheduleState stateAt(llvm::StringRef program, unsigned op,
                      llvm::StringRef schedule) {
  ScheduleState state = stateAfter(program, schedule);
  state.skipTo(op);
  return state;
}

std::string whyIllegal(const ScheduleState &state, const Action &action) {
  return llvm::toString(state.verify(action));
}

std::vector<int64_t> tripCounts(const LoopNest &nest) {
  std::vector<int64_t> counts;
  for (const Loop &loop : nest.loops)
    counts.push_back(loop.isStatic ? loop.tripCount : -loop.tripCount);
  return counts;
}

std::vector<std::string> tileLoops(const LoopNest &nest) {
  std::vector<std::string> loops;
  for (const TileLoop &loop : nest.tileLoops)
    loops.push_back(
        llvm::formatv("{0} {1}{2} by {3}",
                      loop.kind == TileLoop::Kind::For ? "for" : "forall",
                      loop.isStatic ? "" : "~", loop.extent, loop.step)
            .str());
  return loops;
}

std::string scriptOf(llvm::StringRef program, llvm::StringRef schedule) {
  return orExit()(toTransformScript(*programNamed(program),
                                    orExit()(Schedule::parse(schedule))));
}

} // namespace mlirgym
