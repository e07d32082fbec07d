//===- execution/server/DeviceServer.h - A device in a process --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_DEVICESERVER_H
#define MLIRGYM_EXECUTION_SERVER_DEVICESERVER_H

#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/timing/MachineProbes.h"
#include "execution/timing/PerfCounters.h"
#include "execution/wire/DeviceMessages.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym::worker {

struct StartedWorker; // execution/server/WorkerStart.h

/// The memory and the code of a device: modules, functions and buffers by
/// handle. Handles are never reused, and handles of two processes differ, so
/// that a wrong handle is always detected. Not thread safe.
class DeviceServer {
public:
  /// Requires: the process has not entered the sandbox. `mostBytes`: limit on
  /// all buffers together.
  DeviceServer(CrashNote &sharedNote, uint64_t mostBytes);
  ~DeviceServer();

  DeviceReplyMessage serve(const DeviceRequestMessage &request);

private:
  struct Module {
    std::string object;
    std::vector<uint64_t> functions;
  };
  struct Function {
    std::unique_ptr<KernelLoader> loader;
    Kernel kernel;
  };
  /// An argument of a call.
  struct Passed {
    GuardedBuffer *buffer;
    std::vector<int64_t> descriptor;
  };

  llvm::Error dispatch(const DeviceRequestMessage &request,
                       DeviceReplyMessage &reply);
  llvm::Expected<uint64_t> load(std::string object);
  llvm::Error unload(uint64_t handle);
  llvm::Expected<uint64_t> lookUp(uint64_t module, const std::string &symbol);
  llvm::Expected<uint64_t> allocate(uint64_t bytes);
  llvm::Error free(uint64_t handle);
  /// A range of a buffer.
  llvm::Expected<llvm::MutableArrayRef<char>>
  range(uint64_t buffer, uint64_t offset, uint64_t bytes);
  llvm::Error call(const DeviceRequestMessage &request,
                   DeviceReplyMessage &reply);
  llvm::Expected<std::vector<Passed>>
  pass(llvm::ArrayRef<DeviceArgumentRecord> arguments);
  /// The error for a handle that is in no table.
  llvm::Error wrongHandle(uint64_t handle, const char *what) const;
  void watchBuffers();

  CrashNote &note;
  const uint64_t mostBytes;
  uint64_t usedBytes = 0;
  /// The handles in [first, next) have been given out.
  const uint64_t first;
  uint64_t next;
  std::map<uint64_t, Module> modules;
  std::map<uint64_t, Function> functions;
  std::map<uint64_t, GuardedBuffer> buffers;
  std::vector<GuardedRegion> regions;
  PerfCounters counters;
  GuardedBuffer probedMemory;
  MachineProbes probes;
};

/// Serves until the caller ends.
void serveDevice(const StartedWorker &worker);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_DEVICESERVER_H
