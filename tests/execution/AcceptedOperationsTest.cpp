// Every accepted operation can be lowered: each operation of the dialects of a
// payload is refused when it is loaded, or has code, which computes what the
// evaluator does. An operation that a newer MLIR adds fails here until it has
// an example.

#include "execution/Execution.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "program/ProgramLoader.h"
#include "program/payload/PayloadDialects.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// An operation on scalars: %x and %y are any f32, %p is above 1, %q between -1
/// and 1; %k is any i32, %l one that may divide and shift.
struct OnScalars {
  const char *result, *text;
  /// Part of the error message; null if it is supported.
  const char *refusal = nullptr;
};

constexpr OnScalars onScalars[] = {
    {"f32", "arith.addf %x, %y : f32"},
    {"i32", "arith.addi %k, %l : i32"},
    {"i32", "arith.andi %k, %l : i32"},
    {"i32", "arith.bitcast %x : f32 to i32"},
    {"i32", "arith.ceildivsi %k, %l : i32"},
    {"i32", "arith.ceildivui %k, %l : i32"},
    {"i1", "arith.cmpf olt, %x, %y : f32"},
    {"i1", "arith.cmpi slt, %k, %l : i32"},
    {"f32", "arith.divf %x, %p : f32"},
    {"i32", "arith.divsi %k, %l : i32"},
    {"i32", "arith.divui %k, %l : i32"},
    {"f64", "arith.extf %x : f32 to f64"},
    {"i64", "arith.extsi %k : i32 to i64"},
    {"i64", "arith.extui %k : i32 to i64"},
    {"i32", "arith.floordivsi %k, %l : i32"},
    {"i32", "arith.fptosi %x : f32 to i32"},
    {"i32", "arith.fptoui %p : f32 to i32"},
    {"f32", "arith.maximumf %x, %y : f32"},
    {"f32", "arith.maxnumf %x, %y : f32"},
    {"i32", "arith.maxsi %k, %l : i32"},
    {"i32", "arith.maxui %k, %l : i32"},
    {"f32", "arith.minimumf %x, %y : f32"},
    {"f32", "arith.minnumf %x, %y : f32"},
    {"i32", "arith.minsi %k, %l : i32"},
    {"i32", "arith.minui %k, %l : i32"},
    {"f32", "arith.mulf %x, %y : f32"},
    {"i32", "arith.muli %k, %l : i32"},
    {"f32", "arith.negf %x : f32"},
    {"i32", "arith.ori %k, %l : i32"},
    {"f32", "arith.remf %x, %p : f32"},
    {"i32", "arith.remsi %k, %l : i32"},
    {"i32", "arith.remui %k, %l : i32"},
    {"i32", "arith.shli %k, %l : i32"},
    {"i32", "arith.shrsi %k, %l : i32"},
    {"i32", "arith.shrui %k, %l : i32"},
    {"f32", "arith.sitofp %k : i32 to f32"},
    {"f32", "arith.subf %x, %y : f32"},
    {"i32", "arith.subi %k, %l : i32"},
    {"bf16", "arith.truncf %x : f32 to bf16"},
    {"i8", "arith.trunci %k : i32 to i8"},
    {"f32", "arith.uitofp %k : i32 to f32"},
    {"i32", "arith.xori %k, %l : i32"},
    {"f32", "math.absf %x : f32"},
    {"i32", "math.absi %k : i32"},
    {"f32", "math.acos %q : f32"},
    {"f32", "math.acosh %p : f32"},
    {"f32", "math.asin %q : f32"},
    {"f32", "math.asinh %x : f32"},
    {"f32", "math.atan %x : f32"},
    {"f32", "math.atan2 %x, %y : f32"},
    {"f32", "math.atanh %q : f32"},
    {"f32", "math.cbrt %x : f32"},
    {"f32", "math.ceil %x : f32"},
    {"f32", "math.clampf %x to [%q, %p] : f32"},
    {"f32", "math.copysign %x, %y : f32"},
    {"f32", "math.cos %x : f32"},
    {"f32", "math.cosh %q : f32"},
    {"i32", "math.ctlz %k : i32"},
    {"i32", "math.ctpop %k : i32"},
    {"i32", "math.cttz %k : i32"},
    {"f32", "math.erf %x : f32"},
    {"f32", "math.erfc %q : f32"},
    {"f32", "math.exp %q : f32"},
    {"f32", "math.exp2 %q : f32"},
    {"f32", "math.expm1 %q : f32"},
    {"f32", "math.floor %x : f32"},
    {"f32", "math.fma %x, %y, %p : f32"},
    {"f32", "math.fpowi %p, %l : f32, i32"},
    {"i32", "math.ipowi %k, %l : i32", "multiply instead"},
    {"i1", "math.isfinite %x : f32"},
    {"i1", "math.isinf %x : f32"},
    {"i1", "math.isnan %x : f32"},
    {"i1", "math.isnormal %x : f32"},
    {"f32", "math.log %p : f32"},
    {"f32", "math.log10 %p : f32"},
    {"f32", "math.log1p %p : f32"},
    {"f32", "math.log2 %p : f32"},
    {"f32", "math.powf %p, %q : f32"},
    {"f32", "math.round %x : f32"},
    {"f32", "math.roundeven %x : f32"},
    {"f32", "math.rsqrt %p : f32"},
    {"f32", "math.sin %x : f32"},
    {"f32", "math.sinh %q : f32"},
    {"f32", "math.sqrt %p : f32"},
    {"f32", "math.tan %q : f32"},
    {"f32", "math.tanh %x : f32"},
    {"f32", "math.trunc %x : f32"},
};

