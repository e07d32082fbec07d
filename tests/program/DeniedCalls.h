//===- tests/program/DeniedCalls.h - Failing system calls -------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_PROGRAM_DENIEDCALLS_H
#define MLIRGYM_TESTS_PROGRAM_DENIEDCALLS_H

#include <cstddef>
#include <cstdint>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace mlirgym {

/// From now on this system call of the process fails with `error` if its second
/// argument is less than `below`. Call it in a child: it cannot be undone.
/// False if the system has no such filters.
inline bool denyCall(uint32_t number, uint32_t error,
                     uint32_t below = UINT32_MAX) {
  constexpr uint32_t numberAt = offsetof(seccomp_data, nr),
                     secondAt = offsetof(seccomp_data, args) + sizeof(uint64_t);
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, numberAt),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, secondAt),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, below, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{sizeof(steps) / sizeof(*steps), steps};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_PROGRAM_DENIEDCALLS_H
