//===- program/suites/Suite.h - Named sets of generated programs ----------===//
#ifndef MLIRGYM_PROGRAM_SUITES_SUITE_H
#define MLIRGYM_PROGRAM_SUITES_SUITE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

enum class Split : uint8_t { Train, Validation, Test, All };
llvm::Expected<Split> parseSplit(llvm::StringRef text);
llvm::StringRef nameOfSplit(Split split);

/// MLIR text of a generated program: "matmul_256_1536_1000",
/// "relu_256_100_f64", "mlp_128_784_512_512_10"; docs/programs.md lists the
/// families. Or of a network, its task or an operator: see readStored().
/// Errors: ProgramError that lists the families, or names the missing or
/// invalid number.
llvm::Expected<std::string> generateProgram(llvm::StringRef name);

/// Families of generateProgram() with their name patterns, for help texts:
/// {"matmul", "matmul_M_K_N"}.
struct ProgramFamily {
  llvm::StringRef name, pattern, summary;
};
llvm::ArrayRef<ProgramFamily> programFamilies();

/// A suite file `data/suites/<name>.json`: families with ranges of shapes and
/// seeds, or a list of names. It contains names; text is generated on demand.
class Suite {
public:
  /// `nameOrPath`: a suite's name or a path to a suite file. Errors:
  /// ProgramError naming file and key.
  static llvm::Expected<Suite> load(llvm::StringRef nameOrPath);
  /// Names of the installed suites, sorted.
  static std::vector<std::string> available();

  llvm::StringRef name() const { return suiteName; }
  llvm::StringRef summary() const { return about; }
  /// Program names of a split, in file order. The split of a program depends
  /// only on a hash of its name, or of its network's, so no suite trains on
  /// another's test program; but a suite may name its test programs.
  std::vector<std::string> programs(Split which = Split::All) const;
  /// The split of one of programs().
  Split split(llvm::StringRef programName) const;
  /// The split of a program name in suites that do not name their test
  /// programs.
  static Split splitOf(llvm::StringRef programName);

private:
  std::string suiteName, about;
  std::vector<std::string> names;
  llvm::StringSet<> test, validation; // if the suite names them
};

/// Folder with suites, programs and exec data: $MLIRGYM_DATA_DIR, else `data`
/// of the source or install tree.
std::string dataDirectory();

/// Names of the files with this ending in a folder of dataDirectory(), without
/// it, sorted. A missing folder contains none.
std::vector<std::string> stemsInData(llvm::StringRef folder,
                                     llvm::StringRef extension);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_SUITES_SUITE_H
