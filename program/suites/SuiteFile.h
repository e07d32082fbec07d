//===- program/suites/SuiteFile.h - Reads data/suites/*.json ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_SUITES_SUITEFILE_H
#define MLIRGYM_PROGRAM_SUITES_SUITEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// A suite file after drawing from its ranges: plain program names.
struct SuiteFile {
  std::string summary;
  std::vector<std::string> programs;
  /// Its test and validation programs, if it names them: Suite::splitOf() does
  /// not apply then.
  std::vector<std::string> test, validation;
};

/// Reads the JSON `text` (format: docs/programs.md); `origin` names the file in
/// messages. The same text gives the same names on every machine. Errors:
/// ProgramError "file: key: what; how to fix it".
llvm::Expected<SuiteFile> readSuite(llvm::StringRef text,
                                    llvm::StringRef origin);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_SUITEFILE_H
