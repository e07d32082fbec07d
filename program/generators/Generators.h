//===- program/generators/Generators.h - One function per family ----------===//
#ifndef MLIRGYM_PROGRAM_GENERATORS_GENERATORS_H
#define MLIRGYM_PROGRAM_GENERATORS_GENERATORS_H

#include "program/generators/Family.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// generateMatmul() and so on, one per line of Families.def; see
/// GenerateFunction.
#define MLIRGYM_FAMILY(Class, name, parameters, iterations, summary)           \
  llvm::Expected<std::string> generate##Class(const FamilyRequest &request);
#include "program/generators/Families.def"
#undef MLIRGYM_FAMILY

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_GENERATORS_GENERATORS_H
