//===- program/generators/PayloadText.h - Writes a payload ------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_GENERATORS_PAYLOADTEXT_H
#define MLIRGYM_PROGRAM_GENERATORS_PAYLOADTEXT_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlirgym {

using Shape = llvm::SmallVector<int64_t, 6>;

/// A tensor in the generated text.
struct Tensor {
  std::string name; ///< "%a"
  Shape shape;
  ElementType type;
};

/// The indexing map of an operand of a linalg.generic: loops by number, such as
/// {0, 2} for (d0, d1, d2) -> (d0, d2).
using LoopList = llvm::SmallVector<unsigned, 6>;

/// An operand of a linalg.generic.
struct Access {
  Tensor tensor;
  LoopList loops;
};

/// Writes one func.func on tensors in the style of hand-written MLIR: tensor
/// arguments of one element type, all other tensors of one.
class PayloadText {
public:
  explicit PayloadText(ElementType type) : PayloadText(type, type) {}
  PayloadText(ElementType type, ElementType argumentType)
      : type(type), argumentType(argumentType) {}

  Tensor argument(Shape shape);
  /// A scalar constant; returns its name.
  std::string zero();
  /// The identity of the maximum: -inf, or the least integer.
  std::string lowest();
  std::string constant(double value);
  Tensor empty(Shape shape);
  Tensor filled(llvm::StringRef scalar, Shape shape);

  /// "linalg.matmul" with its attributes, such as strides, in `attributes`.
  Tensor named(llvm::StringRef op, llvm::ArrayRef<Tensor> inputs,
               const Tensor &init, llvm::StringRef attributes = "");

  /// linalg.generic. `iterators` has one letter per loop, p for parallel and r
  /// for reduction; `body` is the block without its header and its terminator,
  /// which yields the value of the last line. It has %in0, %in1 and %out for
  /// the elements, $T for their type, and $add for the operation of arith that
  /// adds them: "arith.addf" or "arith.addi"; $max is arith.maximumf or
  /// arith.maxsi.
  Tensor generic(llvm::StringRef iterators, llvm::ArrayRef<Access> inputs,
                 const Access &init, llvm::StringRef body);

  bool isFloat() const { return mlirgym::isFloat(type); }

  /// The complete text, which returns `results`, at least one.
  std::string finish(llvm::ArrayRef<Tensor> results);

private:
  std::string define(const llvm::Twine &right);
  /// What `$word` stands for in the body of a linalg.generic.
  std::string expansionOf(llvm::StringRef word) const;

  ElementType type, argumentType;
  std::string head, body;
  unsigned numArguments = 0, numValues = 0;
};

/// All loops in order: the identity map of a tensor of `rank` dimensions.
LoopList allLoops(size_t rank);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_GENERATORS_PAYLOADTEXT_H
