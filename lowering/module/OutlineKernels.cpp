//===- lowering/module/OutlineKernels.cpp ---------------------------------===//
#include "lowering/module/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Visitors.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "lowering/module/Passes.h.inc"

namespace {

using Operation = mlir::Operation; // not the one of program/Program.h
using ToTensor = bufferization::ToTensorOp;
using Materialize = bufferization::MaterializeInDestinationOp;

constexpr StringLiteral barePointers = "llvm.bareptr";
constexpr int endOfProgram = std::numeric_limits<int>::max();

bool isWrite(Operation *op) {
  auto write = dyn_cast<Materialize>(op);
  return write && isa<MemRefType>(write.getDest().getType());
}

bool isConstant(Operation *op) { return op->hasTrait<OpTrait::ConstantLike>(); }

/// A constant that is rather data of the program than a part of its code.
bool isWeights(Operation *op) {
  constexpr int64_t mostElements = 16;
  DenseElementsAttr values;
  return matchPattern(op, m_Constant(&values)) && !values.isSplat() &&
         values.getNumElements() > mostElements;
}

/// Constants, views and scalars: each kernel that needs one has its own copy.
bool isCopied(Operation *op) {
  if (isa<tensor::EmptyOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::CastOp, tensor::ExtractSliceOp>(op) ||
      isConstant(op))
    return true;
  return isMemoryEffectFree(op) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// True if `operand` only names the memory that its operation overwrites.
bool isOnlyOverwritten(OpOperand &operand) {
  if (auto op = dyn_cast<linalg::LinalgOp>(operand.getOwner()))
    return op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand);
  if (auto copy = dyn_cast<Materialize>(operand.getOwner()))
    return &operand == &copy.getDestMutable();
  return false;
}

/// An argument of the program, or memory that the host function allocates.
struct Buffer {
  MemRefType type;
  BlockArgument argument; ///< null for allocated memory
  /// The kernels during which it holds a value that a kernel has written.
  SmallVector<std::pair<int, int>> held;
  /// The last kernel that reads the caller's contents; -1: none.
  int lastInitialRead = -1;

  /// True if the value that kernel `from` writes can stay here until kernel
  /// `to` has read it. A kernel may overwrite a value if it is the value's last
  /// reader.
  bool isFree(int from, int to) const {
    return lastInitialRead <= from &&
           llvm::all_of(held, [&](std::pair<int, int> other) {
             return from != other.first &&
                    (to <= other.first || other.second <= from);
           });
  }
};

struct Kernel {
  std::string root; ///< "op2": the tag of its last operation
  Operation *last = nullptr;
  SetVector<Operation *> ops;    ///< its own
  SetVector<Operation *> copies; ///< see isCopied()
  SetVector<Value> needed;       ///< values from outside, by first use
  SetVector<Value> overwritten;  ///< contents of arguments, not read
  SmallVector<std::pair<Value, unsigned>> outputs; ///< value, buffer
  SmallVector<unsigned> operands;                  ///< buffers

  bool writes(unsigned buffer) const {
    return llvm::any_of(outputs,
                        [&](auto output) { return output.second == buffer; });
  }
};

/// Divides the entry function of a program in normal form.
class Outliner {
public:
  Outliner(func::FuncOp function, StringRef name, bool takesWeights,
           bool areInlined)
      : entry(function), block(function.getBody().front()), prefix(name),
        weightsAreOperands(takesWeights), kernelsAreInlined(areInlined) {}