/// Lines of a body that yield %r, for operations that the list above cannot
/// show: several results, indices, constants.
struct InBody {
  const char *operation, *result, *lines;
};

constexpr InBody inBodies[] = {
    {"arith.addui_extended", "i32",
     "%r, %c = arith.addui_extended %k, %l : i32, i1"},
    {"arith.mulsi_extended", "i32",
     "%c, %r = arith.mulsi_extended %k, %l : i32"},
    {"arith.mului_extended", "i32",
     "%c, %r = arith.mului_extended %k, %l : i32"},
    {"arith.constant", "f32",
     "%c = arith.constant 2.5 : f32 %r = arith.addf %x, %c : f32"},
    {"arith.select", "f32",
     "%c = arith.cmpf olt, %x, %y : f32 %r = arith.select %c, %x, %p : f32"},
    {"arith.index_cast", "i32",
     "%c = linalg.index 1 : index %r = arith.index_cast %c : index to i32"},
    {"arith.index_castui", "i32",
     "%c = linalg.index 1 : index %r = arith.index_castui %c : index to i32"},
    {"math.sincos", "f32", "%r, %c = math.sincos %x : f32"},
    {"ub.poison", "f32",
     "%c = ub.poison : f32 %t = arith.cmpf olt, %x, %y : f32 "
     "%s1 = arith.select %t, %x, %c : f32 %r = arith.addf %s1, %y : f32"},
    {"affine.apply", "i32",
     "%i = linalg.index 1 : index %c = affine.apply "
     "affine_map<(d0) -> (d0 floordiv 2 + d0 mod 3)>(%i) "
     "%r = arith.index_cast %c : index to i32"},
    {"affine.max", "i32",
     "%i = linalg.index 1 : index %c = affine.max "
     "affine_map<(d0) -> (d0, 3)>(%i) "
     "%r = arith.index_cast %c : index to i32"},
    {"affine.min", "i32",
     "%i = linalg.index 1 : index %c = affine.min "
     "affine_map<(d0) -> (d0, 3)>(%i) "
     "%r = arith.index_cast %c : index to i32"},
    {"affine.delinearize_index", "i32",
     "%i = linalg.index 1 : index %c:2 = affine.delinearize_index %i into "
     "(2, 3) : index, index %r = arith.index_cast %c#1 : index to i32"},
    {"affine.linearize_index", "i32",
     "%i = linalg.index 1 : index %j = linalg.index 0 : index %c = "
     "affine.linearize_index [%j, %i] by (4, 6) : index "
     "%r = arith.index_cast %c : index to i32"},
    {"tensor.extract", "f32",
     "%i = linalg.index 0 : index %j = linalg.index 1 : index "
     "%r = tensor.extract %b[%i, %j] : tensor<4x6xf32>"},
};

