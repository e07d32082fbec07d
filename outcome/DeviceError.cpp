#include "outcome/DeviceError.h"
#include "program/EnumNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {

char DeviceError::ID = 0;

static constexpr EnumNames<DeviceStatus::Lost> statusNames = {
    {"unsupported", "bad_handle", "use_after_free", "out_of_bounds", "overflow",
     "out_of_memory", "bad_module", "no_such_function", "timed_out", "lost"}};

llvm::StringRef nameOf(DeviceStatus status) { return statusNames.of(status); }

void DeviceError::log(llvm::raw_ostream &os) const {
  os << nameOf(reason) << ": " << message;
}

} // namespace mlirgym
