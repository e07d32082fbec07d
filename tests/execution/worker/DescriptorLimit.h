//===- tests/execution/worker/DescriptorLimit.h - Out of descriptors ------===//
#ifndef MLIRGYM_TESTS_EXECUTION_WORKER_DESCRIPTORLIMIT_H
#define MLIRGYM_TESTS_EXECUTION_WORKER_DESCRIPTORLIMIT_H

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace mlirgym::worker {

/// During its lifetime, this process cannot open further files.
class NoDescriptorsLeft {
public:
  NoDescriptorsLeft() {
    int next = ::dup(STDERR_FILENO);
    ::close(next);
    EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit none = before;
    none.rlim_cur = static_cast<rlim_t>(next);
    EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  }
  ~NoDescriptorsLeft() { EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0); }
  NoDescriptorsLeft(const NoDescriptorsLeft &) = delete;
  NoDescriptorsLeft &operator=(const NoDescriptorsLeft &) = delete;

private:
  rlimit before{};
};
} // namespace mlirgym::worker
#endif // MLIRGYM_TESTS_EXECUTION_WORKER_DESCRIPTORLIMIT_H
