//===- execution/server/ForeignRun.h - Checks of foreign code ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H
#define MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H

#include "execution/loader/KernelLoader.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// A kernel of foreign code in a Guest, and the rows of arguments on which it
/// is called. Each timed call has a row of its own, with inputs that no call
/// has seen: elements drawn from those of a set of inputs, so that they are in
/// the ranges that the program needs. One row of each group of calls, which the
/// guest cannot know, is compared with the outputs of the untransformed program
/// for the same inputs.
class ForeignRun {
public:
  /// `buffers` and `pointers`: one of each argument, in this process, writable;
  /// `own` is called on them. All must outlive this. Ends the process if memory
  /// runs out. Requires: a reference.
  ForeignRun(Guest &guest, const LoadProgramMessage &program,
             const MemoryFile &inputs, const MemoryFile &reference,
             llvm::ArrayRef<GuardedBuffer> buffers,
             llvm::ArrayRef<void *> pointers, Kernel own);

  /// As Guest::load().
  std::optional<std::string> load(llvm::StringRef entry,
                                  const MemoryFile &object);
  /// Calls the kernel once on a set of inputs and copies its outputs into
  /// `buffers`. Returns the time in nanoseconds.
  double callOn(uint32_t set);
  /// The damage around the arguments of callOn(), or to the kernel's heap.
  std::optional<std::string> damage();

  /// Most calls in a group.
  uint32_t mostCalls() const { return rows; }
  /// Fills the rows of a group of calls.
  void fillGroup(uint32_t calls);
  /// Lines of the rows leave the caches.
  void flush() const;
  TimedCalls callGroup(uint32_t calls);
  /// Compares the group. Returns the reason to refuse the kernel, if there is
  /// one by now.
  std::optional<std::string> checkGroup();
  /// Behaviour between the calls that is no part of computing, if any.
  std::optional<std::string> suspicion() const;

private:
  struct Part {
    size_t argument, begin, end; ///< bytes of the row
  };
  char *at(size_t argument, uint32_t row) const;
  const char *inputOf(size_t argument, uint32_t set) const;
  /// Draws the inputs of a row; `place` is the address of each argument.
  void draw(uint64_t seed, uint32_t set,
            llvm::function_ref<char *(size_t)> place) const;
  /// Waits until the threads of the guest sleep.
  void rest();

  Guest &guest;
  const LoadProgramMessage &program;
  const MemoryFile &inputs;
  llvm::ArrayRef<GuardedBuffer> buffers;
  llvm::ArrayRef<void *> pointers;
  const Kernel own;
  const unsigned threads;
  uint32_t rows = 1;
  std::optional<SharedMemory> memory;
  std::vector<GuardedBuffer> shared; ///< rows of each argument
  /// Index [set][argument]: the largest finite tolerance.
  std::vector<std::vector<double>> tolerances;
  SplitMix random; ///< unknown to the guest
  // Of the current group: the row to be compared, its inputs, its outputs.
  uint32_t chosen = 0, chosenSet = 0;
  uint64_t chosenSeed = 0;
  std::vector<Part> parts;
  std::vector<char> seen;
  uint32_t compared = 0, wrong = 0;
  std::string lastWrong;
  double timedNs = 0, betweenNs = 0, restedAt = 0;
  bool isRestless = false;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H
