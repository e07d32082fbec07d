//===- program/normalform/Normalize.h - The normal form of a payload ------===//
#ifndef MLIRGYM_PROGRAM_NORMALFORM_NORMALIZE_H
#define MLIRGYM_PROGRAM_NORMALFORM_NORMALIZE_H

#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
class ModuleOp;
class Operation;
class OpOperand;
class RewriterBase;
class Type;
class TypedAttr;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlirgym {

/// Symbol of the entry function in normal form. Not "main": dlsym() would find
/// the `main` of the host program.
inline constexpr llvm::StringLiteral entryName = "payload";
/// Attribute with an operation's tag, and the suffix in the tag of its fill.
inline constexpr llvm::StringLiteral tagAttribute = "mlirgym.op";
inline constexpr llvm::StringLiteral initSuffix = ".init";

/// Brings payloads into normal form: a single function `@payload` in a module
/// without attributes (but memref.on_device of arguments); memref arguments,
/// read and written as makeBoundary() describes; one block in the order
/// constants, to_tensors, operations (each right after its own init), outputs;
/// every structured operation tagged. Idempotent, so that equal programs have
/// equal text.
class Normalizer {
public:
  /// Creates the clean-up passes, whose patterns are collected once.
  explicit Normalizer(mlir::MLIRContext &context);
  ~Normalizer();
  Normalizer(Normalizer &&) noexcept;
  Normalizer &operator=(Normalizer &&) noexcept;

