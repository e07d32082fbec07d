#include "execution/process/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <asm/sockios.h>
#include <cerrno>
#include <cinttypes>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <new>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MLIRGYM_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MLIRGYM_SANITIZED 1
#endif
#endif

namespace mlirgym::worker {

/// Names of system calls that neither kernels, the compiler nor tools need;
/// some do not exist on every architecture.
static constexpr const char *forbiddenCalls[] = {
    // processes and their memory
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd",
    "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tkill",
    "unshare", "setns", "kcmp", "userfaultfd", "process_madvise",
    "process_mrelease",
    // leaving the process group that the caller kills
    "setpgid", "setsid",
    // sockets and other communication with processes
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "shmget", "shmat", "msgget", "semget", "mq_open",
    // the file system; Landlock has no rights for the first two lines
    "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "setxattr",
    "lsetxattr", "removexattr", "lremovexattr", "utime", "utimes", "futimesat",
    "utimensat", "open_by_handle_at", "mount", "umount2", "pivot_root",
    "chroot", "open_tree", "move_mount", "fsopen", "fsmount", "swapon",
    "swapoff", "quotactl",
    // ways around the filter, and system administration
    "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf",
    "perf_event_open", "keyctl", "add_key", "request_key", "init_module",
    "finit_module", "delete_module", "kexec_load", "reboot", "settimeofday",
    "clock_settime", "adjtimex", "clock_adjtime", "sethostname",
    "setdomainname", "acct"};

/// Further ones that neither kernels nor the compiler need. Tools start
/// programs and write files, within Landlock's rights.
static constexpr const char *forbiddenToKernels[] = {
    "fork",         "vfork",       "execve",    "execveat", "pidfd_open",
    "timer_create", "creat",       "unlink",    "unlinkat", "rename",
    "renameat",     "renameat2",   "link",      "linkat",   "symlink",
    "symlinkat",    "mkdir",       "mkdirat",   "rmdir",    "mknod",
    "mknodat",      "truncate",    "fchmod",    "fchown",   "fsetxattr",
    "fremovexattr", "setpriority", "ioprio_set"};

/// Adds a rule that the call fails with EPERM. Returns an error of libseccomp.
template <typename... Conditions>
static int denyCall(scmp_filter_ctx filter, const char *name,
                    Conditions... conditions) {
  int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR)
    return 0;
  // -EDOM: a call that is multiplexed on another architecture.
  int result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number,
                                sizeof...(conditions), conditions...);
  return result == -EDOM ? 0 : result;
}

/// Adds rules against sending signals to other processes by any call, against
/// changing their limits and processors, and against outliving the caller.
/// Returns an error of libseccomp.
static int denyControlOfOthers(scmp_filter_ctx filter) {
  int failed = 0;
  auto deny = [&](const char *name, auto condition) {
    if (int result = denyCall(filter, name, condition))
      failed = result;
  };
  // abort() signals its own process. A filter knows the process that loaded it,
  // but not those that it starts.
  const auto self = static_cast<scmp_datum_t>(::getpid());
  deny("kill", SCMP_A0(SCMP_CMP_NE, self, 0));
  deny("tgkill", SCMP_A0(SCMP_CMP_NE, self, 0));
  // 0 is the process itself.
  for (const char *name : {"prlimit64", "sched_setscheduler", "sched_setparam",
                           "sched_setattr", "migrate_pages", "move_pages"})
    deny(name, SCMP_A0(SCMP_CMP_NE, 0, 0));
  // The kernel uses the low 32 bits of numbers.
  constexpr scmp_datum_t lowBits = 0xffffffff;
  // libgomp places its threads by their ids, which are not known yet.
  deny("sched_setaffinity", SCMP_A0(SCMP_CMP_MASKED_EQ, lowBits,
                                    static_cast<scmp_datum_t>(::getppid())));
  deny("prctl", SCMP_A0(SCMP_CMP_MASKED_EQ, lowBits, PR_SET_PDEATHSIG));
  // Nor may the system be told to signal another process when a descriptor is
  // ready.
  for (scmp_datum_t command : {F_SETOWN, F_SETOWN_EX, F_SETSIG})
    deny("fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, lowBits, command));
  for (scmp_datum_t request : {TIOCSTI, FIOSETOWN, SIOCSPGRP})
    deny("ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, lowBits, request));
  return failed;
}

static int addRules(scmp_filter_ctx filter, FileReading reading,
                    ThreadStarting starting) {
  int failed = 0;
  auto deny = [&](const char *name, auto... conditions) {
    if (int result = denyCall(filter, name, conditions...))
      failed = result;
  };
  auto hide = [&](const char *name) { // as on a kernel without the call
    int number = seccomp_syscall_resolve_name(name);
    if (number != __NR_SCMP_ERROR)
      if (int result =
              seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0))
        failed = result;
  };

  for (const char *name :
       llvm::concat<const char *const>(forbiddenCalls, forbiddenToKernels))
    deny(name);
  if (reading == FileReading::Forbidden) {
    deny("open");
    deny("openat");
  } else {
    for (scmp_datum_t flag : {O_CREAT, O_TRUNC}) {
      deny("open", SCMP_A1(SCMP_CMP_MASKED_EQ, flag, flag));
      deny("openat", SCMP_A2(SCMP_CMP_MASKED_EQ, flag, flag));
    }
    for (scmp_datum_t mode : {O_WRONLY, O_RDWR, O_ACCMODE}) {
      deny("open", SCMP_A1(SCMP_CMP_MASKED_EQ, O_ACCMODE, mode));
      deny("openat", SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE, mode));
    }
  }
  // Threads are allowed, processes are not. The flags of clone3 and openat2 are
  // behind a pointer, which a filter cannot read; libc falls back to the older
  // calls.
  if (starting == ThreadStarting::Forbidden)
    deny("clone");
  else
    deny("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  hide("clone3");
  hide("openat2");
  // A worker can thus be killed or stopped only from outside.
  for (scmp_datum_t signal : {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU}) {
    deny("kill", SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, signal));
    deny("tgkill", SCMP_A2(SCMP_CMP_MASKED_EQ, 0xffffffff, signal));
  }
  if (int result = denyControlOfOthers(filter))
    failed = result;
  return failed;
}

