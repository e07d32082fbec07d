//===- ScheduleConformanceTest.cpp - The symbolic state does not lie ------===//
// Random legal schedules over every suite program: each must apply, and the IR
// must have the loops that the state predicted.
#include "MaterializedSchedule.h"
#include "RandomSchedule.h"
#include "actions/Encoding.h"
#include "actions/ScheduleState.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
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

  /// Checks `count` random schedules of `program`.
  void checkAtRandom(const std::shared_ptr<const Program> &program,
                     unsigned count, uint32_t seed) {
    // --gtest_random_seed=N gives other schedules.
    int variant = testing::UnitTest::GetInstance()->random_seed();
    std::mt19937 random(seed + 10000 * uint32_t(variant));
    for (unsigned i = 0; i < count; ++i) {
      double stop = i % 4 == 0 ? 0.5 : 0.1;
      ScheduleState state =
          walkAtRandom(encoding, ScheduleState(program), random, stop);
      ++checked;
      if (!check(*program, state))
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
    std::string problem = ir.apply(program, *script);
    if (problem.empty())
      problem = ir.compare(state);
    if (problem.empty())
      return true;
    ADD_FAILURE() << where << '\n' << problem;
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
  unsigned checked = 0;
};

TEST_F(ScheduleConformance, SuitePrograms) {
  std::vector<std::string> names = suitePrograms();
  ASSERT_FALSE(names.empty());
  const unsigned perProgram = std::max(12u, 2000u / unsigned(names.size()));
  uint32_t seed = 1;
  for (const std::string &name : names) {
    if (auto program = generate(name))
      checkAtRandom(program, perProgram, seed++);
  }
  EXPECT_GE(checked, HasFailure() ? 0u : 2000u);
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
    if (auto program = take(loader.loadFile(file)))
      checkAtRandom(program, 60, seed++);
}

} // namespace
} // namespace mlirgym
