#include "program/Workload.h"
#include "program/ProgramFile.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>

namespace mlirgym {

Workload::~Workload() = default;

std::vector<std::pair<std::string, std::vector<int64_t>>>
Workload::parameters() const {
  return {};
}

llvm::Expected<std::string>
Workload::scheduleModule(const WorkloadParameters &parameters) const {
  if (parameters.empty())
    return std::string();
  return llvm::make_error<ProgramError>(
      name() + ": has no schedule parameter '" + parameters.begin()->first +
      "'; give none");
}

llvm::Error Workload::fillInputs(llvm::ArrayRef<Argument>,
                                 llvm::ArrayRef<HostBuffer>) const {
  // The engine has filled them before it asks.
  return llvm::Error::success();
}

HostBuffer Workload::allocate(const Argument &argument) const {
  constexpr size_t alignment = 64;
  auto size = static_cast<size_t>(argument.sizeBytes());
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return {};
  return {static_cast<char *>(memory), size};
}

void Workload::deallocate(HostBuffer buffer) const { std::free(buffer.data()); }

llvm::Error Workload::verify(llvm::ArrayRef<Argument>,
                             llvm::ArrayRef<HostBuffer>,
                             llvm::ArrayRef<HostBuffer>) const {
  return llvm::Error::success();
}

WorkloadRequirements Workload::requirements() const { return {}; }

Complexity Workload::complexity(const Program &program) const {
  return program.complexity();
}

std::string FileWorkload::name() const {
  return llvm::sys::path::stem(path).str();
}

llvm::Expected<std::string> FileWorkload::payloadModule() const {
  // Not parsed here: that is for a worker to do.
  auto file = readProgramFile(path);
  if (!file)
    return file.takeError();
  return (*file)->getBuffer().str();
}

llvm::Expected<std::string> FamilyWorkload::payloadModule() const {
  return generateProgram(programName);
}

} // namespace mlirgym
