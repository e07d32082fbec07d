//===- execution/execdata/Publication.h - Exec data to publish ------------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_PUBLICATION_H
#define MLIRGYM_EXECUTION_EXECDATA_PUBLICATION_H

#include "execution/execdata/ExecData.h"
#include "execution/execdata/PublishingRule.h"
#include "program/files/LockedFolder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>

namespace mlirgym {

/// A folder with a selection of exec data, which appears complete or not at
/// all: until commit() its files are in a folder beside it, `OUT.unfinished`.
class Publication {
public:
  /// Errors: text, if there is something in `out`, if the folder cannot be
  /// made, or if another process publishes there.
  static llvm::Expected<Publication> start(llvm::StringRef out);

  struct Options {
    PublishingRule rule;
    /// Most timings per file; a program that has more has a file of its own.
    unsigned shardRows = 50'000;
  };
  struct Counts {
    /// Timings in the given files, those among them that have a newer one of
    /// the same key, and those of programs whose baseline has no time.
    uint64_t given = 0, superseded = 0, withoutBaseline = 0;
    /// Of the remaining ones, by Fate.
    std::array<uint64_t, numFates> fates{};
    uint64_t of(Fate fate) const { return fates[static_cast<size_t>(fate)]; }
    uint64_t kept() const { return of(Fate::Kept); }
  };
  /// Called for the timings of a program under one context that are kept.
  using Visit = llvm::function_ref<void(llvm::ArrayRef<ExecData::Record> kept,
                                        const Measurement &baseline)>;
  /// Writes one series of files per machine (ExecDataShards), programs by name,
  /// each with its baseline in one file. `files` are only read. Needs the space
  /// of all of them once more until it returns. Errors: ExecutionError.
  llvm::Expected<Counts> write(llvm::ArrayRef<std::string> files,
                               const Options &options, Visit visit);

  /// Path of a file in the unfinished folder.
  std::string file(llvm::StringRef name) const { return folder.file(name); }
  /// Gives the folder its name. Errors: text.
  llvm::Error commit();

private:
  Publication(llvm::StringRef out, LockedFolder folder)
      : out(out.str()), folder(std::move(folder)) {}
  std::string out;
  LockedFolder folder;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_PUBLICATION_H
