#include "execution/loader/KernelLoader.h"
#include "execution/loader/DefaultArithmetic.h"
#include "execution/wire/MemoryFile.h"
#include "program/Limits.h"
#include "program/Try.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <array>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <utility>

namespace mlirgym::worker {

namespace orc = llvm::orc;

//===----------------------------------------------------------------------===//
// Calls with the program's number of arguments
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

/// One caller per number of arguments up to this number; beyond it, one per
/// power of two. In the C calling convention a callee ignores arguments beyond
/// its own, and the caller removes them from the stack.
static constexpr size_t mostExact = 64;

template <size_t... N>
static constexpr std::array<Caller, sizeof...(N)>
makeCallers(std::index_sequence<N...>) {
  return {callWith<N>...};
}

void Kernel::call(llvm::ArrayRef<void *> descriptors, uint32_t number) const {
  const DefaultArithmetic arithmetic;
  static constexpr auto callers =
      makeCallers(std::make_index_sequence<mostExact + 1>());
  if (descriptors.size() <= mostExact)
    return callers[descriptors.size()](address, descriptors.data(), number);
  std::array<void *, maxArguments> padded{};
  llvm::copy(descriptors, padded.begin());
  static_assert(maxArguments == 1024, "the last caller below");
  Caller caller = descriptors.size() <= 128   ? callWith<128>
                  : descriptors.size() <= 256 ? callWith<256>
                  : descriptors.size() <= 512 ? callWith<512>
                                              : callWith<maxArguments>;
  caller(address, padded.data(), number);
}

//===----------------------------------------------------------------------===//
// KernelLoader
//===----------------------------------------------------------------------===//

struct KernelLoader::Impl {
  explicit Impl(std::unique_ptr<orc::ExecutorProcessControl> control)
      : session(std::move(control)), linker(session) {}
  ~Impl() { llvm::consumeError(session.endSession()); }

  /// Loads a shared library. Errors: text.
  llvm::Error open(llvm::StringRef bytes, llvm::StringRef name);
  void closeLibraries() {
    for (void *library : std::exchange(libraries, {}))
      ::dlclose(library);
  }

  orc::ExecutionSession session;
  orc::ObjectLinkingLayer linker;
  orc::JITDylib *process = nullptr, *kernel = nullptr;
  llvm::SmallVector<void *, 2> libraries; ///< of this kernel
  unsigned count = 0;
  std::string problems; ///< errors that the session reported since load() began
};

KernelLoader::KernelLoader() = default;
KernelLoader::~KernelLoader() = default;

llvm::Expected<std::unique_ptr<KernelLoader>>
KernelLoader::create(llvm::ArrayRef<HostFunction> functions) {
  // Links on this thread: a worker has no threads besides those of the kernel.
  MLIRGYM_TRY(auto control,
              orc::SelfExecutorProcessControl::Create(
                  nullptr, std::make_unique<orc::InPlaceTaskDispatcher>()));
  std::unique_ptr<KernelLoader> loader(new KernelLoader);
  loader->impl = std::make_unique<Impl>(std::move(control));
  Impl &impl = *loader->impl;
  impl.session.setErrorReporter([&impl](llvm::Error error) {
    impl.problems +=
        (impl.problems.empty() ? "" : "; ") + llvm::toString(std::move(error));
  });

  impl.process = &impl.session.createBareJITDylib("process");
  orc::SymbolMap own;
  for (const HostFunction &function : functions)
    own[impl.session.intern(function.name)] = {
        orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  MLIRGYM_TRY_TO(impl.process->define(orc::absoluteSymbols(std::move(own))));
  MLIRGYM_TRY(auto generator,
              orc::DynamicLibrarySearchGenerator::GetForCurrentProcess('\0'));
  impl.process->addGenerator(std::move(generator));
  return loader;
}

llvm::Error KernelLoader::Impl::open(llvm::StringRef bytes,
                                     llvm::StringRef name) {
  MLIRGYM_TRY(auto file, MemoryFile::create("mlirgym-library",
                                            {bytes.data(), bytes.size()}));
  FileDescriptor other;
  std::string path = "/proc/self/fd/" + std::to_string(file.fd());
  // Libraries are identified by their path, and a library that cannot be
  // unloaded keeps its path.
  while (void *known = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
    ::dlclose(known);
    FileDescriptor next(::fcntl(file.fd(), F_DUPFD_CLOEXEC,
                                other.valid() ? other.get() + 1 : 0));
    if (!next.valid())
      return llvm::createStringError(name + ": no descriptor for the library");
    other = std::move(next);
    path = "/proc/self/fd/" + std::to_string(other.get());
  }
  void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return llvm::createStringError(name + ": " + ::dlerror());
  libraries.push_back(library);
  kernel->addGenerator(std::make_unique<orc::DynamicLibrarySearchGenerator>(
      llvm::sys::DynamicLibrary(library), '\0'));
  return llvm::Error::success();
}

llvm::Error KernelLoader::add(llvm::StringRef bytes, llvm::StringRef name,
                              unsigned depth) {
  const llvm::file_magic kind = llvm::identify_magic(bytes);
  if (kind == llvm::file_magic::elf_shared_object)
    return impl->open(bytes, name);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, name);
  if (kind != llvm::file_magic::archive)
    return impl->linker.add(*impl->kernel, std::move(buffer));
  // All members of the kernel's archive; of a library inside it only the
  // members that are needed, as in every linker.
  if (depth > 0) {
    MLIRGYM_TRY(auto library, orc::StaticLibraryDefinitionGenerator::Create(
                                  impl->linker, std::move(buffer)));
    impl->kernel->addGenerator(std::move(library));
    return llvm::Error::success();
  }
  MLIRGYM_TRY(auto archive,
              llvm::object::Archive::create(buffer->getMemBufferRef()));
  llvm::Error damage = llvm::Error::success();
  for (const auto &child : archive->children(damage)) {
    auto member = child.getMemoryBufferRef();
    if (!member)
      return llvm::joinErrors(std::move(damage), member.takeError());
    if (llvm::Error error =
            add(member->getBuffer(), member->getBufferIdentifier(), depth + 1))
      return llvm::joinErrors(std::move(damage), std::move(error));
  }
  return damage;
}

llvm::Expected<Kernel> KernelLoader::load(llvm::ArrayRef<char> object,
                                          llvm::StringRef symbol) {
  // A library may change the state when it is loaded (`gcc -Ofast` makes such
  // libraries) and when it is unloaded.
  const DefaultArithmetic arithmetic;
  if (orc::JITDylib *old = std::exchange(impl->kernel, nullptr))
    MLIRGYM_TRY_TO(impl->session.removeJITDylib(*old));
  impl->closeLibraries();
  impl->problems.clear();
  impl->kernel = &impl->session.createBareJITDylib(
      "kernel" + std::to_string(impl->count++));
  impl->kernel->addToLinkOrder(*impl->process);

  MLIRGYM_TRY_TO(add({object.data(), object.size()}, "kernel", 0));
  auto found = impl->session.lookup(
      llvm::ArrayRef<orc::JITDylib *>{impl->kernel, impl->process},
      impl->session.intern(symbol));
  if (!found) {
    std::string reason = llvm::toString(found.takeError());
    // The session's error names the missing symbol.
    return llvm::createStringError(impl->problems.empty() ? reason
                                                          : impl->problems);
  }
  Kernel kernel;
  kernel.address = found->getAddress().toPtr<void *>();
  return kernel;
}

} // namespace mlirgym::worker
