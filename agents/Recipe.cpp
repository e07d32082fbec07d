#include "agents/Recipe.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::json;

namespace {
constexpr uint64_t maxRecipeBytes = 1 << 20;
constexpr unsigned mostSamples = 1u << 20;
constexpr unsigned mostThreads = 1024;

/// Reports "file: key: problem; how to fix it".
struct RecipeReader {
  std::string file;

  llvm::Error error(llvm::StringRef key, const llvm::Twine &what) const {
    return llvm::make_error<ProgramError>(
        (llvm::Twine(file) + ": " + key + (key.empty() ? "" : ": ") + what)
            .str());
  }
  /// A mistyped key would be silently ignored.
  llvm::Error checkKeys(const Json &object, llvm::StringRef key,
                        llvm::ArrayRef<llvm::StringRef> known) const {
    if (!object.is_object())
      return error(key, "not an object; write {...}");
    for (const auto &item : object.items())
      if (!llvm::is_contained(known, item.key()))
        return error(item.key(), "unknown key; use " + llvm::join(known, ", "));
    return llvm::Error::success();
  }
  llvm::Expected<std::string> readText(const Json &object,
                                       llvm::StringRef key) const {
    const auto found = object.find(key.str());
    if (found == object.end() || !found->is_string() ||
        found->get_ref<const std::string &>().empty())
      return error(key, "not a text; write \"...\"");
    return found->get<std::string>();
  }
  llvm::Expected<unsigned> readCount(const Json &object,
                                     llvm::StringRef key) const {
    const auto found = object.find(key.str());
    if (found == object.end() || !found->is_number_unsigned() ||
        found->get<uint64_t>() == 0 || found->get<uint64_t>() > mostSamples)
      return error(key, "not a whole number from 1 to " +
                            llvm::Twine(mostSamples) + "; write one");
    return found->get<unsigned>();
  }

  llvm::Expected<std::vector<std::string>> readSuites(const Json &list) const;
  llvm::Expected<std::vector<RecipeRound>> readRounds(const Json &list) const;
  llvm::Expected<std::vector<unsigned>> readThreads(const Json &list) const;
  llvm::Expected<std::map<std::string, std::vector<double>>>
  readLearn(const Json &object) const;
  llvm::Expected<Recipe> read(llvm::StringRef text) const;
};

llvm::Expected<std::vector<std::string>>
RecipeReader::readSuites(const Json &list) const {
  std::vector<std::string> suites;
  if (list.is_array())
    for (const Json &each : list)
      if (each.is_string())
        suites.push_back(each.get<std::string>());
  if (suites.empty() || suites.size() != list.size())
    return error("suites", "not a list of suites; write [\"single-ops\"]");
  return suites;
}

llvm::Expected<std::vector<RecipeRound>>
RecipeReader::readRounds(const Json &list) const {
  if (!list.is_array() || list.empty())
    return error("rounds", "not a list of rounds; write [{\"agent\": "
                           "\"evolutionary\", \"samples\": 10}]");
  std::vector<RecipeRound> rounds;
  for (const Json &each : list) {
    if (auto wrong = checkKeys(each, "rounds", {"agent", "samples"}))
      return wrong;
    MLIRGYM_TRY(auto agent, readText(each, "agent"));
    MLIRGYM_TRY(auto samples, readCount(each, "samples"));
    rounds.push_back({std::move(agent), samples});
  }
  return rounds;
}

llvm::Expected<std::vector<unsigned>>
RecipeReader::readThreads(const Json &list) const {
  std::vector<unsigned> threads;
  if (list.is_array())
    for (const Json &each : list)
      if (each.is_number_unsigned() && each.get<uint64_t>() > 0 &&
          each.get<uint64_t>() <= mostThreads &&
          !llvm::is_contained(threads, each.get<unsigned>()))
        threads.push_back(each.get<unsigned>());
  if (threads.empty() || threads.size() != list.size())
    return error("threads", "not a list of different numbers from 1 to " +
                                llvm::Twine(mostThreads) + "; write [1, 2]");
  return threads;
}

llvm::Expected<std::map<std::string, std::vector<double>>>
RecipeReader::readLearn(const Json &object) const {
  if (!object.is_object())
    return error("learn", "not an object; write {\"epochs\": 30}");
  std::map<std::string, std::vector<double>> learn;
  for (const auto &[name, value] : object.items()) {
    const Json list = value.is_array() ? value : Json::array({value});
    std::vector<double> &numbers = learn[name];
    for (const Json &each : list) {
      if (!each.is_number())
        return error("learn." + name, "not a number; write one");
      numbers.push_back(each.get<double>());
    }
  }
  return learn;
}

llvm::Expected<Recipe> RecipeReader::read(llvm::StringRef text) const {
  const Json json = Json::parse(text.begin(), text.end(), nullptr,
                                /*allow_exceptions=*/false);
  if (json.is_discarded())
    return error("", "not JSON; see docs/agents.md for the format");
  if (auto wrong = checkKeys(json, "",
                             {"summary", "suites", "rounds", "threads",
                              "evaluation_samples", "learn"}))
    return wrong;
  Recipe recipe;
  recipe.name = llvm::sys::path::stem(file).str();
  MLIRGYM_TRY(recipe.summary, readText(json, "summary"));
  MLIRGYM_TRY(recipe.suites, readSuites(json.value("suites", Json())));
  MLIRGYM_TRY(recipe.rounds, readRounds(json.value("rounds", Json())));
  if (json.contains("threads")) {
    MLIRGYM_TRY(recipe.threads, readThreads(json["threads"]));
  }
  if (json.contains("evaluation_samples")) {
    MLIRGYM_TRY(recipe.evaluationSamples,
                readCount(json, "evaluation_samples"));
  }
  MLIRGYM_TRY(recipe.learn, readLearn(json.value("learn", Json::object())));
  return recipe;
}
} // namespace

std::vector<std::string> Recipe::available() {
  return stemsInData("recipes", ".json");
}

llvm::Expected<Recipe> Recipe::load(llvm::StringRef nameOrPath) {
  const bool isPath = nameOrPath.contains('/') || nameOrPath.ends_with(".json");
  const std::string path =
      isPath ? nameOrPath.str()
             : pathIn(dataDirectory(), "recipes", nameOrPath + ".json");
  if (!isPath && !llvm::sys::fs::exists(path))
    return llvm::make_error<ProgramError>(
        path + ": no recipe '" + nameOrPath.str() + "'; use one of " +
        llvm::join(available(), ", ") + ", or the path of a recipe file");
  MLIRGYM_TRY(auto buffer,
              readRegularFile(path, maxRecipeBytes, "name the suites only"));
  return RecipeReader{path}.read(buffer->getBuffer());
}
