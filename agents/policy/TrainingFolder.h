//===- agents/policy/TrainingFolder.h - Files of a training -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_TRAININGFOLDER_H
#define MLIRGYM_AGENTS_POLICY_TRAININGFOLDER_H

#include "program/files/LockedFolder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The folder of one training run, locked during the lifetime of this object.
class TrainingFolder {
public:
  /// Errors: those of LockedFolder::open().
  static llvm::Expected<TrainingFolder> open(llvm::StringRef path);

  std::string checkpoint() const { return file("checkpoint.pt"); }
  std::string bestCheckpoint() const { return file("best.pt"); }
  std::string agent() const { return file("agent.pt"); }
  std::string config() const { return file("config.json"); }
  std::string metrics() const { return file("metrics.jsonl"); }
  /// The state of a recipe, which has no checkpoint.
  std::string state() const { return file("state.json"); }
  std::string lastAgent() const { return file("last.pt"); }
  /// Path of a folder inside it, which is not created.
  std::string inner(llvm::StringRef name) const { return file(name); }

  /// Errors: text, if the folder contains the checkpoint or the state of an
  /// earlier run.
  llvm::Error checkUnused() const;
  /// Drops the lines of metrics() whose `counter` ("iteration", "epoch") is
  /// above `last`: a killed training may have written lines after its last
  /// checkpoint, and repeats those iterations.
  llvm::Error forgetMetricsAfter(llvm::StringRef counter, unsigned last) const;

private:
  explicit TrainingFolder(LockedFolder locked) : folder(std::move(locked)) {}
  std::string file(llvm::StringRef name) const { return folder.file(name); }

  LockedFolder folder;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_TRAININGFOLDER_H
