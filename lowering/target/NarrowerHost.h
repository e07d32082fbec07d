//===- lowering/target/NarrowerHost.h - Fewer features --------------------===//
#ifndef MLIRGYM_LOWERING_TARGET_NARROWERHOST_H
#define MLIRGYM_LOWERING_TARGET_NARROWERHOST_H

#include "lowering/target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// This machine without some of its features, such as "-avx512f", and without
/// the features that depend on them: code for it runs here as on an older
/// processor of the architecture. "" means the whole machine. Errors: as
/// Target::find(); text naming a feature that this machine lacks.
llvm::Expected<Target> narrowerHost(llvm::StringRef features);
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_TARGET_NARROWERHOST_H
