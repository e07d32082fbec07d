//===- execution/ProgramModule.h - IR that implements a program -----------===//
#ifndef MLIRGYM_EXECUTION_PROGRAMMODULE_H
#define MLIRGYM_EXECUTION_PROGRAMMODULE_H

#include <string>

namespace mlirgym {

/// A module of upstream MLIR that claims to compute a program: transformed by
/// other tools or written by hand. SandboxedLoader::loadModule() makes it,
/// Execution::measureModule() lowers it from its level of abstraction, verifies
/// and times it.
struct ProgramModule {
  /// The module with an entry function that takes the program's arguments.
  std::string text;
  /// 32 hexadecimal digits over its IR, without locations and names of values.
  std::string hash;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PROGRAMMODULE_H