/// Statements that define %r, a tensor<4x6xf32>, from %a and %b, of the same
/// type, and %n, a tensor of four indices. Or words of the refusal.
struct OnTensors {
  const char *operation, *statements;
  const char *refusal = nullptr;
};

constexpr OnTensors onTensors[] = {
    {"bufferization.alloc_tensor",
     "%r = bufferization.alloc_tensor() copy(%a) : tensor<4x6xf32>"},
    {"bufferization.materialize_in_destination",
     "%r = bufferization.materialize_in_destination %a in %b : "
     "(tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>"},
    {"bufferization.to_buffer",
     "%m = bufferization.to_buffer %a read_only : tensor<4x6xf32> to "
     "memref<4x6xf32> %r = bufferization.to_tensor %m : memref<4x6xf32> to "
     "tensor<4x6xf32>"},
    {"bufferization.to_tensor",
     "%m = memref.alloc() : memref<4x6xf32> "
     "bufferization.materialize_in_destination %a in writable %m : "
     "(tensor<4x6xf32>, memref<4x6xf32>) -> () "
     "%r = bufferization.to_tensor %m : memref<4x6xf32> to tensor<4x6xf32>"},
    {"bufferization.clone",
     "%m = memref.alloc() : memref<4x6xf32> %c = bufferization.clone %m : "
     "memref<4x6xf32> to memref<4x6xf32> memref.copy %c, %m : "
     "memref<4x6xf32> to memref<4x6xf32> %r = bufferization.to_tensor %m : "
     "memref<4x6xf32> to tensor<4x6xf32>",
     "not supported in a payload"},
    {"bufferization.dealloc_tensor",
     "bufferization.dealloc_tensor %a : tensor<4x6xf32> "
     "%r = tensor.cast %b : tensor<4x6xf32> to tensor<4x6xf32>",
     "not supported in a payload"},
    {"tensor.bitcast",
     "%c = tensor.bitcast %a : tensor<4x6xf32> to tensor<4x6xi32> "
     "%r = tensor.bitcast %c : tensor<4x6xi32> to tensor<4x6xf32>"},
    {"tensor.cast", "%r = tensor.cast %a : tensor<4x6xf32> to tensor<4x6xf32>"},
    {"tensor.collapse_shape",
     "%c = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xf32> into "
     "tensor<24xf32> %r = tensor.expand_shape %c [[0, 1]] output_shape [4, 6] "
     ": tensor<24xf32> into tensor<4x6xf32>"},
    {"tensor.concat",
     "%c = tensor.extract_slice %a[0, 0] [4, 2] [1, 1] : tensor<4x6xf32> to "
     "tensor<4x2xf32> %d = tensor.extract_slice %b[0, 1] [4, 4] [1, 1] : "
     "tensor<4x6xf32> to tensor<4x4xf32> %r = tensor.concat dim(1) %c, %d : "
     "(tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x6xf32>"},
    {"tensor.dim",
     "%z = arith.constant 0 : index %c = tensor.dim %a, %z : tensor<4x6xf32> "
     "%d = arith.index_cast %c : index to i32 %e = arith.sitofp %d : i32 to "
     "f32 %r = tensor.splat %e : tensor<4x6xf32>"},
    {"tensor.empty",
     "%e = tensor.empty() : tensor<4x6xf32> %r = tensor.insert_slice %a into "
     "%e[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<4x6xf32>"},
    {"tensor.expand_shape",
     "%c = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 3] : "
     "tensor<4x6xf32> into tensor<4x2x3xf32> %r = tensor.collapse_shape %c "
     "[[0], [1, 2]] : tensor<4x2x3xf32> into tensor<4x6xf32>"},
    {"tensor.extract_slice",
     "%c = tensor.extract_slice %a[1, 0] [3, 6] [1, 1] : tensor<4x6xf32> to "
     "tensor<3x6xf32> %r = tensor.insert_slice %c into %b[0, 0] [3, 6] [1, 1] "
     ": tensor<3x6xf32> into tensor<4x6xf32>"},
    {"tensor.from_elements",
     "%z = arith.constant 1 : index %c = tensor.extract %a[%z, %z] : "
     "tensor<4x6xf32> %d = tensor.from_elements %c, %c : tensor<2xf32> "
     "%e = tensor.expand_shape %d [[0, 1]] output_shape [1, 2] : "
     "tensor<2xf32> into tensor<1x2xf32> %r = tensor.insert_slice %e into "
     "%b[0, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<4x6xf32>"},
    {"tensor.gather",
     "%c = tensor.gather %a[%n] gather_dims([0]) : (tensor<4x6xf32>, "
     "tensor<4x1xi64>) -> tensor<4x6xf32> %r = tensor.cast %c : "
     "tensor<4x6xf32> to tensor<4x6xf32>"},
    {"tensor.generate",
     "%r = tensor.generate { ^bb0(%i: index, %j: index): %c = arith.addi %i, "
     "%j : index %d = arith.index_cast %c : index to i32 %e = arith.sitofp %d "
     ": i32 to f32 tensor.yield %e : f32 } : tensor<4x6xf32>"},
    {"tensor.insert",
     "%z = arith.constant 1 : index %c = tensor.extract %a[%z, %z] : "
     "tensor<4x6xf32> %r = tensor.insert %c into %b[%z, %z] : "
     "tensor<4x6xf32>"},
    {"tensor.insert_slice",
     "%z = arith.constant 0 : index %k = tensor.extract %n[%z, %z] : "
     "tensor<4x1xi64> %i = arith.index_cast %k : i64 to index "
     "%c = tensor.extract_slice %a[0, 0] [1, 6] [1, 1] : tensor<4x6xf32> to "
     "tensor<1x6xf32> %r = tensor.insert_slice %c into %b[%i, 0] [1, 6] "
     "[1, 1] : tensor<1x6xf32> into tensor<4x6xf32>"},
    {"tensor.pad",
     "%z = arith.constant 0.5 : f32 %c = tensor.extract_slice %a[0, 0] [3, 6] "
     "[1, 1] : tensor<4x6xf32> to tensor<3x6xf32> %r = tensor.pad %c low[1, 0] "
     "high[0, 0] { ^bb0(%i: index, %j: index): tensor.yield %z : f32 } : "
     "tensor<3x6xf32> to tensor<4x6xf32>"},
    {"tensor.rank",
     "%c = tensor.rank %a : tensor<4x6xf32> %d = arith.index_cast %c : index "
     "to i32 %e = arith.sitofp %d : i32 to f32 %r = tensor.splat %e : "
     "tensor<4x6xf32>"},
    {"tensor.reshape",
     "%s = arith.constant dense<[6, 4]> : tensor<2xindex> %c = tensor.reshape "
     "%a(%s) : (tensor<4x6xf32>, tensor<2xindex>) -> tensor<6x4xf32> "
     "%t = arith.constant dense<[4, 6]> : tensor<2xi64> %r = tensor.reshape "
     "%c(%t) : (tensor<6x4xf32>, tensor<2xi64>) -> tensor<4x6xf32>"},
    {"tensor.scatter",
     "%c = tensor.expand_shape %a [[0, 1], [2]] output_shape [4, 1, 6] : "
     "tensor<4x6xf32> into tensor<4x1x6xf32> %r = tensor.scatter %c into "
     "%b[%n] scatter_dims([0]) unique : (tensor<4x1x6xf32>, tensor<4x6xf32>, "
     "tensor<4x1xi64>) -> tensor<4x6xf32>",
     "tensor.insert_slice"},
    {"tensor.splat",
     "%z = arith.constant 1 : index %c = tensor.extract %a[%z, %z] : "
     "tensor<4x6xf32> %r = tensor.splat %c : tensor<4x6xf32>"},
    {"linalg.softmax",
     "%e = tensor.empty() : tensor<4x6xf32> %r = linalg.softmax dimension(1) "
     "ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> "
     "tensor<4x6xf32>"},
    {"linalg.pack",
     "%z = arith.constant 0.5 : f32 %e = tensor.empty() : tensor<2x2x3x4xf32> "
     "%c = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] "
     "inner_tiles = [3, 4] into %e : tensor<4x6xf32> -> tensor<2x2x3x4xf32> "
     "%f = tensor.empty() : tensor<4x6xf32> %r = linalg.unpack %c "
     "inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %f : "
     "tensor<2x2x3x4xf32> -> tensor<4x6xf32>"},
    {"linalg.unpack",
     "%c = tensor.expand_shape %a [[0, 1], [2, 3]] output_shape [2, 2, 3, 2] : "
     "tensor<4x6xf32> into tensor<2x2x3x2xf32> %t = tensor.empty() : "
     "tensor<4x6xf32> %r = linalg.unpack %c inner_dims_pos = [1, 0] "
     "inner_tiles = [3, 2] into %t : tensor<2x2x3x2xf32> -> tensor<4x6xf32>"},
    {"scf.for",
     "%z = arith.constant 0 : index %c = arith.constant 1 : index "
     "%d = arith.constant 4 : index %r = scf.for %i = %z to %d step %c "
     "iter_args(%t = %a) -> (tensor<4x6xf32>) { "
     "%s = tensor.extract_slice %t[%i, 0] [1, 6] [1, 1] : tensor<4x6xf32> to "
     "tensor<1x6xf32> %u = linalg.exp ins(%s : tensor<1x6xf32>) outs(%s : "
     "tensor<1x6xf32>) -> tensor<1x6xf32> "
     "%v = tensor.insert_slice %u into %t[%i, 0] [1, 6] [1, 1] : "
     "tensor<1x6xf32> into tensor<4x6xf32> scf.yield %v : tensor<4x6xf32> }"},
    {"scf.if",
     "%z = arith.constant 0 : index %x = tensor.extract %a[%z, %z] : "
     "tensor<4x6xf32> %o = arith.constant 1.0 : f32 "
     "%c = arith.cmpf ogt, %x, %o : f32 %r = scf.if %c -> (tensor<4x6xf32>) { "
     "scf.yield %a : tensor<4x6xf32> } else { scf.yield %b : tensor<4x6xf32> "
     "}"},
    {"scf.while",
     "%z = arith.constant 0 : i32 %c = arith.constant 3 : i32 "
     "%o = arith.constant 1 : i32 %w:2 = scf.while (%i = %z, %t = %a) : "
     "(i32, tensor<4x6xf32>) -> (i32, tensor<4x6xf32>) { "
     "%k = arith.cmpi slt, %i, %c : i32 scf.condition(%k) %i, %t : i32, "
     "tensor<4x6xf32> } do { ^bb0(%j: i32, %u: tensor<4x6xf32>): "
     "%l = arith.addi %j, %o : i32 %v = linalg.add ins(%u, %b : "
     "tensor<4x6xf32>, tensor<4x6xf32>) outs(%u : tensor<4x6xf32>) -> "
     "tensor<4x6xf32> scf.yield %l, %v : i32, tensor<4x6xf32> } "
     "%r = tensor.cast %w#1 : tensor<4x6xf32> to tensor<4x6xf32>"},
    {"tm_tensor.sort",
     "%r = tm_tensor.sort dimension(1) outs(%a : tensor<4x6xf32>) { "
     "^bb0(%p: f32, %q: f32): %k = arith.cmpf ole, %p, %q : f32 "
     "tm_tensor.yield %k : i1 } -> tensor<4x6xf32>"},
    {"tm_tensor.scan",
     "%z = arith.constant 0.0 : f32 %e = tensor.empty() : tensor<4x6xf32> "
     "%g = tensor.empty() : tensor<4xf32> %h = linalg.fill ins(%z : f32) "
     "outs(%g : tensor<4xf32>) -> tensor<4xf32> "
     "%w:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : "
     "tensor<4x6xf32>) outs(%e, %h : tensor<4x6xf32>, tensor<4xf32>) { "
     "^bb0(%p: f32, %q: f32): %s = arith.addf %p, %q : f32 "
     "tm_tensor.yield %s : f32 } -> tensor<4x6xf32>, tensor<4xf32> "
     "%r = tensor.cast %w#0 : tensor<4x6xf32> to tensor<4x6xf32>"},
    {"tm_tensor.scatter",
     "%l = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xf32> into "
     "tensor<24xf32> %u = tensor.extract_slice %l[3] [4] [1] : tensor<24xf32> "
     "to tensor<4xf32> %s = tm_tensor.scatter {dimension_map = array<i64: 0>} "
     "unique_indices(false) ins(%u, %n : tensor<4xf32>, tensor<4x1xi64>) "
     "outs(%l : tensor<24xf32>) { ^bb0(%p: f32, %q: f32): "
     "%k = arith.addf %p, %q : f32 tm_tensor.yield %k : f32 } -> "
     "tensor<24xf32> %r = tensor.expand_shape %s [[0, 1]] output_shape [4, 6] "
     ": tensor<24xf32> into tensor<4x6xf32>"},
    {"linalg.winograd_filter_transform",
     "%f = tensor.empty() : tensor<1x3x3x1xf32> %g = tensor.empty() : "
     "tensor<6x6x1x1xf32> %w = linalg.winograd_filter_transform fmr(F_4_3) "
     "ins(%f : tensor<1x3x3x1xf32>) outs(%g : tensor<6x6x1x1xf32>) -> "
     "tensor<6x6x1x1xf32> %s = tensor.extract_slice %w[0, 0, 0, 0] "
     "[4, 6, 1, 1] [1, 1, 1, 1] : tensor<6x6x1x1xf32> to tensor<4x6xf32> "
     "%r = tensor.cast %s : tensor<4x6xf32> to tensor<4x6xf32>",
     "not a structured operation"},
};

