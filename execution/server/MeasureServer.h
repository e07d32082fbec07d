//===- execution/server/MeasureServer.h - Verify and time -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H
#define MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H

#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/server/LoadedProgram.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MachineProbes.h"
#include "execution/timing/PerfCounters.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The measuring worker without its socket: holds the arguments of the latest
/// programs and runs kernels on those of one. Ends the process if memory runs
/// out.
class MeasureServer {
public:
  /// `note` must outlive this. `bytesOfOthers`: limit on the memory of the
  /// programs before the current one, which need not be filled again. Call it
  /// before entering the sandbox, which forbids opening counters. With a guest,
  /// kernels are foreign code.
  static llvm::Expected<std::unique_ptr<MeasureServer>>
  create(CrashNote &note, uint64_t bytesOfOthers,
         std::vector<CounterEvent> counters = {},
         std::unique_ptr<Guest> guest = nullptr);
  ~MeasureServer();

  /// Kernels are called on this program from now on. `reference` may be
  /// invalid. Errors: an inconsistent record, or one that does not match its
  /// files.
  llvm::Error load(const LoadProgramMessage &message, MemoryFile inputs,
                   MemoryFile reference);

  struct Outcome {
    KernelRanMessage reply;
    MemoryFile reference; ///< valid if requested and status is Ok
  };
  /// Fills every argument that the kernel writes (inputs from their file, the
  /// others with a pattern that is NaN in every floating-point type), calls the
  /// kernel once, compares the outputs, and times the kernel. Then it fills,
  /// calls and compares again with each of the other sets of inputs (with the
  /// same inputs if there is one set), at least four times if the kernel has
  /// several threads: state kept between calls, or a race, may show only later.
  /// Before each timed batch, changing cache lines of each output are filled
  /// with the pattern; they are compared after the batch. If an argument is
  /// both read and written, a batch consists of groups of InOutCopies, and such
  /// lines of each copy are compared. Requires: load().
  Outcome run(const RunKernelMessage &message, const MemoryFile &object);
  /// The same in the guest, on new inputs in each timed call: see ForeignRun.
  /// `own`: the object of the untransformed program. Requires: a guest, a
  /// reference.
  KernelRanMessage runForeign(const RunKernelMessage &message,
                              const MemoryFile &object, const MemoryFile &own);
  bool hasGuest() const { return guest != nullptr; }

private:
  MeasureServer(CrashNote &sharedNote, uint64_t bytesOfOthers,
                std::vector<CounterEvent> counted,
                std::unique_ptr<Guest> theGuest);
  LoadedProgram &program() { return *programs.back(); }
  const LoadedProgram &program() const { return *programs.back(); }
  /// Adds a program, and frees others if they need too much memory.
  llvm::Error add(std::unique_ptr<LoadedProgram> added);
  /// Time of one call with newly filled outputs, in nanoseconds.
  double callOnce(const Kernel &kernel, uint32_t set);
  /// Times consecutive calls on a set of inputs without checks between them.
  TimedCalls timeGroup(const Kernel &kernel, uint32_t set, uint32_t calls);
  /// Makes and checks some of so many timed calls, at least one: sets their
  /// number and their time. Returns the error of a wrong call.
  using CallGroup =
      llvm::function_ref<std::optional<std::string>(uint32_t &, TimedCalls &)>;
  /// Times a kernel in groups of calls. `mayShorten`: a repeat ends early if
  /// checking takes too long. Returns the error of a wrong group.
  std::optional<std::string> measure(const RunKernelMessage &message,
                                     double warmUpNs, bool mayShorten,
                                     CallGroup callGroup,
                                     KernelRanMessage &reply);
  /// measure() of a kernel in this process, after its first call. `set`: the
  /// inputs of the first timed call, of which all outputs are compared if it is
  /// not 0; then those of the last one.
  std::optional<std::string> measureOwn(const Kernel &kernel,
                                        const RunKernelMessage &message,
                                        double warmUpNs, uint32_t &set,
                                        KernelRanMessage &reply);
  /// The damage to the kernel's heap or around the arguments, or the difference
  /// in the outputs of the last call on this set of inputs, if any.
  std::optional<std::string> verify(uint32_t set) const;

  CrashNote &note;
  const uint64_t bytesOfOthers;
  std::unique_ptr<Guest> guest; ///< before `counters`, which may count it
  PerfCounters counters;
  GuardedBuffer probedMemory;
  MachineProbes probes;
  unsigned checksAfterTiming = 1;
  std::unique_ptr<KernelLoader> loader;
  /// The last one is the current one. Kernels of others may have written to
  /// their outputs, which are filled before each call.
  std::vector<std::unique_ptr<LoadedProgram>> programs;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_MEASURESERVER_H
