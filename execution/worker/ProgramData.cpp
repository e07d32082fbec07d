#include "execution/worker/ProgramData.h"
#include "execution/ExecutionError.h"
#include "execution/worker/Comparison.h"
#include "execution/worker/NarrowFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>

namespace mlirgym {

namespace {
/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every seed is a good one, and
/// unlike <random> it gives the same numbers with every standard library.
class SplitMix {
public:
  explicit SplitMix(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

private:
  uint64_t state;
};

template <typename T, typename Draw>
void fillWith(char *target, int64_t count, Draw draw) {
  for (int64_t i = 0; i < count; ++i) {
    T value = draw();
    std::memcpy(target + i * sizeof(T), &value, sizeof(T));
  }
}
} // namespace

static void fillRandom(const Argument &argument, char *target, uint64_t seed) {
  SplitMix random(seed);
  int64_t count = argument.numElements();
  auto small = [&] { return static_cast<int64_t>(random.next() >> 60) - 8; };
  // As many significant bits as the type holds: no value is rounded.
  auto narrow = [&](unsigned bits) {
    std::vector<uint16_t> values(size_t(1) << bits);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = toNarrowFloat(
          argument.elementType,
          std::ldexp(static_cast<float>(i), 1 - static_cast<int>(bits)) - 1);
    fillWith<uint16_t>(target, count,
                       [&] { return values[random.next() >> (64 - bits)]; });
  };
  switch (argument.elementType) {
  case ElementType::F64:
    return fillWith<double>(target, count, [&] {
      return static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
    });
  case ElementType::F32:
    return fillWith<float>(target, count, [&] {
      return static_cast<float>(random.next() >> 40) * 0x1p-23f - 1;
    });
  case ElementType::F16:
    return narrow(11);
  case ElementType::BF16:
    return narrow(8);
  case ElementType::I64:
    return fillWith<int64_t>(target, count, small);
  case ElementType::I32:
    return fillWith<int32_t>(target, count, small);
  case ElementType::I8:
    return fillWith<int8_t>(target, count, small);
  }
}

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments, uint64_t seed,
                    double tolerance) {
  return create(arguments, tolerance, [&](size_t i, char *target) {
    fillRandom(arguments[i], target, seed + i);
  });
}

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments,
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
  return create(arguments, /*tolerance=*/0, [&](size_t i, char *target) {
    std::memcpy(target, sources[i], size_t(arguments[i].sizeBytes()));
  });
}

llvm::Expected<ProgramData>
ProgramData::create(llvm::ArrayRef<Argument> arguments, double tolerance,
                    Fill fillInput) {
  if (arguments.size() > maxKernelArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          arguments.size(), maxKernelArguments);
  constexpr uint64_t pageBytes =
      4096; // of the file's layout, not the machine's
  ProgramData result;
  uint64_t inputBytes = 0;
  result.record.tolerance = tolerance;
  for (const Argument &argument : arguments) {
    ArgumentRecord &entry = result.record.arguments.emplace_back();
    entry.shape.assign(argument.shape.begin(), argument.shape.end());
    entry.elementType = static_cast<uint8_t>(argument.elementType);
    entry.isInput = argument.isInput;
    entry.isOutput = argument.isOutput;
    uint64_t bytes = llvm::alignTo(argument.sizeBytes(), pageBytes);
    if (argument.isInput)
      entry.inputOffset = std::exchange(inputBytes, inputBytes + bytes);
    if (argument.isOutput)
      entry.referenceOffset = std::exchange(
          result.record.referenceBytes, result.record.referenceBytes + bytes);
  }
  if (result.record.referenceBytes == 0)
    return executionError("the program writes no argument; make its result an "
                          "output");
  auto fill = [&](llvm::MutableArrayRef<char> target) {
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (argument.isInput)
        fillInput(i, target.data() + result.record.arguments[i].inputOffset);
  };
  // A program without inputs still sends a file: one page of zeros.
  llvm::Expected<MemoryFile> file = MemoryFile::create(
      "mlirgym-inputs", std::max(inputBytes, pageBytes), fill);
  if (!file)
    return file.takeError();
  result.inputFile = std::move(*file);
  return result;
}

llvm::Expected<ProgramData> ProgramData::create(const Program &program) {
  uint64_t seed;
  std::memcpy(&seed, program.key().bytes.data(), sizeof(seed));
  return create(program.arguments(), seed,
                verificationTolerance(program.operations()));
}

llvm::Error ProgramData::setReference(MemoryFile reference) {
  if (reference.bytes().size() != record.referenceBytes)
    return executionError("a worker sent {0} bytes of reference outputs "
                          "instead of {1}",
                          reference.bytes().size(), record.referenceBytes);
  referenceFile = std::move(reference);
  return llvm::Error::success();
}

size_t ProgramData::sizeBytes() const {
  return inputFile.bytes().size() + referenceFile.bytes().size();
}

} // namespace mlirgym
