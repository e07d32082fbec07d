#include "workloads/Workload.h"
#include "execution/SandboxedLoader.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "execution/wire/RandomFill.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

Workload::~Workload() = default;

llvm::Expected<ParameterChoices> Workload::parameters() const {
  return ParameterChoices();
}

llvm::Expected<std::string>
Workload::scheduleModule(const WorkloadParameters &parameters) const {
  if (parameters.empty())
    return std::string();
  return llvm::make_error<ProgramError>(
      name() + ": has no schedule parameter '" + parameters.begin()->first +
      "'; give none");
}

llvm::Expected<std::vector<std::string>> Workload::stages() const {
  return std::vector<std::string>();
}

llvm::Expected<std::string>
Workload::scheduleUpTo(const WorkloadParameters &,
                       llvm::StringRef stage) const {
  return llvm::make_error<ProgramError>(
      (name() + ": no schedule up to the stage '" + stage +
       "'; override scheduleUpTo() as well as stages()")
          .str());
}

llvm::Expected<std::string> Workload::lowering() const {
  return std::string("mlirgym");
}

llvm::Expected<std::optional<std::string>> Workload::cacheKey() const {
  return name();
}

llvm::Error Workload::fillInputs(llvm::ArrayRef<Argument>,
                                 llvm::ArrayRef<HostBuffer>) const {
  return llvm::Error::success();
}

llvm::Expected<bool> Workload::fillReference(llvm::ArrayRef<Argument>,
                                             llvm::ArrayRef<HostBuffer>,
                                             llvm::ArrayRef<HostBuffer>) const {
  return false;
}

HostBuffer Workload::allocate(const Argument &argument) const {
  constexpr size_t alignment = 64;
  auto size = static_cast<size_t>(argument.sizeBytes());
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return {};
  return {{static_cast<char *>(memory), size}, {memory, std::free}};
}

llvm::Error Workload::verify(llvm::ArrayRef<Argument>,
                             llvm::ArrayRef<HostBuffer>,
                             llvm::ArrayRef<HostBuffer> outputs) const {
  return compareWithReference(outputs);
}

llvm::Expected<WorkloadRequirements> Workload::requirements() const {
  return WorkloadRequirements();
}

llvm::Expected<Complexity> Workload::complexity(const Program &program) const {
  return program.complexity();
}

llvm::Expected<std::shared_ptr<const Program>> Workload::program() const {
  if (keptProgram)
    return keptProgram;
  MLIRGYM_TRY(auto text, payloadModule());
  MLIRGYM_TRY(auto loaded, SandboxedLoader().loadText(text, name(), name()));
  keptProgram = std::make_shared<const Program>(std::move(loaded));
  return keptProgram;
}

/// A buffer for each argument of one role, in order.
static llvm::Expected<std::vector<HostBuffer>>
allocateAll(const Workload &workload, bool Argument::*role) {
  MLIRGYM_TRY(auto program, workload.program());
  std::vector<HostBuffer> buffers;
  for (const Argument &argument : program->arguments()) {
    if (!(argument.*role))
      continue;
    buffers.push_back(workload.allocate(argument));
    if (buffers.back().size() != size_t(argument.sizeBytes()))
      return executionError("{0}: no buffer of {1} bytes; free some memory",
                            program->name(), argument.sizeBytes());
  }
  return buffers;
}

llvm::Expected<std::vector<HostBuffer>> Workload::newOutputs() const {
  return allocateAll(*this, &Argument::isOutput);
}

llvm::Expected<std::vector<HostBuffer>> Workload::randomInputs() const {
  MLIRGYM_TRY(auto buffers, allocateAll(*this, &Argument::isInput));
  const Program &payload = *llvm::cantFail(program());
  const auto *next = buffers.data();
  for (auto [index, argument] : llvm::enumerate(payload.arguments()))
    if (argument.isInput)
      worker::fillUniform(argument,
                          worker::ProgramData::seedOf(payload) + index,
                          next++->data());
  return buffers;
}

llvm::Expected<std::vector<HostBuffer>> Workload::inputs() const {
  if (keptInputs)
    return *keptInputs;
  MLIRGYM_TRY(auto buffers, randomInputs());
  MLIRGYM_TRY_TO(fillInputs(llvm::cantFail(program())->arguments(), buffers));
  keptInputs = std::move(buffers);
  return *keptInputs;
}

llvm::Expected<std::optional<std::vector<HostBuffer>>>
Workload::reference() const {
  if (keptReference)
    return *keptReference;
  MLIRGYM_TRY(auto given, inputs());
  MLIRGYM_TRY(auto expected, allocateAll(*this, &Argument::isOutput));
  MLIRGYM_TRY(auto filled, fillReference(llvm::cantFail(program())->arguments(),
                                         given, expected));
  keptReference.emplace();
  if (filled)
    *keptReference = std::move(expected);
  return *keptReference;
}

llvm::Error
Workload::compareWithReference(llvm::ArrayRef<HostBuffer> outputs) const {
  auto expected = reference();
  if (llvm::Error error = expected.takeError()) {
    if (error.isA<WorkloadError>() || error.isA<ExecutionError>())
      return error;
    // Otherwise the error would be mistaken for a wrong result.
    return llvm::make_error<WorkloadError>(llvm::toString(std::move(error)));
  }
  if (!*expected)
    return llvm::Error::success();
  const Program &payload = *llvm::cantFail(program());
  const double tolerance = worker::verificationTolerance(payload.operations());
  size_t next = 0;
  for (const Argument &argument : payload.arguments()) {
    if (!argument.isOutput)
      continue;
    const ElementType type = argument.elementType;
    llvm::ArrayRef<char> right = (**expected)[next].bytes;
    std::vector<char> allowed(size_t(argument.numElements()) *
                              worker::sizeOfTolerance(type));
    worker::writeRelativeTolerances(type, right, tolerance, allowed.data());
    auto wrong = worker::ReferenceOutput(type, right, allowed.data(),
                                         worker::kernelAverageLimit)
                     .compare(outputs[next].bytes, argument.shape);
    if (wrong)
      return llvm::createStringError(
          llvm::formatv("output {0}: {1}", next, *wrong).str());
    ++next;
  }
  return llvm::Error::success();
}

std::string FileWorkload::name() const {
  return llvm::sys::path::stem(path).str();
}

llvm::Expected<std::string> FileWorkload::payloadModule() const {
  // Not parsed here, but in a worker process.
  MLIRGYM_TRY(auto file, readProgramFile(path));
  return file->getBuffer().str();
}

llvm::Expected<std::string> FamilyWorkload::payloadModule() const {
  return generateProgram(programName);
}

} // namespace mlirgym
