//===- lowering/KernelCompiler.h - Script to object code ------------------===//
#ifndef MLIRGYM_LOWERING_KERNELCOMPILER_H
#define MLIRGYM_LOWERING_KERNELCOMPILER_H

#include "lowering/LoweringPipeline.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

/// Version of the lowering: part of the exec-data key and of the kernel cache
/// key. Raise it with every change of the generated code.
inline constexpr unsigned loweringVersion = 19;

struct CompileOutput {
  Status status =
      Status::Ok;      ///< Ok, TransformFailed, LoweringFailed, CompileFailed
  std::string message; ///< names the pass or transform op
  /// ELF relocatable with `_mlir_ciface_<entry>`, if Ok.
  llvm::SmallVector<char, 0> object;
  PhaseTimes phases;
};

struct KernelCompilerOptions {
  /// The target of the code.
  Target target = Target::host();
  /// The passes of the three stages; by default those for the target. Other
  /// pipelines are for measuring the benefit of a pass.
  lowering::LoweringPipeline pipeline = pipelineFor(target);
  /// Verifies the IR after each pass. For tests: this takes as long as the
  /// passes themselves, and the final IR is verified in any case.
  bool verifyEach = false;

  static lowering::LoweringPipeline pipelineFor(const Target &target);
};

/// Applies a transform script, lowers and compiles for a target. Runs in a
/// worker process, since unusual schedules may crash MLIR. Keeps an MLIRContext
/// (without threads) for all compilations. Not thread safe: use one per thread.
class KernelCompiler {
public:
  explicit KernelCompiler(const KernelCompilerOptions &options = {});
  ~KernelCompiler();

  /// `programText`: Program::text(); `script`: toTransformScript(), a pass
  /// pipeline (`builtin.module(...)`), or "" for the untransformed program.
  CompileOutput compile(llvm::StringRef programText, llvm::StringRef entry,
                        llvm::StringRef script);
  /// The IR (or assembly, or bitcode) after a stage. Errors: the message of
  /// compile().
  llvm::Expected<std::string> dump(llvm::StringRef programText,
                                   llvm::StringRef entry,
                                   llvm::StringRef script, LoweringStage stage);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_KERNELCOMPILER_H
