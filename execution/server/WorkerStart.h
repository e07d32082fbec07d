//===- execution/server/WorkerStart.h - The start of a worker ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_WORKERSTART_H
#define MLIRGYM_EXECUTION_SERVER_WORKERSTART_H

#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <optional>

namespace mlirgym::worker {

// The parts that all worker programs have in common. On failure they do not
// return: the process ends with an exit code of WorkerExit.

/// Ends the worker, for example after a frame that violates the protocol: no
/// later data from the caller can be trusted then.
[[noreturn]] void leave(WorkerExit reason);

/// Receives the next frame from the caller.
Frame receive();
/// Takes a file out of a frame.
MemoryFile takeFile(Frame &frame, size_t index);

template <typename Record> Record read(const Frame &frame, MessageType type) {
  Record record;
  if (frame.type != type || !decode(frame.payload, record))
    leave(WorkerExit::ProtocolError);
  return record;
}

template <typename Record>
void send(MessageType type, const Record &record,
          llvm::ArrayRef<int> files = {}) {
  if (sendFrame(workerSocketFd, type, encode(record), files, std::nullopt) !=
      WireStatus::Ok)
    leave(WorkerExit::CallerGone);
}

/// A worker that has received its settings but has not yet greeted the caller.
struct StartedWorker {
  SettingsMessage settings;
  CrashNote *note;
};
/// Receives the settings; afterwards the process ends with its caller, and its
/// crashes leave a note. `program` is its name, for the message to a user who
/// starts it by hand.
StartedWorker startWorker(const char *program);

/// Enters the sandbox, limits the memory and greets the caller. Slow or
/// privileged initialisation precedes this.
void greet(const SettingsMessage &settings, FileReading reading);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_WORKERSTART_H
