//===- outcome/DeviceError.h - Failures of a device -------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_DEVICEERROR_H
#define MLIRGYM_OUTCOME_DEVICEERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <system_error>

namespace mlirgym {

/// The reason why a device did not carry out a request.
enum class DeviceStatus : uint8_t {
  Unsupported,    ///< the device has no such method
  BadHandle,      ///< the device never gave out the handle
  UseAfterFree,   ///< the handle has been freed or unloaded
  OutOfBounds,    ///< a range or a shape goes past the end of its buffer
  Overflow,       ///< a function wrote before or past a buffer
  OutOfMemory,    ///< the device has too little memory
  BadModule,      ///< not object code that it can load
  NoSuchFunction, ///< the module does not define it
  TimedOut,       ///< a call took too long; the device is lost
  Lost,           ///< the device has lost all modules and buffers
};
/// "unsupported", "bad_handle", ...
llvm::StringRef nameOf(DeviceStatus status);

/// The status of a device, with a message.
class DeviceError : public llvm::ErrorInfo<DeviceError> {
public:
  static char ID;
  DeviceError(DeviceStatus why, std::string text)
      : reason(why), message(std::move(text)) {}
  DeviceStatus status() const { return reason; }
  /// The message without the status.
  const std::string &text() const { return message; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  DeviceStatus reason;
  std::string message;
};
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_DEVICEERROR_H
