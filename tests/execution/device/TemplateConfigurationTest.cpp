#include "execution/device/TemplateConfiguration.h"
#include "lowering/LoweringStage.h"
#include "outcome/Metric.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr llvm::StringLiteral whole = R"text({
  "name": "board-7", // comments are allowed
  "target": {"triple": "aarch64-linux-gnu", "cpu": "cortex-a53"},
  "metric": "cycles",
  "kernel": "llvm",
  "compile": {".c": "cc -c {in} -o {out}", ".ll": "clang -c {in} -o {out}"},
  "link": "cc {in} -o {out}",
  "run": "board {in} {calls}",
  "parse": {"pattern": "cycles ([0-9]+)", "file": "report", "of": "calls"},
  "calls": 7,
  "loaded": 2,
  "work_dir": "/tmp/x",
  "timeouts_ms": {"compile": 1, "link": 2, "run": 3},
  "environment": {"A": "1", "B": "x y"},
  "verbose": true
})text";

std::string replaced(llvm::StringRef from, llvm::StringRef to) {
  std::string text = whole.str();
  const size_t at = text.find(from.str());
  EXPECT_NE(at, std::string::npos) << from.str();
  return text.replace(at, from.size(), to.str());
}

std::string errorOf(llvm::StringRef json) {
  auto made = TemplateConfiguration::parse(json);
  return made ? "no error" : llvm::toString(made.takeError());
}

TEST(TemplateConfigurationTest, ReadsAllMembers) {
  auto made = llvm::cantFail(TemplateConfiguration::parse(whole));
  EXPECT_EQ(made.name, "board-7");
  EXPECT_EQ(made.target.cpu, "cortex-a53");
  EXPECT_EQ(made.metric, Metric::Cycles);
  EXPECT_EQ(made.kernel, LoweringStage::Llvm);
  EXPECT_EQ(made.compile.at(".ll"), "clang -c {in} -o {out}");
  EXPECT_EQ(made.pattern, "cycles ([0-9]+)");
  EXPECT_EQ(made.patternFile, "report");
  EXPECT_EQ(made.reported, Reported::Calls);
  EXPECT_EQ(made.calls, 7u);
  EXPECT_EQ(made.loaded, 2u);
  EXPECT_EQ(made.workDir, "/tmp/x");
  EXPECT_EQ(made.compileTimeoutMs, 1);
  EXPECT_EQ(made.linkTimeoutMs, 2);
  EXPECT_EQ(made.runTimeoutMs, 3);
  EXPECT_THAT(made.environment, ElementsAre("A=1", "B=x y"));
  EXPECT_TRUE(made.showRun);
  EXPECT_FALSE(made.showBuild);
}

TEST(TemplateConfigurationTest, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf("[]"), "no JSON object; see docs/devices.md");
  EXPECT_EQ(errorOf("{"), "no JSON object; see docs/devices.md");
  EXPECT_THAT(errorOf(replaced("\"loaded\"", "\"louded\"")),
              HasSubstr("'louded' is not known; choose name, target, "));
  EXPECT_EQ(errorOf(replaced("\"cycles\"", "\"joule\"")),
            "'metric' is 'joule'; choose nanoseconds, instructions, cycles, "
            "estimated_cycles");
  EXPECT_EQ(errorOf(replaced("\"calls\": 7", "\"calls\": 0")),
            "'calls' is no whole number from 1 to 1000000");
  EXPECT_EQ(errorOf(replaced("\"run\": 3", "\"run\": -3")),
            "'timeouts_ms.run' is no number of milliseconds");
  EXPECT_EQ(errorOf(replaced("\"B\": \"x y\"", "\"B\": 1")),
            "'environment' is no object of strings");
  EXPECT_EQ(errorOf(replaced("\".ll\"", "\".s\"")),
            "'compile' has no command for '.ll'; add one");
  EXPECT_EQ(errorOf(replaced("cc -c {in} -o {out}", "cc -c {in}")),
            "'compile' of '.c' lacks {in} or {out}; name both files");
  EXPECT_EQ(errorOf(replaced("cc {in} -o {out}", "cc x{in} -o {out}")),
            "'link' lacks {in}, a word of its own, or {out}; name both");
  EXPECT_EQ(errorOf(replaced("board {in} {calls}", "board {in}")),
            "'run' lacks {in} or {calls}; name the image and its argument");
  EXPECT_THAT(errorOf(replaced("cycles ([0-9]+)", "cycles ([0-9]+")),
              HasSubstr("'parse.pattern' is no regular expression: "));
  EXPECT_EQ(errorOf(replaced("cycles ([0-9]+)", "cycles [0-9]+")),
            "'parse.pattern' has no group; put the number in brackets");
  EXPECT_EQ(errorOf(replaced("board-7", "a/b")),
            "'name' is 'a/b'; use letters, digits, '.', '_' and '-'");
}

TEST(TemplateConfigurationTest, TheHashIsOfAllThatChangesNumbers) {
  auto hashOf = [](const std::string &json) {
    return llvm::cantFail(
        llvm::cantFail(TemplateConfiguration::parse(json)).hash());
  };
  const std::string hash = hashOf(whole.str());
  for (const char *same : {"board-7", "/tmp/x"})
    EXPECT_EQ(hashOf(replaced(same, "other")), hash) << same;
  const std::pair<const char *, const char *> others[] = {
      {"x y", "x z"},
      {"cc -c", "cc -O -c"},
      {"\"of\": \"calls\"", "\"of\": \"run\""},
      {"\"calls\": 7", "\"calls\": 8"},
      {"board {in}", "ls {in}"}};
  for (const auto &[from, to] : others)
    EXPECT_NE(hashOf(replaced(from, to)), hash) << from;
}

TEST(TemplateConfigurationTest, TakesVariablesOfTheEnvironment) {
  ::setenv("MLIRGYM_TEST_TOOLS", "/tools", 1);
  ::unsetenv("MLIRGYM_TEST_CPU");
  auto made = llvm::cantFail(TemplateConfiguration::parse(
      replaced("cc {in} -o {out}",
               "${MLIRGYM_TEST_TOOLS}/cc -m${MLIRGYM_TEST_CPU:-a7} {in} "
               "-o {out}${MLIRGYM_TEST_CPU:-}")));
  EXPECT_EQ(made.link, "/tools/cc -ma7 {in} -o {out}");
  ::setenv("MLIRGYM_TEST_CPU", "a9", 1);
  made = llvm::cantFail(TemplateConfiguration::parse(
      replaced("board {in}", "board${MLIRGYM_TEST_CPU:-a7} {in}")));
  EXPECT_EQ(made.run, "boarda9 {in} {calls}");
  ::unsetenv("MLIRGYM_TEST_TOOLS");
  ::unsetenv("MLIRGYM_TEST_CPU");
  EXPECT_EQ(errorOf(replaced("board {in}", "${MLIRGYM_TEST_TOOLS}/b {in}")),
            "'run' names the environment variable MLIRGYM_TEST_TOOLS, which is "
            "not set; set it");
}

} // namespace
} // namespace mlirgym
