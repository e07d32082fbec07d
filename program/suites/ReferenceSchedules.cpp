#include "program/suites/ReferenceSchedules.h"
#include "program/MachineProfile.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace mlirgym {

using Json = nlohmann::json;

static llvm::Error errorIn(llvm::StringRef origin, const llvm::Twine &message) {
  return llvm::make_error<ProgramError>((origin + ": " + message).str());
}

/// The text, or texts, of one program and number of threads.
static std::optional<std::vector<std::string>> readTexts(const Json &entry) {
  std::vector<std::string> texts;
  for (const Json &text : entry.is_array() ? entry : Json::array({entry})) {
    if (!text.is_string())
      return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  if (texts.empty())
    return std::nullopt;
  return texts;
}

static llvm::Expected<std::vector<ReferenceSchedule>>
readProgram(const Json &entry, llvm::StringRef origin, llvm::StringRef name,
            const std::shared_ptr<const ReferenceMachine> &machine) {
  if (!entry.is_object() || entry.empty())
    return errorIn(origin, name + ": no schedules; write {\"1\": TEXT, ...}, "
                                  "by number of threads");
  std::vector<ReferenceSchedule> found;
  for (const auto &[key, value] : entry.items()) {
    unsigned threads = 0;
    if (llvm::StringRef(key).getAsInteger(10, threads) || threads == 0)
      return errorIn(origin, name + "." + key +
                                 ": not a number of threads; write one from 1 "
                                 "on");
    auto texts = readTexts(value);
    if (!texts)
      return errorIn(origin, name + "." + key +
                                 ": not a schedule; write its text, or a list "
                                 "of texts");
    for (std::string &text : *texts)
      found.push_back({name.str(), threads, machine, std::move(text)});
  }
  return found;
}

llvm::Error
ReferenceSchedules::read(llvm::StringRef text, llvm::StringRef origin,
                         std::shared_ptr<const ReferenceMachine> machine) {
  Json file = Json::parse(text.begin(), text.end(), nullptr,
                          /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("schedules") ||
      !file["schedules"].is_object())
    return errorIn(
        origin, "no object with the key schedules; write {\"summary\": TEXT, "
                "\"schedules\": {NAME: {\"1\": TEXT}}}");
  for (const auto &item : file.items())
    if (item.key() != "summary" && item.key() != "schedules")
      return errorIn(origin,
                     item.key() + ": unknown key; use summary, schedules");
  std::vector<ReferenceSchedule> added;
  for (const auto &[name, entry] : file["schedules"].items()) {
    MLIRGYM_TRY(auto found, readProgram(entry, origin, name, machine));
    if (llvm::any_of(schedules, [&](const ReferenceSchedule &known) {
          return known.program == name && known.machine->name == machine->name;
        }))
      return errorIn(origin, name + ": in another file too; keep one");
    llvm::append_range(added, std::move(found));
  }
  auto isBefore = [](const ReferenceSchedule &one,
                     const ReferenceSchedule &other) {
    return std::tie(one.machine->name, one.program, one.threads) <
           std::tie(other.machine->name, other.program, other.threads);
  };
  for (ReferenceSchedule &one : added)
    schedules.insert(llvm::upper_bound(schedules, one, isBefore),
                     std::move(one));
  return llvm::Error::success();
}

/// Paths of the files or folders in `folder`, sorted; none if it is missing.
static std::vector<std::string> contentsOf(llvm::StringRef folder) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (llvm::sys::fs::directory_iterator it(folder, ignored), end;
       it != end && !ignored; it.increment(ignored))
    paths.push_back(it->path());
  llvm::sort(paths);
  return paths;
}

llvm::Expected<ReferenceSchedules> ReferenceSchedules::load() {
  ReferenceSchedules all;
  const std::string folder = pathIn(dataDirectory(), "reference");
  for (const std::string &path : contentsOf(folder)) {
    if (llvm::sys::path::extension(path) != ".json")
      continue;
    MLIRGYM_TRY(auto profileText, readText(path));
    MLIRGYM_TRY(auto profile, MachineProfile::parse(profileText, path));
    auto machine = std::make_shared<ReferenceMachine>(ReferenceMachine{
        llvm::sys::path::stem(path).str(), std::move(profile)});
    for (const std::string &file : contentsOf(pathIn(folder, machine->name))) {
      if (llvm::sys::path::extension(file) != ".json")
        continue;
      MLIRGYM_TRY(auto text, readText(file));
      MLIRGYM_TRY_TO(all.read(text, file, machine));
    }
  }
  return all;
}

std::vector<const ReferenceSchedule *>
ReferenceSchedules::findNamed(llvm::StringRef program, unsigned threads,
                              const MachineProfile &here) const {
  std::vector<const ReferenceSchedule *> found;
  for (const ReferenceSchedule &schedule : schedules)
    if (schedule.program == program && schedule.threads == threads)
      found.push_back(&schedule);
  // Schedules of one machine keep their order.
  llvm::sort(found, [&](const auto *one, const auto *other) {
    return std::pair(one->machine->profile.distanceTo(here), one) <
           std::pair(other->machine->profile.distanceTo(here), other);
  });
  return found;
}

std::vector<const ReferenceSchedule *>
ReferenceSchedules::find(llvm::StringRef program, unsigned threads,
                         const MachineProfile &here) const {
  auto found = findNamed(program, threads, here);
  if (!found.empty())
    return found;
  // Names of generated programs end in their type, unless it is f32.
  auto [name, type] = program.rsplit('_');
  if (type.empty() || !llvm::is_contained({"f16", "bf16", "f32", "f64"}, type))
    return found;
  return findNamed(name, threads, here);
}

const ReferenceMachine *
ReferenceSchedules::nearestTo(const MachineProfile &here) const {
  auto nearest =
      llvm::min_element(schedules, [&](const auto &one, const auto &other) {
        return one.machine->profile.distanceTo(here) <
               other.machine->profile.distanceTo(here);
      });
  return nearest == schedules.end() ? nullptr : nearest->machine.get();
}

} // namespace mlirgym