/// Operations that need no example: parts of others, and those that only
/// exist with types or at places that are refused.
constexpr llvm::StringLiteral others[] = {
    "arith.scaling_extf", "arith.scaling_truncf", // floats of 8 bits and fewer
    "arith.convertf",                             // between such types
    "linalg.index", "linalg.yield", "tensor.yield",
    "tensor.parallel_insert_slice", // within scf.forall
    "linalg.winograd_input_transform", "linalg.winograd_output_transform",
    "bufferization.dealloc",
    "ub.unreachable", // a terminator
    "scf.condition", "scf.yield", "tm_tensor.yield",
    // Control flow of which front ends make none.
    "scf.execute_region", "scf.forall", "scf.forall.in_parallel",
    "scf.index_switch", "scf.parallel", "scf.reduce", "scf.reduce.return",
    // Loops, and accesses to memory.
    "affine.for", "affine.if", "affine.load", "affine.parallel",
    "affine.prefetch", "affine.store", "affine.vector_load",
    "affine.vector_store", "affine.yield", "affine.dma_start",
    "affine.dma_wait"};

class AcceptedOperationsTest : public testing::Test {
protected:
  /// "" if it loads.
  std::string refusal(const std::string &text) {
    auto program = loader.loadText(text, "test");
    return program ? "" : llvm::toString(program.takeError());
  }
  void expectComputed(const std::string &text) {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
    auto execution = llvm::cantFail(Execution::create(options));
    auto program = std::make_shared<const Program>(
        llvm::cantFail(loader.loadText(text, "test")));
    Measurement measurement = llvm::cantFail(execution->baseline(program));
    EXPECT_TRUE(measurement.ok()) << nameOf(measurement.status).str() << ": "
                                  << measurement.message << "\n"
                                  << text;
  }

