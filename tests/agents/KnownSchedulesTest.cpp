#include "agents/KnownSchedules.h"
#include "TemporaryFolder.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/device/HostMachine.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;
using mlirgym::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
/// With a folder of user's data of its own.
class KnownSchedulesTest : public ::testing::Test {
protected:
  KnownSchedulesTest() {
    if (const char *home = std::getenv("XDG_DATA_HOME"))
      before = home;
    ::setenv("XDG_DATA_HOME", folder.str().c_str(), 1);
  }
  ~KnownSchedulesTest() override {
    if (before.empty())
      ::unsetenv("XDG_DATA_HOME");
    else
      ::setenv("XDG_DATA_HOME", before.c_str(), 1);
  }

  std::vector<std::string> known(const std::shared_ptr<const Program> &of,
                                 unsigned budget) {
    std::vector<std::string> texts;
    KnownSchedules here = llvm::cantFail(KnownSchedules::on(*execution));
    for (const Schedule &schedule : llvm::cantFail(here.startsFor(of, budget)))
      texts.push_back(schedule.text());
    return texts;
  }
  void storeProfile(const std::string &text) {
    std::filesystem::create_directories(FoundReferences::folder());
    std::ofstream(profileFile()) << text;
  }

  TemporaryFolder folder;
  std::string before;
  std::unique_ptr<Execution> execution = llvm::cantFail(Execution::create({}));
  static std::shared_ptr<const Program> generated(llvm::StringRef name) {
    return std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadGenerated(name)));
  }
  const std::shared_ptr<const Program> matmul =
      generated("matmul_256_1536_1000");
};

TEST_F(KnownSchedulesTest, AreShippedOnesInTheOrderOfProfiles) {
  const auto all = known(matmul, 100);
  ASSERT_GT(all.size(), 2u);
  EXPECT_THAT(known(matmul, 4), ElementsAre(all[0], all[1]));
  EXPECT_THAT(known(matmul, 1), ElementsAre(all[0]));
  const auto shipped = llvm::cantFail(ReferenceSchedules::load());
  const MachineProfile here = llvm::cantFail(profileOf(execution->device()));
  EXPECT_EQ(all[0], shipped.find(matmul->name(), 1, here).front()->text);
}

TEST_F(KnownSchedulesTest, WithoutAnyThoseOfAlikeProgramsServe) {
  EXPECT_EQ(known(generated("matmul_300_200_100"), 100).size(), 4u);
  EXPECT_EQ(known(generated("matmul_300_200_100"), 2).size(), 1u);
  EXPECT_TRUE(known(generated("relu_3_4"), 100).empty());
}

TEST_F(KnownSchedulesTest, TheOneFoundHereIsFirst) {
  const DeviceDescription &host = execution->device();
  auto found = llvm::cantFail(FoundReferences::load(
      FoundReferences::fileFor(host.target.machineClass(), host.machine())));
  llvm::cantFail(found.store({.program = matmul->name().str(),
                              .schedule = "op0: tile(2,0,0) vectorize"}));
  EXPECT_EQ(known(matmul, 100).front(), "op0: tile(2,0,0) vectorize");
}

TEST_F(KnownSchedulesTest, AReplayHasNone) {
  ExecutionOptions options;
  options.replay = true;
  execution = llvm::cantFail(Execution::create(options));
  storeProfile("damaged");
  EXPECT_TRUE(known(matmul, 100).empty());
  EXPECT_EQ(llvm::cantFail(vectorsPerCycleOn(*execution)), 1);
}

TEST_F(KnownSchedulesTest, AStoredProfileIsUsed) {
  EXPECT_EQ(llvm::cantFail(vectorsPerCycleOn(*execution)), 1) << "unknown";
  MachineProfile profile = llvm::cantFail(profileOf(execution->device()));
  EXPECT_EQ(profile.f32, 0);
  profile.f32 = 3 * profile.vectors.vectorBits / 32.0;
  storeProfile(profile.text());
  EXPECT_EQ(llvm::cantFail(profileOf(execution->device())), profile);
  EXPECT_EQ(llvm::cantFail(vectorsPerCycleOn(*execution)), 3);

  storeProfile("damaged");
  EXPECT_THAT(llvm::toString(KnownSchedules::on(*execution).takeError()),
              HasSubstr(profileFile() + ": not the profile of a machine"));
  EXPECT_THAT(llvm::toString(vectorsPerCycleOn(*execution).takeError()),
              HasSubstr("`mlirgym doctor --calibrate` writes one"));
}
} // namespace
