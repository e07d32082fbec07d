#include "execution/device/TemplateConfiguration.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/worker/ToolCommand.h"
#include "execution/worker/ToolWorker.h"
#include "lowering/LoweringStage.h"
#include "outcome/ContentHash.h"
#include "outcome/ExecutionError.h"
#include "outcome/Metric.h"
#include "program/Try.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Json = nlohmann::json;

/// Replaces `${NAME}`, and `${NAME:-OTHERWISE}`, by variables of the
/// environment. Returns the name of a variable that is not set; "" if all are
/// set.
std::string replaceVariables(std::string &text) {
  std::string replaced;
  llvm::StringRef rest(text);
  for (size_t at; (at = rest.find("${")) != llvm::StringRef::npos;) {
    replaced += rest.take_front(at);
    const auto [inside, behind] = rest.drop_front(at + 2).split('}');
    const auto [name, otherwise] = inside.split(":-");
    const auto value = llvm::sys::Process::GetEnv(name);
    if (!value && name.size() == inside.size())
      return name.str();
    replaced += value ? *value : otherwise.str();
    rest = behind;
  }
  text = replaced + rest.str();
  return "";
}

/// Reads the members of an object and rejects unknown ones. Keeps the first
/// error.
class Members {
public:
  Members(const Json &object, std::string where)
      : json(object), place(std::move(where)) {}

  void take(const char *name, std::string &to) {
    if (const Json *value = find(name)) {
      if (value->is_string())
        to = textOf(name, *value);
      else
        fail(name, "is no string");
    }
  }
  void take(const char *name, bool &to) {
    if (const Json *value = find(name)) {
      if (value->is_boolean())
        to = value->get<bool>();
      else
        fail(name, "is neither true nor false");
    }
  }
  void take(const char *name, double &to) {
    if (const Json *value = find(name)) {
      constexpr double mostMs = 30 * 86'400'000.0;
      if (value->is_number() && value->get<double>() > 0 &&
          value->get<double>() <= mostMs)
        to = value->get<double>();
      else
        fail(name, "is no number of milliseconds");
    }
  }
  void take(const char *name, unsigned &to) {
    if (const Json *value = find(name)) {
      constexpr unsigned most = 1'000'000;
      if (value->is_number_unsigned() && value->get<uint64_t>() >= 1 &&
          value->get<uint64_t>() <= most)
        to = value->get<unsigned>();
      else
        fail(name, "is no whole number from 1 to 1000000");
    }
  }
  void take(const char *name, std::map<std::string, std::string> &to) {
    const Json *value = find(name);
    if (!value)
      return;
    if (!value->is_object())
      return fail(name, "is no object of strings");
    for (const auto &[key, each] : value->items()) {
      if (!each.is_string())
        return fail(name, "is no object of strings");
      to[key] = textOf(name, each);
    }
  }
  /// An object of members, or null.
  const Json *object(const char *name) {
    const Json *value = find(name);
    if (value && !value->is_object()) {
      fail(name, "is no object");
      return nullptr;
    }
    return value;
  }
  const Json *find(const char *name) {
    known.push_back(name);
    auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
  }
  void fail(llvm::StringRef name, llvm::StringRef what) {
    if (wrong.empty())
      wrong = ("'" + place + name + "' " + what).str();
  }
  /// The first error, or the error for an unknown member; "" for none.
  std::string finish() {
    for (const auto &[name, value] : json.items())
      if (!llvm::is_contained(known, name))
        fail(name, "is not known; choose " + llvm::join(known, ", "));
    return wrong;
  }

private:
  std::string textOf(llvm::StringRef name, const Json &value) {
    auto text = value.get<std::string>();
    if (const std::string missing = replaceVariables(text); !missing.empty())
      fail(name, "names the environment variable " + missing +
                     ", which is not set; set it");
    return text;
  }

  const Json &json;
  std::string place, wrong;
  std::vector<std::string> known;
};

/// "" if the name is one of the choices.
template <typename T>
void choose(Members &members, const char *name,
            std::initializer_list<std::pair<const char *, T>> choices, T &to) {
  std::string text;
  members.take(name, text);
  if (text.empty())
    return;
  std::vector<std::string> names;
  for (const auto &[each, value] : choices) {
    if (text == each) {
      to = value;
      return;
    }
    names.emplace_back(each);
  }
  members.fail(name, "is '" + text + "'; choose " + llvm::join(names, ", "));
}

using Stage = std::optional<LoweringStage>;
} // namespace

