#include "execution/worker/CompileWorker.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/wire/Wire.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/GivenCode.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace mlirgym::worker {

CompileWorker::CompileWorker(WorkerOptions options)
    : worker(WorkerRole::Compile, std::move(options)) {}

/// `result` with the status of a worker that died during the request.
template <typename Result>
static llvm::Expected<Result> endedBy(WorkerDeath death, Result result) {
  result.status = death.status;
  result.message = std::move(death.message);
  result.fromOutside = death.blame != Blame::Request;
  return std::move(result);
}

/// As RestartingWorker::ask(); an answer that is not a `Reply` counts as none.
template <typename Reply>
static llvm::Expected<std::optional<WorkerDeath>>
ask(RestartingWorker &worker, MessageType request, llvm::StringRef payload,
    llvm::ArrayRef<int> files, MessageType answer, Frame &frame, Reply &reply,
    StopCheck *stop) {
  auto death = worker.ask(request, payload, files, answer, frame, stop);
  if (death && !*death && !decode(frame.payload, reply))
    return worker.buryDistrusted();
  return death;
}

llvm::Expected<CompiledKernel>
CompileWorker::compile(llvm::StringRef programText, llvm::StringRef entry,
                       llvm::StringRef script,
                       std::optional<LoweringStage> stage, StopCheck *stop) {
  CompiledKernel result;
  // For modules and scripts from callers. The loader already rejects longer
  // programs, with advice to pass weights as arguments.
  if (programText.size() > maxProgramBytes || script.size() > maxScriptBytes) {
    result.status = Status::TransformFailed;
    result.message = llvm::formatv(
        "{0} MiB of program and {1} MiB of script; at most {2} MiB and {3} MiB "
        "can be compiled",
        programText.size() >> 20, script.size() >> 20, maxProgramBytes >> 20,
        maxScriptBytes >> 20);
    return result;
  }
  uint8_t wanted = stage ? static_cast<uint8_t>(*stage) + 1 : 0;
  std::string payload = encode(
      CompileMessage{programText.str(), entry.str(), script.str(), wanted});
  auto died = [&](WorkerDeath death) {
    return endedBy(std::move(death), std::move(result));
  };
  Frame frame;
  CompiledMessage reply;
  MLIRGYM_TRY(auto death, ask(worker, MessageType::Compile, payload, {},
                              MessageType::Compiled, frame, reply, stop));
  if (death)
    return died(std::move(*death));
  // Only statuses of a compiler are valid.
  if (reply.status > static_cast<uint8_t>(Status::CompileFailed))
    return died(worker.buryDistrusted());
  result.status = static_cast<Status>(reply.status);
  result.message = std::move(reply.message);
  result.phases.transformMs = reply.transformMs;
  result.phases.lowerMs = reply.lowerMs;
  result.phases.compileMs = reply.compileMs;
  if (result.status == Status::Ok) {
    result.object = MemoryFile::adoptOnly(frame.files);
    if (!result.object.valid())
      return died(worker.buryDistrusted());
  }
  if (reply.retiring)
    worker.retire();
  return result;
}

llvm::Expected<PreparedData> CompileWorker::prepare(const Program &program,
                                                    StopCheck *stop,
                                                    uint64_t nonce) {
  MLIRGYM_TRY(auto layout, ProgramData::layOut(program.arguments()));
  PrepareMessage request;
  request.programText = program.text();
  request.entry = program.entry();
  request.seed = ProgramData::seedOf(program) ^ nonce;
  request.arguments = std::move(layout.arguments);
  PreparedData result;
  auto died = [&](WorkerDeath death) {
    result.outcome = PreparedData::Outcome::Died;
    return endedBy(std::move(death), std::move(result));
  };
  std::string payload = encode(request);
  if (payload.size() > maxPayloadBytes) {
    result.outcome = PreparedData::Outcome::Unknown;
    result.message = "the program is too large";
    return result;
  }
  Frame frame;
  PreparedMessage reply;
  MLIRGYM_TRY(auto death, ask(worker, MessageType::Prepare, payload, {},
                              MessageType::Prepared, frame, reply, stop));
  if (death)
    return died(std::move(*death));
  if (reply.outcome > static_cast<uint8_t>(PreparedData::Outcome::Unusable))
    return died(worker.buryDistrusted());
  result.outcome = static_cast<PreparedData::Outcome>(reply.outcome);
  result.message = std::move(reply.message);
  if (result.outcome == PreparedData::Outcome::Done) {
    if (frame.files.size() != 2)
      return died(worker.buryDistrusted());
    llvm::Expected<MemoryFile> inputs =
        MemoryFile::adopt(std::move(frame.files[0]));
    llvm::Expected<MemoryFile> reference =
        MemoryFile::adopt(std::move(frame.files[1]));
    if (!inputs || !reference) {
      llvm::consumeError(inputs.takeError());
      llvm::consumeError(reference.takeError());
      return died(worker.buryDistrusted());
    }
    result.data = ProgramData::adopt(program, std::move(reply.program),
                                     std::move(*inputs), std::move(*reference));
    if (!result.data)
      return died(worker.buryDistrusted());
  }
  if (reply.retiring)
    worker.retire();
  return result;
}

