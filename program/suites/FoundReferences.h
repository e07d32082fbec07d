//===- program/suites/FoundReferences.h - Schedules found here --*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_SUITES_FOUNDREFERENCES_H
#define MLIRGYM_PROGRAM_SUITES_FOUNDREFERENCES_H

#include "program/MachineClass.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// The fastest known schedule of one program on one machine, and the search
/// that found it.
struct FoundReference {
  std::string program;
  unsigned threads = 1;
  /// Text for Schedule::parse(); "" if the program itself is the fastest.
  std::string schedule = {};
  /// Nanoseconds per call of this schedule and of the fastest shipped schedule;
  /// the latter is 0 if there is none.
  double bestNs = 0, shippedNs = 0;
  /// Sample budget of the search, and its seed.
  unsigned budget = 0;
  uint64_t seed = 0;
  double seconds = 0;
  /// toolchainId(): after a change of the lowering another one may be faster.
  std::string toolchain = {};
};

/// The schedules that were found on one machine, in a file of the user. A value
/// that is read once; the file is written whole by store().
class FoundReferences {
public:
  /// FOLDER/CLASS/MACHINE.json, where FOLDER is folder() and `machineId` is
  /// DeviceDescription::machine().
  static std::string fileFor(MachineClass machine, llvm::StringRef machineId);
  /// $XDG_DATA_HOME/mlirgym/reference, else
  /// ~/.local/share/mlirgym/reference; not created.
  static std::string folder();
  /// Nothing is found yet if there is no such file. Errors: ProgramError naming
  /// the file, if it cannot be read or store() did not write it.
  static llvm::Expected<FoundReferences> load(llvm::StringRef path);

  llvm::ArrayRef<FoundReference> all() const { return found; }
  /// Null if there was no search for this program and number of threads.
  const FoundReference *find(llvm::StringRef program, unsigned threads) const;
  /// Adds it, replacing a reference for the same program and number of threads,
  /// and writes the file; creates its folder if missing. Errors: text naming
  /// the file, which is then unchanged.
  llvm::Error store(FoundReference reference);

private:
  explicit FoundReferences(llvm::StringRef path) : path(path.str()) {}

  std::string path;
  std::vector<FoundReference> found;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_FOUNDREFERENCES_H
