#include "program/Processors.h"
#include "tests/execution/ChildProcess.h"
#include "tests/program/DeniedCalls.h"
#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/syscall.h>
#include <vector>

namespace mlirgym {
namespace {

std::string textOf(const std::vector<uint32_t> &numbers) {
  std::string text;
  for (uint32_t number : numbers)
    text += std::to_string(number) + " ";
  return text;
}

/// Processors that a child finds after this call has been denied to it.
std::string processorsWithout(uint32_t error, uint32_t below) {
  return ChildProcess([&](int report) {
           writeText(report, denyCall(SYS_sched_getaffinity, error, below)
                                 ? textOf(usableProcessors())
                                 : "no filter");
         })
      .readAll();
}

TEST(ProcessorsTest, ThereMayBeMoreThanASetHolds) {
  // The system's own sets have 16,384 bits: shorter ones are refused.
  EXPECT_EQ(processorsWithout(EINVAL, 2048), textOf(usableProcessors()));
}

TEST(ProcessorsTest, WithoutAnAnswerThoseOfTheMachineAreTaken) {
  for (uint32_t error : {EPERM, EINVAL, ENOSYS})
    EXPECT_THAT(processorsWithout(error, UINT32_MAX),
                testing::StartsWith("0 "));
}

TEST(ProcessorsTest, AProcessRunsWhereItIsTold) {
  const uint32_t last = usableProcessors().back();
  ChildProcess child([&](int report) {
    // One of them does not exist.
    useProcessors({last, 5000});
    writeText(report, textOf(usableProcessors()));
  });
  EXPECT_EQ(child.readAll(), textOf({last}));
}
} // namespace
} // namespace mlirgym
