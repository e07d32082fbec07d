#include "agents/comparison/RunFolder.h"
#include "agents/comparison/AgentRun.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/LockedFolder.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <optional>
#include <string>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

/// Turns any text into a file name: special characters become '_', and a hash
/// distinguishes such names.
static std::string fileNameOf(llvm::StringRef text) {
  constexpr size_t most = 120;
  std::string plain;
  for (char c : text.take_back(most))
    plain += llvm::isAlnum(c) || llvm::StringRef("-_.").contains(c) ? c : '_';
  if (plain == text && !text.starts_with("."))
    return plain;
  const auto hash = llvm::BLAKE3::hash<4>(llvm::arrayRefFromStringRef(text));
  return plain + "-" + llvm::toHex(hash, /*LowerCase=*/true);
}

static std::string nameOfRun(llvm::StringRef agent, llvm::StringRef program,
                             uint64_t seed) {
  return pathIn("runs", fileNameOf(program),
                fileNameOf(agent) + "-" + std::to_string(seed) + ".json");
}

llvm::Expected<RunFolder> RunFolder::open(llvm::StringRef path) {
  MLIRGYM_TRY(LockedFolder folder, LockedFolder::open(path));
  return RunFolder(std::move(folder));
}

/// "budget is 40, not 200"; "" if all are equal.
static std::string difference(const Json &stored, const Json &wanted) {
  for (const auto &[key, value] : wanted.items()) {
    auto found = stored.find(key);
    if (found == stored.end())
      return key + " is unknown";
    if (*found != value)
      return key + " is " + found->dump() + ", not " + value.dump();
  }
  return "";
}

llvm::Expected<std::optional<AgentRun>>
RunFolder::load(llvm::StringRef agent, llvm::StringRef program, uint64_t seed,
                const Json &settings) const {
  const std::string name = file(nameOfRun(agent, program, seed));
  if (!llvm::sys::fs::exists(name))
    return std::nullopt;
  auto refuse = [&](llvm::StringRef what) {
    return llvm::createStringError(
        "%s: %s; remove it, or choose another folder", name.c_str(),
        what.str().c_str());
  };
  auto buffer = readRegular(name);
  if (!buffer)
    return refuse(buffer.getError().message());
  const Json json = Json::parse((*buffer)->getBuffer(), nullptr,
                                /*allow_exceptions=*/false);
  llvm::Expected<AgentRun> run = agentRunFromJson(json);
  if (!run)
    return refuse(llvm::toString(run.takeError()));
  if (!json.contains("settings") || !json["settings"].is_object())
    return refuse("not a run of a comparison");
  if (std::string what = difference(json["settings"], settings); !what.empty())
    return refuse("of another comparison: " + what);
  return std::move(*run);
}

llvm::Error RunFolder::store(const AgentRun &run, const Json &settings) const {
  const std::string name = file(nameOfRun(run.agent, run.program, run.seed));
  if (std::error_code code =
          llvm::sys::fs::create_directories(llvm::sys::path::parent_path(name)))
    return llvm::createStringError(code, "%s: %s; choose another folder",
                                   name.c_str(), code.message().c_str());
  Json json = toJson(run);
  json["settings"] = settings;
  return writeAtomically(
      name, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}