/// The rights to change files that this kernel knows, 0 without Landlock.
static uint64_t rightsToWrite() {
  constexpr uint64_t truncate = 1ull << 14; // since ABI 3
  long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                       LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1)
    return 0;
  uint64_t rights =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (abi >= 2)
    rights |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3)
    rights |= truncate;
  return rights;
}

/// Lets a ruleset grant rights beneath a path. Returns an errno, or 0.
static int grant(int rules, const char *path, uint64_t rights) {
  const int place = ::open(path, O_PATH | O_CLOEXEC);
  if (place < 0)
    return errno;
  landlock_path_beneath_attr beneath{};
  beneath.allowed_access = rights;
  beneath.parent_fd = place;
  const long result = ::syscall(SYS_landlock_add_rule, rules,
                                LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  const int error = result == 0 ? 0 : errno;
  ::close(place);
  return error;
}

/// From now on this thread, and all threads and processes that it starts, have
/// only those of the rights `handled` that `grantAll` grants through its
/// ruleset. They cannot inspect other processes either: /proc/ID/mem, maps,
/// environ, fd. Returns an errno, or 0, as `grantAll` does.
static int restrictTo(uint64_t handled, llvm::function_ref<int(int)> grantAll) {
  if (handled == 0)
    return ENOSYS;
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = handled;
  const int rules =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes,
                                 sizeof(attributes.handled_access_fs), 0));
  if (rules < 0)
    return errno;
  int error = grantAll(rules);
  if (error == 0 && (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                     ::syscall(SYS_landlock_restrict_self, rules, 0) != 0))
    error = errno;
  ::close(rules);
  return error;
}

/// Returns an errno, or 0.
static int writeOnlyIn(const char *folder) {
  const uint64_t rights = rightsToWrite();
  return restrictTo(rights, [&](int rules) {
    if (int error = grant(rules, folder, rights))
      return error;
    return grant(rules, "/dev/null",
                 rights & (LANDLOCK_ACCESS_FS_WRITE_FILE | 1ull << 14));
  });
}

/// Grants reading of the entries of a folder whose names are wanted, and of all
/// below them. Returns an errno, or 0.
static int grantReading(int rules, llvm::StringRef folder,
                        llvm::function_ref<bool(llvm::StringRef)> isWanted) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error))
    if (isWanted(llvm::sys::path::filename(entry->path())))
      // If granting fails, the entry cannot be read.
      (void)grant(rules, entry->path().c_str(), LANDLOCK_ACCESS_FS_READ_FILE);
  return error.value();
}

/// The process may not write files, nor read files of other processes below
/// /proc. Returns an errno, or 0.
static int hideOtherProcesses() {
  uint64_t rights = rightsToWrite();
  if (rights != 0)
    rights |= LANDLOCK_ACCESS_FS_READ_FILE;
  return restrictTo(rights, [](int rules) {
    if (int error = grantReading(
            rules, "/", [](llvm::StringRef name) { return name != "proc"; }))
      return error;
    return grantReading(rules, "/proc", [](llvm::StringRef name) {
      return !llvm::isDigit(name.front()); // "self" is a link to one
    });
  });
}

