#include "execution/wire/ProgramData.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/RandomFill.h"
#include "outcome/ExecutionError.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace mlirgym::worker {

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments, uint64_t seed,
                    double tolerance) {
  return create(arguments, tolerance, [&](size_t i, char *target) {
    fillUniform(arguments[i], seed + i, target);
  });
}

llvm::Expected<std::vector<const char *>>
inputsByArgument(llvm::ArrayRef<Argument> arguments,
                 llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
  std::vector<const char *> sources(arguments.size(), nullptr);
  size_t next = 0;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!argument.isInput)
      continue;
    if (next == inputs.size())
      return executionError("{0} inputs for a program that reads more; give "
                            "one for each argument that is read",
                            inputs.size());
    llvm::ArrayRef<char> bytes = inputs[next++];
    if (bytes.size() != uint64_t(argument.sizeBytes()))
      return executionError("argument {0}: an input of {1} bytes where {2} "
                            "belong; give the shape and type of the argument",
                            i, bytes.size(), argument.sizeBytes());
    sources[i] = bytes.data();
  }
  if (next != inputs.size())
    return executionError("{0} inputs for a program that reads {1}; give one "
                          "for each argument that is read",
                          inputs.size(), next);
  return sources;
}

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments,
                    llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
                    double tolerance) {
  MLIRGYM_TRY(auto sources, inputsByArgument(arguments, inputs));
  return create(arguments, tolerance, [&](size_t i, char *target) {
    std::memcpy(target, sources[i], size_t(arguments[i].sizeBytes()));
  });
}

llvm::Expected<LoadProgramMessage>
ProgramData::layOut(llvm::ArrayRef<Argument> arguments) {
  if (arguments.size() > maxArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          arguments.size(), maxArguments);
  constexpr uint64_t pageBytes = 4096; // of the file format, not the machine
  LoadProgramMessage record;
  for (const Argument &argument : arguments) {
    ArgumentRecord &entry = record.arguments.emplace_back();
    entry.shape.assign(argument.shape.begin(), argument.shape.end());
    entry.elementType = static_cast<uint8_t>(argument.elementType);
    entry.isInput = argument.isInput;
    entry.isOutput = argument.isOutput;
    auto place = [](uint64_t &end, uint64_t bytes) {
      return std::exchange(end, end + llvm::alignTo(bytes, pageBytes));
    };
    uint64_t bytes = static_cast<uint64_t>(argument.sizeBytes());
    if (argument.isInput)
      entry.inputOffset = place(record.inputBytes, bytes);
    if (!argument.isOutput)
      continue;
    entry.referenceOffset = place(record.referenceBytes, bytes);
    entry.toleranceOffset = place(
        record.toleranceBytes, static_cast<uint64_t>(argument.numElements()) *
                                   sizeOfTolerance(argument.elementType));
  }
  if (record.referenceBytes == 0)
    return executionError("the program writes no argument; make its result an "
                          "output");
  // For a program without inputs a file of one page is sent, since files must
  // not be empty.
  record.inputBytes = std::max(record.inputBytes, pageBytes);
  return record;
}

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments, double tolerance,
                    Fill fillInput) {
  MLIRGYM_TRY(auto layout, layOut(arguments));
  ProgramData result;
  result.record = std::move(layout);
  result.record.tolerance = tolerance;
  auto fill = [&](llvm::MutableArrayRef<char> target) {
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (argument.isInput)
        fillInput(i, target.data() + result.record.arguments[i].inputOffset);
  };
  MLIRGYM_TRY(
      result.inputFile,
      MemoryFile::create("mlirgym-inputs", result.record.inputBytes, fill));
  return result;
}

uint64_t ProgramData::seedOf(const Program &program) {
  uint64_t seed;
  std::memcpy(&seed, program.key().bytes.data(), sizeof(seed));
  return seed;
}

llvm::Expected<ProgramData> ProgramData::create(const Program &program) {
  return create(program.arguments(), seedOf(program),
                verificationTolerance(program.operations()));
}

std::optional<ProgramData> ProgramData::adopt(const Program &program,
                                              LoadProgramMessage message,
                                              MemoryFile inputs,
                                              MemoryFile reference) {
  auto layout = layOut(program.arguments());
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return std::nullopt;
  }
  // The program determines the layout; the sizes received must match it.
  layout->inputSets = message.inputSets;
  layout->averageLimits = std::move(message.averageLimits);
  constexpr uint32_t mostSets = 16;
  if (layout->inputSets == 0 || layout->inputSets > mostSets ||
      layout->averageLimits.size() !=
          layout->inputSets * layout->arguments.size() ||
      inputs.bytes().size() != layout->inputSets * layout->inputBytes ||
      reference.bytes().size() !=
          layout->inputSets * layout->referenceSetBytes())
    return std::nullopt;
  ProgramData result;
  result.record = std::move(*layout);
  result.inputFile = std::move(inputs);
  result.referenceFile = std::move(reference);
  return result;
}

