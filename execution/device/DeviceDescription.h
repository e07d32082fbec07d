//===- execution/device/DeviceDescription.h - Properties of a device ------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H
#define MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H

#include "lowering/LoweringStage.h"
#include "lowering/target/Target.h"
#include "outcome/Metric.h"
#include <optional>
#include <string>

namespace mlirgym {

/// The properties of a device that are known without opening it.
struct DeviceDescription {
  /// "host", "emulated:0", "qemu:aarch64".
  std::string id;
  /// The target for which its code is compiled.
  Target target;
  Metric metric = Metric::Nanoseconds;
  /// True for an AcceleratorDevice, false if it runs whole programs only.
  bool hasMemory = true;
  /// Replaces the id in machine() if the id alone does not determine the
  /// measured amounts: "template:NAME-HASH". For the host of a cluster it is
  /// all of machine().
  std::string identity = {};
  /// The form of code that run() takes in place of object code: Llvm or
  /// Assembly, which the device's own compiler reads.
  std::optional<LoweringStage> code = std::nullopt;

  bool isHost() const { return id == "host"; }
  /// True if arguments must be copied to it, or can stay there: see Placement.
  bool hasOwnMemory() const { return hasMemory && !isHost(); }
  /// Exec-data column: the target; for devices other than the host, preceded by
  /// the id (or the identity); for a narrower host, preceded by the whole host
  /// (HostMachine.h).
  std::string machine() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H
