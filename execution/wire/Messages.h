//===- execution/wire/Messages.h - Messages to and from workers -----------===//
//
// Caller                                Worker
//   Settings                       ->
//                                  <-   Hello
//   Compile                        ->
//                                  <-   Compiled  [object, text]  role Compile
//   Prepare                        ->
//                                  <-   Prepared  [inputs, reference]
//   Sample                         ->
//                                  <-   Sampled
//   Assemble [code]                ->
//                                  <-   Assembled [object]
//   LoadProgram [inputs, reference] ->                   role Measure, Foreign
//   RunKernel   [object, own]      ->
//                                  <-   KernelRan [reference]
//   LoadKernel  [memory, object]   ->                             role Call
//   CallKernel                     ->
//                                  <-   KernelCalled
//   LoadText                       ->                             role Load
//                                  <-   TextLoaded
//   LoadModule                     ->
//                                  <-   ModuleLoaded
//   RunTool                        ->                             role Tool
//                                  <-   ToolRan
//   Estimate                       ->                             role Estimate
//                                  <-   Estimated
//
// In brackets: sealed memory files that are sent with the frame; `memory` is a
// SharedMemory.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_WIRE_MESSAGES_H
#define MLIRGYM_EXECUTION_WIRE_MESSAGES_H

#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/RandomFill.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/ProgramParts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

/// The fields of a record in the order in which they are sent.
#define MLIRGYM_FIELDS(...)                                                    \
  template <typename Archive> void serialize(Archive &archive) {               \
    archive(__VA_ARGS__);                                                      \
  }

namespace mlirgym {

// Found by the archive as functions of the namespace of their argument. A
// worker may send any byte: it need not be an enumerator, or a bool.

template <typename Archive>
void serialize(Archive &archive, MeasureProtocol &protocol) {
  auto caches = static_cast<uint8_t>(protocol.caches);
  archive(protocol.minRepeatMs, protocol.minRepeats, protocol.maxRepeats,
          protocol.relativeInterval, protocol.budgetMs, protocol.tooSlowFactor,
          protocol.warmUpCalls, caches);
  protocol.caches = caches == 0 ? CacheState::Warm : CacheState::Cold;
}

template <typename Archive>
void serialize(Archive &archive, KnownTimes &known) {
  archive(known.baselineNs, known.fastestNs);
}

template <typename Archive> void serialize(Archive &archive, Timing &timing) {
  Timing::forEachField(timing, [&archive](const char *, auto &field) {
    if constexpr (std::is_same_v<decltype(field), bool &>) {
      uint8_t byte = field;
      archive(byte);
      field = byte != 0;
    } else {
      archive(field);
    }
  });
}
} // namespace mlirgym

namespace mlirgym::worker {

/// Raise it with every change to a record: caller and worker may come from
/// different builds.
inline constexpr uint32_t messageVersion = 6;

/// Descriptors that a worker inherits; standard error is a pipe.
inline constexpr int workerSocketFd = 3, workerNoteFd = 4;

/// A worker with the role Tool starts other programs, each in a sandbox; one
/// with the role Device is a device (DeviceMessages.h); one with the role
/// Foreign measures as Measure does, and runs foreign code in a Guest.
enum class WorkerRole : uint8_t {
  Compile,
  Measure,
  Load,
  Tool,
  Device,
  Estimate,
  Call,
  Foreign,
};

/// Total processor time of a worker that runs kernels, in units of the limit of
/// one request. A worker with less than one limit left is replaced before it
/// measures.
constexpr unsigned requestsOfProcessorTime = 2;

struct SettingsMessage {
  uint32_t version = messageVersion;
  uint8_t role = 0;
  /// Process id of the caller: the worker ends when its parent is another
  /// process.
  int64_t parentPid = 0;
  /// RLIMIT_DATA; 0: none.
  uint64_t memoryLimitBytes = 0;
  /// Processor time limit of one request, over all threads; 0: no limit.
  double cpuSecondsPerRequest = 0;
  /// Processors to run on; empty: any.
  std::vector<uint32_t> cpus;
  /// The TargetName of the code of a compiling worker, or of the processor of
  /// an estimating worker.
  std::string targetTriple, targetCpu, targetFeatures;
  /// Counters of a measuring worker.
  std::vector<CounterEvent> counters;

