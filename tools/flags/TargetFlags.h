//===- tools/flags/TargetFlags.h - Options of the target --------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_TARGETFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_TARGETFLAGS_H

#include "lowering/target/Target.h"
#include "llvm/Support/Error.h"

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// `--target TRIPLE --cpu NAME --features LIST`.
struct TargetFlags {
  TargetName name;

  void addTo(CLI::App &app);
  /// Errors: as Target::find().
  llvm::Expected<Target> find() const { return Target::find(name); }
  /// For a command that runs kernels, where the features apply to its device.
  /// Errors: as find(); text if triple and processor are not those of this
  /// machine.
  llvm::Error requireHost() const;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_TARGETFLAGS_H
