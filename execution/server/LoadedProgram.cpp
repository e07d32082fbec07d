#include "execution/server/LoadedProgram.h"
#include "execution/loader/MemrefDescriptor.h"
#include "execution/process/Sandbox.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/timing/CacheFlush.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "outcome/ExecutionError.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// Size of an argument in bytes; nullopt if its record is invalid.
static std::optional<uint64_t> bytesOf(const ArgumentRecord &argument) {
  if (argument.elementType > static_cast<uint8_t>(ElementType::I8))
    return std::nullopt;
  constexpr uint64_t mostBytes = uint64_t(1) << 48;
  uint64_t bytes = sizeOfElement(argument.type());
  for (int64_t size : argument.shape)
    if (size <= 0 || __builtin_mul_overflow(bytes, uint64_t(size), &bytes) ||
        bytes > mostBytes)
      return std::nullopt;
  return bytes;
}

static bool holds(uint64_t fileBytes, uint64_t offset, uint64_t bytes) {
  return offset <= fileBytes && bytes <= fileBytes - offset;
}

LoadedProgram::LoadedProgram(const LoadProgramMessage &message,
                             MemoryFile inputs, MemoryFile reference)
    : record(message), inputFile(std::move(inputs)),
      referenceFile(std::move(reference)) {}

llvm::Error LoadedProgram::checkSizes() const {
  if (record.arguments.size() > maxArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          record.arguments.size(), maxArguments);
  const uint64_t sets = record.inputSets;
  auto fits = [&](const MemoryFile &file, uint64_t setBytes) {
    return sets > 0 && file.bytes().size() % sets == 0 &&
           file.bytes().size() / sets == setBytes;
  };
  if (!fits(inputFile, record.inputBytes) ||
      (referenceFile.valid() &&
       !fits(referenceFile, record.referenceSetBytes())) ||
      (referenceFile.valid() &&
       record.averageLimits.size() != sets * record.arguments.size()))
    return executionError("{0} bytes of inputs and {1} of reference for {2} "
                          "sets of {3} and {4}",
                          inputFile.bytes().size(),
                          referenceFile.bytes().size(), sets, record.inputBytes,
                          record.referenceSetBytes());
  for (const ArgumentRecord &argument : record.arguments) {
    std::optional<uint64_t> bytes = bytesOf(argument);
    if (!bytes || (argument.isInput &&
                   !holds(record.inputBytes, argument.inputOffset, *bytes)))
      return executionError("an argument record that contradicts its files");
    uint64_t toleranceBytes = *bytes / sizeOfElement(argument.type()) *
                              sizeOfTolerance(argument.type());
    if (argument.isOutput &&
        (!holds(record.referenceBytes, argument.referenceOffset, *bytes) ||
         !holds(record.toleranceBytes, argument.toleranceOffset,
                toleranceBytes)))
      return executionError("an argument record that contradicts its files");
  }
  return llvm::Error::success();
}

void LoadedProgram::fill(Inputs access) {
  for (const ArgumentRecord &argument : record.arguments) {
    GuardedBuffer &buffer = addBuffer(buffers, argument, /*set=*/0, access);
    descriptors.push_back(makeDescriptor(argument.shape, buffer.data()));
  }
  pointers.resize(record.inputSets);
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.front().push_back(descriptor.data());
  for (uint32_t set = 1; set < record.inputSets; ++set)
    for (auto [i, argument] : llvm::enumerate(record.arguments)) {
      // Written arguments are filled before each call.
      if (argument.isOutput) {
        pointers[set].push_back(pointers.front()[i]);
        continue;
      }
      GuardedBuffer &buffer = addBuffer(otherInputs, argument, set, access);
      pointers[set].push_back(
          descriptors
              .emplace_back(makeDescriptor(argument.shape, buffer.data()))
              .data());
    }
  addCopies();
  for (uint32_t set = 0; referenceFile.valid() && set < record.inputSets;
       ++set) {
    const char *outputs =
        referenceFile.bytes().data() + set * record.referenceSetBytes();
    const size_t count = record.arguments.size();
    addReferences(
        outputs, outputs + record.referenceBytes,
        llvm::ArrayRef(record.averageLimits).slice(set * count, count));
  }
}

/// Requires: checkSizes().
GuardedBuffer &LoadedProgram::addBuffer(std::vector<GuardedBuffer> &to,
                                        const ArgumentRecord &argument,
                                        uint32_t set, Inputs access) {
  GuardedBuffer &buffer =
      to.emplace_back(argument.sizeBytes(), static_cast<unsigned>(to.size()));
  if (!buffer.valid())
    exitOutOfMemory();
  if (argument.isInput)
    std::memcpy(buffer.data(), inputOf(argument, set), buffer.size());
  if (!argument.isOutput && access == Inputs::ReadOnly)
    buffer.makeReadOnly();
  regions.push_back(buffer.region());
  return buffer;
}

