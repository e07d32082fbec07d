//===- program/generators/Family.h - Families of programs -------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_GENERATORS_FAMILY_H
#define MLIRGYM_PROGRAM_GENERATORS_FAMILY_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The part of a program's name after the family's name.
struct FamilyRequest {
  /// The numbers, all positive; the family determines how many.
  llvm::ArrayRef<int64_t> numbers;
  /// Of results, and of the arguments: another one for sums of products only.
  ElementType type = ElementType::F32, argumentType = type;

  int64_t operator[](size_t i) const { return numbers[i]; }
};

/// Text of the program. Errors: a string error naming the inconsistent numbers;
/// generateProgram() puts the program's name before it.
using GenerateFunction = llvm::Expected<std::string> (*)(const FamilyRequest &);

struct Family;
/// Iterations of the family's largest operation.
using IterationsFunction = double (*)(const Family &family,
                                      llvm::ArrayRef<int64_t> numbers);

/// A line of Families.def.
struct Family {
  llvm::StringRef name, pattern, summary;
  /// Names of the numbers, in order. "D*" as the last name stands for one or
  /// more dimensions.
  std::vector<llvm::StringRef> parameters;
  IterationsFunction iterations;
  GenerateFunction generate;

  bool isVariadic() const { return parameters.back().ends_with("*"); }
  /// Minimum number of numbers in a name; without "*" also the maximum.
  size_t minNumbers() const { return parameters.size(); }
};

/// All families, in the order of Families.def.
llvm::ArrayRef<Family> families();

/// The family called `name`; null if there is none.
const Family *findFamily(llvm::StringRef name);

/// The parts of a program's name.
struct ParsedName {
  const Family *family = nullptr;
  llvm::SmallVector<int64_t, 10> numbers;
  ElementType type = ElementType::F32, argumentType = type;
};

/// Larger numbers in names are assumed to be mistyped.
inline constexpr int64_t maxExtent = int64_t(1) << 30;

/// Errors: ProgramError, as generateProgram(); also for a network and its
/// tasks, which have no family.
llvm::Expected<ParsedName> parseProgramName(llvm::StringRef name);

/// Succeeds if generateProgram() knows the name. Errors: those of
/// generateProgram(), but for numbers that do not fit together.
llvm::Error checkProgramName(llvm::StringRef name);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_GENERATORS_FAMILY_H
