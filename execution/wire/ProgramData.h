//===- execution/wire/ProgramData.h - Inputs and reference ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_PROGRAMDATA_H
#define MLIRGYM_EXECUTION_WIRE_PROGRAMDATA_H

#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace mlirgym::worker {

ElementType typeOf(const ArgumentRecord &argument);
/// Bytes of the whole argument.
uint64_t bytesOf(const ArgumentRecord &argument);

/// The caller's input for each argument, index [argument]; null for those that
/// are not read. `inputs`: the bytes of each argument that is read, in order.
/// Errors: ExecutionError for a wrong number or size.
llvm::Expected<std::vector<const char *>>
inputsByArgument(llvm::ArrayRef<Argument> arguments,
                 llvm::ArrayRef<llvm::ArrayRef<char>> inputs);

/// The data on which a program's kernels run: sets of inputs, and for each set
/// the outputs and their tolerances. Both are memory files that every worker
/// maps. They come from reference::prepare() in a compile worker.
/// Alternatively, the inputs come from a seed or the caller, and the outputs
/// from a kernel that is assumed to be correct.
class ProgramData {
public:
  /// Fills one set of inputs from `seed`: floating-point values uniform in
  /// [-1, 1), integers in [-8, 8). The same arguments and seed give the same
  /// bytes on every machine. `tolerance`: see writeRelativeTolerances().
  /// Errors: ExecutionError (no memory, no output, more than maxArguments).
  static llvm::Expected<ProgramData> create(llvm::ArrayRef<Argument> arguments,
                                            uint64_t seed, double tolerance);
  /// With the caller's inputs: the bytes of each argument that is read, in
  /// order. `tolerance`: see writeRelativeTolerances(). Errors: as above; a
  /// wrong number or size of inputs.
  static llvm::Expected<ProgramData>
  create(llvm::ArrayRef<Argument> arguments,
         llvm::ArrayRef<llvm::ArrayRef<char>> inputs, double tolerance = 0);
  /// As above, with a seed from the program's key and a tolerance from its
  /// operations.
  static llvm::Expected<ProgramData> create(const Program &program);
  /// Data from a worker; nullopt if it does not match `program`.
  static std::optional<ProgramData> adopt(const Program &program,
                                          LoadProgramMessage message,
                                          MemoryFile inputs,
                                          MemoryFile reference);
  /// Offsets of all arguments for one set of inputs, each at a page boundary.
  /// Errors: as create().
  static llvm::Expected<LoadProgramMessage>
  layOut(llvm::ArrayRef<Argument> arguments);

  /// Seed of the inputs of `program`.
  static uint64_t seedOf(const Program &program);

  /// Size of all outputs, each aligned to a page.
  uint64_t referenceBytes() const { return record.referenceBytes; }
  const LoadProgramMessage &message() const { return record; }
  const MemoryFile &inputs() const { return inputFile; }
  /// Not valid() until setReference(), unless adopted.
  const MemoryFile &reference() const { return referenceFile; }
  /// Takes the outputs of a kernel on the only set of inputs. Errors:
  /// ExecutionError if the file has a different size, or there is no memory.
  llvm::Error setReference(MemoryFile outputs);
  /// The caller's outputs: the bytes of each argument that is written, in
  /// order, and their tolerances in the format of writeTolerances(), or none
  /// for the tolerances of writeRelativeTolerances(). Errors: as above; a wrong
  /// number or size of arrays.
  llvm::Error
  setReference(llvm::ArrayRef<llvm::ArrayRef<char>> outputs,
               llvm::ArrayRef<llvm::ArrayRef<char>> tolerances = {});
  size_t sizeBytes() const;

private:
  using Fill = llvm::function_ref<void(size_t argument, char *target)>;
  /// `fillTolerances` writes the tolerances of one argument.
  llvm::Error makeReference(llvm::ArrayRef<char> outputs, double averageLimit,
                            Fill fillTolerances);
  static llvm::Expected<ProgramData> create(llvm::ArrayRef<Argument> arguments,
                                            double tolerance, Fill fill);
  LoadProgramMessage record;
  MemoryFile inputFile, referenceFile;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_PROGRAMDATA_H