  ProgramLoader loader;
};

/// Statements with a result of each operation, as one function.
class Function {
public:
  explicit Function(llvm::StringRef arguments) : parameters(arguments) {}
  void add(llvm::StringRef statements, llvm::StringRef result) {
    // Each statement has names of its own.
    const std::string name = "v" + std::to_string(results.size());
    body += "  " + renamed(statements, name) + "\n";
    results.push_back("%r" + name);
    types.push_back(result.str());
  }
  std::string text() const {
    return llvm::formatv("func.func @f({0}) -> ({1}) {{\n{2}  return {3} : "
                         "{1}\n}\n",
                         parameters, llvm::join(types, ", "), body,
                         llvm::join(results, ", "));
  }

private:
  /// Appends `suffix` to each name that is no parameter.
  std::string renamed(llvm::StringRef statements, llvm::StringRef suffix) {
    std::string text;
    while (true) {
      auto [before, after] = statements.split('%');
      text += before;
      if (before.size() == statements.size())
        return text;
      llvm::StringRef name =
          after.take_while([](char c) { return llvm::isAlnum(c); });
      text += ("%" + name).str();
      if (!llvm::StringRef(parameters).contains(("%" + name + ":").str()))
        text += suffix;
      statements = after.drop_front(name.size());
    }
  }

