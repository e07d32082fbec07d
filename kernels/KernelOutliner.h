//===- kernels/KernelOutliner.h - Extracts kernels --------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_KERNELOUTLINER_H
#define MLIRGYM_KERNELS_KERNELOUTLINER_H

#include "actions/Schedule.h"
#include "kernels/KernelOutline.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
enum class LoweringStage : uint8_t; // lowering/LoweringStage.h
struct GivenCode;                   // lowering/target/GivenCode.h
struct KernelModule;                // execution/SandboxedLoader.h
namespace worker {
struct CompiledKernel; // execution/worker/CompileWorker.h
} // namespace worker

struct KernelOutlinerOptions {
  /// The target of the code.
  Target target = Target::host();
  /// As ExecutionOptions::workerPath, memoryLimitBytes and interrupted.
  std::string workerPath = {};
  uint64_t memoryLimitBytes = 8ull << 30;
  std::function<bool()> interrupted = nullptr;
  /// Wall time of one request to a worker process: longer than for a search.
  double timeoutMs = 10 * 60'000;
};

/// One array of a kernel's golden data.
struct GoldenArray {
  unsigned argument = 0;
  std::vector<char> bytes;
};
/// Inputs of a kernel, and the outputs of a correct kernel, computed by the
/// library's evaluator (docs/measuring.md).
struct GoldenData {
  std::vector<GoldenArray> inputs, outputs;
  /// Allowed difference per element of each output, as f64 for outputs of f64,
  /// else as f32, and the allowed root mean square of difference / tolerance.
  std::vector<GoldenArray> tolerances;
  std::vector<double> averageLimits;
  /// The reason why there are no data, "" if there are.
  std::string missing;
};

/// A transform script that fuses elementwise operations: see
/// KernelOutliner::fuseElementwise().
std::string fusionScript();

/// A transform script that applies `script`, whose operations have the tags of
/// the program, to each part of the program as if it were alone: nothing is
/// fused with operations outside. The result is one function, as without parts.
/// `parts` are operations, ascending; each operation is in one part, and what
/// others read comes from the last one of its part.
std::string scriptForParts(const Program &program,
                           llvm::ArrayRef<std::vector<unsigned>> parts,
                           llvm::StringRef script);

/// Divides programs into kernels and compiles these. All MLIR is handled in
/// worker processes, which are started on first use and end with this object.
/// Not thread safe.
///
/// A kernel is cut out of the normal form before the schedule is applied: it is
/// a program of its own, and is compiled as one (ADR 21).
class KernelOutliner {
public:
  /// Errors: ExecutionError if there is no worker program.
  static llvm::Expected<KernelOutliner>
  create(KernelOutlinerOptions options = {});
  ~KernelOutliner();
  KernelOutliner(KernelOutliner &&) noexcept;
  KernelOutliner &operator=(KernelOutliner &&) noexcept;

  /// The kernels of `program` under `schedule`. Takes some milliseconds per
  /// kernel. Errors: ActionError for an illegal schedule; ExecutionError if a
  /// worker process fails; InterruptedError.
  llvm::Expected<KernelOutline> outline(std::shared_ptr<const Program> program,
                                        const Schedule &schedule);

  /// The program after fusionScript(), which numbers the remaining operations
  /// anew; the program itself if there is nothing to fuse. Errors: as
  /// outline().
  llvm::Expected<std::shared_ptr<const Program>>
  fuseElementwise(std::shared_ptr<const Program> program);

  /// Each part of a program as a program. Operation i of it is that of
  /// parts[.][i], and its name ends in the tag of the last one. Constants of
  /// more than 16 elements that differ become arguments, so that parts that
  /// differ only in their weights are equal. Errors: as outline().
  llvm::Expected<std::vector<Program>>
  cut(const Program &program, llvm::ArrayRef<std::vector<unsigned>> parts);

  /// The object code of a kernel or of the host function. Errors:
  /// ExecutionError naming the kernel and the pass or transform operation that
  /// failed; InterruptedError.
  llvm::Expected<std::string> compile(const OutlinedKernel &kernel);
  /// As compile(); a failure of the compiler is a status.
  llvm::Expected<worker::CompiledKernel>
  tryCompile(const OutlinedKernel &kernel);
  /// The object code that makes the host function the entry of its program.
  /// Errors: as compile().
  llvm::Expected<std::string> compileEntry(const OutlinedKernel &host);
  /// Reads MLIR that replaces a kernel or the host function. Errors: as
  /// SandboxedLoader::loadKernel().
  llvm::Expected<KernelModule> read(const OutlinedKernel &kernel,
                                    llvm::StringRef text,
                                    llvm::StringRef origin);
  /// Makes a binary that replaces a kernel. Errors: as
  /// CompileWorker::assemble().
  llvm::Expected<std::string> assemble(const GivenCode &code);
  /// The text or bitcode after a stage. Errors: as compile().
  llvm::Expected<std::string> lower(const OutlinedKernel &kernel,
                                    LoweringStage stage);
  /// Errors: as compile().
  llvm::Expected<GoldenData> golden(const OutlinedKernel &kernel);

private:
  KernelOutliner();
  llvm::Expected<std::string> run(const OutlinedKernel &kernel,
                                  std::optional<LoweringStage> stage);
  /// The module that a script makes of a program.
  llvm::Expected<std::string> divide(const Program &program,
                                     const std::string &script);
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELOUTLINER_H
