//===- program/suites/ReferenceSchedules.h - Fast known schedules ---------===//
#ifndef MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H
#define MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H

#include "program/MachineProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// A machine on which schedules were found.
struct ReferenceMachine {
  /// Of its folder: "zen5".
  std::string name;
  MachineProfile profile = {};
};

/// A fast schedule of a program, as text for Schedule::parse().
struct ReferenceSchedule {
  std::string program;
  unsigned threads = 1;
  /// Where it was found.
  std::shared_ptr<const ReferenceMachine> machine;
  std::string text;
};

/// Fast schedules found by search, by machine, program name and number of
/// threads. See docs/reference-schedules.md.
class ReferenceSchedules {
public:
  /// Loads the profiles `reference/MACHINE.json` in dataDirectory(), and all
  /// files of the folders `reference/MACHINE`; none if they are missing.
  /// Errors: ProgramError naming file and key.
  static llvm::Expected<ReferenceSchedules> load();
  /// Adds the schedules of a file's text, which were found on `machine`;
  /// `origin` is its name in messages. Errors: ProgramError, also if another
  /// file has the same program for this machine.
  llvm::Error read(llvm::StringRef text, llvm::StringRef origin,
                   std::shared_ptr<const ReferenceMachine> machine);

  /// In the order of the machines' names, program, threads; several schedules
  /// of one program in the order of their file: the fastest first.
  llvm::ArrayRef<ReferenceSchedule> all() const { return schedules; }
  /// Schedules for this program and number of threads, of all machines: those
  /// of the machine with the nearest profile first. For a program of another
  /// element type without schedules of its own: those of the same program in
  /// f32. The pointers are valid until read() is called.
  std::vector<const ReferenceSchedule *> find(llvm::StringRef program,
                                              unsigned threads,
                                              const MachineProfile &here) const;
  /// Null without schedules. Valid as above.
  const ReferenceMachine *nearestTo(const MachineProfile &here) const;

private:
  std::vector<const ReferenceSchedule *>
  findNamed(llvm::StringRef program, unsigned threads,
            const MachineProfile &here) const;

  std::vector<ReferenceSchedule> schedules;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H
