#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "outcome/SystemError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace mlirgym::worker {

static CrashNote *mapNote(int fd) {
  void *page = ::mmap(nullptr, sizeof(CrashNote), PROT_READ | PROT_WRITE,
                      MAP_SHARED, fd, 0);
  return page == MAP_FAILED ? nullptr : static_cast<CrashNote *>(page);
}

llvm::Expected<CrashNotePage> CrashNotePage::create() {
  CrashNotePage result;
  result.file = FileDescriptor(
      ::memfd_create("mlirgym-note", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // If a kernel truncated the file, the caller's next access would raise
  // SIGBUS.
  if (result.file.valid() && ::ftruncate(result.fd(), sizeof(CrashNote)) == 0 &&
      ::fcntl(result.fd(), F_ADD_SEALS,
              F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    result.note = mapNote(result.fd());
  if (!result.note)
    return systemError("cannot make a page to share with a worker", errno);
  return result;
}

CrashNotePage::CrashNotePage(CrashNotePage &&other) noexcept
    : file(std::move(other.file)), note(std::exchange(other.note, nullptr)) {}

CrashNotePage::~CrashNotePage() {
  if (note)
    ::munmap(note, sizeof(CrashNote));
}

std::string CrashNotePage::fault() const {
  int32_t argument = note->argument.load();
  switch (note->kind.load()) {
  case FaultKind::None:
  case FaultKind::Elsewhere:
    return "";
  case FaultKind::NullPointer:
    return "null pointer dereferenced";
  case FaultKind::StackOverflow:
    return "stack overflow";
  case FaultKind::BeforeArgument:
    return llvm::formatv("access before the start of argument {0}", argument);
  case FaultKind::PastArgument:
    return llvm::formatv("access past the end of argument {0}", argument);
  case FaultKind::ReadOnlyArgument:
    return llvm::formatv("write to argument {0}, which is an input", argument);
  }
  return ""; // an overwritten page
}

std::string CrashNotePage::sender() const {
  switch (const uint32_t sender = note->sender) {
  case 0:
    return "";
  case 1:
    return "a process that is not visible here";
  default:
    return llvm::formatv("process {0}", sender - 1);
  }
}

// Global, since a signal handler has no other access to it.
static CrashNote *ownNote = nullptr;
static const char *stackLimit = nullptr, *stackTop = nullptr;
static std::atomic<const GuardedRegion *> regionsBegin{nullptr};
static std::atomic<size_t> numRegions{0};

void setGuardedRegions(llvm::ArrayRef<GuardedRegion> regions) {
  numRegions = 0;
  regionsBegin = regions.data();
  numRegions = regions.size();
}

static FaultKind classify(const char *address, int32_t &argument) {
  constexpr uintptr_t nullPages = 64 << 10; // offsets from a null pointer
  if (reinterpret_cast<uintptr_t>(address) < nullPages)
    return FaultKind::NullPointer;
  if (address >= stackLimit && address < stackTop)
    return FaultKind::StackOverflow;
  const GuardedRegion *regions = regionsBegin.load();
  for (size_t i = 0, e = numRegions.load(); i < e; ++i) {
    const GuardedRegion &region = regions[i];
    if (address < region.mappingBegin || address >= region.mappingEnd)
      continue;
    argument = static_cast<int32_t>(i);
    if (address < region.dataBegin)
      return FaultKind::BeforeArgument;
    return address < region.dataEnd ? FaultKind::ReadOnlyArgument
                                    : FaultKind::PastArgument;
  }
  return FaultKind::Elsewhere;
}

/// True if the memory limit is reached: not even 1 MiB can be mapped.
static bool isOutOfMemory() {
  constexpr size_t bytes = 1 << 20;
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return true;
  ::munmap(memory, bytes);
  return false;
}

/// As CrashNote::sender.
static uint32_t senderOf(const siginfo_t &info) {
  const bool wasSent = info.si_code == SI_USER || info.si_code == SI_QUEUE ||
                       info.si_code == SI_TKILL;
  if (!wasSent || info.si_pid == ::getpid())
    return 0;
  return 1 + static_cast<uint32_t>(info.si_pid);
}

static void onFatalSignal(int signal, siginfo_t *info, void *) {
  int32_t argument = -1;
  FaultKind kind = FaultKind::Elsewhere;
  // A signal that another process sent has no address.
  if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0)
    kind = classify(static_cast<const char *>(info->si_addr), argument);
  // LLVM does not check the result of malloc() everywhere.
  if (kind == FaultKind::NullPointer && isOutOfMemory())
    exitOutOfMemory();
  ownNote->argument = argument;
  ownNote->kind = kind;
  ownNote->sender = senderOf(*info);
  // SA_RESETHAND restored the default action. A fault occurs again on return,
  // but a signal sent by another process would not.
  ::raise(signal);
}

CrashNote *installCrashHandlers(int fd) {
  ownNote = mapNote(fd);
  if (!ownNote)
    return nullptr;

  pthread_attr_t attributes;
  void *stackBegin = nullptr;
  size_t stackBytes = 0;
  // A stack frame with a large array faults far below the stack's limit.
  constexpr size_t largestFrame = 16 << 20;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    ::pthread_attr_getstack(&attributes, &stackBegin, &stackBytes);
    ::pthread_attr_destroy(&attributes);
    stackTop = static_cast<const char *>(stackBegin) + stackBytes;
    stackLimit = static_cast<const char *>(stackBegin) - largestFrame;
  }

  static char alternateStack[64 << 10];
  stack_t stack{};
  stack.ss_sp = alternateStack;
  stack.ss_size = sizeof(alternateStack);
  ::sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  // These stop or continue a process, or do nothing.
  constexpr std::array others{SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP,
                              SIGTTIN, SIGTTOU, SIGURG,  SIGWINCH};
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (!llvm::is_contained(others, signal))
      ::sigaction(signal, &action, nullptr); // fails for SIGKILL
  return ownNote;
}

} // namespace mlirgym::worker
