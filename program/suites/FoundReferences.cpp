#include "program/suites/FoundReferences.h"
#include "program/MachineClass.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlirgym {

using Json = nlohmann::ordered_json;

std::string FoundReferences::folder() {
  llvm::SmallString<128> path;
  std::optional<std::string> home = llvm::sys::Process::GetEnv("XDG_DATA_HOME");
  if (home && llvm::sys::path::is_absolute(*home)) {
    path = *home;
  } else {
    if (!llvm::sys::path::home_directory(path))
      llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/false, path);
    llvm::sys::path::append(path, ".local", "share");
  }
  llvm::sys::path::append(path, "mlirgym", "reference");
  return std::string(path);
}

std::string FoundReferences::fileFor(MachineClass machine,
                                     llvm::StringRef machineId) {
  return pathIn(folder(), machine.name(), machineId + ".json");
}

static Json toJson(const FoundReference &found) {
  return {{"program", found.program},
          {"threads", found.threads},
          {"schedule", found.schedule},
          {"best_ns", found.bestNs},
          {"shipped_ns", found.shippedNs},
          {"budget", found.budget},
          {"seed", found.seed},
          {"seconds", found.seconds},
          {"toolchain", found.toolchain}};
}

/// Reads a member of the type of `value`; false if it is missing or has another
/// type.
static bool read(const Json &entry, const char *key, std::string &value) {
  auto member = entry.find(key);
  if (member == entry.end() || !member->is_string())
    return false;
  value = member->get<std::string>();
  return true;
}

template <typename T>
static bool read(const Json &entry, const char *key, T &value) {
  auto member = entry.find(key);
  if (member == entry.end() || !member->is_number() ||
      (std::is_unsigned_v<T> && !member->is_number_unsigned()))
    return false;
  value = member->get<T>();
  return true;
}

static std::optional<FoundReference> fromJson(const Json &entry) {
  FoundReference found;
  if (!entry.is_object() || !read(entry, "program", found.program) ||
      !read(entry, "threads", found.threads) ||
      !read(entry, "schedule", found.schedule) ||
      !read(entry, "best_ns", found.bestNs) ||
      !read(entry, "shipped_ns", found.shippedNs) ||
      !read(entry, "budget", found.budget) ||
      !read(entry, "seed", found.seed) ||
      !read(entry, "seconds", found.seconds) ||
      !read(entry, "toolchain", found.toolchain))
    return std::nullopt;
  return found;
}

static llvm::Error notOurs(llvm::StringRef path, const llvm::Twine &why) {
  return llvm::make_error<ProgramError>(
      (path + ": " + why + "; remove it, and search again").str());
}

llvm::Expected<FoundReferences> FoundReferences::load(llvm::StringRef path) {
  FoundReferences all(path);
  if (!llvm::sys::fs::exists(path))
    return all;
  auto buffer = readRegular(path);
  if (!buffer)
    return notOurs(path, "cannot be read: " + buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  Json file = Json::parse(text.begin(), text.end(), nullptr,
                          /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("found") || !file["found"].is_array())
    return notOurs(path, "not a file of found schedules");
  for (const Json &entry : file["found"]) {
    std::optional<FoundReference> found = fromJson(entry);
    if (!found)
      return notOurs(path, "entry " + llvm::Twine(all.found.size() + 1) +
                               " is not one of a found schedule");
    all.found.push_back(std::move(*found));
  }
  return all;
}

const FoundReference *FoundReferences::find(llvm::StringRef program,
                                            unsigned threads) const {
  auto it = llvm::find_if(found, [&](const FoundReference &one) {
    return one.program == program && one.threads == threads;
  });
  return it == found.end() ? nullptr : &*it;
}

llvm::Error FoundReferences::store(FoundReference reference) {
  std::vector<FoundReference> changed = found;
  llvm::erase_if(changed, [&](const FoundReference &one) {
    return one.program == reference.program && one.threads == reference.threads;
  });
  changed.push_back(std::move(reference));
  Json list = Json::array();
  for (const FoundReference &one : changed)
    list.push_back(toJson(one));
  Json file = {{"summary", "Schedules that mlirgym tune-references found on "
                           "this machine"},
               {"found", std::move(list)}};
  llvm::StringRef parent = llvm::sys::path::parent_path(path);
  if (std::error_code error = llvm::sys::fs::create_directories(parent))
    return llvm::createStringError(error, parent + ": " + error.message());
  // Invalid UTF-8 in a name is replaced: nothing throws.
  MLIRGYM_TRY_TO(writeAtomically(
      path, file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  found = std::move(changed);
  return llvm::Error::success();
}

} // namespace mlirgym
