//===- execution/device/OutputCheck.h - Outputs of a device -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_OUTPUTCHECK_H
#define MLIRGYM_EXECUTION_DEVICE_OUTPUTCHECK_H

#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Compares the outputs of a device with the reference of a program, as a
/// measuring worker does. The bytes come from a device and are not trusted.
class OutputCheck {
public:
  /// `programData` must outlive this.
  explicit OutputCheck(const worker::ProgramData &programData)
      : data(programData) {}

  /// `bytes`: the written arguments of each set of inputs, in order; then, if
  /// `again`, those of a later call on the first set. Must outlive this.
  /// Errors: text, for a wrong number of bytes.
  llvm::Error take(llvm::ArrayRef<char> bytes, bool again);
  /// The problem; nullopt if the outputs are correct. Without a reference, the
  /// later call is compared with the first if `laterCalls` asks for it.
  std::optional<std::string> compare(LaterCalls laterCalls) const;
  /// The outputs of the first set, as a reference: see
  /// ProgramData::setReference().
  llvm::Expected<worker::MemoryFile> reference() const;

private:
  std::optional<std::string> compareSet(uint32_t set,
                                        llvm::ArrayRef<char> outputs) const;
  std::optional<std::string> compareWithFirst(llvm::ArrayRef<char> later) const;

  const worker::ProgramData &data;
  /// Outputs of the call on each set, and of the later call.
  std::vector<llvm::ArrayRef<char>> calls;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_OUTPUTCHECK_H
