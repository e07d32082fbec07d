//===- execution/worker/CrashNote.h - Why a worker crashed ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_CRASHNOTE_H
#define MLIRGYM_EXECUTION_WORKER_CRASHNOTE_H

#include "program/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <string>

namespace mlirgym::worker {

/// The memory that a fatal signal hit, as its address tells.
enum class FaultKind : uint32_t {
  None,
  Elsewhere,
  NullPointer,
  StackOverflow,
  BeforeArgument,
  PastArgument,
  ReadOnlyArgument, ///< a write to an input
};

/// Lives in a page that caller and worker share. The worker writes it from a
/// signal handler, the caller reads it when the worker is dead; nobody locks.
struct CrashNote {
  /// Grows with each call or repeat that ended, and when a program is parsed
  /// and only has to be checked: the caller's timeout is for one of them.
  std::atomic<uint64_t> progress;
  std::atomic<FaultKind> kind;
  std::atomic<int32_t> argument;
};

/// The caller's end: makes the page, hands the descriptor to the child.
class CrashNotePage {
public:
  static llvm::Expected<CrashNotePage> create();
  CrashNotePage(CrashNotePage &&other) noexcept;
  CrashNotePage &operator=(CrashNotePage &&) = delete;
  ~CrashNotePage();

  int fd() const { return file.get(); }
  uint64_t progress() const { return note->progress.load(); }
  /// "null pointer dereferenced", "write past the end of argument 2"; "" if
  /// nothing is known.
  std::string fault() const;

private:
  CrashNotePage() = default;
  FileDescriptor file;
  CrashNote *note = nullptr;
};

/// An argument's buffer with the guards around it, worker's side.
struct GuardedRegion {
  const char *mappingBegin, *dataBegin, *dataEnd, *mappingEnd;
};

/// The worker's end. Signals are the process's, so this is too.
/// Maps the page of descriptor `fd` and catches fatal signals on a stack of
/// their own: the handler fills in the note and lets the signal kill the
/// process. nullptr if the page cannot be mapped.
CrashNote *installCrashHandlers(int fd);
/// Buffers that the handler looks a fault's address up in; must outlive use.
void setGuardedRegions(llvm::ArrayRef<GuardedRegion> regions);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_CRASHNOTE_H