/// True if the answer fits the program: it comes from a worker.
static bool isSampleOf(const SampledMessage &reply, const Program &program) {
  llvm::ArrayRef<Argument> arguments = program.arguments();
  auto isPartOf = [&](const SampledOutput &output) {
    if (output.argument >= arguments.size() ||
        !arguments[output.argument].isOutput)
      return false;
    const Argument &argument = arguments[output.argument];
    const size_t count = output.positions.size();
    return llvm::is_sorted(output.positions) && count > 0 &&
           output.positions.front() >= 0 &&
           output.positions.back() < argument.numElements() &&
           output.expected.size() ==
               count * sizeOfElement(argument.elementType) &&
           output.tolerances.size() ==
               count * sizeOfTolerance(argument.elementType);
  };
  return llvm::all_of(reply.sets, [&](const SampledSet &set) {
    return set.inputs.size() == arguments.size() &&
           llvm::all_of(set.outputs, isPartOf);
  });
}

llvm::Expected<SampledData> CompileWorker::sample(const Program &program,
                                                  uint64_t wholeBytes,
                                                  uint32_t mostElements,
                                                  StopCheck *stop) {
  MLIRGYM_TRY(auto layout, ProgramData::layOut(program.arguments()));
  SampleMessage request;
  request.programText = program.text();
  request.entry = program.entry();
  request.seed = ProgramData::seedOf(program);
  request.arguments = std::move(layout.arguments);
  request.wholeBytes = wholeBytes;
  request.mostElements = mostElements;
  SampledData result;
  Frame frame;
  SampledMessage reply;
  MLIRGYM_TRY(auto death, ask(worker, MessageType::Sample, encode(request), {},
                              MessageType::Sampled, frame, reply, stop));
  if (death)
    return endedBy(std::move(*death), std::move(result));
  if (!isSampleOf(reply, program))
    return endedBy(worker.buryDistrusted(), std::move(result));
  result.missing = std::move(reply.missing);
  result.sets = std::move(reply.sets);
  if (reply.retiring)
    worker.retire();
  return result;
}

llvm::Expected<MemoryFile> CompileWorker::assemble(const GivenCode &code,
                                                   StopCheck *stop) {
  MLIRGYM_TRY(auto file, MemoryFile::create("mlirgym-code", code.bytes));
  AssembleMessage request;
  request.origin = code.origin.str();
  request.symbol = code.symbol.str();
  request.numArguments = code.numArguments;
  request.form = static_cast<uint8_t>(code.form);
  auto died = [&](const WorkerDeath &death) -> llvm::Error {
    if (death.blame != Blame::Request)
      return executionError("{0}: not read: {1}; try again", code.origin,
                            death.message);
    return llvm::make_error<ProgramError>(
        (code.origin + ": cannot be read: " + death.message +
         "; compile it again, or give another file")
            .str());
  };
  Frame frame;
  AssembledMessage reply;
  MLIRGYM_TRY(auto death,
              ask(worker, MessageType::Assemble, encode(request), file.fd(),
                  MessageType::Assembled, frame, reply, stop));
  if (death)
    return died(*death);
  MemoryFile binary;
  if (reply.error.empty()) {
    binary = MemoryFile::adoptOnly(frame.files);
    if (!binary.valid())
      return died(worker.buryDistrusted());
  }
  if (reply.retiring)
    worker.retire();
  if (!reply.error.empty())
    return llvm::make_error<ProgramError>(llvm::json::fixUTF8(reply.error));
  return binary;
}

} // namespace mlirgym::worker
