//===- program/suites/ReferenceSchedules.h - Fast known schedules ---------===//
#ifndef MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H
#define MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H

#include "program/MachineClass.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// A fast schedule of a program, as text for Schedule::parse().
struct ReferenceSchedule {
  std::string program;
  unsigned threads = 1;
  /// The class of the machine on which it was found.
  MachineClass machine = {};
  std::string text;
};

/// Fast schedules found by search, by class of machine, program name and number
/// of threads. See docs/reference-schedules.md.
class ReferenceSchedules {
public:
  /// Loads all files of the folders `reference/CLASS` in dataDirectory(); none
  /// if they are missing. Errors: ProgramError naming file and key, or a folder
  /// that is not named after a class.
  static llvm::Expected<ReferenceSchedules> load();
  /// Adds the schedules of a file's text for machines of a class; `origin` is
  /// its name in messages. Errors: ProgramError, also if another file has the
  /// same program for this class.
  llvm::Error read(llvm::StringRef text, llvm::StringRef origin,
                   MachineClass machine);

  /// In the order of class, program, threads; several schedules of one program
  /// in the order of their file: the fastest first.
  llvm::ArrayRef<ReferenceSchedule> all() const { return schedules; }
  /// Schedules for this program and number of threads, of all classes: the
  /// nearest class first. For a program of another element type without
  /// schedules of its own: those of the same program in f32. The pointers are
  /// valid until read() is called.
  std::vector<const ReferenceSchedule *>
  find(llvm::StringRef program, unsigned threads, MachineClass machine) const;

private:
  std::vector<const ReferenceSchedule *> findNamed(llvm::StringRef program,
                                                   unsigned threads,
                                                   MachineClass machine) const;

  std::vector<ReferenceSchedule> schedules;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_REFERENCESCHEDULES_H
