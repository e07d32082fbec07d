//===- execution/kernels/SharedObject.h - Links shared objects --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELS_SHAREDOBJECT_H
#define MLIRGYM_EXECUTION_KERNELS_SHAREDOBJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// Links relocatable objects into one shared object with the C compiler of the
/// system: $CC, else cc, gcc or clang. Functions that no object defines (libm,
/// libomp) remain undefined. Uses a temporary folder, which it removes. Errors:
/// text: no compiler, or its message.
llvm::Expected<std::string> linkShared(llvm::ArrayRef<llvm::StringRef> objects);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELS_SHAREDOBJECT_H