  MLIRGYM_FIELDS(version, role, parentPid, memoryLimitBytes,
                 cpuSecondsPerRequest, cpus, targetTriple, targetCpu,
                 targetFeatures, counters);
};

struct HelloMessage {
  uint32_t version = messageVersion;
  /// See enterSandbox().
  std::string sandbox;

  MLIRGYM_FIELDS(version, sandbox);
};

struct CompileMessage {
  std::string programText, entry, script;
  /// 0: object code; otherwise 1 + the LoweringStage whose text is requested.
  uint8_t stage = 0;

  MLIRGYM_FIELDS(programText, entry, script, stage);
};

struct CompiledMessage {
  uint8_t status = 0;
  std::string message;
  double transformMs = 0, lowerMs = 0, compileMs = 0;
  /// Not 0 if the worker ends after this answer, because its context has grown.
  uint8_t retiring = 0;

  MLIRGYM_FIELDS(status, message, transformMs, lowerMs, compileMs, retiring);
};

/// Code of another compiler that defines a kernel: see GivenCode.
struct AssembleMessage {
  std::string origin, symbol;
  uint32_t numArguments = 0;
  /// An enumerator of CodeForm.
  uint8_t form = 0;

  MLIRGYM_FIELDS(origin, symbol, numArguments, form);
};

struct AssembledMessage {
  std::string error; ///< "" if an object is sent with the frame
  uint8_t retiring = 0;

  MLIRGYM_FIELDS(error, retiring);
};

/// A program to be run in a folder, which it may write.
struct RunToolMessage {
  std::vector<std::string> words; ///< the program, then its arguments
  std::string folder;
  /// Variables of the environment to set: "NAME=value".
  std::vector<std::string> variables;
  uint64_t memoryLimitBytes = 0; ///< of each of its processes
  double cpuSeconds = 0;         ///< of each of its processes

  MLIRGYM_FIELDS(words, folder, variables, memoryLimitBytes, cpuSeconds);
};

/// Maximum number of simultaneous threads of a tool and all programs that it
/// starts: enough for a build on every core of a large machine.
constexpr unsigned mostToolThreads = 1024;

struct ToolRanMessage {
  /// Exit code of the program; -1: it could not be started, or a signal ended
  /// it.
  int32_t exitCode = -1;
  uint8_t wasEndedBySignal = 0;
  /// The beginning of its output, or the reason why there is none.
  std::string output;
  /// See enterToolSandbox().
  std::string sandbox;

  MLIRGYM_FIELDS(exitCode, wasEndedBySignal, output, sandbox);
};

/// As CodeBlock and BlockEstimate (estimate/CodeBlock.h).
struct CodeBlockRecord {
  std::string bytes;
  uint32_t vectorState = 0;

  MLIRGYM_FIELDS(bytes, vectorState);
};
struct BlockEstimateRecord {
  double cycles = 0;
  uint32_t instructions = 0, unmodelled = 0;

  MLIRGYM_FIELDS(cycles, instructions, unmodelled);
};

struct EstimateMessage {
  std::vector<CodeBlockRecord> blocks;

  MLIRGYM_FIELDS(blocks);
};

struct EstimatedMessage {
  std::string error; ///< "" if there is an estimate of each block
  std::vector<BlockEstimateRecord> estimates;

  MLIRGYM_FIELDS(error, estimates);
};

/// One memref argument of the entry function.
struct ArgumentRecord {
  std::vector<int64_t> shape;
  uint8_t elementType = 0, isInput = 0, isOutput = 0;
  /// Offsets of the argument in a set of inputs, of outputs, and of tolerances,
  /// in bytes.
  uint64_t inputOffset = 0, referenceOffset = 0, toleranceOffset = 0;