const char *LoadedProgram::inputOf(const ArgumentRecord &argument,
                                   uint32_t set) const {
  return inputFile.bytes().data() + set * record.inputBytes +
         argument.inputOffset;
}

void LoadedProgram::addCopies() {
  std::vector<llvm::MutableArrayRef<char>> arguments;
  for (auto [argument, buffer] : llvm::zip_equal(record.arguments, buffers))
    if (argument.isInput && argument.isOutput)
      arguments.emplace_back(buffer.data(), buffer.size());
  if (arguments.empty())
    return;
  inOut.emplace(std::move(arguments), static_cast<unsigned>(buffers.size()));
  if (!inOut->valid())
    exitOutOfMemory();
  copyPointers.push_back(pointers.front());
  for (uint32_t copy = 1; copy < inOut->count(); ++copy) {
    std::vector<void *> &row = copyPointers.emplace_back(pointers.front());
    size_t place = 0;
    for (auto [argument, pointer] : llvm::zip_equal(record.arguments, row))
      if (argument.isInput && argument.isOutput)
        pointer = descriptors
                      .emplace_back(makeDescriptor(
                          argument.shape, inOut->copy(place++, copy).data()))
                      .data();
  }
}

uint64_t LoadedProgram::bytes() const {
  uint64_t bytes = 0;
  for (const auto *some : {&buffers, &otherInputs})
    for (const GuardedBuffer &buffer : *some)
      bytes += GuardedBuffer::pagesOf(buffer.size());
  return bytes;
}

void LoadedProgram::addReferences(const char *outputs, const char *tolerances,
                                  llvm::ArrayRef<double> averageLimits) {
  auto &references = expected.emplace_back();
  for (auto [argument, limit] :
       llvm::zip_equal(record.arguments, averageLimits)) {
    std::optional<ReferenceOutput> &output = references.emplace_back();
    if (argument.isOutput)
      output.emplace(argument.type(),
                     llvm::ArrayRef(outputs + argument.referenceOffset,
                                    argument.sizeBytes()),
                     tolerances + argument.toleranceOffset, limit);
  }
}

void LoadedProgram::expect(const MemoryFile &outputs) {
  auto fill = [&](llvm::MutableArrayRef<char> target) {
    for (const ArgumentRecord &argument : record.arguments)
      if (argument.isOutput)
        writeRelativeTolerances(argument.type(),
                                outputs.bytes().slice(argument.referenceOffset,
                                                      argument.sizeBytes()),
                                record.tolerance,
                                target.data() + argument.toleranceOffset);
  };
  auto tolerances =
      MemoryFile::create("mlirgym-tolerances", record.toleranceBytes, fill);
  if (!tolerances) {
    llvm::consumeError(tolerances.takeError());
    exitOutOfMemory();
  }
  expected.clear();
  ownTolerances = std::move(*tolerances);
  addReferences(
      outputs.bytes().data(), ownTolerances.bytes().data(),
      std::vector<double>(record.arguments.size(), kernelAverageLimit));
}

void LoadedProgram::expectNothing() { expected.clear(); }

void LoadedProgram::resetOutputs(uint32_t set) {
  for (auto [argument, buffer] : llvm::zip_equal(record.arguments, buffers)) {
    if (!argument.isOutput)
      continue;
    // A previous kernel may have written to the slack.
    buffer.restoreSlack();
    if (argument.isInput)
      std::memcpy(buffer.data(), inputOf(argument, set), buffer.size());
    else // all ones: NaN in every floating-point type, -1 in integers
      std::memset(buffer.data(), 0xff, buffer.size());
  }
}

std::optional<std::string> LoadedProgram::findOverwritten() const {
  // Writing before or past an input raises a signal, as writing to it does.
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (record.arguments[i].isOutput && !buffer.slackIntact())
      return llvm::formatv("bytes just before or past argument {0} are "
                           "overwritten",
                           i);
  return std::nullopt;
}

