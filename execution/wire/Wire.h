//===- execution/wire/Wire.h - Frames over a socket pair --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_WIRE_H
#define MLIRGYM_EXECUTION_WIRE_WIRE_H

#include "program/Limits.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace mlirgym::worker {

/// The type of the record in a frame: see Messages.h.
enum class MessageType : uint16_t {
  Settings = 1,
  Hello,
  Compile,
  Compiled,
  LoadProgram,
  RunKernel,
  KernelRan,
  LoadText,
  TextLoaded,
  Prepare,
  Prepared,
  LoadModule,
  ModuleLoaded,
  Assemble,
  Assembled,
  RunTool,
  ToolRan,
  DeviceRequest,
  DeviceReply,
  Estimate,
  Estimated,
  Sample,
  Sampled,
  LoadKernel,
  CallKernel,
  KernelCalled,
};

/// A header (magic number, type, number of files, length), the payload, and
/// file descriptors passed by SCM_RIGHTS.
struct Frame {
  MessageType type = MessageType::Hello;
  std::string payload;
  llvm::SmallVector<FileDescriptor, 3> files;
};

/// Longest payload: the longest program that is loaded, a script, and the other
/// fields of a record.
inline constexpr uint32_t maxPayloadBytes =
    static_cast<uint32_t>(maxProgramBytes + maxScriptBytes + (32u << 20));
inline constexpr unsigned maxFrameFiles = 3;

enum class WireStatus : uint8_t {
  Ok,
  Closed,   ///< the other side has closed the connection
  TimedOut, ///< the deadline passed
  Garbage,  ///< not a frame, or one that is too long
  Stopped,  ///< a stop was requested, see StopCheck
  /// This process could not open the received files; this is not the sender's
  /// fault.
  NoDescriptors,
};

/// nullopt: no time limit.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;
/// The deadline after this time; decades away for times that the clock cannot
/// represent, such as infinity.
Deadline deadlineIn(double milliseconds);

/// Called when a deadline passes. Returns Ok and sets a new deadline to
/// continue waiting.
using Patience = llvm::function_ref<WireStatus(Deadline &)>;

/// Sends a whole frame. Never raises SIGPIPE. Without patience, a deadline that
/// passes is TimedOut.
WireStatus sendFrame(int socket, MessageType type, llvm::StringRef payload,
                     llvm::ArrayRef<int> files, Deadline deadline,
                     Patience patience = nullptr);
/// Receives a whole frame; descriptors are close-on-exec.
WireStatus receiveFrame(int socket, Frame &frame, Deadline deadline,
                        Patience patience = nullptr);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_WIRE_H
