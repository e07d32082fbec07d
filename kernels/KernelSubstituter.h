//===- kernels/KernelSubstituter.h - Replaces kernels -----------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_KERNELSUBSTITUTER_H
#define MLIRGYM_KERNELS_KERNELSUBSTITUTER_H

#include "actions/Schedule.h"
#include "execution/CodeSubstitution.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/Substitutions.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// A scheduled program in which files replace kernels.
struct SubstitutedKernels {
  /// The kernels after the replacement of sources, and after the replacement of
  /// configurations.
  KernelOutline sources, configurations;
  /// Given binaries by the name of their kernel.
  std::map<std::string, std::string> objects;
  /// One per file that names a kernel, in the order of the stages.
  std::vector<SubstitutionRecord> records;
  /// Operations of the program whose kernels are replaced, ascending; none for
  /// the host function.
  std::vector<unsigned> operations;

  bool any() const;
};

/// Replaces kernels by files: sources before scheduling, then configurations,
/// which replace the schedule of the kernel, then objects after code
/// generation. A file that equals the dump of its stage replaces nothing; if
/// this holds for all files, the program is compiled as without files.
/// Otherwise the program is the host function linked with its kernels (ADR 22).
///
/// Give it to ExecutionOptions::substitution. In an execution, a file that does
/// not fit the kernel under a schedule gives Status::TransformFailed; check()
/// reports it as an error. Thread safe, except forAgents().
class KernelSubstituter : public CodeSubstitution {
public:
  /// Reads the files; later changes have no effect. Errors: ProgramError naming
  /// a folder or file that cannot be read or has an unknown extension;
  /// ExecutionError if there is no worker program.
  static llvm::Expected<std::shared_ptr<KernelSubstituter>>
  create(const Substitutions &substitutions,
         KernelOutlinerOptions workers = {});
  ~KernelSubstituter() override;

  /// Treatment of names that belong to other programs: an error, or ignored.
  enum class OtherNames : uint8_t { Refuse, Ignore };
  /// Runs toolchains and reads the files for this program. Errors: ProgramError
  /// for a file that cannot replace a kernel (see Substitutions::Missing),
  /// describing both; ActionError; ExecutionError; InterruptedError.
  llvm::Expected<SubstitutedKernels>
  check(std::shared_ptr<const Program> program, const Schedule &schedule,
        OtherNames others = OtherNames::Refuse);
  /// As check() without a schedule. The program of the result is the one for
  /// agents: operations of replaced kernels are calls (GivenOperations.h).
  /// Files that replace nothing are ignored from now on, since schedules may
  /// fuse their kernels. Do not call it while an execution compiles.
  struct AgentProgram {
    std::shared_ptr<const Program> program;
    std::vector<SubstitutionRecord> records;
  };
  llvm::Expected<AgentProgram>
  forAgents(const std::shared_ptr<const Program> &program,
            OtherNames others = OtherNames::Refuse);
  /// The kernels of individually named files that belong to none of these
  /// programs.
  std::vector<std::string>
  namesOutside(llvm::ArrayRef<std::string> programs) const;
  /// Remarks about folders and files themselves: see Substitutions::Missing.
  llvm::ArrayRef<SubstitutionRecord> fileRecords() const;

  std::string keyOf(const Program &program) const override;
  llvm::Expected<std::optional<worker::CompiledKernel>>
  compile(const std::shared_ptr<const Program> &program,
          const Schedule &schedule, StopCheck &stop) override;

private:
  KernelSubstituter();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_KERNELSUBSTITUTER_H