  std::string parameters, body;
  std::vector<std::string> results, types;
};

std::string tensorOf(llvm::StringRef element) {
  return ("tensor<4x6x" + element + ">").str();
}

/// With each type in place of a scalar's.
std::string onWholeTensors(llvm::StringRef text) {
  std::string result;
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ');
  for (llvm::StringRef word : words) {
    const bool comma = word.consume_back(",");
    const bool isType = llvm::is_contained(
        {"f32", "f64", "bf16", "i64", "i32", "i8", "i1"}, word);
    result += (isType ? tensorOf(word) : word.str()) + (comma ? ", " : " ");
  }
  return result;
}

constexpr const char *scalarArguments =
    "%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %k: tensor<4x6xi32>, "
    "%l: tensor<4x6xi32>, %b: tensor<4x6xf32>";

/// A linalg.generic whose body yields %r of the lines.
std::string genericOf(llvm::StringRef lines, llvm::StringRef result) {
  const bool isBit = result == "i1";
  const std::string element = isBit ? "i8" : result.str();
  return llvm::formatv(
      R"(%e = tensor.empty() : {0}
  %r = linalg.generic {{indexing_maps = [{3}, {3}, {3}, {3}, {3}], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %k, %l : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<4x6xi32>) outs(%e : {0}) {{
  ^bb0(%x1: f32, %y1: f32, %k1: i32, %l1: i32, %o: {1}):
    %one = arith.constant 1.0 : f32
    %xx = arith.mulf %x1, %x1 : f32
    %p1 = arith.addf %xx, %one : f32
    %q1 = arith.divf %x1, %p1 : f32
    {2}
    linalg.yield %s : {1}
  } -> {0})",
      tensorOf(element), element,
      (isBit ? lines + "\n    %s = arith.extui %r1 : i1 to i8"
             : lines +
                   "\n    %u = arith.constant true\n    %s = arith.select "
                   "%u, %r1, %r1 : " +
                   result)
          .str(),
      "affine_map<(d0, d1) -> (d0, d1)>");
}

/// The values of scalars in a body are named x1, y1, ...
std::string inBody(llvm::StringRef lines) {
  std::string text = lines.str();
  for (char name : llvm::StringRef("xykplqr"))
    for (size_t at = 0;
         (at = text.find(std::string("%") + name, at)) != std::string::npos;
         ++at)
      if (at + 2 == text.size() || !llvm::isAlnum(text[at + 2]))
        text.insert(at + 2, "1");
  return text;
}

TEST_F(AcceptedOperationsTest, OnScalarsInABody) {
  Function all(scalarArguments);
  auto add = [&](llvm::StringRef lines, llvm::StringRef result,
                 const char *words) {
    const std::string statements = genericOf(inBody(lines), result);
    const std::string type = tensorOf(result == "i1" ? "i8" : result);
    Function alone(scalarArguments);
    alone.add(statements, type);
    const std::string why = refusal(alone.text());
    EXPECT_THAT(why, words ? HasSubstr(words)
                           : testing::Matcher<std::string>(testing::IsEmpty()))
        << alone.text();
    if (why.empty())
      all.add(statements, type);
  };
  for (const OnScalars &each : onScalars)
    add("%r = " + std::string(each.text), each.result, each.refusal);
  for (const InBody &each : inBodies)
    add(each.lines, each.result, nullptr);
  expectComputed(all.text());
}

TEST_F(AcceptedOperationsTest, OnWholeTensors) {
  Function all("%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %k: "
               "tensor<4x6xi32>, %l: tensor<4x6xi32>");
  for (const OnScalars &each : onScalars) {
    // Both are functions of %x, so that each draw of the inputs has them.
    std::string statements =
        "%one = arith.constant dense<1.0> : tensor<4x6xf32>\n"
        "%xx = arith.mulf %x, %x : tensor<4x6xf32>\n"
        "%p = arith.addf %xx, %one : tensor<4x6xf32>\n"
        "%q = arith.divf %x, %p : tensor<4x6xf32>\n%r = " +
        onWholeTensors(each.text);
    Function alone("%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %k: "
                   "tensor<4x6xi32>, %l: tensor<4x6xi32>");
    alone.add(statements, tensorOf(each.result));
    const std::string why = refusal(alone.text());
    if (each.refusal) {
      EXPECT_THAT(why, HasSubstr(each.refusal)) << alone.text();
    } else {
      EXPECT_EQ(why, "") << alone.text();
      if (why.empty())
        all.add(statements, tensorOf(each.result));
    }
  }
  expectComputed(all.text());
}

TEST_F(AcceptedOperationsTest, BetweenStructuredOperations) {
  const char *arguments = "%a0: tensor<4x6xf32>, %b: tensor<4x6xf32>, "
                          "%n: tensor<4x1xi64>";
  Function all(arguments);
  for (const OnTensors &each : onTensors) {
    const std::string statements =
        "%e0 = tensor.empty() : tensor<4x6xf32>\n  %a = linalg.exp ins(%a0 : "
        "tensor<4x6xf32>) outs(%e0 : tensor<4x6xf32>) -> tensor<4x6xf32>\n  " +
        std::string(each.statements);
    Function alone(arguments);
    alone.add(statements, "tensor<4x6xf32>");
    // Some results do not depend on a structured operation.
    alone.add("%e0 = tensor.empty() : tensor<4x6xf32>\n  %r = linalg.exp "
              "ins(%b : tensor<4x6xf32>) outs(%e0 : tensor<4x6xf32>) -> "
              "tensor<4x6xf32>",
              "tensor<4x6xf32>");
    const std::string why = refusal(alone.text());
    if (each.refusal) {
      EXPECT_THAT(why, HasSubstr(each.refusal)) << alone.text();
      continue;
    }
    EXPECT_EQ(why, "") << alone.text();
    if (why.empty())
      all.add(statements, "tensor<4x6xf32>");
  }
  expectComputed(all.text());
}

TEST_F(AcceptedOperationsTest, EachOperationHasAnExample) {
  std::set<std::string> shown(std::begin(others), std::end(others));
  for (const OnScalars &each : onScalars)
    shown.insert(llvm::StringRef(each.text).split(' ').first.str());
  for (const InBody &each : inBodies)
    shown.insert(each.operation);
  for (const OnTensors &each : onTensors)
    shown.insert(each.operation);
  mlir::DialectRegistry registry;
  registerPayloadDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    const llvm::StringRef dialect = name.getDialectNamespace();
    // The rooms of linalg have one lowering for all structured operations.
    if (llvm::is_contained({"affine", "arith", "bufferization", "linalg",
                            "math", "scf", "tensor", "tm_tensor", "ub"},
                           dialect) &&
        !name.hasInterface<mlir::linalg::LinalgOp>())
      EXPECT_TRUE(shown.count(name.getStringRef().str()))
          << name.getStringRef().str();
  }
}
} // namespace
} // namespace mlirgym
