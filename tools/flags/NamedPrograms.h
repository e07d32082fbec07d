//===- tools/flags/NamedPrograms.h - Programs of MLIR-RL's data -*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_NAMEDPROGRAMS_H
#define MLIRGYM_TOOLS_FLAGS_NAMEDPROGRAMS_H

#include "program/Program.h"
#include "tools/Arguments.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

/// Finds programs of exec data by their names.
class NamedPrograms {
public:
  /// `place`: a folder with "<name>.mlir" files, or "generated" for generated
  /// programs of type f64, the type of MLIR-RL's data; "" for no programs.
  explicit NamedPrograms(std::string place) : place(std::move(place)) {}

  /// Null if there is none, or, with a note on stderr, if the file is not a
  /// program.
  std::shared_ptr<const Program> find(llvm::StringRef name);
  /// The program of a record, which may also be the generated program with its
  /// name. Null if no program has this key.
  std::shared_ptr<const Program> find(const ProgramKey &key,
                                      llvm::StringRef name);

private:
  std::shared_ptr<const Program> load(const std::string &file);

  std::string place;
  ProgramSource source;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_NAMEDPROGRAMS_H
