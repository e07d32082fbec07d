//===- execution/worker/ProgramData.h - Inputs and reference ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_PROGRAMDATA_H
#define MLIRGYM_EXECUTION_WORKER_PROGRAMDATA_H

#include "execution/worker/MemoryFile.h"
#include "execution/worker/Messages.h"
#include "program/Program.h"

namespace mlirgym {

/// What a measuring worker needs of a program: random inputs, made once by the
/// caller, and the outputs of the untransformed program, made once by a worker.
/// Both are memory files that every worker maps.
class ProgramData {
public:
  /// Fills the inputs from `seed`: floating-point values uniform in [-1, 1),
  /// integers in [-8, 8). The same arguments and seed give the same bytes on
  /// every machine. Errors: ExecutionError (no memory, no
  /// output, more than maxKernelArguments).
  static llvm::Expected<ProgramData> create(llvm::ArrayRef<Argument> arguments,
                                            uint64_t seed, double tolerance);
  /// With the caller's own inputs: the bytes of each argument that is read, in
  /// order. Errors: as above; another number of inputs, inputs of other sizes.
  static llvm::Expected<ProgramData>
  create(llvm::ArrayRef<Argument> arguments,
         llvm::ArrayRef<llvm::ArrayRef<char>> inputs);
  /// Seed from the program's key, tolerance from its operations.
  static llvm::Expected<ProgramData> create(const Program &program);

  /// Bytes of all outputs, one after the other, each at a page.
  uint64_t referenceBytes() const { return record.referenceBytes; }
  const LoadProgramMessage &message() const { return record; }
  const MemoryFile &inputs() const { return inputFile; }
  /// Not valid() until setReference().
  const MemoryFile &reference() const { return referenceFile; }
  /// Errors: ExecutionError if the file has another size.
  llvm::Error setReference(MemoryFile reference);
  size_t sizeBytes() const;

private:
  using Fill = llvm::function_ref<void(size_t argument, char *target)>;
  static llvm::Expected<ProgramData> create(llvm::ArrayRef<Argument> arguments,
                                            double tolerance, Fill fill);
  LoadProgramMessage record;
  MemoryFile inputFile, referenceFile;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_PROGRAMDATA_H
