//===- execution/device/image/Linker.h - Links objects of a target --------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H

#include "lowering/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The kind of file that is linked.
enum class LinkedForm : uint8_t {
  Object,        ///< one relocatable object
  SharedLibrary, ///< functions that no object defines remain undefined
  Executable,    ///< linked statically
};

/// A file in the folder of the linker; .o, .a and .c files are linked.
struct LinkInput {
  std::string name;
  llvm::StringRef contents;
};

/// The path of a C compiler for the target: $CC; else cc, gcc or clang for this
/// machine's architecture, and the cross compiler (`aarch64-linux-gnu-gcc`) for
/// another architecture. Errors: text, if there is none.
llvm::Expected<std::string> findLinker(const Target &target);

/// Links with findLinker() in a temporary folder, which is removed. Errors:
/// text: no compiler, or the message of the compiler.
llvm::Expected<std::string> link(llvm::ArrayRef<LinkInput> files,
                                 LinkedForm form, const Target &target);

/// The objects as a shared library. Equal objects give equal bytes.
llvm::Expected<std::string> linkShared(llvm::ArrayRef<llvm::StringRef> objects,
                                       const Target &target);

/// The name of the cross compiler for the target; "" for this machine's
/// architecture.
std::string crossCompilerName(const Target &target);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_LINKER_H