std::optional<std::string> LoadedProgram::verify(uint32_t set) const {
  if (std::optional<std::string> damage = findOverwritten())
    return damage;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const ArgumentRecord &argument = record.arguments[i];
    if (expected.empty() || !expected[set][i])
      continue;
    if (std::optional<std::string> difference = expected[set][i]->compare(
            {buffers[i].data(), buffers[i].size()}, argument.shape))
      return llvm::formatv("argument {0}: {1}", i, *difference);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Checks of every batch
//===----------------------------------------------------------------------===//

/// Parts of an output are overwritten before a batch and compared after it:
/// only a few cache lines, so that the timing does not change.
static constexpr size_t partBytes = 64, mostParts = 64;

/// Calls `visit` with the ranges of about `most` parts, different ones in each
/// phase, or with a single range if the output has no more parts.
template <typename Visit>
static void forEachPart(size_t bytes, size_t most, uint64_t phase,
                        Visit visit) {
  const size_t parts = (bytes + partBytes - 1) / partBytes,
               stride = std::max<size_t>(1, parts / most);
  if (stride == 1)
    return visit(0, bytes);
  for (size_t part = phase % stride; part < parts; part += stride)
    visit(part * partBytes, std::min((part + 1) * partBytes, bytes));
}

static bool isOnlyWritten(const ArgumentRecord &argument) {
  return argument.isOutput && !argument.isInput;
}

void LoadedProgram::spoilParts(uint64_t phase) {
  if (expected.empty())
    return;
  for (auto [argument, buffer] : llvm::zip_equal(record.arguments, buffers))
    if (isOnlyWritten(argument))
      forEachPart(buffer.size(), mostParts, phase,
                  [&](size_t begin, size_t end) {
                    std::memset(buffer.data() + begin, 0xff, end - begin);
                  });
}

/// The difference in some parts of an argument, if any.
static std::optional<std::string> compareParts(const ReferenceOutput &expected,
                                               llvm::ArrayRef<char> actual,
                                               const ArgumentRecord &argument,
                                               size_t most, uint64_t phase) {
  std::optional<std::string> wrong;
  const size_t bytes = sizeOfElement(argument.type());
  forEachPart(actual.size(), most, phase, [&](size_t begin, size_t end) {
    if (!wrong)
      wrong = expected.compareSome(actual, argument.shape, begin / bytes,
                                   end / bytes);
  });
  return wrong;
}

std::optional<std::string> LoadedProgram::verifyParts(uint64_t phase) const {
  if (expected.empty())
    return std::nullopt;
  for (size_t i = 0; i < buffers.size(); ++i)
    if (isOnlyWritten(record.arguments[i]))
      if (auto wrong = compareParts(*expected.front()[i],
                                    {buffers[i].data(), buffers[i].size()},
                                    record.arguments[i], mostParts, phase))
        return llvm::formatv("argument {0}: {1}", i, *wrong);
  return std::nullopt;
}

void LoadedProgram::fillCopies(uint32_t calls) {
  size_t place = 0;
  for (const ArgumentRecord &argument : record.arguments) {
    if (!argument.isInput || !argument.isOutput)
      continue;
    for (uint32_t call = 0; call < calls; ++call) {
      llvm::MutableArrayRef<char> copy = inOut->copy(place, call);
      std::memcpy(copy.data(), inputOf(argument, /*set=*/0), copy.size());
    }
    ++place;
  }
}

std::optional<std::string> LoadedProgram::verifyCopies(uint64_t phase,
                                                       uint32_t calls) const {
  if (expected.empty())
    return std::nullopt;
  size_t place = 0;
  for (auto [i, argument] : llvm::enumerate(record.arguments)) {
    if (!argument.isInput || !argument.isOutput)
      continue;
    for (uint32_t call = 0; call < calls; ++call)
      if (auto wrong = compareParts(
              *expected.front()[i], inOut->copy(place, call), argument,
              std::max<size_t>(1, mostParts / calls), phase + call))
        return llvm::formatv("argument {0}: {1}", i, *wrong);
    ++place;
  }
  return std::nullopt;
}

llvm::Expected<MemoryFile> LoadedProgram::copyOutputs() const {
  return MemoryFile::create("mlirgym-reference", record.referenceBytes,
                            [&](llvm::MutableArrayRef<char> target) {
                              for (auto [argument, buffer] :
                                   llvm::zip_equal(record.arguments, buffers))
                                if (argument.isOutput)
                                  std::memcpy(target.data() +
                                                  argument.referenceOffset,
                                              buffer.data(), buffer.size());
                            });
}

void LoadedProgram::chooseInterface(bool barePointers) {
  passed = pointers;
  passedCopies = copyPointers;
  if (!barePointers)
    return;
  // A descriptor begins with the pointer to the elements.
  for (auto *rows : {&passed, &passedCopies})
    for (std::vector<void *> &arguments : *rows)
      for (void *&argument : arguments)
        argument = *static_cast<void **>(argument);
}

void LoadedProgram::flush() const {
  for (const GuardedBuffer &buffer : buffers)
    flushFromCaches({buffer.data(), buffer.size()});
}

void LoadedProgram::openEnds() {
  for (auto *some : {&buffers, &otherInputs})
    for (GuardedBuffer &buffer : *some)
      buffer.openEnd();
}

void LoadedProgram::closeEnds() {
  for (auto *some : {&buffers, &otherInputs})
    for (GuardedBuffer &buffer : *some)
      buffer.closeEnd();
}

} // namespace mlirgym::worker