/// The parts of the sandbox that are in force, and the reason why another is
/// not: "seccomp (files: ...)".
static std::string sandboxOf(int files, int calls) {
  if (files == 0 && calls == 0)
    return "landlock, seccomp";
  std::string what = files == 0 ? "landlock" : calls == 0 ? "seccomp" : "none";
  if (files != 0)
    what += std::string(" (files: ") + std::strerror(files) + ")";
  if (calls != 0)
    what += std::string(" (calls: ") + std::strerror(-calls) + ")";
  return what;
}

std::string enterToolSandbox(const std::string &folder) {
  const int files = writeOnlyIn(folder.c_str());
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int calls = filter ? 0 : -ENOMEM;
  for (const char *name : forbiddenCalls)
    if (calls == 0)
      calls = denyCall(filter, name);
  if (calls == 0)
    calls = denyControlOfOthers(filter);
  if (calls == 0)
    calls = seccomp_load(filter);
  if (filter)
    seccomp_release(filter);
  return sandboxOf(files, calls);
}

/// Limit on the data of this process, as RLIMIT_DATA counts them: those that it
/// has, and `furtherBytes`. RLIM_INFINITY for 0 and in a sanitizer build, whose
/// shadow memory would count.
static rlim_t dataLimit(uint64_t furtherBytes) {
#ifdef MLIRGYM_SANITIZED
  furtherBytes = 0;
#endif
  if (furtherBytes == 0)
    return RLIM_INFINITY;
  uint64_t kilobytes = 0;
  char line[256];
  if (FILE *file = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof(line), file))
      if (std::sscanf(line, "VmData: %" SCNu64, &kilobytes) == 1)
        break;
    std::fclose(file);
  }
  return (kilobytes << 10) + furtherBytes;
}

std::string enterSandbox(uint64_t furtherBytes, FileReading reading,
                         ThreadStarting starting) {
  const rlim_t mostData = dataLimit(furtherBytes); // reads a file
  const bool reads = reading == FileReading::Allowed;
  const int files = reads ? hideOtherProcesses() : 0;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int calls = filter ? 0 : -ENOMEM;
  if (filter) {
    // The filter also applies to threads that a library has started already.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    calls = addRules(filter, reading, starting);
    if (calls == 0)
      calls = seccomp_load(filter);
    seccomp_release(filter);
  }
  // Not before: libseccomp crashes where an allocation fails.
  if (mostData != RLIM_INFINITY) {
    const rlimit data{mostData, mostData};
    ::setrlimit(RLIMIT_DATA, &data);
  }
  if (reads)
    return sandboxOf(files, calls);
  return calls == 0 ? "seccomp"
                    : std::string("none (") + std::strerror(-calls) + ")";
}

std::string sandboxStatus() {
  uint32_t action = SECCOMP_RET_ERRNO;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0)
    return "seccomp";
  return std::string("none (") + std::strerror(errno) + ")";
}

void limitStack(uint64_t stackBytes) {
  rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // A core handler on a pipe ignores the limit on core files, but not this
  // flag.
  ::prctl(PR_SET_DUMPABLE, 0);
  rlimit stack{stackBytes, stackBytes};
  ::setrlimit(RLIMIT_STACK, &stack);
}

void offerToTheSystem() {
  if (FILE *file = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", file);
    std::fclose(file);
  }
}

/// `seconds` of processor time from now on; RLIM_INFINITY for 0 or decades.
static rlim_t processorTimeIn(double seconds) {
  constexpr double mostSeconds = 1e9;
  if (!(seconds > 0 && seconds < mostSeconds)) // NaN, too
    return RLIM_INFINITY;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1) +
         static_cast<rlim_t>(std::ceil(seconds));
}

void limitProcessorTime(double seconds) {
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = std::min(processorTimeIn(seconds), limit.rlim_max);
  ::setrlimit(RLIMIT_CPU, &limit);
}

void limitProcessorTimeForEver(double seconds) {
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_max = std::min(processorTimeIn(seconds), limit.rlim_max);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  ::setrlimit(RLIMIT_CPU, &limit);
}

void exitOutOfMemory() { ::_exit(static_cast<int>(WorkerExit::OutOfMemory)); }

void exitWhenOutOfMemory() {
  std::set_new_handler(exitOutOfMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { exitOutOfMemory(); });
}

} // namespace mlirgym::worker
