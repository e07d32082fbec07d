#include "program/ReferenceSchedules.h"
#include "program/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlirgym;
using testing::HasSubstr;

static std::string errorOf(llvm::StringRef text) {
  ReferenceSchedules schedules;
  return llvm::toString(schedules.read(text, "r.json"));
}

TEST(ReferenceSchedulesTest, FindsByProgramAndThreads) {
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(R"({"summary": "s", "schedules": {
      "relu_3_4": {"1": "op0: vectorize", "2": "op0: tile(1,0) vectorize"}}})",
                                "r.json"));
  EXPECT_EQ(schedules.find("relu_3_4", 1), "op0: vectorize");
  EXPECT_EQ(schedules.find("relu_3_4", 2), "op0: tile(1,0) vectorize");
  EXPECT_EQ(schedules.find("relu_3_4", 3), std::nullopt);
  EXPECT_EQ(schedules.find("relu_3_4_f64", 1), std::nullopt);
}

TEST(ReferenceSchedulesTest, SaysWhatIsWrong) {
  EXPECT_THAT(errorOf("no json"), HasSubstr("r.json: no object with the key"));
  EXPECT_THAT(errorOf("{}"), HasSubstr("no object with the key schedules"));
  EXPECT_THAT(errorOf(R"({"schedules": {}, "sumary": "s"})"),
              HasSubstr("r.json: sumary: unknown key"));
  EXPECT_THAT(errorOf(R"({"schedules": {"a_1": {}}})"),
              HasSubstr("r.json: a_1: no schedules"));
  EXPECT_THAT(errorOf(R"({"schedules": {"a_1": {"one": "op0: vectorize"}}})"),
              HasSubstr("a_1.one: not a number of threads"));
  EXPECT_THAT(errorOf(R"({"schedules": {"a_1": {"0": "op0: vectorize"}}})"),
              HasSubstr("a_1.0: not a number of threads"));
  EXPECT_THAT(errorOf(R"({"schedules": {"a_1": {"1": 5}}})"),
              HasSubstr("a_1.1: not a schedule"));
}

TEST(ReferenceSchedulesTest, AProgramIsInOneFile) {
  constexpr llvm::StringLiteral text =
      R"({"schedules": {"a_1": {"1": "op0: vectorize"}}})";
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(text, "r.json"));
  EXPECT_THAT(llvm::toString(schedules.read(text, "s.json")),
              HasSubstr("s.json: a_1: in another file too"));
}

TEST(ReferenceSchedulesTest, EveryPeerOperatorHasThem) {
  auto schedules = ReferenceSchedules::load();
  ASSERT_TRUE(bool(schedules)) << llvm::toString(schedules.takeError());
  for (const std::string &name :
       llvm::cantFail(Suite::load("peers")).programs())
    for (unsigned threads : {1u, 2u})
      EXPECT_TRUE(schedules->find(name, threads)) << name << ", " << threads;
}