  /// Requires: checkPayload(entry) succeeds. `kept`, if given, becomes one bit
  /// per parameter and then per result of `entry`: 1 if it is an argument of
  /// the normal form. Errors: ProgramError if nothing is left to compute.
  llvm::Error normalize(mlir::ModuleOp module, mlir::func::FuncOp entry,
                        llvm::BitVector *kept = nullptr);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Key of a payload in normal form: a hash of its generic form with numbered
/// values and without locations, so that it depends neither on the names in the
/// source nor on the process.
ProgramKey hashPayload(mlir::ModuleOp module);

// The steps of normalisation, in order. Those before makeBoundary() precede
// Normalizer::normalize(), which performs the others.

/// MLIR-RL's data set times the payload inside the payload: a private
/// `@nanoTime() -> i64` is called before and after the operations, and the
/// difference is the last result. Removes the calls, the values computed from
/// them alone, and those results; a module without `@nanoTime` does not change.
/// Errors: ProgramError if the time is used for anything else.
llvm::Error stripTiming(mlir::ModuleOp module);

/// Gives arguments of `entry` the shapes of EntryChoice::shapes; what depends
/// on them becomes static in settleShapes(). `text` is that of the module: its
/// arguments have names only there. Errors: ProgramError for a shape that no
/// argument can have.
llvm::Error fixShapes(mlir::func::FuncOp entry,
                      llvm::ArrayRef<std::string> shapes, llvm::StringRef text);

/// Replaces each read of a global by its initial value, since only the program
/// itself could change it. Errors: ProgramError at an operation that may write
/// to a global, or reads one without a value.
llvm::Error inlineGlobals(mlir::func::FuncOp entry);

/// Expands index arithmetic of the affine dialect, and makes the shape operand
/// of each tensor.reshape of indices a constant.
void expandIndices(mlir::func::FuncOp entry);

/// Brings what front ends write in bodies to what a body may contain: drops
/// assertions, computes both sides of a branch (scf.if) and selects, and makes
/// constant exponents i32. Errors: ProgramError at an assertion that never
/// holds.
llvm::Error simplifyBodies(mlir::func::FuncOp entry);

/// Erases operations without effects whose results are unused, including
/// unsupported operations.
void eraseUnused(mlir::func::FuncOp entry);

/// Replaces operations of TOSA by MLIR's conversions to linalg, tensor, arith
/// and scf. Errors: ProgramError at an operation for which there is none.
llvm::Error lowerTosa(mlir::func::FuncOp entry);

/// Makes scalar arguments and results tensors of one element and no dimension;
/// an index becomes an i64.
void storeScalars(mlir::func::FuncOp entry);

/// Simplifies a function with dynamic shapes although its arguments have static
/// ones: front ends cast tensors to shapes that they know only later, and
/// fixShapes() fixes those of arguments. Others are unchanged.
void settleShapes(mlir::func::FuncOp entry);

/// Writes named structured operations and elementwise operations on tensors as
/// linalg.generic if they are concerned; fills remain.
void writeOutBodies(mlir::func::FuncOp entry,
                    llvm::function_ref<bool(mlir::Operation *)> isConcerned);

/// Gives every value the type `stored(its type)`, and each constant whose type
/// changes the value `constantOf(its value)`.
void replaceTypes(
    mlir::func::FuncOp entry, llvm::function_ref<mlir::Type(mlir::Type)> stored,
    llvm::function_ref<mlir::TypedAttr(mlir::TypedAttr)> constantOf);

/// Replaces f8E4M3FN and f8E5M2 by i8 with the same bits, and arith.extf of
/// them by integer arithmetic; all their values are exact in f32. Errors:
/// ProgramError at other arithmetic in these types.
llvm::Error storeSmallFloatsAsBytes(mlir::func::FuncOp entry);

/// Replaces each tensor and memref of i1 by one of i8 whose elements are 0 or
/// 1: i1 has no layout in memory on which frameworks agree. An argument may
/// have any other value in place of 1. A program without i1 in tensors is
/// unchanged.
void storeMasksAsBytes(mlir::func::FuncOp entry);

/// A constant of a function that has become an argument.
struct Weight {
  bool hasElements = true; ///< false: its resource has no data
  ConstantElements elements;
};

/// Makes arguments of constants: of those whose resources have no data, of
/// those in `digits` (see ReducedText), and of large ones by the limits. They
/// follow the other arguments, in the order of the constants; a resource that
/// several constants have is one. Errors: ProgramError at digits whose number
/// does not match the type.
llvm::Expected<std::vector<Weight>>
takeWeights(mlir::func::FuncOp entry, const WeightLimits &limits,
            const llvm::StringMap<llvm::StringRef> &digits);

/// Replaces each `dense_resource` by a `dense` constant of the same elements.
/// MLIR renames a resource if it has loaded one of the same name before
/// ("w_1"), so that the same program would have a different key the second
/// time. Errors: ProgramError at a resource without data, or of a size that
/// does not match its type.
llvm::Error inlineResources(mlir::func::FuncOp entry);

/// Bits per argument of the normal form.
struct Boundary {
  /// 1 if the argument was a tensor or replaces a result; only the other
  /// arguments keep the caller's signature.
  llvm::BitVector free;
  /// 1 if the argument or the result had the onDeviceAttribute.
  llvm::BitVector onDevice;
};

/// Turns every argument of `entry` into a memref that is read once, by a
/// `to_tensor restrict` at the start, and every result into a further argument,
/// written by a `materialize_in_destination` at the end; between them there are
/// only tensors. Memref arguments that operations of `entry` write become
/// outputs too. Arguments are assumed not to overlap. Requires:
/// checkPayload(entry) succeeds.
Boundary makeBoundary(mlir::func::FuncOp entry);

/// True for operations on tensors that are lowered by decomposition into other
/// operations: linalg.softmax, linalg.pack, linalg.unpack, tensor.gather, and
/// those of torch-mlir's dialect tm_tensor.
bool isComposite(mlir::Operation *op);

/// Decomposes all composite operations within `root`. Errors: ProgramError at
/// an operation on memrefs or of dynamic shape, which cannot be decomposed.
llvm::Error decomposeComposites(mlir::Operation *root);

/// Keeps indices that are computed from elements of tensors within the tensors
/// that they index, so that no input makes a program read or write other
/// memory: one that is too large or negative becomes the largest. Those that
/// are within them whatever the elements are stay as they are.
void clampIndices(mlir::func::FuncOp entry);

/// Succeeds if no operation reads the elements of a tensor.empty. Requires:
/// makeBoundary() and decomposeComposites(). Errors: ProgramError at the
/// operation that reads them.
llvm::Error checkElementsAreDefined(mlir::func::FuncOp entry);

/// Removes dimensions of 1 that front ends keep after a reduction: MLIR does
/// not vectorise an operation that writes to such a dimension. Pointwise
/// operations on the result, and those that read it, follow. True if anything
/// changed.
bool dropUnitDimensions(mlir::func::FuncOp entry);

/// Computes floats that are read once, by a product, from integers of at most
/// 8 bits (quantised weights) where they are read, so that the integers are
/// what is stored and promoted; a scale that does not depend on what is summed
/// is multiplied after the sum. True if anything changed.
bool joinNarrowWeights(mlir::func::FuncOp entry);

/// Moves the operation that computes an operand into the body of its reader,
/// which is erased, as is the producer unless it has other users. Returns the
/// new reader; null if MLIR cannot fuse them, and nothing has changed.
/// Requires: mlir::linalg::areElementwiseOpsFusable().
mlir::Operation *fuseProducer(mlir::RewriterBase &rewriter,
                              mlir::OpOperand &operand);

/// Removes unused results of operations that have others: the indices that a
/// front end computes with each maximum. True if anything changed.
bool dropUnusedResults(mlir::func::FuncOp entry);

/// Gives every structured operation a separate init: a tensor.empty if its body
/// does not read the init, or a linalg.fill of a tensor.empty if the init is a
/// fill or a splat constant. The initialisation of an operation can then be
/// tiled and fused with that operation alone.
void separateInits(mlir::func::FuncOp entry);

/// Computes each output of `entry` in its argument, so that bufferisation needs
/// neither a buffer nor a copy for it. An init that is read and is another
/// tensor is copied to the output first. A pointwise operation whose last
/// reader is the pointwise operation that writes the output shares it
/// (softmax's exp and division). Requires: makeBoundary() and separateInits().
void assignDestinations(mlir::func::FuncOp entry);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALFORM_NORMALIZE_H
