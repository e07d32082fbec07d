#include "execution/worker/KernelLoader.h"
#include "execution/worker/Sandbox.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"
#include "llvm/Support/MemoryBuffer.h"
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace mlirgym {

namespace orc = llvm::orc;

//===----------------------------------------------------------------------===//
// Calls with as many arguments as the program has
//===----------------------------------------------------------------------===//

template <size_t> using Pointer = void *;

template <size_t... I>
static void callMany(void *address, void *const *arguments, uint32_t number,
                     std::index_sequence<I...>) {
  auto function = reinterpret_cast<void (*)(Pointer<I>...)>(address);
  for (uint32_t call = 0; call < number; ++call)
    function(arguments[I]...);
}

template <size_t N>
static void callWith(void *address, void *const *arguments, uint32_t number) {
  callMany(address, arguments, number, std::make_index_sequence<N>());
}

using Caller = void (*)(void *, void *const *, uint32_t);

template <size_t... N>
static constexpr std::array<Caller, sizeof...(N)>
makeCallers(std::index_sequence<N...>) {
  return {callWith<N>...};
}

void Kernel::call(llvm::ArrayRef<void *> descriptors, uint32_t number) const {
  static constexpr auto callers =
      makeCallers(std::make_index_sequence<maxKernelArguments + 1>());
  callers[descriptors.size()](address, descriptors.data(), number);
}

//===----------------------------------------------------------------------===//
// Allocation for kernels
//===----------------------------------------------------------------------===//

static void *orExit(void *memory) {
  if (!memory)
    exitOutOfMemory();
  return memory;
}
static void *kernelMalloc(size_t size) { return orExit(std::malloc(size)); }
static void *kernelCalloc(size_t count, size_t size) {
  return orExit(std::calloc(count, size));
}
static void *kernelRealloc(void *old, size_t size) {
  return orExit(std::realloc(old, size));
}
static void *kernelAlignedAlloc(size_t alignment, size_t size) {
  return orExit(std::aligned_alloc(alignment, size));
}
static int kernelPosixMemalign(void **result, size_t alignment, size_t size) {
  int error = ::posix_memalign(result, alignment, size);
  if (error == ENOMEM)
    exitOutOfMemory();
  return error;
}

//===----------------------------------------------------------------------===//
// KernelLoader
//===----------------------------------------------------------------------===//

struct KernelLoader::Impl {
  explicit Impl(std::unique_ptr<orc::ExecutorProcessControl> control)
      : session(std::move(control)), linker(session) {}
  ~Impl() { llvm::consumeError(session.endSession()); }

  orc::ExecutionSession session;
  orc::ObjectLinkingLayer linker;
  orc::JITDylib *process = nullptr, *kernel = nullptr;
  unsigned count = 0;
  std::string problems; ///< what the session reported since load() began
};

KernelLoader::KernelLoader() = default;
KernelLoader::~KernelLoader() = default;

llvm::Expected<std::unique_ptr<KernelLoader>> KernelLoader::create() {
  // Linking on this thread: the worker has none to spare beside the kernel's.
  auto control = orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!control)
    return control.takeError();
  std::unique_ptr<KernelLoader> loader(new KernelLoader);
  loader->impl = std::make_unique<Impl>(std::move(*control));
  Impl &impl = *loader->impl;
  impl.session.setErrorReporter([&impl](llvm::Error error) {
    impl.problems +=
        (impl.problems.empty() ? "" : "; ") + llvm::toString(std::move(error));
  });

  impl.process = &impl.session.createBareJITDylib("process");
  auto intern = [&](const char *name) { return impl.session.intern(name); };
  auto symbol = [](auto *function) {
    return orc::ExecutorSymbolDef(orc::ExecutorAddr::fromPtr(function),
                                  llvm::JITSymbolFlags::Exported |
                                      llvm::JITSymbolFlags::Callable);
  };
  if (llvm::Error error = impl.process->define(orc::absoluteSymbols(
          {{intern("malloc"), symbol(kernelMalloc)},
           {intern("calloc"), symbol(kernelCalloc)},
           {intern("realloc"), symbol(kernelRealloc)},
           {intern("aligned_alloc"), symbol(kernelAlignedAlloc)},
           {intern("posix_memalign"), symbol(kernelPosixMemalign)}})))
    return std::move(error);
  auto generator =
      orc::DynamicLibrarySearchGenerator::GetForCurrentProcess('\0');
  if (!generator)
    return generator.takeError();
  impl.process->addGenerator(std::move(*generator));
  return loader;
}

llvm::Expected<Kernel> KernelLoader::load(llvm::ArrayRef<char> object,
                                          llvm::StringRef symbol) {
  if (orc::JITDylib *old = std::exchange(impl->kernel, nullptr))
    if (llvm::Error error = impl->session.removeJITDylib(*old))
      return error;
  impl->problems.clear();
  impl->kernel = &impl->session.createBareJITDylib(
      "kernel" + std::to_string(impl->count++));
  impl->kernel->addToLinkOrder(*impl->process);

  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
      {object.data(), object.size()}, "kernel");
  if (llvm::Error error = impl->linker.add(*impl->kernel, std::move(buffer)))
    return error;
  auto found = impl->session.lookup(
      llvm::ArrayRef<orc::JITDylib *>{impl->kernel, impl->process},
      impl->session.intern(symbol));
  if (!found) {
    std::string reason = llvm::toString(found.takeError());
    // The session's report names the symbol that is missing.
    return llvm::createStringError(impl->problems.empty() ? reason
                                                          : impl->problems);
  }
  Kernel kernel;
  kernel.address = found->getAddress().toPtr<void *>();
  return kernel;
}

} // namespace mlirgym
