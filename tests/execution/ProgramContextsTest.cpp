#include "execution/ProgramContexts.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace mlirgym {
namespace {

TEST(ProgramContextsTest, TheFastestScheduleIsKept) {
  ProgramContext context;
  EXPECT_EQ(context.fastestNs, 0);
  for (double medianNs : {300.0, 200.0, 250.0})
    context.noteSchedule(medianNs);
  EXPECT_EQ(context.fastestNs, 200);
}

TEST(ProgramContextsTest, TheFastestOfManyThreadsIsKept) {
  ProgramContext context;
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 4; ++thread)
    threads.emplace_back([&context, thread] {
      for (unsigned i = 1000; i > thread; --i)
        context.noteSchedule(i);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(context.fastestNs, 1);
}

} // namespace
} // namespace mlirgym
