#include "lowering/target/LlvmRewrites.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Casting.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace mlirgym::lowering {

void extendBeforeSplats(Function &function) {
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    const bool isShortFloat =
        isa<FPExtInst>(instruction) &&
        instruction.getOperand(0)->getType()->getScalarSizeInBits() <= 16;
    if (!type || !(isa<SExtInst, ZExtInst>(instruction) || isShortFloat))
      continue;
    Value *splat = instruction.getOperand(0);
    Value *element = getSplatValue(splat);
    if (!element || isa<Constant>(element))
      continue;
    IRBuilder<> builder(&instruction);
    Value *wide = builder.CreateCast(cast<CastInst>(instruction).getOpcode(),
                                     element, type->getElementType());
    instruction.replaceAllUsesWith(
        builder.CreateVectorSplat(type->getNumElements(), wide));
    instruction.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(splat);
  }
}

} // namespace mlirgym::lowering
