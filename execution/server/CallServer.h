//===- execution/server/CallServer.h - Calls on shared memory ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SERVER_CALLSERVER_H
#define MLIRGYM_EXECUTION_SERVER_CALLSERVER_H

#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The calling worker without its socket: holds one kernel, and calls it on
/// arguments that caller and worker share. Nothing is copied, verified or
/// timed.
class CallServer {
public:
  /// `note` must outlive this.
  static llvm::Expected<std::unique_ptr<CallServer>> create(CrashNote &note);
  ~CallServer();

  /// Replaces the kernel. Code that cannot be linked is a status of call().
  /// Errors: an inconsistent record, or one that does not match the memory.
  llvm::Error load(const LoadKernelMessage &message, const SharedMemory &memory,
                   const MemoryFile &object);
  /// Requires: load(). The caller has written the arguments that are read.
  KernelCalledMessage call();

private:
  /// Pages of an argument between guards, which no access passes.
  struct Pages {
    char *mapping;
    size_t mappingBytes;
  };

  explicit CallServer(CrashNote &sharedNote) : note(sharedNote) {}
  llvm::Error add(const ArgumentRecord &argument, const SharedMemory &memory);
  void unmap();

  CrashNote &note;
  std::unique_ptr<KernelLoader> loader;
  std::optional<Kernel> kernel; ///< nullopt: see `problem`
  std::string problem;
  std::vector<Pages> arguments;
  std::vector<GuardedRegion> regions;
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> pointers; ///< to the descriptors
};

struct StartedWorker; // WorkerStart.h
/// Serves requests of the role Call, and does not return.
void serveCalls(const StartedWorker &worker);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_SERVER_CALLSERVER_H
