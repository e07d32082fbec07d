//===- execution/worker/Wire.h - Frames over a socket pair ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_WIRE_H
#define MLIRGYM_EXECUTION_WORKER_WIRE_H

#include "program/FileDescriptor.h"
#include "program/Limits.h"
#include "llvm/ADT/ArrayRef.h"
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
};

/// A header (magic, type, number of files, length), that many bytes, and file
/// descriptors passed along by SCM_RIGHTS.
struct Frame {
  MessageType type = MessageType::Hello;
  std::string payload;
  llvm::SmallVector<FileDescriptor, 3> files;
};

/// Longest payload: a program of any length that is loaded, a script, and the
/// rest of a record around them.
inline constexpr uint32_t maxPayloadBytes =
    static_cast<uint32_t>(maxProgramBytes + maxScriptBytes + (32u << 20));
inline constexpr unsigned maxFrameFiles = 3;

enum class WireStatus : uint8_t {
  Ok,
  Closed,   ///< the other side is gone
  TimedOut, ///< the deadline passed
  Garbage,  ///< not a frame, or one that is too long
  Stopped,  ///< the caller was told to end, see StopCheck
  /// This process may not open the files that came along; says nothing about
  /// the sender.
  NoDescriptors,
};

/// nullopt: wait without limit.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;
/// Decades away for times that the clock cannot represent, such as infinity.
Deadline deadlineIn(double milliseconds);

/// Sends a whole frame. Never raises SIGPIPE.
WireStatus sendFrame(int socket, MessageType type, llvm::StringRef payload,
                     llvm::ArrayRef<int> files, Deadline deadline);
/// Receives a whole frame; descriptors are close-on-exec.
WireStatus receiveFrame(int socket, Frame &frame, Deadline deadline);
/// Waits until a frame begins, or the other side is gone (Ok in both cases).
WireStatus waitReadable(int socket, Deadline deadline);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_WIRE_H
