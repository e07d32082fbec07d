//===- execution/server/ForeignRun.h - Checks of foreign code ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H
#define MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H

#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/server/LoadedProgram.h"
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
/// the ranges that the program needs. A few rows of each group of calls, which
/// the guest cannot know, are compared with the outputs of the untransformed
/// program for the same inputs.
class ForeignRun {
public:
  /// `own` is called on the arguments of `program`, which can be written and
  /// passes descriptors. All must outlive this. Ends the process if memory runs
  /// out. Requires: a reference.
  ForeignRun(CrashNote &note, Guest &guest, const LoadedProgram &program,
             Kernel own);

  /// As Guest::load(), with entry and interface of `run`.
  std::optional<std::string> load(const RunKernelMessage &run,
                                  const MemoryFile &object);
  /// Calls the kernel once on a set of inputs and copies its outputs into
  /// `buffers`. Returns the time in nanoseconds.
  double callOn(uint32_t set);
  /// The damage around the arguments of callOn(), or to the kernel's heap.
  std::optional<std::string> damage();

  /// Most calls in a group, and as many as take much longer than a request.
  uint32_t mostCalls() const { return rows; }
  uint32_t fewestCalls() const;
  /// Fills the rows of a group of calls.
  void fillGroup(uint32_t calls);
  /// Lines of the rows leave the caches.
  void flush() const;
  TimedCalls callGroup(uint32_t calls);
  /// Compares the group. Returns the reason to refuse the kernel, if there is
  /// one by now.
  std::optional<std::string> checkGroup();
  /// After all groups: behaviour that no right kernel shows, if any.
  std::optional<std::string> suspicion() const;

private:
  /// Bytes of an argument of a row.
  struct Part {
    size_t argument, begin, end;
  };
  /// A row to be compared, and the elements of its outputs when its group
  /// ended.
  struct Sample {
    uint32_t row, set;
    uint64_t seed;
    std::vector<Part> parts;
    std::vector<char> outputs;
  };
  char *at(size_t argument, uint32_t row) const;
  /// Draws the inputs of a row; `place` is the address of each argument.
  void draw(uint64_t seed, uint32_t set,
            llvm::function_ref<char *(size_t)> place) const;
  std::vector<Part> chooseParts();
  /// Compares a row. Returns the reason to refuse the kernel, if any; where it
  /// may differ by rounding, only once that is frequent.
  std::optional<std::string> check(const Sample &sample);
  /// Waits until the threads of the guest sleep.
  void rest();

  CrashNote &note;
  Guest &guest;
  const LoadedProgram &given;
  const LoadProgramMessage &program;
  llvm::ArrayRef<GuardedBuffer> buffers;
  llvm::ArrayRef<void *> pointers;
  const Kernel own;
  const unsigned threads;
  uint32_t rows = 1;
  std::optional<SharedMemory> memory;
  std::vector<GuardedBuffer> shared; ///< rows of each argument
  /// Index [set][argument]: the largest finite tolerance.
  std::vector<std::vector<double>> tolerances;
  SplitMix random;             ///< unknown to the guest
  std::vector<Sample> samples; ///< of the current group
  uint32_t groups = 0, compared = 0, doubtful = 0;
  std::string lastDoubt;
  double checkedMs = 0, timedNs = 0, betweenNs = 0, restedAt = 0;
  double leastCallNs = 1e9;
  bool isRestless = false;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_FOREIGNRUN_H
