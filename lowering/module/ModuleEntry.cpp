#include "lowering/module/ModuleEntry.h"
#include "lowering/module/Rewrite.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "program/Program.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

using namespace mlir;

namespace mlirgym::lowering {

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

using SourceValue = SourceSignature::Value;

static std::vector<SourceValue> valuesOf(llvm::ArrayRef<Argument> arguments) {
  std::vector<SourceValue> values;
  for (auto [i, argument] : llvm::enumerate(arguments))
    values.push_back({argument.shape, argument.elementType, static_cast<int>(i),
                      /*isTensor=*/false});
  return values;
}

std::vector<EntrySignature> signaturesOf(const SourceSignature &source,
                                         llvm::ArrayRef<Argument> arguments,
                                         size_t numParameters) {
  EntrySignature written{source.parameters, {}};
  llvm::append_range(written.parameters, source.results);
  // The normal form, whose last arguments may be results.
  EntrySignature normal{valuesOf(arguments), {}};
  if (numParameters < arguments.size()) {
    auto firstResult = normal.parameters.begin() + ptrdiff_t(numParameters);
    normal.results.assign(firstResult, normal.parameters.end());
    normal.parameters.erase(firstResult, normal.parameters.end());
  }
  return {{source.parameters, source.results},
          std::move(written),
          std::move(normal)};
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

static bool isReachable(FunctionOpInterface function) {
  if (function.isExternal() || SymbolTable::getSymbolVisibility(function) !=
                                   SymbolTable::Visibility::Public)
    return false;
  auto lowered = dyn_cast<LLVM::LLVMFuncOp>(function.getOperation());
  return !lowered || lowered.getLinkage() == LLVM::Linkage::External;
}

llvm::Expected<FunctionOpInterface>
findModuleEntry(ModuleOp module, const SourceSignature &source) {
  llvm::SmallVector<FunctionOpInterface> defined, open;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    // Skip the C interface of another function.
    if (function.isExternal() ||
        function.getName().starts_with(cInterfacePrefix))
      continue;
    defined.push_back(function);
    if (isReachable(function))
      open.push_back(function);
  }
  if (open.size() == 1)
    return open.front();
  if (open.empty() && defined.size() == 1)
    return defined.front();
  if (defined.empty())
    return payloadError(module, "no function with a body; give a module with "
                                "the function that implements the program");
  if (open.empty())
    return payloadError(defined[1],
                        "several private functions and no public one; make "
                        "the entry function public");
  for (FunctionOpInterface function : open)
    if (function.getName() == source.entry || function.getName() == entryName)
      return function;
  return payloadError(open[1], "several entries: @" + open[0].getName() +
                                   " and @" + open[1].getName() +
                                   " are both public, and none is @" +
                                   source.entry +
                                   " as in the program; make all but one "
                                   "private");
}

//===----------------------------------------------------------------------===//
// func.func
//===----------------------------------------------------------------------===//

static Type typeOf(ElementType type, MLIRContext *context) {
  switch (type) {
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  default:
    return IntegerType::get(context, 8 * sizeOfElement(type));
  }
}

static MemRefType memrefOf(const SourceValue &value, MLIRContext *context) {
  return MemRefType::get(value.shape, typeOf(value.elementType, context));
}

static RankedTensorType tensorOf(const SourceValue &value,
                                 MLIRContext *context) {
  return RankedTensorType::get(value.shape, typeOf(value.elementType, context));
}

static bool holds(Type type, const SourceValue &value) {
  MLIRContext *context = type.getContext();
  if (isa<TensorType>(type)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked && !ranked.getEncoding() &&
           (type == tensorOf(value, context) ||
            tensor::CastOp::areCastCompatible(tensorOf(value, context), type));
  }
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !memref.getMemorySpace() &&
         (type == memrefOf(value, context) ||
          memref::CastOp::areCastCompatible(memrefOf(value, context), type));
}

static bool holdAll(TypeRange types, llvm::ArrayRef<SourceValue> values) {
  return types.size() == values.size() &&
         llvm::all_of_zip(types, values, holds);
}

bool matches(func::FuncOp entry, const EntrySignature &signature) {
  return holdAll(entry.getArgumentTypes(), signature.parameters) &&
         holdAll(entry.getResultTypes(), signature.results);
}

bool hasArguments(func::FuncOp function, llvm::ArrayRef<Argument> arguments) {
  MLIRContext *context = function.getContext();
  auto isMemref = [&](Type type, const SourceValue &value) {
    return type == memrefOf(value, context);
  };
  const std::vector<SourceValue> values = valuesOf(arguments);
  return function.getNumResults() == 0 &&
         function.getNumArguments() == values.size() &&
         llvm::all_of_zip(function.getArgumentTypes(), values, isMemref);
}

/// The operand in which `value` is computed in place, if all operations between
/// them have a destination: the init of a chain of loops, insertions and
/// structured operations.
static OpOperand *initOf(OpOperand *use) {
  while (auto result = dyn_cast<OpResult>(use->get())) {
    mlir::Operation *op = result.getOwner();
    OpOperand *previous = nullptr;
    if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
      previous = destination.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      previous = loop.getTiedLoopInit(result);
    else if (isa<tensor::CastOp, memref::CastOp>(op))
      previous = &op->getOpOperand(0);
    if (!previous)
      return use;
    use = previous;
  }
  return use;
}

/// The values that hold the buffer of `use` in or after its user: views, values
/// that loops carry, arguments of blocks and of functions. nullopt for a user
/// that does not pass it on.
static std::optional<llvm::SmallVector<Value, 2>> passedOn(OpOperand &use) {
  mlir::Operation *user = use.getOwner();
  if (isa<ViewLikeOpInterface>(user))
    return llvm::SmallVector<Value, 2>(user->getResults());
  if (auto loop = dyn_cast<LoopLikeOpInterface>(user))
    if (BlockArgument carried = loop.getTiedLoopRegionIterArg(&use))
      return llvm::SmallVector<Value, 2>{carried, loop.getTiedLoopResult(&use)};
  if (auto branch = dyn_cast<BranchOpInterface>(user))
    if (auto argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber()))
      return llvm::SmallVector<Value, 2>{*argument};
  if (auto call = dyn_cast<func::CallOp>(user)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    // Its results may be views of the argument.
    if (callee && !callee.isExternal() &&
        llvm::none_of(callee.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return llvm::SmallVector<Value, 2>{
          callee.getArgument(use.getOperandNumber())};
  }
  return std::nullopt;
}

/// True if the user of a buffer only reads it and does not pass it on.
static bool onlyReads(OpOperand &use) {
  mlir::Operation *user = use.getOwner();
  if (auto structured = dyn_cast<DestinationStyleOpInterface>(user))
    return structured.isDpsInput(&use);
  // A loop yields one of the values that it carries.
  if (isa<scf::YieldOp>(user) && isa<LoopLikeOpInterface>(user->getParentOp()))
    return true;
  if (isa<func::ReturnOp, memref::DimOp>(user))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(user);
  return effects && effects.getEffectOnValue<MemoryEffects::Read>(use.get()) &&
         !effects.getEffectOnValue<MemoryEffects::Write>(use.get());
}

/// True unless all uses of the buffer only read it.
static bool isWritten(Value buffer) {
  llvm::SetVector<Value> holders;
  holders.insert(buffer);
  for (size_t i = 0; i < holders.size(); ++i)
    for (OpOperand &use : holders[i].getUses()) {
      if (auto next = passedOn(use))
        holders.insert(next->begin(), next->end());
      else if (!onlyReads(use))
        return true;
    }
  return false;
}

namespace {
/// Rewrites a function to take the program's arguments.
class EntryBuilder {
public:
  EntryBuilder(func::FuncOp entry, const EntrySignature &signature,
               llvm::ArrayRef<Argument> arguments)
      : entry(entry), signature(signature), arguments(arguments),
        block(entry.getBody().front()),
        builder(OpBuilder::atBlockBegin(&block)),
        numParameters(block.getNumArguments()),
        freesBuffers(contains(entry->getParentOfType<ModuleOp>(),
                              llvm::IsaPred<memref::DeallocOp>)) {}

  void build() {
    const auto returns = llvm::to_vector(entry.getOps<func::ReturnOp>());
    for (const SourceValue &value : valuesOf(arguments))
      buffers.push_back(block.addArgument(memrefOf(value, entry.getContext()),
                                          entry.getLoc()));
    // With several returns, a result has several origins.
    if (returns.size() == 1)
      computeInPlace(returns.front());
    for (unsigned i = 0; i < numParameters; ++i)
      replaceParameter(i, returns);
    for (func::ReturnOp each : returns)
      writeResults(each, returns.size() == 1);
    finish();
  }

private:
  Value castTo(Type type, Value value) {
    if (value.getType() == type)
      return value;
    if (isa<TensorType>(type))
      return tensor::CastOp::create(builder, entry.getLoc(), type, value);
    return memref::CastOp::create(builder, entry.getLoc(), type, value);
  }

  bool isOutput(int argument) const {
    return argument >= 0 && arguments[size_t(argument)].isOutput;
  }

  Value contents(const SourceValue &value, Value buffer) {
    return bufferization::ToTensorOp::create(
        builder, entry.getLoc(), tensorOf(value, entry.getContext()), buffer,
        /*restrict=*/true, /*writable=*/isOutput(value.argument));
  }

  /// Lets the inits of results be the arguments to which they are written:
  /// without this, each result would be computed in a buffer and copied.
  void computeInPlace(func::ReturnOp ret) {
    llvm::SmallPtrSet<OpOperand *, 4> seen;
    for (auto [operand, value] :
         llvm::zip_equal(ret->getOpOperands(), signature.results)) {
      OpOperand *init = initOf(&operand);
      if (!seen.insert(init).second)
        continue;
      if (isa<TensorType>(operand.get().getType()))
        placeTensor(*init, value);
      else
        placeBuffer(init->get(), value);
    }
  }

  void placeTensor(OpOperand &init, const SourceValue &result) {
    Value begin = init.get();
    auto parameter = dyn_cast<BlockArgument>(begin);
    const bool isUndefined =
        begin.getDefiningOp<tensor::EmptyOp>() != nullptr ||
        (parameter && argumentOf(parameter) == -1);
    const bool isInput = parameter && parameter.getOwner() == &block &&
                         !isOutput(argumentOf(parameter));
    if (!isUndefined && !isInput)
      return;
    // A value that is returned unchanged is copied in any case.
    if (isa<func::ReturnOp>(init.getOwner()))
      return;
    Value place = contents(result, buffers[size_t(result.argument)]);
    if (!isUndefined) {
      const SourceValue &value = signature.parameters[parameter.getArgNumber()];
      Value read = contents(value, buffers[size_t(value.argument)]);
      place = bufferization::MaterializeInDestinationOp::create(
                  builder, entry.getLoc(), place.getType(), read, place)
                  ->getResult(0);
    }
    init.set(castTo(begin.getType(), place));
  }

  /// A buffer that is written and returned, as by One-Shot Bufferize, is the
  /// argument of the result, with the contents of the parameter.
  void placeBuffer(Value begin, const SourceValue &result) {
    auto parameter = dyn_cast<BlockArgument>(begin);
    if (!parameter || parameter.getOwner() != &block ||
        parameter.getArgNumber() >= numParameters ||
        isOutput(argumentOf(parameter)))
      return;
    Value place = buffers[size_t(result.argument)];
    if (const int argument = argumentOf(parameter); argument >= 0)
      memref::CopyOp::create(builder, entry.getLoc(), buffers[size_t(argument)],
                             place);
    parameter.replaceAllUsesWith(castTo(parameter.getType(), place));
  }

  /// Requires: a parameter of this function.
  int argumentOf(BlockArgument parameter) const {
    if (parameter.getOwner() != &block ||
        parameter.getArgNumber() >= numParameters)
      return 0;
    return signature.parameters[parameter.getArgNumber()].argument;
  }

  void replaceParameter(unsigned index,
                        llvm::ArrayRef<func::ReturnOp> returns) {
    BlockArgument parameter = block.getArgument(index);
    if (parameter.use_empty())
      return;
    const SourceValue &value = signature.parameters[index];
    parameter.replaceAllUsesWith(castTo(
        parameter.getType(), value.argument == -1
                                 ? scratch(parameter.getType(), value, returns)
                                 : given(parameter, value, returns)));
  }

  Value given(BlockArgument parameter, const SourceValue &value,
              llvm::ArrayRef<func::ReturnOp> returns) {
    Value buffer = buffers[size_t(value.argument)];
    if (isa<TensorType>(parameter.getType()))
      return contents(value, buffer);
    // Bufferization may overwrite a tensor that the program only reads.
    if (!value.isTensor || isOutput(value.argument) || !isWritten(parameter))
      return buffer;
    Value copy = scratch(parameter.getType(), value, returns);
    memref::CopyOp::create(builder, entry.getLoc(), buffer, copy);
    return copy;
  }

  /// Memory of undefined contents, as for a parameter on which no result of the
  /// program depends.
  Value scratch(Type type, const SourceValue &value,
                llvm::ArrayRef<func::ReturnOp> returns) {
    MLIRContext *context = entry.getContext();
    if (isa<TensorType>(type))
      return tensor::EmptyOp::create(builder, entry.getLoc(), value.shape,
                                     typeOf(value.elementType, context));
    auto buffer = memref::AllocOp::create(builder, entry.getLoc(),
                                          memrefOf(value, context));
    if (freesBuffers)
      for (func::ReturnOp ret : returns) {
        OpBuilder atEnd(ret);
        memref::DeallocOp::create(atEnd, ret.getLoc(), buffer);
      }
    return buffer;
  }

  void writeResults(func::ReturnOp ret, bool isOnlyOne) {
    builder.setInsertionPoint(ret);
    llvm::SmallVector<Value> owned;
    for (auto [operand, value] :
         llvm::zip_equal(ret->getOpOperands(), signature.results)) {
      Value buffer = buffers[size_t(value.argument)], result = operand.get();
      if (isa<TensorType>(result.getType())) {
        bufferization::MaterializeInDestinationOp::create(
            builder, ret.getLoc(), Type(),
            castTo(tensorOf(value, entry.getContext()), result), buffer,
            /*restrict=*/true, /*writable=*/true);
        continue;
      }
      Value begin = initOf(&operand)->get();
      if (begin == buffer)
        continue;
      memref::CopyOp::create(builder, ret.getLoc(), result, buffer);
      // The caller would have freed it.
      if (isOnlyOne && begin.getDefiningOp<memref::AllocOp>() && freesBuffers &&
          !llvm::is_contained(owned, begin))
        owned.push_back(begin);
    }
    for (Value each : owned)
      memref::DeallocOp::create(builder, ret.getLoc(), each);
    ret.getOperandsMutable().clear();
  }

  void finish() {
    block.eraseArguments(0, numParameters);
    MLIRContext *context = entry.getContext();
    entry->removeAttr(entry.getArgAttrsAttrName());
    entry->removeAttr(entry.getResAttrsAttrName());
    entry->setDiscardableAttrs(DictionaryAttr::get(context));
    entry->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
    entry.setNoInline(false);
    entry.setPublic();
    entry.setFunctionType(
        FunctionType::get(context, block.getArgumentTypes(), {}));
    SymbolTable symbols(entry->getParentOfType<ModuleOp>());
    if (mlir::Operation *other = symbols.lookup(entryName);
        other && other != entry)
      (void)symbols.renameToUnique(other, {});
    entry.setSymName(entryName);
  }

  func::FuncOp entry;
  const EntrySignature &signature;
  llvm::ArrayRef<Argument> arguments;
  Block &block;
  OpBuilder builder;
  const unsigned numParameters;
  /// False: the lowering frees them, see LoweringPipeline::deallocate.
  const bool freesBuffers;
  llvm::SmallVector<Value> buffers; ///< one per argument
};
} // namespace

void becomeEntry(func::FuncOp entry, const EntrySignature &signature,
                 llvm::ArrayRef<Argument> arguments) {
  EntryBuilder(entry, signature, arguments).build();
}

} // namespace mlirgym::lowering
