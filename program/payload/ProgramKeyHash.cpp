#include "mlir/IR/BuiltinOps.h"
#include "program/Program.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym {

ProgramKey hashPayload(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags()
                        .printGenericOpForm()
                        .enableDebugInfo(false)
                        .assumeVerified());
  ProgramKey key;
  key.bytes = llvm::BLAKE3::hash<16>(llvm::arrayRefFromStringRef(text));
  return key;
}

} // namespace mlirgym
