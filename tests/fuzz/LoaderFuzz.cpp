// Any text loaded as a program: an error, or a program whose normal form loads
// as the same program.
#include "Require.h"
#include "program/ProgramLoader.h"

using namespace mlirgym;

/// A new one now and then: a context keeps every type and attribute it has met.
static ProgramLoader &loader() {
  static ProgramLoader current;
  static unsigned loads = 0;
  if (++loads % 2000 == 0)
    current = ProgramLoader();
  return current;
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  const llvm::StringRef text(data, size);
  // Bytecode goes to MLIR's reader, which is not ours to check.
  if (text.starts_with("ML\xefR"))
    return -1;
  llvm::Expected<Program> program = loader().loadText(text, "payload");
  if (!program) {
    require(!llvm::toString(program.takeError()).empty(), "no message");
    return 0;
  }
  llvm::Expected<Program> again = loader().loadText(program->text(), "payload");
  if (!again) {
    llvm::errs() << llvm::toString(again.takeError()) << "\n";
    require(false, "the normal form does not load");
  }
  require(again->key() == program->key(), "the normal form is another program");
  return 0;
}
