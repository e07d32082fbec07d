// Any text read as MLIR-RL's exec data: an error, and nothing is stored; or
// records that are written and read again without a change.
#include "Require.h"
#include "execution/execdata/ExecData.h"
#include "mlirrl/MlirRlJson.h"

using namespace mlirgym;

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  const llvm::ExitOnError orExit("import fuzz: ");
  std::unique_ptr<ExecData> file =
      orExit(ExecData::open({.memoryEntries = 64}));
  auto imported = importMlirRlJson(*file, llvm::StringRef(data, size));
  if (!imported) {
    require(!llvm::toString(imported.takeError()).empty(), "no message");
    require(orExit(file->count()) == 0, "half a file was stored");
    return 0;
  }
  const std::string written = orExit(exportMlirRlJson(*file));
  std::unique_ptr<ExecData> other =
      orExit(ExecData::open({.memoryEntries = 64}));
  orExit(importMlirRlJson(*other, written));
  require(orExit(file->count()) == orExit(other->count()),
          "the export lacks records");
  require(orExit(exportMlirRlJson(*other)) == written,
          "the export is read otherwise");
  return 0;
}
