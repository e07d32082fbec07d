//===- ScheduleConformanceTest.cpp - The symbolic state and the IR --------===//
// Random legal schedules over every suite program: each must apply, and the IR
// must have the loops that the state predicted.
#include "MaterializedSchedule.h"
#include "RandomSchedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/ProgramLoader.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>
#include <set>

namespace mlirgym {
namespace {

/// Programs of the suites, each once, and those of tests/conformance/programs.
std::vector<std::string> suitePrograms() {
  std::set<std::string> names;
  for (llvm::StringRef suite :
       {"quick", "odd", "tiny", "chains", "single-ops"}) {
    llvm::Expected<Suite> loaded = Suite::load(suite);
    if (!loaded) {
      ADD_FAILURE() << llvm::toString(loaded.takeError());
      continue;
    }
    std::vector<std::string> programs = loaded->programs();
    names.insert(programs.begin(), programs.end());
  }
  return {names.begin(), names.end()};
}

class ScheduleConformance : public testing::Test {
protected:
  std::shared_ptr<const Program> generate(const std::string &name) {
    llvm::Expected<std::string> text = generateProgram(name);
    if (!text) {
      ADD_FAILURE() << name << ": " << llvm::toString(text.takeError());
      return nullptr;
    }
    return take(loader.loadText(*text, name));
  }

  /// Checks random schedules of the suites, at least `count` in all.
  void checkSuites(unsigned count) {
    std::vector<std::string> names = suitePrograms();
    ASSERT_FALSE(names.empty());
    const unsigned perProgram = count / unsigned(names.size()) + 1;
    uint32_t seed = 1;
    for (const std::string &name : names) {
      if (auto program = generate(name))
        checkAtRandom(program, perProgram, seed++);
    }
    EXPECT_GE(checked, HasFailure() ? 0u : count);
    EXPECT_GE(serialised, HasFailure() ? 0u : count / 10);
  }

  /// Checks `count` random schedules of `program`.
  void checkAtRandom(const std::shared_ptr<const Program> &program,
                     unsigned count, uint32_t seed) {
    // --gtest_random_seed=N gives other schedules.
    int variant = testing::UnitTest::GetInstance()->random_seed();
    std::mt19937 random(seed + 10000 * uint32_t(variant));
    for (unsigned i = 0; i < count; ++i) {
      double stop = i % 4 == 0 ? 0.5 : 0.1;
      auto state = walkAtRandom(encoding, ScheduleState(program), random, stop);
      if (!state) {
        ADD_FAILURE() << program->name().str() << ": "
                      << llvm::toString(state.takeError());
        return;
      }
      ++checked;
      if (!check(*program, *state))
        return; // one counterexample a program is enough to read
    }
  }

  bool check(const Program &program, const ScheduleState &state) {
    const Schedule &schedule = state.schedule();
    std::string where = (program.name() + ": " + schedule.text()).str();
    llvm::Expected<std::string> script = toTransformScript(program, schedule);
    if (!script) {
      ADD_FAILURE() << where << ": " << llvm::toString(script.takeError());
      return false;
    }
    const Schedule serial = schedule.serial();
    std::string problem =
        serial == schedule && llvm::StringRef(*script).contains("forall")
            ? "has a parallel loop"
            : ir.apply(program, *script);
    if (problem.empty())
      problem = ir.compare(state);
    if (problem.empty())
      return serial == schedule || checkSerial(program, serial);
    ADD_FAILURE() << where << '\n' << problem;
    return false;
  }

  /// The schedule for one thread is legal, makes the same loops, and has none
  /// that are parallel.
  bool checkSerial(const Program &program, const Schedule &serial) {
    ++serialised;
    auto state = ScheduleState::replay(std::make_shared<const Program>(program),
                                       serial, StateOptions::asWritten());
    if (state)
      return check(program, *state);
    ADD_FAILURE() << (program.name() + ": " + serial.text()).str() << ": "
                  << llvm::toString(state.takeError());
    return false;
  }

  std::shared_ptr<const Program> take(llvm::Expected<Program> program) {
    if (program)
      return std::make_shared<const Program>(std::move(*program));
    ADD_FAILURE() << llvm::toString(program.takeError());
    return nullptr;
  }

