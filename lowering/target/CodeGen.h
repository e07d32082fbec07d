//===- lowering/target/CodeGen.h - LLVM IR to an object file --------------===//
#ifndef MLIRGYM_LOWERING_TARGET_CODEGEN_H
#define MLIRGYM_LOWERING_TARGET_CODEGEN_H

#include "lowering/target/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlirgym::lowering {

enum class CodeFormat : uint8_t { Object, Assembly };

/// Optimises an LLVM module for a target and emits code. Equal modules give
/// equal bytes. Keeps its target machine; not thread safe.
class CodeGen {
public:
  /// Errors: text, if LLVM has no back end for the target.
  static llvm::Expected<CodeGen> create(const Target &target);
  CodeGen(CodeGen &&) noexcept;
  ~CodeGen();

  /// Sets triple and data layout.
  void setTarget(llvm::Module &module) const;
  /// Sets the target with its features, and runs the optimiser.
  void optimize(llvm::Module &module);
  /// Position-independent code, in relocatable form or as text. Requires:
  /// setTarget() or optimize() was called. Errors: text, if the back end cannot
  /// emit the module.
  llvm::Expected<llvm::SmallVector<char, 0>> emit(llvm::Module &module,
                                                  CodeFormat format);

private:
  struct Emitter;

  CodeGen(std::unique_ptr<llvm::TargetMachine> machine, unsigned vectorBits);
  std::unique_ptr<llvm::TargetMachine> machine;
  unsigned vectorBits;
  std::unique_ptr<Emitter> objects; ///< null until it is first used
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TARGET_CODEGEN_H
