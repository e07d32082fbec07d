#include "program/normalform/GivenOperations.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/ProgramParts.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

Program withGivenOperations(const Program &program,
                            llvm::ArrayRef<unsigned> operations) {
  ProgramParts parts{.text = program.text().str(),
                     .operations = program.operations().vec(),
                     .arguments = program.arguments().vec(),
                     .source = program.source(),
                     .key = program.key()};
  for (unsigned op : operations) {
    parts.operations[op].kind = callKind.str();
    // Fusion stops at it.
    parts.operations[op].isReadElsewhere = true;
    parts.operations[op].vectorizable = false;
  }
  return ProgramLoader::assemble(std::move(parts), program.name());
}

} // namespace mlirgym
