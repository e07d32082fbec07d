#include "program/suites/SuiteFile.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "program/generators/Family.h"
#include "program/suites/Network.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Json = nlohmann::json;

/// The file and the current key, for messages.
struct Place {
  llvm::StringRef origin;
  std::string key;

  Place at(const llvm::Twine &inner) const {
    return {origin, key.empty() ? inner.str() : (key + "." + inner).str()};
  }
  llvm::Error error(const llvm::Twine &message) const {
    return llvm::make_error<ProgramError>(
        (origin + ": " + (key.empty() ? "" : key + ": ") + message).str());
  }
};

/// Rejects unknown keys, since a mistyped one would be silently ignored.
llvm::Error checkKeys(const Json &object, const Place &place,
                      llvm::ArrayRef<llvm::StringRef> known) {
  for (const auto &item : object.items())
    if (!llvm::is_contained(known, item.key()))
      return place.at(item.key())
          .error("unknown key; use " + llvm::join(known, ", "));
  return llvm::Error::success();
}

/// Limit of the programs that one entry draws, and of the values of a range.
constexpr int64_t mostItems = 100000;
/// Limit of the dimensions, or layers, in one name.
constexpr int64_t mostDimensions = 1000;

/// An integer from `least` to `most`.
llvm::Expected<int64_t> readInteger(const Json &value, const Place &place,
                                    int64_t least, int64_t most = maxExtent) {
  if (!value.is_number_integer() || value.get<int64_t>() < least)
    return place.error("not a whole number from " + llvm::Twine(least) +
                       " on; write one");
  if (value.get<int64_t>() > most)
    return place.error(llvm::Twine(value.get<int64_t>()) + " is more than " +
                       llvm::Twine(most) + "; write a smaller number");
  return value.get<int64_t>();
}

/// The source of a number in a name: drawn from `choices`, or equal to another
/// number.
struct NumberRule {
  std::vector<int64_t> choices;
  std::string sameAs;
};

llvm::Expected<NumberRule> readRange(const Json &value, const Place &place) {
  if (auto error = checkKeys(value, place, {"from", "to", "step"}))
    return error;
  for (llvm::StringRef key : {"from", "to"})
    if (!value.contains(key.str()))
      return place.error("'" + key +
                         "' is missing; write {\"from\": 8, "
                         "\"to\": 64, \"step\": 8}");
  MLIRGYM_TRY(auto from, readInteger(value["from"], place.at("from"), 1));
  MLIRGYM_TRY(auto to, readInteger(value["to"], place.at("to"), from));
  MLIRGYM_TRY(auto step,
              readInteger(value.value("step", Json(1)), place.at("step"), 1));
  if ((to - from) / step >= mostItems)
    return place.error("more than " + llvm::Twine(mostItems) +
                       " values; use a larger step");
  NumberRule rule;
  for (int64_t number = from; number <= to; number += step)
    rule.choices.push_back(number);
  return rule;
}

llvm::Expected<NumberRule> readRule(const Json &value, const Place &place) {
  NumberRule rule;
  if (value.is_string()) {
    rule.sameAs = value.get<std::string>();
    return rule;
  }
  if (value.is_object())
    return readRange(value, place);
  std::vector<Json> items =
      value.is_array() ? value.get<std::vector<Json>>() : std::vector{value};
  if (items.empty())
    return place.error("empty list; give at least one number");
  for (const Json &item : items) {
    MLIRGYM_TRY(auto number, readInteger(item, place, 1));
    rule.choices.push_back(number);
  }
  return rule;
}

/// True for the numbers that no rule draws.
bool isOutput(llvm::StringRef parameter) {
  return parameter == "OH" || parameter == "OW";
}

/// An entry of "generate": draws names of a family.
class Drawing {
public:
  static llvm::Expected<Drawing> read(const Json &entry, const Place &place);

