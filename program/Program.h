//===- program/Program.h - A payload as plain data --------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAM_H
#define MLIRGYM_PROGRAM_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

enum class ElementType : uint8_t { F64, F32, F16, BF16, I64, I32, I8 };

/// Bytes of one element.
unsigned sizeOfElement(ElementType type);
bool isFloat(ElementType type);
/// MLIR's name of the type: "f32", "bf16", "i8".
llvm::StringRef nameOfElement(ElementType type);
/// The type with this name in MLIR; nullopt if it is not an ElementType.
std::optional<ElementType> parseElementType(llvm::StringRef name);

enum class IteratorType : uint8_t { Parallel, Reduction };

/// One result of an indexing map: sum of coefficients[l] * loop l + constant.
struct AffineTerm {
  /// Shape [number of loops], outermost loop first.
  llvm::SmallVector<int64_t, 8> coefficients;
  int64_t constant = 0;
  /// False if the result is not such a sum (floordiv, mod): the other members
  /// are then meaningless.
  bool linear = true;

  friend bool operator==(const AffineTerm &, const AffineTerm &) = default;
};

/// An input or an init (destination) of an operation.
struct Operand {
  enum class Source : uint8_t {
    Argument,  ///< an argument of the entry function, or a constant
    Operation, ///< the result of another operation: `producer`
    Fill,      ///< an init set to one value by a linalg.fill
    Empty,     ///< a tensor.empty
    Other,     ///< tensor.pad, a reshape, ...: fusion stops here
  };
  /// One term per dimension of the operand.
  llvm::SmallVector<AffineTerm, 4> map;
  llvm::SmallVector<int64_t, 4> shape;
  ElementType elementType = ElementType::F32;
  Source source = Source::Argument;
  /// Index in Program::operations() if source is Operation, else -1.
  int producer = -1;

  friend bool operator==(const Operand &, const Operand &) = default;
};

/// Number of arithmetic operations of each kind in the body of a structured op.
struct ArithmeticCounts {
  uint16_t add = 0, sub = 0, mul = 0, div = 0, exp = 0, max = 0, other = 0;
  unsigned total() const { return add + sub + mul + div + exp + max + other; }
  friend bool operator==(const ArithmeticCounts &,
                         const ArithmeticCounts &) = default;
};

/// A structured op of the payload. A linalg.fill that initialises it belongs to
/// it (`inits[i].source == Fill`) and is not a separate operation.
struct Operation {
  /// "op0", "op1", ... in program order: its attribute `mlirgym.op` in the IR.
  /// The fill of its init is tagged "op0.init".
  std::string tag;
  /// "linalg.matmul", "linalg.generic", ...
  std::string kind;
  /// Trip counts, shape [number of loops], outermost loop first.
  llvm::SmallVector<int64_t, 8> tripCounts;
  llvm::SmallVector<IteratorType, 8> iteratorTypes;
  llvm::SmallVector<Operand, 4> inputs;
  llvm::SmallVector<Operand, 2> inits;
  ArithmeticCounts counts;
  /// Index of every operation that reads a result of this one, ascending.
  llvm::SmallVector<unsigned, 2> consumers;
  /// True if a result is also read by something other than an operation: it is
  /// a result of the program, or goes through a pad, a reshape, ...
  bool isReadElsewhere = false;
  /// True if the reduction is by add, mul, max or min, so that partial results
  /// can be combined (`tile_reduction`).
  bool hasCombiner = false;
  /// True if MLIR's vectoriser accepts the operation once its shapes are small.
  bool vectorizable = true;

  size_t numLoops() const { return tripCounts.size(); }
  bool hasReduction() const {
    return llvm::is_contained(iteratorTypes, IteratorType::Reduction);
  }
};

/// A memref argument of the entry function.
struct Argument {
  llvm::SmallVector<int64_t, 4> shape;
  ElementType elementType = ElementType::F32;
  /// True if the program writes it (materialize_in_destination).
  bool isOutput = false;
  /// True if the program also reads the caller's values.
  bool isInput = true;
  /// True if it is marked `memref.on_device`: see Placement.h.
  bool isOnDevice = false;

  int64_t numElements() const;
  int64_t sizeBytes() const;
};

/// The entry function as it was written, before the normal form turned its
/// tensors and results into memref arguments. IR that implements a program may
/// have this signature as well (execution/ProgramModule.h).
struct SourceSignature {
  struct Value {
    llvm::SmallVector<int64_t, 4> shape;
    ElementType elementType = ElementType::F32;
    /// Index in Program::arguments(); -1 for a parameter on which no result
    /// depends: the normal form drops it.
    int argument = -1;
    /// False: a memref. An implementation may write it only if the program
    /// does.
    bool isTensor = true;
  };
  std::string entry; ///< without "@"
  std::vector<Value> parameters, results;
};

/// Work of one call, computed from the shapes alone.
struct Complexity {
  double flops = 0;
  /// Compulsory memory traffic: each input once, each output once.
  double bytesRead = 0, bytesWritten = 0;
};

/// 128 bits of BLAKE3 over the generic form of the normalised payload without
/// locations and names (llvm/Support/BLAKE3.h).
struct ProgramKey {
  std::array<uint8_t, 16> bytes{};
  /// 32 hexadecimal digits.
  std::string hex() const;
  friend auto operator<=>(const ProgramKey &, const ProgramKey &) = default;
};

/// A payload in normal form: destination passing, memref arguments, every
/// structured op tagged. Immutable after loading. It holds no MLIR object, so
/// it can be copied, shared and moved between threads and processes freely.
class Program {
public:
  Program() = default;

  /// File stem, or the name of a generated program: "matmul_512_512_512".
  llvm::StringRef name() const { return programName; }
  /// Normalised module as text; stock mlir-opt reads it.
  llvm::StringRef text() const { return ir; }
  /// Symbol of the entry func.func in text().
  llvm::StringRef entry() const { return entrySymbol; }
  llvm::ArrayRef<Operation> operations() const { return ops; }
  llvm::ArrayRef<Argument> arguments() const { return args; }
  const SourceSignature &source() const { return signature; }
  const ProgramKey &key() const { return programKey; }
  const Complexity &complexity() const { return work; }

private:
  friend class ProgramLoader; // the only class that sets the members
  std::string programName, ir, entrySymbol;
  std::vector<Operation> ops;
  std::vector<Argument> args;
  SourceSignature signature;
  ProgramKey programKey;
  Complexity work;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAM_H