  /// "op0+op2" becomes one kernel.
  LogicalResult group(ArrayRef<std::string> groups);
  /// Assigns operations to kernels and values to buffers.
  LogicalResult plan();
  /// Builds the functions. `equal`: "op3=op1": op3's kernel is op1's.
  LogicalResult build(ArrayRef<std::string> equal, StringRef only);

private:
  LogicalResult assignOperations();
  LogicalResult findNeeds();
  LogicalResult need(Kernel &kernel, OpOperand &operand);
  LogicalResult needValue(Kernel &kernel, Value value);
  /// The operations outside of isCopied() from which `value` comes.
  void sources(Value value, SetVector<Operation *> &found) const;
  int earliestReader(Operation *op) const;
  int latestSource(ValueRange values) const;
  /// The kernel that writes this output of the program.
  size_t writerOf(Value value) const {
    return static_cast<size_t>(latestSource(value));
  }
  void assignBuffers();
  unsigned allocate(Type tensor);
  unsigned argumentOf(Value memref) const {
    return cast<BlockArgument>(memref).getArgNumber();
  }
  /// The argument in which `value` is computed through its chain of inits.
  Value homeOf(Value value) const;
  void orderOperands(Kernel &kernel);
  func::FuncOp buildKernel(OpBuilder &builder, Kernel &kernel);
  void buildHost(const llvm::StringMap<StringRef> &equals);
  std::string nameOf(StringRef root) const { return prefix + "_" + root.str(); }

  func::FuncOp entry;
  Block &block;
  std::string prefix;
  bool weightsAreOperands, kernelsAreInlined;
  llvm::StringMap<std::string> rootOf; ///< by tag of a grouped operation
  std::vector<Kernel> kernels;         ///< in order of execution
  DenseMap<Operation *, int> kernelOf;
  SmallVector<Buffer> buffers;
  DenseMap<Value, unsigned> bufferOf;
  SmallVector<std::pair<unsigned, unsigned>> copiesAtEnd; ///< from, to
};

LogicalResult Outliner::group(ArrayRef<std::string> groups) {
  for (StringRef text : groups) {
    SmallVector<StringRef> tags;
    text.split(tags, '+');
    for (StringRef tag : tags)
      if (!rootOf.try_emplace(tag, tags.back().str()).second)
        return entry.emitError("'" + tag +
                               "' is in two groups; name each "
                               "operation once");
  }
  return success();
}

LogicalResult Outliner::assignOperations() {
  llvm::StringMap<int> byRoot;
  DenseMap<Operation *, unsigned> order;
  for (Operation &op : block) {
    order[&op] = order.size();
    auto tag = op.getAttrOfType<StringAttr>(tagAttribute);
    if (!tag)
      continue;
    StringRef own = tag.getValue();
    bool isInit = own.consume_back(initSuffix);
    auto grouped = rootOf.find(own);
    std::string root = grouped == rootOf.end() ? own.str() : grouped->second;
    auto [place, isNew] = byRoot.try_emplace(root, kernels.size());
    if (isNew)
      kernels.emplace_back().root = root;
    Kernel &kernel = kernels[place->second];
    kernel.ops.insert(&op);
    if (!isInit)
      kernel.last = &op;
  }
  for (Kernel &kernel : kernels)
    if (!kernel.last)
      return entry.emitError("'" + kernel.root + "' has an init only");
  if (kernels.empty())
    return entry.emitError("no operation has a tag (" + tagAttribute +
                           "); load the program first");
  llvm::sort(kernels, [&](const Kernel &a, const Kernel &b) {
    return order[a.last] < order[b.last];
  });
  for (auto [i, kernel] : llvm::enumerate(kernels))
    for (Operation *op : kernel.ops)
      kernelOf[op] = static_cast<int>(i);

  // Operations without a tag (pads, insertions) belong to the first kernel that
  // reads them, or else to the last kernel that they read.
  SmallVector<Operation *> late;
  for (Operation &op : llvm::reverse(block)) {
    if (kernelOf.contains(&op) || isCopied(&op) || isWrite(&op) ||
        isa<ToTensor, func::ReturnOp>(op))
      continue;
    int reader = earliestReader(&op);
    if (reader == endOfProgram)
      late.push_back(&op);
    else
      kernelOf[&op] = reader;
  }
  for (Operation *op : llvm::reverse(late))
    kernelOf[op] = latestSource(op->getOperands());
  for (Operation &op : block)
    if (auto found = kernelOf.find(&op); found != kernelOf.end())
      kernels[static_cast<size_t>(found->second)].ops.insert(&op);
  return success();
}

int Outliner::earliestReader(Operation *op) const {
  int earliest = endOfProgram;
  for (Operation *user : op->getUsers()) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (auto found = kernelOf.find(reader); found != kernelOf.end())
      earliest = std::min(earliest, found->second);
    else if (isCopied(reader))
      earliest = std::min(earliest, earliestReader(reader));
  }
  return earliest;
}

