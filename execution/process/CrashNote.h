//===- execution/process/CrashNote.h - The cause of a crash -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROCESS_CRASHNOTE_H
#define MLIRGYM_EXECUTION_PROCESS_CRASHNOTE_H

#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <string>

namespace mlirgym::worker {

/// The memory whose access raised a fatal signal, by its address.
enum class FaultKind : uint32_t {
  None,
  Elsewhere,
  NullPointer,
  StackOverflow,
  BeforeArgument,
  PastArgument,
  ReadOnlyArgument, ///< a write to an input
};

/// In a page shared by caller and worker. The worker writes it in a signal
/// handler, and the caller reads it after the worker's end, without locks.
struct CrashNote {
  /// Incremented after each call or repeat, and between parsing and checking a
  /// program: the caller's timeout applies to each of these steps.
  std::atomic<uint64_t> progress;
  std::atomic<FaultKind> kind;
  std::atomic<int32_t> argument;
  /// 1 + the id of the process that sent the fatal signal; 1 if that process is
  /// not visible here. 0: the system or this process itself sent it.
  std::atomic<uint32_t> sender;
  /// Id of the worker's Guest, whose processor time counts as its own; 0: none.
  std::atomic<int32_t> guest;
};

/// The caller's side: creates the page and passes its descriptor to the child.
class CrashNotePage {
public:
  static llvm::Expected<CrashNotePage> create();
  CrashNotePage(CrashNotePage &&other) noexcept;
  CrashNotePage &operator=(CrashNotePage &&) = delete;
  ~CrashNotePage();

  int fd() const { return file.get(); }
  uint64_t progress() const { return note->progress.load(); }
  int32_t guest() const { return note->guest.load(); }
  /// "null pointer dereferenced", "write past the end of argument 2"; "" if
  /// unknown.
  std::string fault() const;
  /// The other process that sent the fatal signal, "process 123"; "" for none.
  std::string sender() const;

private:
  CrashNotePage() = default;
  FileDescriptor file;
  CrashNote *note = nullptr;
};

/// The worker's side: an argument's buffer with its guards.
struct GuardedRegion {
  const char *mappingBegin, *dataBegin, *dataEnd, *mappingEnd;
};

/// The worker's side, with effect on the whole process: maps the page of
/// descriptor `fd` and handles all signals that end a process, except SIGKILL,
/// on a separate stack. The handler fills in the note and lets the signal kill
/// the process. nullptr if the page cannot be mapped.
CrashNote *installCrashHandlers(int fd);
/// Buffers that the handler searches for the address of a fault; must outlive
/// their use.
void setGuardedRegions(llvm::ArrayRef<GuardedRegion> regions);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_CRASHNOTE_H