  ElementType type() const { return static_cast<ElementType>(elementType); }
  /// Of the whole argument. Requires: a valid record.
  uint64_t sizeBytes() const {
    uint64_t bytes = sizeOfElement(type());
    for (int64_t size : shape)
      bytes *= static_cast<uint64_t>(size);
    return bytes;
  }

  MLIRGYM_FIELDS(shape, elementType, isInput, isOutput, inputOffset,
                 referenceOffset, toleranceOffset);
};

/// A program's data in two files: one with all sets of inputs, one with the
/// outputs and then the tolerances of each set.
struct LoadProgramMessage {
  std::vector<ArgumentRecord> arguments;
  uint32_t inputSets = 1;
  /// Bytes of one set.
  uint64_t inputBytes = 0, referenceBytes = 0, toleranceBytes = 0;
  /// See Comparison.h: index [set][argument].
  std::vector<double> averageLimits;
  /// Tolerance of outputs that become the reference: see
  /// writeRelativeTolerances().
  double tolerance = 0;

  uint64_t referenceSetBytes() const { return referenceBytes + toleranceBytes; }

  MLIRGYM_FIELDS(arguments, inputSets, inputBytes, referenceBytes,
                 toleranceBytes, averageLimits, tolerance);
};

/// Requests the data of a program: see reference/Preparation.h.
struct PrepareMessage {
  std::string programText, entry;
  uint64_t seed = 0;
  /// Shapes, types and directions.
  std::vector<ArgumentRecord> arguments;

  MLIRGYM_FIELDS(programText, entry, seed, arguments);
};

struct PreparedMessage {
  /// An enumerator of reference::Prepared.
  uint8_t outcome = 0;
  std::string message;
  LoadProgramMessage program;
  /// Not 0 if the worker ends after this answer.
  uint8_t retiring = 0;

  MLIRGYM_FIELDS(outcome, message, program, retiring);
};

/// Requests some of the correct outputs of a program: see
/// reference/Sampling.h.
struct SampleMessage {
  std::string programText, entry;
  uint64_t seed = 0;
  std::vector<ArgumentRecord> arguments;
  /// An output of at most this size is sent as a whole.
  uint64_t wholeBytes = 0;
  /// Elements of any other.
  uint32_t mostElements = 0;

  MLIRGYM_FIELDS(programText, entry, seed, arguments, wholeBytes, mostElements);
};

/// Expected elements of one output.
struct SampledOutput {
  uint32_t argument = 0;
  /// Row-major offsets, ascending; all of them for a whole output.
  std::vector<int64_t> positions;
  /// The elements at these positions, and their tolerances in the format of
  /// writeTolerances().
  std::string expected, tolerances;
  /// See ReferenceOutput; over these elements.
  double averageLimit = 1;
  /// The largest finite tolerance.
  double largestTolerance = 0;

  MLIRGYM_FIELDS(argument, positions, expected, tolerances, averageLimit,
                 largestTolerance);
};

/// One set of inputs, with some of the outputs for it.
struct SampledSet {
  /// Per argument; ignored for one that is not read.
  std::vector<CountedFill> inputs;
  std::vector<SampledOutput> outputs;

  MLIRGYM_FIELDS(inputs, outputs);
};

struct SampledMessage {
  /// The reason why there are none, or "".
  std::string missing;
  std::vector<SampledSet> sets;
  /// Not 0 if the worker ends after this answer.
  uint8_t retiring = 0;

  MLIRGYM_FIELDS(missing, sets, retiring);
};

/// In the role Foreign, `own` is the object of the untransformed program, which
/// computes the outputs for new inputs.
struct RunKernelMessage {
  /// Function of the object to call.
  std::string entry;
  /// Function of `own`, which takes descriptors.
  std::string ownEntry;
  /// Not 0: the outputs of the first call become the reference.
  uint8_t makeReference = 0;
  /// Not 0: later calls are compared with this reference.
  uint8_t compareLater = 0;
  /// 0: no timing after the first call.
  uint8_t time = 1;
  KnownTimes known;
  MeasureProtocol protocol;
  /// Calls per repeat; 0: as the protocol chooses.
  uint32_t batchSize = 0;
  /// 0: the function takes a pointer to a memref descriptor for each argument;
  /// otherwise a pointer to its elements.
  uint8_t barePointers = 0;