  /// Appends `count` names that are not in `taken`. Errors: fewer such names
  /// exist.
  llvm::Error draw(std::vector<std::string> &names, llvm::StringSet<> &taken);

private:
  /// The number called `parameter`, drawn on first use. `depth` bounds rules
  /// that refer to each other.
  llvm::Expected<int64_t> number(llvm::StringRef parameter,
                                 llvm::StringMap<int64_t> &drawn,
                                 unsigned depth = 0);
  /// An output extent, which follows from the input, the window and the stride.
  llvm::Expected<int64_t> outputExtent(bool isHeight,
                                       llvm::StringMap<int64_t> &drawn);
  llvm::Expected<std::vector<int64_t>> drawNumbers();
  int64_t pick(const std::vector<int64_t> &choices) {
    return random.pick(llvm::ArrayRef(choices));
  }

  Place place;
  const Family *family = nullptr;
  llvm::StringMap<NumberRule> rules;
  std::string type;
  int64_t count = 0;
  double maxIterations = 0;
  RandomStream random{0};
};

llvm::Expected<Drawing> Drawing::read(const Json &entry, const Place &place) {
  if (!entry.is_object())
    return place.error("not an object; write {\"family\": ..., \"count\": ..., "
                       "\"numbers\": {...}}");
  if (auto error = checkKeys(
          entry, place,
          {"family", "count", "seed", "type", "maxIterations", "numbers"}))
    return error;
  Drawing drawing;
  drawing.place = place;
  Json family = entry.value("family", Json());
  drawing.family =
      family.is_string() ? findFamily(family.get<std::string>()) : nullptr;
  if (!drawing.family) {
    std::vector<llvm::StringRef> known;
    for (const Family &each : families())
      known.push_back(each.name);
    return place.at("family").error("no such family; use one of " +
                                    llvm::join(known, ", "));
  }
  MLIRGYM_TRY(drawing.count, readInteger(entry.value("count", Json()),
                                         place.at("count"), 1, mostItems));
  constexpr int64_t anything = std::numeric_limits<int64_t>::max();
  MLIRGYM_TRY(auto seed, readInteger(entry.value("seed", Json(0)),
                                     place.at("seed"), 0, anything));
  drawing.random = RandomStream(static_cast<uint64_t>(seed));
  MLIRGYM_TRY(auto limit,
              readInteger(entry.value("maxIterations", Json(int64_t(1) << 60)),
                          place.at("maxIterations"), 1, anything));
  drawing.maxIterations = static_cast<double>(limit);
  Json type = entry.value("type", Json("f32"));
  std::string typeName = type.is_string() ? type.get<std::string>() : "?";
  if (!parseElementType(typeName))
    return place.at("type").error(typeName + " is unknown; use f64, f32, f16, "
                                             "bf16, i64, i32 or i8");
  if (typeName != "f32")
    drawing.type = "_" + typeName;
  if (!entry.contains("numbers") || !entry["numbers"].is_object())
    return place.at("numbers").error(
        "missing, or not an object; give a range for each of " +
        drawing.family->pattern);
  for (const auto &item : entry["numbers"].items()) {
    Place here = place.at("numbers." + item.key());
    bool isParameter = llvm::is_contained(drawing.family->parameters,
                                          llvm::StringRef(item.key()));
    if (isParameter && isOutput(item.key()))
      return here.error("follows from the input, the window and the stride; "
                        "remove it");
    bool isVariadic = drawing.family->isVariadic() &&
                      (item.key() == "D" || item.key() == "rank");
    bool isWindow = llvm::is_contained(drawing.family->parameters, "OH") &&
                    item.key() == "stride";
    if (!isParameter && !isVariadic && !isWindow)
      return here.error("no number of " + drawing.family->pattern +
                        "; remove it");
    MLIRGYM_TRY(auto rule, readRule(item.value(), here));
    drawing.rules[item.key()] = std::move(rule);
  }
  return drawing;
}

