//===- execution/device/DeviceDescription.h - A device's facts --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H
#define MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H

#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/target/Target.h"
#include "execution/outcome/Metric.h"
#include <optional>
#include <string>

namespace mlirgym {

/// What is known of a device without opening it.
struct DeviceDescription {
  /// "host", "emulated:0", "qemu:aarch64".
  std::string id;
  /// What code for it is made for.
  Target target;
  Metric metric = Metric::Nanoseconds;
  /// True for an AcceleratorDevice, false if it runs whole programs only.
  bool hasMemory = true;
  /// In place of the id in machine(), if that does not say all that decides the
  /// numbers: "template:NAME-HASH".
  std::string identity = {};
  /// What run() takes in place of object code: Llvm or Assembly, which its own
  /// compiler reads.
  std::optional<LoweringStage> code = std::nullopt;

  bool isHost() const { return id == "host"; }
  /// True if arguments must be copied to it, or can stay there: see Placement.
  bool hasOwnMemory() const { return hasMemory && !isHost(); }
  /// Exec-data column: the target, after the id (or the identity) for another
  /// device than the host, and after the whole host for a narrower one
  /// (HostMachine.h).
  std::string machine() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_DEVICEDESCRIPTION_H
