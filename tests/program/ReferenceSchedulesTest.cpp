#include "program/suites/ReferenceSchedules.h"
#include "program/MachineClass.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace mlirgym;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
constexpr MachineClass avx2{256, 16}, avx512{512, 32}, neon{128, 32};

std::string errorOf(llvm::StringRef text) {
  ReferenceSchedules schedules;
  return llvm::toString(schedules.read(text, "r.json", avx2));
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
                                "r.json", avx2));
  EXPECT_THAT(textsOf(schedules.find("relu_3_4", 1, avx2)),
              ElementsAre("op0: vectorize"));
  EXPECT_THAT(textsOf(schedules.find("relu_3_4", 2, avx2)),
              ElementsAre("op0: tile(1,0) vectorize"));
  EXPECT_THAT(schedules.find("relu_3_4", 3, avx2), IsEmpty());
  EXPECT_THAT(schedules.find("relu_3", 1, avx2), IsEmpty());
}

TEST(ReferenceSchedulesTest, TheNearestClassIsFirst) {
  ReferenceSchedules schedules;
  auto add = [&](MachineClass machine, llvm::StringRef text) {
    llvm::cantFail(schedules.read(text, machine.name(), machine));
  };
  add(avx512, R"({"schedules": {"a_1": {"1": ["first", "second"]}}})");
  add(avx2, R"({"schedules": {"a_1": {"1": "third"}}})");
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, avx512)),
              ElementsAre("first", "second", "third"));
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, avx2)),
              ElementsAre("third", "first", "second"));
  EXPECT_THAT(textsOf(schedules.find("a_1", 1, {1024, 32})),
              ElementsAre("first", "second", "third"));
  EXPECT_EQ(schedules.find("a_1", 1, neon).size(), 3u);
  EXPECT_EQ(schedules.all().size(), 3u);
}

TEST(ReferenceSchedulesTest, AnotherTypeHasThoseOfF32UnlessItHasItsOwn) {
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(R"({"schedules": {"a_1": {"1": "of f32"},
      "b_1": {"1": "of f32"}, "b_1_f64": {"1": "of f64"}}})",
                                "r.json", avx2));
  EXPECT_THAT(textsOf(schedules.find("a_1_f64", 1, avx2)),
              ElementsAre("of f32"));
  EXPECT_THAT(textsOf(schedules.find("b_1_f64", 1, avx2)),
              ElementsAre("of f64"));
  EXPECT_THAT(schedules.find("b_1_2", 1, avx2), IsEmpty());
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

TEST(ReferenceSchedulesTest, AProgramIsInOneFileOfAClass) {
  constexpr llvm::StringLiteral text =
      R"({"schedules": {"a_1": {"1": "op0: vectorize"}}})";
  ReferenceSchedules schedules;
  llvm::cantFail(schedules.read(text, "r.json", avx2));
  EXPECT_THAT(llvm::toString(schedules.read(text, "s.json", avx2)),
              HasSubstr("s.json: a_1: in another file too"));
  EXPECT_EQ(schedules.all().size(), 1u);
  llvm::cantFail(schedules.read(text, "s.json", avx512));
  EXPECT_EQ(schedules.all().size(), 2u);
}

TEST(ReferenceSchedulesTest, EveryPeerOperatorHasThem) {
  auto schedules = ReferenceSchedules::load();
  ASSERT_TRUE(bool(schedules)) << llvm::toString(schedules.takeError());
  for (const std::string &name :
       llvm::cantFail(Suite::load("peers")).programs())
    for (unsigned threads : {1u, 2u})
      EXPECT_THAT(schedules->find(name, threads, avx2), testing::Not(IsEmpty()))
          << name << ", " << threads;
}
} // namespace
