#include "execution/LoadedKernel.h"
#include "execution/KernelRunner.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/loader/KeptMemory.h"
#include "execution/loader/KernelLoader.h"
#include "execution/loader/MemrefDescriptor.h"
#include "execution/wire/ProgramData.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

/// The bits of a bf16 number, as the functions below return them: in the low
/// bits of a register for floats.
float asBf16(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  if (std::isnan(value))
    bits |= 1u << 22;
  else
    bits += 0x7fff + (bits >> 16 & 1); // to the nearest, or the even one of two
  bits >>= 16;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

float truncateFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return asBf16(bits);
}

float truncateDouble(double value) {
  const auto narrow = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  // To the odd one of two, so that the number is rounded once.
  if (!std::isnan(narrow) && double(narrow) != value)
    bits = (bits - (std::fabs(double(narrow)) > std::fabs(value) ? 1 : 0)) | 1;
  return asBf16(bits);
}

/// Functions that kernels call: of memory, and for processors without
/// instructions for bf16, which neither libc nor every libgcc has.
std::vector<worker::HostFunction> functionsOfKernels() {
  std::vector<worker::HostFunction> functions =
      worker::keptMemoryFunctions().vec();
  functions.push_back(
      {"__truncsfbf2", reinterpret_cast<void *>(truncateFloat)});
  functions.push_back(
      {"__truncdfbf2", reinterpret_cast<void *>(truncateDouble)});
  return functions;
}

bool isAligned(const char *data) {
  return reinterpret_cast<uintptr_t>(data) % 64 == 0;
}

/// A block of KeptMemory.h during its lifetime.
struct KeptBlock {
  explicit KeptBlock(size_t bytes)
      : data(static_cast<char *>(worker::allocateKept(bytes))) {}
  KeptBlock(KeptBlock &&other) noexcept
      : data(std::exchange(other.data, nullptr)) {}
  KeptBlock &operator=(KeptBlock &&) = delete;
  ~KeptBlock() { worker::freeKept(data); }

  char *data;
};
} // namespace

struct LoadedKernel::Impl {
  std::shared_ptr<const KernelBundle> bundle;
  std::unique_ptr<worker::KernelLoader> loader;
  worker::Kernel kernel;
};

LoadedKernel::LoadedKernel() : impl(std::make_unique<Impl>()) {}
LoadedKernel::~LoadedKernel() = default;

const KernelBundle &LoadedKernel::bundle() const { return *impl->bundle; }

llvm::Expected<std::shared_ptr<const LoadedKernel>>
LoadedKernel::load(std::shared_ptr<const KernelBundle> kernel) {
  MLIRGYM_TRY_TO(requireCallable(*kernel));
  const std::vector<char> &object = *kernel->object;
  // Entry points of OpenMP's run-time library.
  if (llvm::StringRef(object.data(), object.size()).contains("__kmpc_"))
    return executionError("{0}: a kernel of several threads needs LLVM's "
                          "OpenMP library, and PyTorch brings another one to "
                          "this process; call it in a worker, or compile it "
                          "for one thread",
                          kernel->facts.program);
  std::shared_ptr<LoadedKernel> loaded(new LoadedKernel);
  MLIRGYM_TRY(loaded->impl->loader,
              worker::KernelLoader::create(functionsOfKernels()));
  auto code =
      loaded->impl->loader->load(object, "_mlir_ciface_" + kernel->facts.entry);
  if (!code)
    return executionError("{0}: the object code cannot be linked: {1}",
                          kernel->facts.program,
                          llvm::toString(code.takeError()));
  loaded->impl->kernel = *code;
  loaded->impl->bundle = std::move(kernel);
  return loaded;
}

llvm::Error
LoadedKernel::call(llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                   llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs) const {
  const llvm::ArrayRef<Argument> arguments = impl->bundle->facts.arguments;
  MLIRGYM_TRY(auto sources, worker::inputsByArgument(arguments, inputs));
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<KeptBlock> copies;
  /// Outputs that are copied after the call, and their copies.
  std::vector<std::pair<llvm::MutableArrayRef<char>, const char *>> later;
  size_t next = 0;
  for (auto [argument, source] : llvm::zip_equal(arguments, sources)) {
    const auto bytes = size_t(argument.sizeBytes());
    // A kernel does not write to arguments that it only reads.
    char *data =
        argument.isOutput ? outputs[next].data() : const_cast<char *>(source);
    assert((!argument.isOutput || outputs[next].size() == bytes) &&
           "an output of the argument's size");
    if (!isAligned(data)) {
      data = copies.emplace_back(bytes).data;
      if (!data)
        return executionError("{0}: no memory for {1} bytes",
                              impl->bundle->facts.program, bytes);
      if (argument.isOutput)
        later.emplace_back(outputs[next], data);
    }
    if (source && data != source)
      std::memcpy(data, source, bytes);
    next += argument.isOutput;
    descriptors.push_back(worker::makeDescriptor(argument.shape, data));
  }
  std::vector<void *> pointers;
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  impl->kernel.call(pointers, 1);
  for (auto [output, copy] : later)
    std::memcpy(output.data(), copy, output.size());
  return llvm::Error::success();
}

} // namespace mlirgym