void Outliner::sources(Value value, SetVector<Operation *> &found) const {
  Operation *def = value.getDefiningOp();
  if (!def)
    return;
  if (!isCopied(def)) {
    found.insert(def);
    return;
  }
  for (Value operand : def->getOperands())
    sources(operand, found);
}

int Outliner::latestSource(ValueRange values) const {
  SetVector<Operation *> defs;
  for (Value value : values)
    sources(value, defs);
  int latest = -1;
  for (Operation *def : defs)
    if (auto found = kernelOf.find(def); found != kernelOf.end())
      latest = std::max(latest, found->second);
  return latest >= 0 ? latest : static_cast<int>(kernels.size()) - 1;
}

LogicalResult Outliner::needValue(Kernel &kernel, Value value) {
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != &block)
    return success(); // of the body of one of its operations
  if (isa<ToTensor>(def) || (weightsAreOperands && isWeights(def))) {
    kernel.needed.insert(value);
    return success();
  }
  if (isCopied(def)) {
    if (kernel.copies.insert(def))
      for (Value operand : def->getOperands())
        if (failed(needValue(kernel, operand)))
          return failure();
    return success();
  }
  if (kernel.ops.contains(def))
    return success();
  if (kernelOf.lookup(def) > kernelOf.lookup(kernel.last))
    return def->emitError("is read by kernel '" + kernel.root +
                          "', which runs before; group them otherwise");
  kernel.needed.insert(value);
  return success();
}

LogicalResult Outliner::need(Kernel &kernel, OpOperand &operand) {
  if (isOnlyOverwritten(operand) && operand.get().getDefiningOp<ToTensor>()) {
    kernel.overwritten.insert(operand.get());
    return success();
  }
  return needValue(kernel, operand.get());
}

