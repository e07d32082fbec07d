#include "program/ReferenceSchedules.h"
#include "program/ProgramLoader.h"
#include "program/RegularFile.h"
#include "program/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym {

using Json = nlohmann::json;

static llvm::Error errorIn(llvm::StringRef origin, const llvm::Twine &message) {
  return llvm::make_error<ProgramError>((origin + ": " + message).str());
}

static llvm::Expected<ReferenceSchedules::ByThreads>
readProgram(const Json &entry, llvm::StringRef origin, llvm::StringRef name) {
  if (!entry.is_object() || entry.empty())
    return errorIn(origin, name + ": no schedules; write {\"1\": TEXT, ...}, "
                                  "by number of threads");
  ReferenceSchedules::ByThreads found;
  for (const auto &[key, text] : entry.items()) {
    unsigned threads = 0;
    if (llvm::StringRef(key).getAsInteger(10, threads) || threads == 0)
      return errorIn(origin, name + "." + key +
                                 ": not a number of threads; write one from 1 "
                                 "on");
    if (!text.is_string())
      return errorIn(origin,
                     name + "." + key + ": not a schedule; write its text");
    found.emplace(threads, text.get<std::string>());
  }
  return found;
}

llvm::Error ReferenceSchedules::read(llvm::StringRef text,
                                     llvm::StringRef origin) {
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
  for (const auto &[name, entry] : file["schedules"].items()) {
    llvm::Expected<ByThreads> found = readProgram(entry, origin, name);
    if (!found)
      return found.takeError();
    if (!schedules.emplace(name, std::move(*found)).second)
      return errorIn(origin, name + ": in another file too; keep one");
  }
  return llvm::Error::success();
}

llvm::Expected<ReferenceSchedules> ReferenceSchedules::load() {
  llvm::SmallString<256> folder(dataDirectory());
  llvm::sys::path::append(folder, "reference");
  std::vector<std::string> files;
  std::error_code ignored; // a missing folder contains none
  for (llvm::sys::fs::directory_iterator it(folder, ignored), end;
       it != end && !ignored; it.increment(ignored))
    if (llvm::sys::path::extension(it->path()) == ".json")
      files.push_back(it->path());
  llvm::sort(files);
  ReferenceSchedules all;
  for (const std::string &path : files) {
    auto buffer = readRegular(path);
    if (!buffer)
      return errorIn(path, "cannot be read: " + buffer.getError().message() +
                               "; make it readable, or remove it");
    if (llvm::Error error = all.read((*buffer)->getBuffer(), path))
      return std::move(error);
  }
  return all;
}

std::optional<llvm::StringRef>
ReferenceSchedules::find(llvm::StringRef program, unsigned threads) const {
  auto byName = schedules.find(program.str());
  if (byName == schedules.end())
    return std::nullopt;
  auto byThreads = byName->second.find(threads);
  if (byThreads == byName->second.end())
    return std::nullopt;
  return byThreads->second;
}

} // namespace mlirgym
