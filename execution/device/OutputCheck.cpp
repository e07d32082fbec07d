#include "execution/device/OutputCheck.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
llvm::Error OutputCheck::take(llvm::ArrayRef<char> bytes, bool again) {
  size_t setBytes = 0;
  for (const worker::ArgumentRecord &argument : data.message().arguments)
    if (argument.isOutput)
      setBytes += worker::bytesOf(argument);
  const size_t count = data.message().inputSets + (again ? 1 : 0);
  if (bytes.size() != count * setBytes)
    return llvm::createStringError(
        llvm::formatv("it has written {0} bytes of outputs in place of {1}",
                      bytes.size(), count * setBytes));
  for (size_t i = 0; i < count; ++i)
    calls.push_back(bytes.slice(i * setBytes, setBytes));
  return llvm::Error::success();
}

std::optional<std::string>
OutputCheck::compareSet(uint32_t set, llvm::ArrayRef<char> outputs) const {
  const worker::LoadProgramMessage &program = data.message();
  const char *expected =
      data.reference().bytes().data() + set * program.referenceSetBytes();
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    if (!argument.isOutput)
      continue;
    const size_t bytes = worker::bytesOf(argument);
    const worker::ReferenceOutput output(
        worker::typeOf(argument),
        llvm::ArrayRef(expected + argument.referenceOffset, bytes),
        expected + program.referenceBytes + argument.toleranceOffset,
        program.averageLimits[set * program.arguments.size() + i]);
    if (auto wrong = output.compare(outputs.take_front(bytes), argument.shape))
      return llvm::formatv("argument {0}: {1}", i, *wrong).str();
    outputs = outputs.drop_front(bytes);
  }
  return std::nullopt;
}

std::optional<std::string>
OutputCheck::compareWithFirst(llvm::ArrayRef<char> later) const {
  llvm::ArrayRef<char> first = calls.front();
  for (auto [i, argument] : llvm::enumerate(data.message().arguments)) {
    if (!argument.isOutput)
      continue;
    const size_t bytes = worker::bytesOf(argument);
    const ElementType type = worker::typeOf(argument);
    std::vector<char> allowed(bytes / sizeOfElement(type) *
                              worker::sizeOfTolerance(type));
    worker::writeRelativeTolerances(type, first.take_front(bytes),
                                    data.message().tolerance, allowed.data());
    const worker::ReferenceOutput output(type, first.take_front(bytes),
                                         allowed.data(),
                                         worker::kernelAverageLimit);
    if (auto wrong = output.compare(later.take_front(bytes), argument.shape))
      return llvm::formatv("a later call computes something else than the "
                           "first: argument {0}: {1}",
                           i, *wrong)
          .str();
    first = first.drop_front(bytes);
    later = later.drop_front(bytes);
  }
  return std::nullopt;
}

std::optional<std::string> OutputCheck::compare(LaterCalls laterCalls) const {
  if (!data.reference().valid())
    return laterCalls == LaterCalls::Compared && calls.size() > 1
               ? compareWithFirst(calls.back())
               : std::nullopt;
  const uint32_t sets = data.message().inputSets;
  for (auto [i, outputs] : llvm::enumerate(calls)) {
    auto wrong = compareSet(i < sets ? static_cast<uint32_t>(i) : 0, outputs);
    if (!wrong)
      continue;
    return (i == 0     ? ""
            : i < sets ? "correct on the first inputs, wrong on others: "
                       : "correct at first, wrong when called again: ") +
           *wrong;
  }
  return std::nullopt;
}

llvm::Expected<worker::MemoryFile> OutputCheck::reference() const {
  return worker::MemoryFile::create(
      "mlirgym-reference", data.referenceBytes(),
      [&](llvm::MutableArrayRef<char> to) {
        llvm::ArrayRef<char> from = calls.front();
        for (const worker::ArgumentRecord &argument : data.message().arguments)
          if (argument.isOutput) {
            const size_t bytes = worker::bytesOf(argument);
            std::memcpy(to.data() + argument.referenceOffset, from.data(),
                        bytes);
            from = from.drop_front(bytes);
          }
      });
}

} // namespace mlirgym