ElementType typeOf(const ArgumentRecord &argument) { return argument.type(); }

uint64_t bytesOf(const ArgumentRecord &argument) {
  return argument.sizeBytes();
}

llvm::Error ProgramData::makeReference(llvm::ArrayRef<char> outputs,
                                       double averageLimit,
                                       Fill fillTolerances) {
  record.averageLimits.assign(record.arguments.size(), averageLimit);
  auto file = MemoryFile::create(
      "mlirgym-reference", record.referenceSetBytes(),
      [&](llvm::MutableArrayRef<char> target) {
        llvm::copy(outputs, target.begin());
        for (auto [i, argument] : llvm::enumerate(record.arguments))
          if (argument.isOutput)
            fillTolerances(i, target.data() + record.referenceBytes +
                                  argument.toleranceOffset);
      });
  if (!file)
    return file.takeError();
  referenceFile = std::move(*file);
  return llvm::Error::success();
}

llvm::Error ProgramData::setReference(MemoryFile outputs) {
  if (outputs.bytes().size() != record.referenceBytes)
    return executionError("a worker sent {0} bytes of reference outputs "
                          "instead of {1}",
                          outputs.bytes().size(), record.referenceBytes);
  return makeReference(
      outputs.bytes(), kernelAverageLimit, [&](size_t i, char *target) {
        const ArgumentRecord &argument = record.arguments[i];
        writeRelativeTolerances(
            typeOf(argument),
            outputs.bytes().slice(argument.referenceOffset, bytesOf(argument)),
            record.tolerance, target);
      });
}

/// The arrays of the arguments that are written, index [argument]; empty for
/// the others. Errors: a wrong number or size.
static llvm::Expected<std::vector<llvm::ArrayRef<char>>>
arraysByArgument(const LoadProgramMessage &record,
                 llvm::ArrayRef<llvm::ArrayRef<char>> arrays,
                 unsigned (*elementBytes)(ElementType)) {
  std::vector<llvm::ArrayRef<char>> found(record.arguments.size());
  size_t next = 0;
  for (auto [i, argument] : llvm::enumerate(record.arguments)) {
    if (!argument.isOutput)
      continue;
    const uint64_t bytes = bytesOf(argument) / sizeOfElement(typeOf(argument)) *
                           elementBytes(typeOf(argument));
    if (next < arrays.size() && arrays[next].size() != bytes)
      return executionError("argument {0}: an expected output of {1} bytes "
                            "where {2} belong; give the shape and type of the "
                            "argument",
                            i, arrays[next].size(), bytes);
    if (next < arrays.size())
      found[i] = arrays[next];
    ++next;
  }
  if (next != arrays.size())
    return executionError("{0} expected outputs for a program that writes {1}; "
                          "give one for each argument that is written",
                          arrays.size(), next);
  return found;
}

llvm::Error
ProgramData::setReference(llvm::ArrayRef<llvm::ArrayRef<char>> outputs,
                          llvm::ArrayRef<llvm::ArrayRef<char>> tolerances) {
  MLIRGYM_TRY(auto expected, arraysByArgument(record, outputs, sizeOfElement));
  std::vector<char> all(record.referenceBytes);
  for (auto [argument, bytes] : llvm::zip_equal(record.arguments, expected))
    if (!bytes.empty())
      std::memcpy(all.data() + argument.referenceOffset, bytes.data(),
                  bytes.size());
  if (tolerances.empty())
    return makeReference(all, kernelAverageLimit, [&](size_t i, char *target) {
      writeRelativeTolerances(typeOf(record.arguments[i]), expected[i],
                              record.tolerance, target);
    });
  MLIRGYM_TRY(auto allowed,
              arraysByArgument(record, tolerances, sizeOfTolerance));
  // Elements within their tolerances are within it on average.
  return makeReference(all, /*averageLimit=*/1, [&](size_t i, char *target) {
    llvm::copy(allowed[i], target);
  });
}

size_t ProgramData::sizeBytes() const {
  return inputFile.bytes().size() + referenceFile.bytes().size();
}

} // namespace mlirgym::worker
