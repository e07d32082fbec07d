#include "program/suites/ReferenceSchedules.h"
#include "program/MachineProfile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
std::shared_ptr<const ReferenceMachine> avx2() {
  return std::make_shared<const ReferenceMachine>(
      ReferenceMachine{"avx2", {.vectors = {256, 16}}});
}
std::shared_ptr<const ReferenceMachine> avx512() {
  return std::make_shared<const ReferenceMachine>(
      ReferenceMachine{"avx512", {.vectors = {512, 32}}});
}
const MachineProfile neon{.vectors = {128, 32}};

std::string errorOf(llvm::StringRef text) {
  ReferenceSchedules schedules;
  return llvm::toString(schedules.read(text, "r.json", avx2()));
}

std::vector<std::string>
textsOf(llvm::ArrayRef<const ReferenceSchedule *> found) {
  std::vector<std::string> texts;
  for (const ReferenceSchedule *one : found)
    texts.push_back(one->text);
  return texts;
}

TEST(ReferenceSchedulesTest, FindsByProgramAndThreads) {
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(R"({"summary": "s", "schedules": {
      "relu_3_4": {"1": "op0: vectorize", "2": "op0: tile(1,0) vectorize"}}})",
                                "r.json", avx2()));
  EXPECT_THAT(textsOf(schedules.find("relu_3_4", 1, avx2()->profile)),
              ElementsAre("op0: vectorize"));
  EXPECT_THAT(textsOf(schedules.find("relu_3_4", 2, avx2()->profile)),
              ElementsAre("op0: tile(1,0) vectorize"));
  EXPECT_THAT(schedules.find("relu_3_4", 3, avx2()->profile), IsEmpty());
  EXPECT_THAT(schedules.find("relu_3", 1, avx2()->profile), IsEmpty());
}

TEST(ReferenceSchedulesTest, TheNearestMachineIsFirst) {
  ReferenceSchedules schedules;
  EXPECT_EQ(schedules.nearestTo(neon), nullptr);
  auto add = [&](const auto &machine, llvm::StringRef text) {
    llvm::cantFail(schedules.read(text, machine->name, machine));
  };
  add(avx512(), R"({"schedules": {"a_1": {"1": ["first", "second"]}}})");
  add(avx2(), R"({"schedules": {"a_1": {"1": "third"}}})");
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, avx512()->profile)),
              ElementsAre("first", "second", "third"));
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, avx2()->profile)),
              ElementsAre("third", "first", "second"));
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, {.vectors = {1024, 32}})),
              ElementsAre("first", "second", "third"));
  EXPECT_EQ(schedules.find("a_1", 1, neon).size(), 3u);
  EXPECT_EQ(schedules.all().size(), 3u);
  const ReferenceMachine *nearest = schedules.nearestTo(avx512()->profile);
  ASSERT_NE(nearest, nullptr);
  EXPECT_EQ(nearest->name, "avx512");
}

TEST(ReferenceSchedulesTest, AnotherTypeHasThoseOfF32UnlessItHasItsOwn) {
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(R"({"schedules": {"a_1": {"1": "of f32"},
      "b_1": {"1": "of f32"}, "b_1_f64": {"1": "of f64"}}})",
                                "r.json", avx2()));
  EXPECT_THAT(textsOf(schedules.find("a_1_f64", 1, avx2()->profile)),
              ElementsAre("of f32"));
  EXPECT_THAT(textsOf(schedules.find("b_1_f64", 1, avx2()->profile)),
              ElementsAre("of f64"));
  EXPECT_THAT(schedules.find("b_1_2", 1, avx2()->profile), IsEmpty());
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
  for (llvm::StringRef entry : {"5", "[]", R"(["op0: vectorize", 5])", "{}"})
    EXPECT_THAT(
        errorOf((R"({"schedules": {"a_1": {"1": )" + entry + "}}}").str()),
        HasSubstr("a_1.1: not a schedule"))
        << entry.str();
}

TEST(ReferenceSchedulesTest, AProgramIsInOneFileOfAMachine) {
  constexpr llvm::StringLiteral text =
      R"({"schedules": {"a_1": {"1": "op0: vectorize"}}})";
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(text, "r.json", avx2()));
  EXPECT_THAT(llvm::toString(schedules.read(text, "s.json", avx2())),
              HasSubstr("s.json: a_1: in another file too"));
  EXPECT_EQ(schedules.all().size(), 1u);
  llvm::cantFail(schedules.read(text, "s.json", avx512()));
  EXPECT_EQ(schedules.all().size(), 2u);
}

TEST(ReferenceSchedulesTest, EveryPeerOperatorHasThem) {
  auto schedules = ReferenceSchedules::load();
  ASSERT_TRUE(bool(schedules)) << llvm::toString(schedules.takeError());
  for (const std::string &name :
       llvm::cantFail(Suite::load("peers")).programs())
    for (unsigned threads : {1u, 2u})
      EXPECT_THAT(schedules->find(name, threads, neon), testing::Not(IsEmpty()))
          << name << ", " << threads;
}

TEST(ReferenceSchedulesTest, ProcessorsOfOneClassDifferInUnitsAndCaches) {
  const auto shipped = llvm::cantFail(ReferenceSchedules::load());
  auto nearest = [&](double l1Bytes, double f32) {
    return shipped
        .nearestTo({.vectors = {512, 32},
                    .l1Bytes = l1Bytes,
                    .l2Bytes = 1 << 20,
                    .f32 = f32})
        ->name;
  };
  EXPECT_EQ(nearest(32 << 10, 0), "zen4");
  EXPECT_EQ(nearest(48 << 10, 0), "zen5");
  EXPECT_EQ(nearest(32 << 10, 15.8), "zen4");
  EXPECT_EQ(nearest(32 << 10, 31.5), "zen5");
}
} // namespace
