#include "agents/Recipe.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

namespace {
std::string complaintOf(llvm::StringRef text) {
  TemporaryFolder folder;
  writeText(folder.file("mine.json"), text);
  llvm::Expected<Recipe> recipe = Recipe::load(folder.file("mine.json"));
  return recipe ? "" : llvm::toString(recipe.takeError());
}

TEST(RecipeTest, TheInstalledOnesLoad) {
  EXPECT_THAT(Recipe::available(), IsSupersetOf({"cpu", "quick"}));
  for (const std::string &name : Recipe::available()) {
    const Recipe recipe = llvm::cantFail(Recipe::load(name));
    EXPECT_EQ(recipe.name, name);
    EXPECT_FALSE(recipe.summary.empty());
    EXPECT_FALSE(recipe.suites.empty());
    EXPECT_FALSE(recipe.rounds.empty());
  }
}

TEST(RecipeTest, IsWhatTheFileSays) {
  TemporaryFolder folder;
  writeText(folder.file("mine.json"), R"({
    "summary": "Mine.", "suites": ["tiny", "quick"],
    "rounds": [{"agent": "random", "samples": 3},
               {"agent": "learned", "samples": 2}],
    "threads": [2, 1], "evaluation_samples": 7,
    "learn": {"epochs": 5, "hidden": [8, 16], "learning_rate": 0.01}})");
  const Recipe recipe = llvm::cantFail(Recipe::load(folder.file("mine.json")));
  EXPECT_EQ(recipe.name, "mine");
  EXPECT_EQ(recipe.summary, "Mine.");
  EXPECT_EQ(recipe.suites, (std::vector<std::string>{"tiny", "quick"}));
  EXPECT_EQ(recipe.rounds,
            (std::vector<RecipeRound>{{"random", 3}, {"learned", 2}}));
  EXPECT_EQ(recipe.threads, (std::vector<unsigned>{2, 1}));
  EXPECT_EQ(recipe.evaluationSamples, 7u);
  EXPECT_EQ(
      recipe.learn,
      (std::map<std::string, std::vector<double>>{
          {"epochs", {5}}, {"hidden", {8, 16}}, {"learning_rate", {0.01}}}));
}

TEST(RecipeTest, SaysWhatIsWrongAndWhere) {
  const std::string rounds = R"("rounds": [{"agent": "random", "samples": 3}])";
  EXPECT_THAT(complaintOf("{"), HasSubstr("mine.json: not JSON"));
  EXPECT_THAT(complaintOf("[]"), HasSubstr("not an object"));
  EXPECT_THAT(complaintOf(R"({"sumary": ""})"),
              HasSubstr("sumary: unknown key; use summary"));
  EXPECT_THAT(complaintOf(R"({"summary": 3})"),
              HasSubstr("summary: not a text"));
  EXPECT_THAT(complaintOf(R"({"summary": "a", )" + rounds + "}"),
              HasSubstr("suites: not a list of suites"));
  EXPECT_THAT(complaintOf(R"({"summary": "a", "suites": ["tiny", 3]})"),
              HasSubstr("suites: not a list of suites"));
  EXPECT_THAT(complaintOf(R"({"summary": "a", "suites": ["tiny"]})"),
              HasSubstr("rounds: not a list of rounds"));
  EXPECT_THAT(
      complaintOf(
          R"({"summary": "a", "suites": ["tiny"], "rounds": [{"agent": "random", "samples": 0}]})"),
      HasSubstr("samples: not a whole number from 1"));
  EXPECT_THAT(complaintOf(R"({"summary": "a", "suites": ["tiny"], )" + rounds +
                          R"(, "learn": {"epochs": "many"}})"),
              HasSubstr("learn.epochs: not a number"));
  for (const char *threads : {"2", "[]", "[0]", "[1, 1]", "[1025]", "[-1]"})
    EXPECT_THAT(complaintOf(R"({"summary": "a", "suites": ["tiny"], )" +
                            rounds + R"(, "threads": )" + threads + "}"),
                HasSubstr("threads: not a list of different numbers from 1 "))
        << threads;
  EXPECT_THAT(llvm::toString(Recipe::load("nobody").takeError()),
              HasSubstr("no recipe 'nobody'; use one of context, cpu, quick"));
}
} // namespace
