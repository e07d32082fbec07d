#include "outcome/DeviceError.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {

char DeviceError::ID = 0;

llvm::StringRef nameOf(DeviceStatus status) {
  switch (status) {
  case DeviceStatus::Unsupported:
    return "unsupported";
  case DeviceStatus::BadHandle:
    return "bad_handle";
  case DeviceStatus::UseAfterFree:
    return "use_after_free";
  case DeviceStatus::OutOfBounds:
    return "out_of_bounds";
  case DeviceStatus::Overflow:
    return "overflow";
  case DeviceStatus::OutOfMemory:
    return "out_of_memory";
  case DeviceStatus::BadModule:
    return "bad_module";
  case DeviceStatus::NoSuchFunction:
    return "no_such_function";
  case DeviceStatus::TimedOut:
    return "timed_out";
  case DeviceStatus::Lost:
    return "lost";
  }
  llvm_unreachable("covered switch");
}

void DeviceError::log(llvm::raw_ostream &os) const {
  os << nameOf(reason) << ": " << message;
}

} // namespace mlirgym