llvm::Expected<int64_t> Drawing::number(llvm::StringRef parameter,
                                        llvm::StringMap<int64_t> &drawn,
                                        unsigned depth) {
  if (auto it = drawn.find(parameter); it != drawn.end())
    return it->second;
  Place here = place.at("numbers." + parameter);
  auto rule = rules.find(parameter);
  if (rule == rules.end()) {
    // Images and kernels are square by default.
    if (parameter == "W" && rules.contains("H"))
      return number("H", drawn, depth + 1);
    if (parameter == "KW")
      return number("KH", drawn, depth + 1);
    if (parameter == "stride")
      return 1;
    return here.error("missing; give a number, a list, {\"from\", \"to\", "
                      "\"step\"} or the name of another number");
  }
  if (!rule->second.sameAs.empty()) {
    if (depth > 8)
      return here.error("refers to itself; give it a range");
    return number(rule->second.sameAs, drawn, depth + 1);
  }
  return drawn[parameter] = pick(rule->second.choices);
}

llvm::Expected<int64_t> Drawing::outputExtent(bool isHeight,
                                              llvm::StringMap<int64_t> &drawn) {
  bool isPooling = llvm::is_contained(family->parameters, "K");
  MLIRGYM_TRY(auto extent, number(isHeight ? "H" : "W", drawn));
  MLIRGYM_TRY(auto window, number(isPooling  ? "K"
                                  : isHeight ? "KH"
                                             : "KW",
                                  drawn));
  MLIRGYM_TRY(auto stride, number("stride", drawn));
  // Not positive in this case: drawNumbers() draws again.
  return extent < window ? 0 : (extent - window) / stride + 1;
}

/// Empty if the numbers drawn are inconsistent.
llvm::Expected<std::vector<int64_t>> Drawing::drawNumbers() {
  llvm::StringMap<int64_t> drawn;
  std::vector<int64_t> numbers;
  for (llvm::StringRef parameter : family->parameters) {
    if (parameter.ends_with("*")) {
      MLIRGYM_TRY(auto rank, number("rank", drawn));
      if (rank > mostDimensions)
        return place.at("numbers.rank")
            .error(llvm::Twine(rank) + " is more than " +
                   llvm::Twine(mostDimensions) +
                   " dimensions; write a smaller number");
      for (int64_t i = 0; i < rank; ++i) {
        drawn.erase("D");
        MLIRGYM_TRY(auto extent, number("D", drawn));
        numbers.push_back(extent);
      }
      continue;
    }
    MLIRGYM_TRY(auto value, isOutput(parameter)
                                ? outputExtent(parameter == "OH", drawn)
                                : number(parameter, drawn));
    if (value < 1)
      return std::vector<int64_t>();
    numbers.push_back(value);
  }
  return numbers;
}

llvm::Error Drawing::draw(std::vector<std::string> &names,
                          llvm::StringSet<> &taken) {
  int64_t missing = count;
  for (int64_t tries = 1000 + 100 * count; missing > 0 && tries > 0; --tries) {
    MLIRGYM_TRY(auto numbers, drawNumbers());
    if (numbers.empty() || family->iterations(*family, numbers) > maxIterations)
      continue;
    std::string name = family->name.str();
    for (int64_t number : numbers)
      name += "_" + std::to_string(number);
    name += type;
    if (auto parsed = parseProgramName(name); !parsed)
      return place.error(llvm::toString(parsed.takeError()));
    if (!taken.insert(name).second)
      continue;
    names.push_back(std::move(name));
    --missing;
  }
  if (missing == 0)
    return llvm::Error::success();
  return place.at("count").error(
      "only " + llvm::Twine(count - missing) + " different programs of " +
      llvm::Twine(count) +
      " were found; widen the ranges, raise maxIterations or lower count");
}