  ProgramLoader loader;
  MaterializedSchedule ir;
  FlatEncoding encoding;
  unsigned checked = 0, serialised = 0;
};

TEST_F(ScheduleConformance, SuitePrograms) { checkSuites(/*count=*/600); }
TEST_F(ScheduleConformance, DISABLED_ManySchedulesOfSuitePrograms) {
  checkSuites(/*count=*/5000);
}

/// A comparison that overlooks something would let a broken action pass.
TEST_F(ScheduleConformance, NoticesEveryWrongPrediction) {
  auto program = generate("matmul_bias_relu_24_40_56");
  ASSERT_TRUE(program);
  const char *text = "op1: tile_fuse(12,14) tile(5,0) done; "
                     "op0: tile(0,0,8) promote(1) interchange(1,0,2) vectorize";
  llvm::Expected<Schedule> schedule = Schedule::parse(text);
  ASSERT_TRUE(bool(schedule)) << llvm::toString(schedule.takeError());
  llvm::Expected<ScheduleState> state =
      ScheduleState::replay(program, *schedule);
  ASSERT_TRUE(bool(state)) << llvm::toString(state.takeError());
  ASSERT_TRUE(check(*program, *state));

  auto isNoticed = [&](auto change) {
    ScheduleState wrong = *state;
    change(wrong.nest(0), wrong.nest(1));
    return !ir.compare(wrong).empty();
  };
  using Nest = LoopNest;
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.loops[0].tripCount++; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.loops[2].isStatic = false; }));
  EXPECT_TRUE(isNoticed([](Nest &, Nest &r) { r.loops[0].isStatic = true; }));
  EXPECT_TRUE(isNoticed([](Nest &, Nest &r) { r.loops[0].tripCount = 4; }));
  EXPECT_TRUE(isNoticed(
      [](Nest &p, Nest &) { p.loops[0].iterator = IteratorType::Reduction; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) {
    std::swap(p.loops[0].source, p.loops[1].source);
  }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.tileLoops.pop_back(); }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.tileLoops[1].step = 7; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.tileLoops[2].extent = 41; }));
  EXPECT_TRUE(isNoticed(
      [](Nest &p, Nest &) { p.tileLoops[0].kind = TileLoop::Kind::Forall; }));
  EXPECT_TRUE(
      isNoticed([](Nest &, Nest &r) { r.tileLoops[2].isStatic = false; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.initDepth = 0; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.promoted = 1; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.isVectorized = false; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.markBy(ActionKind::Stream); }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.isGeneric = false; }));
  EXPECT_TRUE(isNoticed([](Nest &p, Nest &) { p.isPartial = true; }));
}

TEST_F(ScheduleConformance, NoticesWhatIsNotFlat) {
  auto program = generate("add_6_10");
  ASSERT_TRUE(program);
  ScheduleState state(program);
  llvm::cantFail(state.apply(ActionKind::Flatten));
  ASSERT_TRUE(check(*program, state));
  state.nest(0).loops[0].tripCount = 10;
  EXPECT_FALSE(ir.compare(state).empty());

  ScheduleState transposed(program);
  llvm::cantFail(transposed.apply(Action(ActionKind::Interchange, {1, 0})));
  ASSERT_TRUE(check(*program, transposed));
  transposed.nest(0).reshapedBy = ActionKind::Flatten;
  EXPECT_FALSE(ir.compare(transposed).empty());
}

TEST_F(ScheduleConformance, AwkwardPrograms) {
  std::error_code error;
  std::set<std::string> files;
  for (llvm::sys::fs::directory_iterator
           it(MLIRGYM_CONFORMANCE_PROGRAMS, error),
       end;
       it != end && !error; it.increment(error))
    files.insert(it->path());
  ASSERT_FALSE(error) << error.message();
  ASSERT_GE(files.size(), 10u);
  uint32_t seed = 100;
  for (const std::string &file : files)
    if (auto bytes = llvm::cantFail(readProgramFile(file));
        auto program = take(loader.loadText(bytes->getBuffer(), file, file)))
      checkAtRandom(program, 60, seed++);
}

} // namespace
} // namespace mlirgym