LogicalResult Outliner::findNeeds() {
  for (Operation &top : block) {
    // The last kernel that an output depends on writes it.
    if (isWrite(&top)) {
      Value value = cast<Materialize>(top).getSource();
      if (failed(needValue(kernels[writerOf(value)], value)))
        return failure();
      continue;
    }
    auto owner = kernelOf.find(&top);
    if (owner == kernelOf.end())
      continue;
    Kernel &kernel = kernels[static_cast<size_t>(owner->second)];
    auto visited = top.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (failed(need(kernel, operand)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (visited.wasInterrupted())
      return failure();
  }
  return success();
}

unsigned Outliner::allocate(Type tensor) {
  auto shaped = cast<RankedTensorType>(tensor);
  Buffer &buffer = buffers.emplace_back();
  buffer.type = MemRefType::get(shaped.getShape(), shaped.getElementType());
  return static_cast<unsigned>(buffers.size()) - 1;
}

Value Outliner::homeOf(Value value) const {
  while (Operation *def = value.getDefiningOp()) {
    if (auto contents = dyn_cast<ToTensor>(def))
      return contents.getBuffer();
    if (auto copy = dyn_cast<Materialize>(def))
      value = copy.getDest();
    else if (auto op = dyn_cast<linalg::LinalgOp>(def))
      value =
          op.getDpsInitOperand(cast<OpResult>(value).getResultNumber())->get();
    else
      return nullptr;
  }
  return nullptr;
}

void Outliner::assignBuffers() {
  for (BlockArgument argument : block.getArguments())
    buffers.push_back({cast<MemRefType>(argument.getType()), argument, {}, -1});
  DenseMap<Value, int> lastRead;
  SetVector<Value> crossing;
  for (auto [i, kernel] : llvm::enumerate(kernels))
    for (Value value : kernel.needed) {
      auto contents = value.getDefiningOp<ToTensor>();
      if (contents) {
        unsigned argument = argumentOf(contents.getBuffer());
        buffers[argument].lastInitialRead = static_cast<int>(i);
        bufferOf[value] = argument;
        continue;
      }
      if (isConstant(value.getDefiningOp())) {
        bufferOf[value] = allocate(value.getType());
        continue;
      }
      lastRead[value] = static_cast<int>(i);
      crossing.insert(value);
    }
  // The outputs of the program first: their buffers are fixed.
  for (Operation &op : block) {
    if (!isWrite(&op))
      continue;
    auto write = cast<Materialize>(op);
    Value value = write.getSource();
    int from = latestSource(value);
    unsigned place = argumentOf(write.getDest());
    if (!buffers[place].isFree(from, endOfProgram)) {
      unsigned kept = allocate(value.getType());
      copiesAtEnd.emplace_back(kept, place);
      place = kept;
    }
    buffers[place].held.emplace_back(from, endOfProgram);
    kernels[writerOf(value)].outputs.emplace_back(value, place);
    bufferOf.try_emplace(value, place);
  }
  for (Value value : crossing) {
    if (bufferOf.contains(value))
      continue;
    int from = kernelOf.lookup(value.getDefiningOp()), to = lastRead[value];
    unsigned place = static_cast<unsigned>(buffers.size());
    if (Value home = homeOf(value)) {
      unsigned argument = argumentOf(home);
      auto type = cast<ShapedType>(value.getType());
      const Buffer &buffer = buffers[argument];
      if (buffer.type.getShape() == type.getShape() &&
          buffer.type.getElementType() == type.getElementType() &&
          buffer.isFree(from, to))
        place = argument;
    }
    if (place == buffers.size())
      place = allocate(value.getType());
    buffers[place].held.emplace_back(from, to);
    kernels[static_cast<size_t>(from)].outputs.emplace_back(value, place);
    bufferOf[value] = place;
  }
}

void Outliner::orderOperands(Kernel &kernel) {
  SetVector<unsigned> read, written;
  for (auto [value, buffer] : kernel.outputs)
    written.insert(buffer);
  for (Value value : kernel.needed)
    if (!written.contains(bufferOf.lookup(value)))
      read.insert(bufferOf.lookup(value));
  kernel.operands.append(read.begin(), read.end());
  kernel.operands.append(written.begin(), written.end());
}

LogicalResult Outliner::plan() {
  if (!entry.getBody().hasOneBlock() || entry.getNumResults() != 0 ||
      !llvm::all_of(entry.getArgumentTypes(), llvm::IsaPred<MemRefType>))
    return entry.emitError("is not in normal form; load the program first");
  if (failed(assignOperations()) || failed(findNeeds()))
    return failure();
  assignBuffers();
  for (Kernel &kernel : kernels)
    orderOperands(kernel);
  return success();
}

func::FuncOp Outliner::buildKernel(OpBuilder &builder, Kernel &kernel) {
  Location loc = kernel.last->getLoc();
  SmallVector<Type> types;
  for (unsigned operand : kernel.operands)
    types.push_back(buffers[operand].type);
  auto func =
      func::FuncOp::create(builder, loc, nameOf(kernel.root),
                           FunctionType::get(builder.getContext(), types, {}));
  if (kernelsAreInlined)
    func.setPrivate();
  else
    func->setAttr(barePointers, builder.getUnitAttr());
  Block *body = func.addEntryBlock();
  auto inside = OpBuilder::atBlockBegin(body);
  IRMapping map;
  // The order of the normal form: bufferization depends on it.
  for (Operation &op : block)
    if (isConstant(&op) && kernel.copies.contains(&op))
      inside.clone(op, map);
  DenseMap<unsigned, Value> memory, contents;
  for (auto [operand, argument] :
       llvm::zip_equal(kernel.operands, body->getArguments())) {
    auto type = cast<MemRefType>(argument.getType());
    memory[operand] = argument;
    contents[operand] = ToTensor::create(
        inside, loc,
        RankedTensorType::get(type.getShape(), type.getElementType()), argument,
        /*restrict=*/true, /*writable=*/kernel.writes(operand));
  }
  for (Value value : kernel.overwritten) {
    unsigned argument = argumentOf(value.getDefiningOp<ToTensor>().getBuffer());
    auto type = cast<RankedTensorType>(value.getType());
    if (kernel.writes(argument))
      map.map(value, contents[argument]);
    else // its memory serves another kernel
      map.map(value, tensor::EmptyOp::create(inside, loc, type.getShape(),
                                             type.getElementType()));
  }
  for (Value value : kernel.needed)
    map.map(value, contents[bufferOf.lookup(value)]);
  for (Operation &op : block)
    if (kernel.ops.contains(&op) ||
        (kernel.copies.contains(&op) && !isConstant(&op)))
      inside.clone(op, map);
  for (auto [value, buffer] : kernel.outputs)
    Materialize::create(inside, loc, Type(), map.lookup(value), memory[buffer],
                        /*restrict=*/true, /*writable=*/true);
  func::ReturnOp::create(inside, loc);
  assignDestinations(func);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (isOpTriviallyDead(&op) || (isa<ToTensor>(op) && op.use_empty()))
      op.erase();
  return func;
}

void Outliner::buildHost(const llvm::StringMap<StringRef> &equals) {
  Location loc = entry.getLoc();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    op.erase();
  auto builder = OpBuilder::atBlockBegin(&block);
  SmallVector<Value> memory;
  for (Buffer &buffer : buffers) {
    if (buffer.argument)
      memory.push_back(buffer.argument);
    else
      memory.push_back(memref::AllocOp::create(builder, loc, buffer.type,
                                               builder.getI64IntegerAttr(64)));
  }
  for (Kernel &kernel : kernels) {
    SmallVector<Value> operands;
    for (unsigned operand : kernel.operands)
      operands.push_back(memory[operand]);
    auto equal = equals.find(kernel.root);
    func::CallOp::create(
        builder, loc,
        nameOf(equal == equals.end() ? StringRef(kernel.root) : equal->second),
        TypeRange(), operands);
  }
  for (auto [from, to] : copiesAtEnd)
    memref::CopyOp::create(builder, loc, memory[from], memory[to]);
  func::ReturnOp::create(builder, loc);
  if (kernelsAreInlined)
    return;
  entry->removeAttr("llvm.emit_c_interface");
  entry->setAttr(barePointers, builder.getUnitAttr());
  entry.setSymName(prefix + "_host");
}

LogicalResult Outliner::build(ArrayRef<std::string> equal, StringRef only) {
  llvm::StringMap<StringRef> equals;
  for (StringRef text : equal) {
    auto [copy, original] = text.split('=');
    equals[copy] = original;
  }
  OpBuilder builder(entry);
  SmallVector<func::FuncOp> built;
  for (Kernel &kernel : kernels)
    if (!equals.contains(kernel.root))
      built.push_back(buildKernel(builder, kernel));
  buildHost(equals);
  if (only.empty())
    return success();
  bool found = only == "host";
  for (auto [func, name] :
       llvm::make_early_inc_range(llvm::map_range(built, [](func::FuncOp func) {
         return std::pair(func, func.getSymName());
       }))) {
    if (only == "host") {
      func.eraseBody();
      func.setPrivate();
    } else if (name == nameOf(only)) {
      found = true;
    } else {
      func.erase();
    }
  }
  if (!found)
    return entry.emitError("no kernel '" + only + "'");
  if (only != "host")
    entry.erase();
  return success();
}

struct OutlineKernels final : impl::OutlineKernelsBase<OutlineKernels> {
  using OutlineKernelsBase::OutlineKernelsBase;

  void runOnOperation() override {
    auto entries = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    if (entries.size() != 1 || entries[0].isExternal()) {
      getOperation().emitError("one function with a body is needed; load the "
                               "program first");
      return signalPassFailure();
    }
    Outliner outliner(entries[0], name, weights, inlined);
    if (failed(outliner.group(groups)) || failed(outliner.plan()) ||
        failed(outliner.build(equal, only)))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlirgym::lowering