  MLIRGYM_FIELDS(entry, ownEntry, makeReference, compareLater, time, known,
                 protocol, batchSize, barePointers);
};

/// True if no number of a timing, and no time of a repeat, is negative,
/// infinite or NaN.
inline bool areTimes(const Timing &timing, llvm::ArrayRef<double> timesNs) {
  auto isTime = [](double number) {
    return std::isfinite(number) && number >= 0;
  };
  bool plausible = llvm::all_of(timesNs, isTime);
  Timing::forEachField(timing, [&](const char *, auto value) {
    plausible &= isTime(double(value));
  });
  return plausible;
}

struct KernelRanMessage {
  uint8_t status = 0;
  std::string message;
  Timing timing;
  double verifyMs = 0, measureMs = 0;
  /// In the order of the settings; negative: cannot be counted.
  std::vector<double> counters;
  /// See Samples::timesNs.
  std::vector<double> timesNs;

  MLIRGYM_FIELDS(status, message, timing, verifyMs, measureMs, counters,
                 timesNs);
};

/// A kernel to be called on arguments in shared memory.
struct LoadKernelMessage {
  /// Function of the object, which takes a pointer to a memref descriptor for
  /// each argument, or to its elements.
  std::string entry;
  /// `inputOffset`: of the argument, read or not, in the shared memory. Each
  /// argument has pages of its own and ends less than 64 bytes before their
  /// end, where a guard begins in the worker.
  std::vector<ArgumentRecord> arguments;
  /// Of a Guest: the number of rows of each argument, which then is a
  /// GuardedBuffer at its `inputOffset`.
  uint32_t rows = 1;
  /// As in RunKernelMessage; of a Guest only.
  uint8_t barePointers = 0;

  MLIRGYM_FIELDS(entry, arguments, rows, barePointers);
};

/// The answer to a CallKernel, which has no record.
struct KernelCalledMessage {
  uint8_t status = 0;
  std::string message;

  MLIRGYM_FIELDS(status, message);
};

/// MLIR from an untrusted source, as text or bytecode. A large file is not
/// copied: it is the only file of the frame, open for reading.
struct LoadTextMessage {
  std::string text, origin, entry;
  std::vector<std::string> shapes; ///< see EntryChoice
  uint8_t wantsWeights = 0;

  MLIRGYM_FIELDS(text, origin, entry, shapes, wantsWeights);
};

/// Serialised in ProgramArchive.h. The only file of the frame, if weights are
/// wanted and there are any, has them as layOutWeights() says.
struct TextLoadedMessage {
  /// The message of a ProgramError; "" if `parts` is valid.
  std::string error;
  ProgramParts parts;
  /// As in CompiledMessage.
  uint8_t retiring = 0;
};

/// MLIR from an untrusted source, as text or bytecode, and the program that it
/// implements. Serialised in ProgramArchive.h, like the answer.
struct LoadModuleMessage {
  std::string text, origin;
  std::string program; ///< its name
  /// See ModuleText::kernel.
  std::string kernel;
  std::vector<Argument> arguments;
  SourceSignature source;
};

struct ModuleLoadedMessage {
  /// The message of a ProgramError; "" if the other members are valid.
  std::string error;
  std::string text;              ///< with the program's entry function
  ProgramKey key;                ///< a hash of the IR, as of a program
  std::string script;            ///< see ModuleReader::Module
  std::vector<std::string> tags; ///< see ModuleReader::Module
  /// As in CompiledMessage.
  uint8_t retiring = 0;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_MESSAGES_H
