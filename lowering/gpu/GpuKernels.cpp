#include "lowering/gpu/GpuKernels.h"

#include "lowering/gpu/LaunchPlan.h"
#include "lowering/gpu/SharedMemory.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

std::optional<std::array<unsigned, 3>> constants(gpu::KernelDim3 values) {
  const std::array<Value, 3> dimensions = {values.x, values.y, values.z};
  std::array<unsigned, 3> numbers = {};
  for (auto [number, value] : llvm::zip_equal(numbers, dimensions)) {
    auto constant = getConstantIntValue(value);
    if (!constant)
      return std::nullopt;
    number = static_cast<unsigned>(*constant);
  }
  return numbers;
}

/// Reads the calls of the host one after the other.
class PlanReader {
public:
  explicit PlanReader(func::FuncOp host) {
    plan.entry = host.getName().str();
    plan.numArguments = host.getNumArguments();
    for (BlockArgument argument : host.getArguments())
      buffers[argument] = buffers.size();
  }

  llvm::Error read(memref::AllocOp alloc) {
    const MemRefType type = alloc.getType();
    if (!type.hasStaticShape())
      return llvm::createStringError("a buffer between kernels of a size that "
                                     "is not constant");
    buffers[alloc] = buffers.size();
    plan.scratchBytes.push_back(
        type.getNumElements() *
        llvm::divideCeil(type.getElementTypeBitWidth(), 8));
    return llvm::Error::success();
  }

  llvm::Error read(gpu::LaunchFuncOp launch) {
    LaunchPlan::Launch next;
    next.kernel = launch.getKernelName().str();
    auto grid = constants(launch.getGridSizeOperandValues());
    auto block = constants(launch.getBlockSizeOperandValues());
    if (!grid || !block)
      return llvm::createStringError("a grid of a size that is not constant");
    next.grid = *grid;
    next.block = *block;
    for (Value operand : launch.getKernelOperands()) {
      auto buffer = buffers.find(operand);
      if (buffer == buffers.end())
        return llvm::createStringError(
            "a kernel takes a value other than a buffer");
      next.buffers.push_back(buffer->second);
    }
    plan.launches.push_back(std::move(next));
    return llvm::Error::success();
  }

  LaunchPlan take() { return std::move(plan); }

private:
  LaunchPlan plan;
  llvm::DenseMap<Value, unsigned> buffers;
};
} // namespace

llvm::Expected<GpuKernels> GpuKernels::of(ModuleOp program) {
  GpuKernels kernels;
  for (auto host : program.getOps<func::FuncOp>()) {
    if (host.isExternal())
      continue;
    PlanReader reader(host);
    for (Operation &op : host.getOps()) {
      llvm::Error error = llvm::Error::success();
      if (auto alloc = dyn_cast<memref::AllocOp>(op))
        error = reader.read(alloc);
      else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
        error = reader.read(launch);
      if (error)
        return std::move(error);
    }
    LaunchPlan plan = reader.take();
    if (!plan.launches.empty())
      kernels.plan = std::move(plan);
  }
  for (auto module : program.getOps<gpu::GPUModuleOp>())
    kernels.module = module;
  if (!kernels.module || kernels.plan.launches.empty())
    return llvm::createStringError("the program writes nothing, so that there "
                                   "is no kernel");
  return kernels;
}

void useDynamicSharedMemory(llvm::Module &kernels, LaunchPlan &plan) {
  constexpr uint64_t mostStaticBytes = 48 << 10;
  const llvm::Align alignment(sharedAlignment);
  for (LaunchPlan::Launch &launch : plan.launches) {
    const llvm::Function *kernel = kernels.getFunction(launch.kernel);
    llvm::SmallVector<std::pair<llvm::GlobalVariable *, uint64_t>> buffers;
    uint64_t bytes = 0;
    for (llvm::GlobalVariable &buffer : kernels.globals()) {
      if (buffer.getAddressSpace() != sharedSpace || buffer.isDeclaration())
        continue;
      llvm::convertUsersOfConstantsToInstructions({&buffer});
      if (llvm::none_of(buffer.users(), [&](llvm::User *user) {
            return cast<llvm::Instruction>(user)->getFunction() == kernel;
          }))
        continue;
      bytes = llvm::alignTo(bytes, alignment);
      buffers.emplace_back(&buffer, bytes);
      bytes += kernels.getDataLayout().getTypeAllocSize(buffer.getValueType());
    }
    if (bytes <= mostStaticBytes)
      continue;
    launch.sharedBytes = bytes;
    auto *type =
        llvm::ArrayType::get(llvm::Type::getInt8Ty(kernels.getContext()), 0);
    auto *shared = new llvm::GlobalVariable(
        kernels, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
        /*Initializer=*/nullptr, "shared_of_" + launch.kernel,
        /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal,
        sharedSpace);
    shared->setAlignment(alignment);
    for (auto [buffer, offset] : buffers) {
      buffer->replaceAllUsesWith(llvm::ConstantExpr::getInBoundsGetElementPtr(
          type->getElementType(), shared,
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernels.getContext()),
                                 offset)));
      buffer->eraseFromParent();
    }
  }
}

llvm::Error requireNoLibrary(const llvm::Module &kernels) {
  constexpr llvm::Intrinsic::ID missing[] = {
      llvm::Intrinsic::acos,  llvm::Intrinsic::asin,  llvm::Intrinsic::atan,
      llvm::Intrinsic::atan2, llvm::Intrinsic::cos,   llvm::Intrinsic::cosh,
      llvm::Intrinsic::exp,   llvm::Intrinsic::exp10, llvm::Intrinsic::exp2,
      llvm::Intrinsic::log,   llvm::Intrinsic::log10, llvm::Intrinsic::log2,
      llvm::Intrinsic::pow,   llvm::Intrinsic::powi,  llvm::Intrinsic::sin,
      llvm::Intrinsic::sinh,  llvm::Intrinsic::tan,   llvm::Intrinsic::tanh};
  for (const llvm::Function &function : kernels)
    if (function.isDeclaration() && !function.use_empty() &&
        (!function.isIntrinsic() ||
         llvm::is_contained(missing, function.getIntrinsicID())))
      return llvm::createStringError(
          "no code for '" + function.getName() +
          "' on a GPU: it is a function of a mathematical library; compute it "
          "in f32, or by arithmetic");
  return llvm::Error::success();
}
} // namespace mlirgym::lowering
