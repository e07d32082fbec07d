#include "execution/device/Device.h"
#include "execution/device/AcceleratorDevice.h"
#include "execution/device/DeviceClass.h"
#include "outcome/DeviceError.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {
constexpr const DeviceClass *classes[] = {
#define MLIRGYM_DEVICE(Class) &classOf##Class,
#include "execution/device/Devices.def"
#undef MLIRGYM_DEVICE
};

/// The description, and the class that opens the device.
llvm::Expected<std::pair<DeviceDescription, const DeviceClass *>>
find(llvm::StringRef id, llvm::StringRef features) {
  for (const DeviceClass *each : classes)
    if (auto found = each->describe(id, features)) {
      if (!*found)
        return executionError("{0}: {1}", id,
                              llvm::toString(found->takeError()));
      return std::make_pair(std::move(**found), each);
    }
  std::vector<std::string> ids;
  for (const DeviceDescription &each : Device::known())
    ids.push_back(each.id);
  return executionError("there is no device '{0}'; choose {1}, or "
                        "template:FILE.json",
                        id, llvm::join(ids, ", "));
}
} // namespace

std::vector<DeviceDescription> Device::known() {
  std::vector<DeviceDescription> all;
  for (const DeviceClass *each : classes)
    llvm::append_range(all, each->known());
  return all;
}

llvm::Expected<DeviceDescription> Device::describe(llvm::StringRef id,
                                                   llvm::StringRef features) {
  MLIRGYM_TRY(auto found, find(id, features));
  return std::move(found.first);
}

llvm::Expected<std::unique_ptr<Device>>
Device::open(llvm::StringRef id, llvm::StringRef features,
             const DeviceOptions &options) {
  MLIRGYM_TRY(auto found, find(id, features));
  return found.second->open(std::move(found.first), options);
}

llvm::Expected<std::unique_ptr<Device>>
Device::open(const DeviceDescription &device, const DeviceOptions &options) {
  MLIRGYM_TRY(auto found, find(device.id, /*features=*/""));
  return found.second->open(device, options);
}

llvm::Expected<std::unique_ptr<AcceleratorDevice>>
AcceleratorDevice::open(llvm::StringRef id, llvm::StringRef features,
                        const DeviceOptions &options) {
  MLIRGYM_TRY(auto opened, Device::open(id, features, options));
  if (!opened->description().hasMemory)
    return llvm::make_error<DeviceError>(
        DeviceStatus::Unsupported,
        (id + " takes whole programs only; choose host, emulated:N or cuda:N")
            .str());
  return std::unique_ptr<AcceleratorDevice>(
      static_cast<AcceleratorDevice *>(opened.release()));
}

} // namespace mlirgym