/// Appends the names of the list `key`, if there is one, to `names`.
llvm::Error readNames(const Json &root, const Place &place, llvm::StringRef key,
                      std::vector<std::string> &names,
                      llvm::StringSet<> &taken) {
  Json list = root.value(key.str(), Json::array());
  if (!list.is_array())
    return place.at(key).error("not a list; write names in brackets");
  for (auto [i, item] : llvm::enumerate(list)) {
    Place here = place.at(key + "[" + llvm::Twine(i) + "]");
    if (!item.is_string())
      return here.error("not a string; write a program name");
    std::string name = item.get<std::string>();
    if (llvm::Error error = checkProgramName(name))
      return here.error(llvm::toString(std::move(error)));
    if (llvm::StringRef(name).ends_with("_f32"))
      return here.error(name +
                        ": names without a type mean f32; leave '_f32' out");
    if (!taken.insert(name).second)
      return here.error(name + " twice; remove one");
    names.push_back(std::move(name));
  }
  return llvm::Error::success();
}

/// Appends the tasks of a list of networks to `names`.
llvm::Error readTasks(const Json &list, const Place &place,
                      std::vector<std::string> &names,
                      llvm::StringSet<> &taken) {
  if (!list.is_array())
    return place.error("not a list; write names in brackets");
  for (auto [i, item] : llvm::enumerate(list)) {
    Place here = place.at("[" + llvm::Twine(i) + "]");
    if (!item.is_string())
      return here.error("not a string; write the name of a network");
    auto tasks = tasksOfNetwork(item.get<std::string>());
    if (!tasks)
      return here.error(llvm::toString(tasks.takeError()));
    for (std::string &task : *tasks) {
      if (!taken.insert(task).second)
        return here.error(task + " twice; remove one");
      names.push_back(std::move(task));
    }
  }
  return llvm::Error::success();
}

/// Reads "networks", if it is there: {"train": ["resnet18"], "test": [...]}.
llvm::Error readNetworks(const Json &root, const Place &place, SuiteFile &suite,
                         llvm::StringSet<> &taken) {
  const Json splits = root.value("networks", Json::object());
  const Place here = place.at("networks");
  if (!splits.is_object())
    return here.error("not an object; write a list of networks per split");
  if (auto error = checkKeys(splits, here, {"train", "validation", "test"}))
    return error;
  for (auto [split, names] : {std::pair("train", &suite.programs),
                              std::pair("validation", &suite.validation),
                              std::pair("test", &suite.test)})
    if (auto error = readTasks(splits.value(split, Json::array()),
                               here.at(split), *names, taken))
      return error;
  return llvm::Error::success();
}

} // namespace

llvm::Expected<SuiteFile> readSuite(llvm::StringRef text,
                                    llvm::StringRef origin) {
  Place place{origin, ""};
  Json root = Json::parse(text.begin(), text.end(), nullptr,
                          /*allow_exceptions=*/false);
  if (!root.is_object())
    return place.error(
        "not a JSON object; see docs/programs.md for the format");
  if (auto error = checkKeys(
          root, place, {"summary", "programs", "networks", "test", "generate"}))
    return error;
  SuiteFile suite;
  Json summary = root.value("summary", Json());
  if (!summary.is_string())
    return place.at("summary").error(
        "missing, or not a string; describe the suite in a sentence");
  suite.summary = summary.get<std::string>();

  llvm::StringSet<> taken;
  MLIRGYM_TRY_TO(readNames(root, place, "programs", suite.programs, taken));
  MLIRGYM_TRY_TO(readNetworks(root, place, suite, taken));
  MLIRGYM_TRY_TO(readNames(root, place, "test", suite.test, taken));
  llvm::append_range(suite.programs, suite.validation);
  llvm::append_range(suite.programs, suite.test);

  Json generate = root.value("generate", Json::array());
  if (!generate.is_array())
    return place.at("generate").error("not a list; write objects in brackets");
  for (auto [i, entry] : llvm::enumerate(generate)) {
    MLIRGYM_TRY(
        auto drawing,
        Drawing::read(entry, place.at("generate[" + llvm::Twine(i) + "]")));
    MLIRGYM_TRY_TO(drawing.draw(suite.programs, taken));
  }
  if (suite.programs.empty())
    return place.error(
        "no programs; fill \"programs\", \"networks\" or \"generate\"");
  return suite;
}

} // namespace mlirgym
