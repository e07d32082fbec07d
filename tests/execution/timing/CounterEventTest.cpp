//===- timing/CounterEventTest.cpp - Names of counters, and counts --------===//
#include "execution/timing/CounterEvent.h"
#include "execution/timing/PerfCounters.h"
#include "llvm/Support/Error.h"
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string complaint(llvm::StringRef name) {
  auto event = CounterEvent::parse(name);
  return event ? "" : llvm::toString(event.takeError());
}

TEST(CounterEventTest, EachGenericNameIsAnEventOfItsOwn) {
  EXPECT_THAT(CounterEvent::names(),
              AllOf(Contains("cycles"), Contains("task-clock"),
                    Contains("L1-dcache-load-misses")));
  auto events = CounterEvent::parseAll(CounterEvent::names());
  ASSERT_TRUE(bool(events));
  for (size_t i = 0; i < events->size(); ++i)
    for (size_t j = 0; j < i; ++j)
      EXPECT_FALSE((*events)[i].type == (*events)[j].type &&
                   (*events)[i].config == (*events)[j].config)
          << (*events)[i].name;
}

TEST(CounterEventTest, RawCodesAreHexadecimal) {
  const CounterEvent event = llvm::cantFail(CounterEvent::parse("r01c2"));
  EXPECT_EQ(event.config, 0x1c2u);
  EXPECT_EQ(event.type, 4u); // PERF_TYPE_RAW
  EXPECT_EQ(event.name, "r01c2");
  EXPECT_NE(complaint("r"), "");
  EXPECT_NE(complaint("r01x"), "");
}

TEST(CounterEventTest, OtherNamesAreErrorsWithThoseThatThereAre) {
  EXPECT_THAT(complaint("joules"),
              AllOf(HasSubstr("joules"), HasSubstr("branch-misses")));
  EXPECT_THAT(complaint(""), HasSubstr("cycles"));
  EXPECT_THAT(complaint("nounit/event=0x1/"),
              AllOf(HasSubstr("no unit 'nounit'"), HasSubstr("it has")));
  EXPECT_THAT(complaint("../event=0x1/"), HasSubstr("no unit"));
  auto twice = CounterEvent::parseAll({"cycles", "cycles"});
  EXPECT_THAT(llvm::toString(twice.takeError()), HasSubstr("given twice"));
}

/// A unit that every Linux has.
TEST(CounterEventTest, TermsOfAUnitAreChecked) {
  if (::access("/sys/bus/event_source/devices/msr/events/tsc", R_OK) != 0)
    GTEST_SKIP() << "this machine has no unit msr";
  const CounterEvent event = llvm::cantFail(CounterEvent::parse("msr/tsc/"));
  EXPECT_GT(event.type, 4u);
  EXPECT_EQ(event.config, 0u);
  EXPECT_EQ(llvm::cantFail(CounterEvent::parse("msr/event=0x1/")).config, 1u);
  EXPECT_THAT(complaint("msr/event=many/"), HasSubstr("is not a number"));
  EXPECT_THAT(complaint("msr/events=1/"), HasSubstr("neither a term"));
  EXPECT_THAT(complaint("msr/../type/"), HasSubstr("write msr/event=0x1"));
  EXPECT_THAT(complaint("msr/"), HasSubstr("write msr/event=0x1"));
  EXPECT_THAT(complaint("msr/event=0x10000000000000000/"),
              HasSubstr("is not a number"));
}

TEST(CounterEventTest, LibpfmKnowsTheNamesOfVendors) {
  if (!::dlopen("libpfm.so.4", RTLD_NOW))
    GTEST_SKIP() << "libpfm4 is not installed";
  const CounterEvent event =
      llvm::cantFail(CounterEvent::parse("perf::PAGE-FAULTS"));
  EXPECT_EQ(event.type, 1u); // PERF_TYPE_SOFTWARE
  EXPECT_EQ(event.config, 2u);
  EXPECT_THAT(complaint("perf::NONE"), HasSubstr("says libpfm"));
}

std::vector<std::optional<double>> countWhile(std::vector<std::string> names,
                                              double calls, auto work) {
  PerfCounters counters =
      PerfCounters::open(llvm::cantFail(CounterEvent::parseAll(names)));
  counters.resume();
  work();
  counters.pause();
  counters.reset(); // earlier work does not count
  counters.resume();
  work();
  counters.pause();
  work(); // nor does later work
  return counters.read(calls);
}

TEST(PerfCountersTest, CountsPageFaultsAndProcessorTime) {
  constexpr size_t pages = 64, calls = 4;
  const auto pageBytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto counts =
      countWhile({"page-faults", "task-clock", "major-faults"}, calls, [&] {
        void *memory =
            ::mmap(nullptr, pages * pageBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(memory, MAP_FAILED);
        ::madvise(memory, pages * pageBytes, MADV_NOHUGEPAGE);
        for (size_t page = 0; page < pages; ++page)
          static_cast<volatile char *>(memory)[page * pageBytes] = 1;
        ::munmap(memory, pages * pageBytes);
      });
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_GE(counts[0].value_or(-1), double(pages) / calls);
  EXPECT_LT(counts[0].value_or(-1), 2.0 * pages / calls);
  EXPECT_GT(counts[1].value_or(-1), 0);
  EXPECT_GE(counts[2].value_or(-1), 0);
}

/// A unit of no processor.
TEST(PerfCountersTest, WhatCannotBeCountedIsAbsentAndNotZero) {
  PerfCounters counters =
      PerfCounters::open({{.name = "nothing", .type = 0x7fffffff}});
  EXPECT_THAT(counters.status(), testing::StartsWith("none ("));
  counters.reset();
  counters.resume();
  counters.pause();
  EXPECT_THAT(counters.read(1), testing::ElementsAre(std::nullopt));
}
} // namespace
} // namespace mlirgym
