#include "TestPrograms.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

std::string canonical(llvm::StringRef text) {
  llvm::Expected<Schedule> schedule = Schedule::parse(text);
  if (!schedule)
    return llvm::toString(schedule.takeError());
  return schedule->canonical().text();
}

TEST(CanonicalScheduleTest, DropsWhatChangesNothing) {
  EXPECT_EQ(canonical("op2: done; op1: tile(0,0) interchange(0,1,2) "
                      "vectorize; op0: tile_fuse(0,0) done"),
            "op1: vectorize");
}

TEST(CanonicalScheduleTest, ComposesNeighbouringInterchanges) {
  EXPECT_EQ(canonical("op0: interchange(2,0,1) interchange(1,0,2) tile(4,0,0)"),
            "op0: interchange(0,2,1) tile(4,0,0)");
  EXPECT_EQ(canonical("op0: interchange(1,2,0) interchange(2,0,1) done"), "");
  EXPECT_EQ(canonical("op0: interchange(1,0) tile(0,0) interchange(1,0)"), "");
}

TEST(CanonicalScheduleTest, KeepsInterchangesApartThatATileSeparates) {
  const char *text = "op0: interchange(1,0) tile(4,0) interchange(1,0)";
  EXPECT_EQ(canonical(text), text);
}

TEST(CanonicalScheduleTest, DoesNotMendWhatIsWrong) {
  const char *text = "op0: interchange(1,0) interchange(1,0,2)";
  EXPECT_EQ(canonical(text), text);
  EXPECT_EQ(canonical("op0: interchange(1,0) interchange(1,7)"),
            "op0: interchange(1,0) interchange(1,7)");
  EXPECT_EQ(canonical("op0: interchange(1,0) interchange(1,1)"),
            "op0: interchange(1,0) interchange(1,1)");
}

TEST(CanonicalScheduleTest, KeepsWhatFollowsDone) {
  for (const char *text :
       {"op0: done tile(8,8,8)", "op0: tile(4,0,0) done done",
        "op0: tile(0,0,0) done interchange(0,1,2)"})
    EXPECT_EQ(canonical(text), text);
  EXPECT_EQ(canonical("op1: tile(4,0) done; op0: vectorize"),
            "op1: tile(4,0); op0: vectorize");
}

TEST(CanonicalScheduleTest, IsIdempotent) {
  llvm::Expected<Schedule> schedule = Schedule::parse(
      "op1: interchange(2,0,1) interchange(2,0,1) interchange(1,0,2) done; "
      "op0: tile(0) vectorize");
  ASSERT_TRUE(bool(schedule));
  Schedule once = schedule->canonical();
  EXPECT_EQ(once.canonical(), once);
}

TEST(CanonicalScheduleTest, OneThreadComputesTheSameTiles) {
  const char *text = "op2: tile_parallel_fuse(8,6) promote(1) tile_fuse(4,2) "
                     "vectorize; op1: tile_parallel(4,0); op0: gpu_blocks(2,2)";
  EXPECT_EQ(llvm::cantFail(Schedule::parse(text)).serial().text(),
            "op2: tile_fuse(8,6) promote(1) tile_fuse(4,2) vectorize; "
            "op1: tile(4,0); op0: gpu_blocks(2,2)");
}

TEST(CanonicalScheduleTest, LeadsToTheSameLoops) {
  const char *text = "op0: interchange(2,0,1) interchange(1,0,2) "
                     "tile(0,0,0) tile(8,5,12) interchange(0,1,2) done";
  ScheduleState state = stateAfter("matmul_64_10_48", text);
  ScheduleState canonicalState = stateAfter("matmul_64_10_48", canonical(text));
  EXPECT_EQ(state.nest(0).loops, canonicalState.nest(0).loops);
  EXPECT_EQ(state.nest(0).tileLoops, canonicalState.nest(0).tileLoops);
}

} // namespace
} // namespace mlirgym
