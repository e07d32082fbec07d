//===- lowering/module/ModuleEntry.h - The entry of a module --------------===//
#ifndef MLIRGYM_LOWERING_MODULE_MODULEENTRY_H
#define MLIRGYM_LOWERING_MODULE_MODULEENTRY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
namespace LLVM {
class LLVMFuncOp;
} // namespace LLVM
} // namespace mlir

namespace mlirgym::lowering {

/// Prefix of the functions that MLIR makes for `llvm.emit_c_interface`.
inline constexpr llvm::StringLiteral cInterfacePrefix = "_mlir_ciface_";

/// The arguments of the program that correspond to parameters and results.
struct EntrySignature {
  std::vector<SourceSignature::Value> parameters, results;
};

/// The signatures that an entry function may have: the one of the source, the
/// same with results as parameters, and the one of the normal form, in which
/// all arguments after `numParameters` are results.
std::vector<EntrySignature> signaturesOf(const SourceSignature &source,
                                         llvm::ArrayRef<Argument> arguments,
                                         size_t numParameters);

/// The only function that can be the entry. Errors: ProgramError.
llvm::Expected<mlir::FunctionOpInterface>
findModuleEntry(mlir::ModuleOp module, const SourceSignature &source);

/// True if the types of `entry` can hold the values of the signature.
bool matches(mlir::func::FuncOp entry, const EntrySignature &signature);
/// Turns `entry` into `@payload` on the program's memref arguments. Results are
/// computed in their argument where the IR allows it, and copied to it
/// otherwise. Requires: matches().
void becomeEntry(mlir::func::FuncOp entry, const EntrySignature &signature,
                 llvm::ArrayRef<Argument> arguments);

/// True if the function takes exactly these memrefs and returns nothing, like
/// the functions of outlined kernels.
bool hasArguments(mlir::func::FuncOp function,
                  llvm::ArrayRef<Argument> arguments);

/// True if the function takes this number of pointers and returns nothing.
bool takesBarePointers(mlir::LLVM::LLVMFuncOp function, size_t number);
/// True if `entry` takes memrefs of the ranks of the signature, as pairs of
/// pointers, offset, sizes and strides, or as single pointers; or if it has a C
/// interface that takes pointers to such descriptors. Shapes are not known.
bool matches(mlir::LLVM::LLVMFuncOp entry, const EntrySignature &signature);
/// Adds the C interface of `@payload`, which calls `entry`. Requires:
/// matches().
void addCInterface(mlir::LLVM::LLVMFuncOp entry,
                   const EntrySignature &signature,
                   llvm::ArrayRef<Argument> arguments);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_MODULEENTRY_H
