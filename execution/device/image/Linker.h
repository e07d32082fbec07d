//===- execution/device/image/Linker.h - Links objects of a target --------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H

#include "execution/lowering/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// What objects are linked to.
enum class LinkedForm : uint8_t {
  Object,        ///< one relocatable object
  SharedLibrary, ///< functions that no object defines remain undefined
  Executable,    ///< linked statically
};

/// A file in the folder of the linker; those that end in .o, .a and .c are
/// linked.
struct LinkInput {
  std::string name;
  llvm::StringRef contents;
};

/// The path of a C compiler for the target: $CC; else for an architecture other
/// than that of this machine its cross compiler (`aarch64-linux-gnu-gcc`), and
/// for that of this machine cc, gcc or clang. Errors: text: there is none.
llvm::Expected<std::string> findLinker(const Target &target);

/// Links with findLinker(), in a temporary folder, which it removes. Errors:
/// text: no compiler, or its message.
llvm::Expected<std::string> link(llvm::ArrayRef<LinkInput> files,
                                 LinkedForm form, const Target &target);

/// The objects as a shared library. Equal objects give equal bytes.
llvm::Expected<std::string> linkShared(llvm::ArrayRef<llvm::StringRef> objects,
                                       const Target &target);

/// The name of the cross compiler for another architecture than that of this
/// machine, "" for that.
std::string crossCompilerName(const Target &target);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H
