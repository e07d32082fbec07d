//===- program/ReferenceSchedules.h - Fast known schedules ------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_REFERENCESCHEDULES_H
#define MLIRGYM_PROGRAM_REFERENCESCHEDULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>

namespace mlirgym {

/// Fast schedules found by search, as text for Schedule::parse(), by program
/// name and number of threads. See docs/reference-schedules.md.
class ReferenceSchedules {
public:
  /// Schedule text by number of threads.
  using ByThreads = std::map<unsigned, std::string>;

  /// Loads all files of `reference` in dataDirectory(); none if it is missing.
  /// Errors: ProgramError naming file and key.
  static llvm::Expected<ReferenceSchedules> load();
  /// Adds the schedules of a file's text; `origin` is its name in messages.
  /// Errors: ProgramError, also if another file has the same program.
  llvm::Error read(llvm::StringRef text, llvm::StringRef origin);

  /// By program name.
  const std::map<std::string, ByThreads> &all() const { return schedules; }
  /// nullopt if there is none for this program and number of threads.
  std::optional<llvm::StringRef> find(llvm::StringRef program,
                                      unsigned threads) const;

private:
  std::map<std::string, ByThreads> schedules;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_REFERENCESCHEDULES_H
