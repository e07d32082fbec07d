//===- execution/device/DeviceClass.h - A line of Devices.def ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_DEVICECLASS_H
#define MLIRGYM_EXECUTION_DEVICE_DEVICECLASS_H

#include "execution/device/Device.h"
#include "execution/device/DeviceDescription.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// The static functions of a class that Devices.def names.
struct DeviceClass {
  std::vector<DeviceDescription> (*known)();
  /// nullopt for the id of another class.
  std::optional<llvm::Expected<DeviceDescription>> (*describe)(
      llvm::StringRef id, llvm::StringRef features);
  llvm::Expected<std::unique_ptr<Device>> (*open)(DeviceDescription device,
                                                  const DeviceOptions &options);
};

// The file of each class ends with this line.
#define MLIRGYM_DEVICE_CLASS(Class)                                            \
  const DeviceClass classOf##Class = {Class::known, Class::describe,           \
                                      Class::open};
#define MLIRGYM_DEVICE(Class) extern const DeviceClass classOf##Class;
#include "execution/device/Devices.def"
#undef MLIRGYM_DEVICE
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_DEVICECLASS_H