/// Checks requirements on several members together.
static llvm::Error check(const TemplateConfiguration &made) {
  auto lacks = [](llvm::StringRef command, llvm::StringRef mark) {
    return !command.contains(mark);
  };
  std::vector<std::string> extensions = {".c"};
  if (made.kernel)
    extensions.emplace_back(*made.kernel == LoweringStage::Llvm ? ".ll" : ".s");
  for (const std::string &each : extensions) {
    auto command = made.compile.find(each);
    if (command == made.compile.end())
      return executionError("'compile' has no command for '{0}'; add one",
                            each);
    if (lacks(command->second, "{in}") || lacks(command->second, "{out}"))
      return executionError("'compile' of '{0}' lacks {{in} or {{out}; name "
                            "both files",
                            each);
  }
  if (!llvm::is_contained(worker::splitCommand(made.link), "{in}") ||
      lacks(made.link, "{out}"))
    return executionError("'link' lacks {{in}, a word of its own, or {{out}; "
                          "name both");
  if (lacks(made.run, "{in}") || lacks(made.run, "{calls}"))
    return executionError("'run' lacks {{in} or {{calls}; name the image and "
                          "its argument");
  std::string why;
  const llvm::Regex regex(made.pattern);
  if (made.pattern.empty() || !regex.isValid(why))
    return executionError("'parse.pattern' is no regular expression: {0}",
                          made.pattern.empty() ? "it is empty" : why);
  if (regex.getNumMatches() < 1)
    return executionError("'parse.pattern' has no group; put the number in "
                          "brackets");
  if (made.name.empty() || !llvm::all_of(made.name, [](char c) {
        return llvm::isAlnum(c) || c == '.' || c == '_' || c == '-';
      }))
    return executionError("'name' is '{0}'; use letters, digits, '.', '_' and "
                          "'-'",
                          made.name);
  return llvm::Error::success();
}

llvm::Expected<TemplateConfiguration>
TemplateConfiguration::parse(llvm::StringRef text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr,
                                /*allow_exceptions=*/false,
                                /*ignore_comments=*/true);
  if (!json.is_object())
    return executionError("no JSON object; see docs/devices.md");
  TemplateConfiguration made;
  Members all(json, "");
  std::vector<std::string> wrong;
  all.take("name", made.name);
  if (const Json *target = all.object("target")) {
    Members members(*target, "target.");
    members.take("triple", made.target.triple);
    members.take("cpu", made.target.cpu);
    members.take("features", made.target.features);
    wrong.push_back(members.finish());
  }
  choose<Metric>(all, "metric",
                 {{"nanoseconds", Metric::Nanoseconds},
                  {"instructions", Metric::Instructions},
                  {"cycles", Metric::Cycles},
                  {"estimated_cycles", Metric::EstimatedCycles}},
                 made.metric);
  choose<Stage>(all, "kernel",
                {{"object", std::nullopt},
                 {"assembly", LoweringStage::Assembly},
                 {"llvm", LoweringStage::Llvm}},
                made.kernel);
  all.take("compile", made.compile);
  all.take("link", made.link);
  all.take("run", made.run);
  if (const Json *parsed = all.object("parse")) {
    Members members(*parsed, "parse.");
    members.take("pattern", made.pattern);
    members.take("file", made.patternFile);
    choose<Reported>(members, "of",
                     {{"run", Reported::Run}, {"calls", Reported::Calls}},
                     made.reported);
    wrong.push_back(members.finish());
  }
  all.take("calls", made.calls);
  all.take("loaded", made.loaded);
  all.take("work_dir", made.workDir);
  if (const Json *timeouts = all.object("timeouts_ms")) {
    Members members(*timeouts, "timeouts_ms.");
    members.take("compile", made.compileTimeoutMs);
    members.take("link", made.linkTimeoutMs);
    members.take("run", made.runTimeoutMs);
    wrong.push_back(members.finish());
  }
  std::map<std::string, std::string> variables;
  all.take("environment", variables);
  for (const auto &[variable, value] : variables)
    made.environment.push_back(variable + "=" + value);
  all.take("verbose", made.showRun);
  all.take("build_verbose", made.showBuild);
  wrong.push_back(all.finish());
  for (const std::string &each : wrong)
    if (!each.empty())
      return executionError("{0}", each);
  MLIRGYM_TRY_TO(check(made));
  return made;
}

llvm::Expected<TemplateConfiguration>
TemplateConfiguration::read(const std::string &file) {
  auto text = readRegular(file);
  if (!text)
    return executionError("{0}: {1}", file, text.getError().message());
  auto made = parse((*text)->getBuffer());
  if (!made)
    return executionError("{0}: {1}", file, llvm::toString(made.takeError()));
  if (made->name == TemplateConfiguration().name)
    made->name = llvm::sys::path::stem(file).str();
  return made;
}

std::vector<std::string> TemplateConfiguration::commands() const {
  std::vector<std::string> all;
  for (const auto &[extension, command] : compile)
    all.push_back(command);
  all.push_back(link);
  all.push_back(run);
  return all;
}

llvm::Expected<std::string> TemplateConfiguration::hash() const {
  MLIRGYM_TRY(auto path, worker::findWorker(""));
  worker::WorkerOptions process;
  process.path = std::move(path);
  process.timeoutMs = 5000; // to print a version
  worker::ToolWorker tools(process);
  std::map<std::string, std::string> identities; // by program
  for (const std::string &command : commands()) {
    const std::vector<std::string> words = worker::splitCommand(command);
    if (words.empty() || identities.contains(words.front()))
      continue;
    MLIRGYM_TRY(auto identity,
                worker::identityOf(tools, words.front(), nullptr));
    identities[words.front()] = std::move(identity);
  }
  const Json all = {{"metric", nameOf(metric).str()},
                    {"kernel", kernel ? static_cast<int>(*kernel) : -1},
                    {"compile", compile},
                    {"link", link},
                    {"run", run},
                    {"pattern", pattern},
                    {"file", patternFile},
                    {"of", static_cast<int>(reported)},
                    {"calls", calls},
                    {"environment", environment},
                    {"tools", identities}};
  const std::string text =
      all.dump(-1, ' ', true, Json::error_handler_t::replace);
  return contentHash({text.data(), text.size()});
}

} // namespace mlirgym
