//===- execution/server/LoadedProgram.h - Arguments of kernels --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_LOADEDPROGRAM_H
#define MLIRGYM_EXECUTION_SERVER_LOADEDPROGRAM_H

#include "execution/process/CrashNote.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/InOutCopies.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The arguments on which the kernels of a program are called, for each set of
/// inputs, and the outputs that they must have. Functions that return a string
/// return the first difference or damage, if any.
class LoadedProgram {
public:
  /// `reference` may be invalid.
  LoadedProgram(const LoadProgramMessage &record, MemoryFile inputs,
                MemoryFile reference);

  /// Errors: an inconsistent record, or one that does not match its files.
  llvm::Error checkSizes() const;
  enum class Inputs { ReadOnly, Writable };
  /// Makes the buffers. Ends the process if memory runs out. Requires:
  /// checkSizes().
  void fill(Inputs access);

  const LoadProgramMessage &message() const { return record; }
  const MemoryFile &inputs() const { return inputFile; }
  const char *inputOf(const ArgumentRecord &argument, uint32_t set) const;
  const MemoryFile &reference() const { return referenceFile; }
  /// The first set's, and all outputs.
  llvm::ArrayRef<GuardedBuffer> arguments() const { return buffers; }
  /// Of all buffers.
  llvm::ArrayRef<GuardedRegion> guardedRegions() const { return regions; }
  /// Bytes of the pages of all buffers.
  uint64_t bytes() const;

  /// Set if an argument is both read and written.
  const std::optional<InOutCopies> &inOutCopies() const { return inOut; }
  /// From now on kernels take pointers to elements, or to descriptors.
  void chooseInterface(bool barePointers);
  llvm::ArrayRef<void *> pointersOf(uint32_t set) const { return passed[set]; }
  /// With a copy of each argument that is both read and written.
  llvm::ArrayRef<void *> pointersOfCopy(uint32_t copy) const {
    return passedCopies[copy];
  }

  void resetOutputs(uint32_t set);
  /// Before and after timed calls: GuardedBuffer::openEnd(), closeEnd().
  void openEnds();
  void closeEnds();
  /// The arguments of the first set leave the caches.
  void flush() const;

  bool hasExpectation() const { return !expected.empty(); }
  llvm::Expected<MemoryFile> copyOutputs() const;
  /// From now on, outputs are compared with these in place of a reference.
  /// `outputs` must outlive the comparisons. Ends the process if memory runs
  /// out.
  void expect(const MemoryFile &outputs);
  /// From now on, outputs are not compared.
  void expectNothing();
  /// The argument around which bytes are overwritten.
  std::optional<std::string> findOverwritten() const;
  /// findOverwritten(), and the difference in the outputs of the last call on
  /// this set of inputs.
  std::optional<std::string> verify(uint32_t set) const;

  /// Overwrites parts of the outputs, different ones in each phase.
  void spoilParts(uint64_t phase);
  /// The difference in the parts that spoilParts() overwrote.
  std::optional<std::string> verifyParts(uint64_t phase) const;
  void fillCopies(uint32_t calls);
  /// The difference in parts of the copies of so many calls.
  std::optional<std::string> verifyCopies(uint64_t phase, uint32_t calls) const;

private:
  GuardedBuffer &addBuffer(std::vector<GuardedBuffer> &to,
                           const ArgumentRecord &argument, uint32_t set,
                           Inputs access);
  void addCopies();
  /// Adds the reference of one set of inputs, at these addresses.
  void addReferences(const char *outputs, const char *tolerances,
                     llvm::ArrayRef<double> averageLimits);

  LoadProgramMessage record;
  MemoryFile inputFile, referenceFile;
  MemoryFile ownTolerances; ///< of expect()
  std::vector<GuardedBuffer> buffers;
  std::vector<GuardedBuffer> otherInputs; ///< of the sets after the first
  std::optional<InOutCopies> inOut;
  std::vector<GuardedRegion> regions;
  /// Index [set][argument]; empty without a reference.
  std::vector<std::vector<std::optional<ReferenceOutput>>> expected;
  std::vector<std::vector<int64_t>> descriptors; ///< memref descriptors, words
  std::vector<std::vector<void *>> pointers;     ///< index [set][argument]
  std::vector<std::vector<void *>> copyPointers; ///< index [copy][argument]
  /// The pointers that the current kernel takes.
  std::vector<std::vector<void *>> passed, passedCopies;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_LOADEDPROGRAM_H
