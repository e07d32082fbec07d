//===- agents/comparison/RunFolder.h - Stored runs of a comparison --------===//
#ifndef MLIRGYM_AGENTS_COMPARISON_RUNFOLDER_H
#define MLIRGYM_AGENTS_COMPARISON_RUNFOLDER_H

#include "agents/comparison/AgentRun.h"
#include "program/files/LockedFolder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mlirgym {

/// The folder of a comparison, used by one process at a time.
class RunFolder {
public:
  /// Errors: those of LockedFolder::open().
  static llvm::Expected<RunFolder> open(llvm::StringRef path);

  /// The stored run of that agent, program and seed; nullopt if there is none.
  /// `settings` are the facts that determine a run. Errors: text naming the
  /// file and the first fact that differs.
  llvm::Expected<std::optional<AgentRun>>
  load(llvm::StringRef agent, llvm::StringRef program, uint64_t seed,
       const nlohmann::ordered_json &settings) const;
  llvm::Error store(const AgentRun &run,
                    const nlohmann::ordered_json &settings) const;

  /// Path of a file in it.
  std::string file(llvm::StringRef name) const { return folder.file(name); }

private:
  explicit RunFolder(LockedFolder locked) : folder(std::move(locked)) {}

  LockedFolder folder;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_RUNFOLDER_H
