//===- execution/wire/DeviceMessages.h - Messages of a device ---*- C++ -*-===//
//
// Caller                                Worker
//   DeviceRequest                  ->                             role Device
//                                  <-   DeviceReply
//
// Modules and buffers of a device are in the memory of its process. The bytes
// of copies are in the messages: no memory is shared.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_WIRE_DEVICEMESSAGES_H
#define MLIRGYM_EXECUTION_WIRE_DEVICEMESSAGES_H

#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/Messages.h"
#include "outcome/Measurement.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The methods of a device (device/AcceleratorDevice.h).
enum class DeviceMethod : uint8_t {
  Load,
  Unload,
  LookUp,
  Allocate,
  Free,
  CopyTo,
  CopyFrom,
  Fill,
  Call,
};

/// Maximum bytes of one copy; longer copies take several messages.
inline constexpr uint64_t mostCopiedBytes = uint64_t(16) << 20;

/// The counters of a device by name, in the order of DeviceReplyMessage's
/// indices.
inline constexpr const char *deviceCounterNames[] = {
    "cycles",        "instructions", "cache-misses",
    "branch-misses", "task-clock",   "page-faults"};

struct DeviceArgumentRecord {
  uint64_t buffer = 0;
  std::vector<int64_t> shape;
  uint8_t elementType = 0;

  MLIRGYM_FIELDS(buffer, shape, elementType);
};

struct DeviceRequestMessage {
  uint8_t method = 0; ///< a DeviceMethod
  /// Handle of a module, a function or a buffer.
  uint64_t handle = 0;
  /// Range of a copy or fill.
  uint64_t offset = 0, bytes = 0;
  uint8_t value = 0; ///< of a fill
  /// Object code, the symbol of a function, or the bytes of a copy.
  std::string text;
  std::vector<DeviceArgumentRecord> arguments;
  uint8_t time = 0; ///< not 0: as the protocol says
  MeasureProtocol protocol;
  /// Indices of deviceCounterNames.
  std::vector<uint8_t> counters;

  MLIRGYM_FIELDS(method, handle, offset, bytes, value, text, arguments, time,
                 protocol, counters);
};

struct DeviceReplyMessage {
  /// 0: success; otherwise 1 + a DeviceStatus, with the message.
  uint8_t failure = 0;
  std::string message;
  uint64_t handle = 0;
  std::string bytes; ///< of a copy
  Timing timing;
  std::vector<double> timesNs;
  /// In the order of the request; negative: not available.
  std::vector<double> counters;

  MLIRGYM_FIELDS(failure, message, handle, bytes, timing, timesNs, counters);
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_DEVICEMESSAGES_H
