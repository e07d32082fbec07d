#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include <gmock/gmock.h>
#include <random>

namespace mlirgym {
namespace {
using testing::AllOf;
using testing::HasSubstr;

std::string roundTrip(llvm::StringRef text) {
  llvm::Expected<Schedule> schedule = Schedule::parse(text);
  if (!schedule)
    return llvm::toString(schedule.takeError());
  return schedule->text();
}

TEST(ScheduleParserTest, ReadsWhatTextWrites) {
  const char *text =
      "op12: tile_parallel_fuse(256,512) tile_fuse(14,32) vectorize; op3: "
      "interchange(1,0,2) tile(0,0,1) promote(1) done; op0: "
      "tile_reduction(0,64) tile_parallel(4,0)";
  EXPECT_EQ(roundTrip(text), text);
}

TEST(ScheduleParserTest, SortsOperationsLastFirst) {
  EXPECT_EQ(roundTrip("op0: done\nop2: done\nop1: vectorize"),
            "op2: done; op1: vectorize; op0: done");
}

TEST(ScheduleParserTest, TakesLinesSemicolonsCommentsAndBlanks) {
  EXPECT_EQ(roundTrip("# a schedule; not op9: done\n\n"
                      "  op1 : tile( 4 ,\t0 ) vectorize # rows\r\n;;"
                      "op0:tile(1,2)vectorize;"),
            "op1: tile(4,0) vectorize; op0: tile(1,2) vectorize");
}

TEST(ScheduleParserTest, LeavesOutOperationsWithoutActions) {
  EXPECT_EQ(roundTrip("op1:; op0:"), "");
  EXPECT_EQ(roundTrip(""), "");
}

TEST(ScheduleParserTest, NamesThePositionAndTheActionsWhenOneIsUnknown) {
  EXPECT_EQ(
      roundTrip("op1: done\nop0: tile(1) unrol(4)"),
      "schedule line 2, column 14: 'unrol' is not an action; the actions are " +
          llvm::join(ActionKinds::all().names(), ", "));
}

TEST(ScheduleParserTest, SaysWhatWasExpected) {
  EXPECT_EQ(roundTrip("tile(4)"),
            "schedule line 1, column 1: expected an operation such as 'op0:', "
            "found 'tile'; put the operation first");
  EXPECT_EQ(roundTrip("op0 tile(4)"),
            "schedule line 1, column 5: expected ':' after 'op0', found "
            "'tile'; write 'op0: tile(8,16)'");
  EXPECT_EQ(roundTrip("op0: tile"),
            "schedule line 1, column 10: expected '(' after tile, found the "
            "end; give its parameters");
  EXPECT_EQ(roundTrip("op0: tile()"),
            "schedule line 1, column 11: expected an integer, found ')'; "
            "parameters are numbers such as 16");
  EXPECT_EQ(roundTrip("op0: tile(4 8)"),
            "schedule line 1, column 13: expected ',' or ')', found '8'; close "
            "the parentheses of tile");
  EXPECT_EQ(roundTrip("op0: tile(4,\n8)"),
            "schedule line 1, column 13: expected an integer, found the end of "
            "the line; parameters are numbers such as 16");
  EXPECT_EQ(roundTrip("op0: vectorize(4)"),
            "schedule line 1, column 15: vectorize takes no parameters; omit "
            "the parentheses");
  EXPECT_THAT(roundTrip("op0: promote(0,1)"),
              HasSubstr("promote takes one parameter, not 2"));
  EXPECT_THAT(roundTrip("op0: done; op0: done"),
              HasSubstr("column 12: op0 appears twice"));
  EXPECT_THAT(roundTrip("op0: tile(99999999999999999999)"),
              HasSubstr("expected an integer, found '9999"));
  EXPECT_THAT(roundTrip("op99999999999: done"),
              HasSubstr("expected an operation"));
}

TEST(ScheduleParserTest, ErrorsAreActionErrors) {
  llvm::Expected<Schedule> schedule = Schedule::parse("op0: ?");
  ASSERT_FALSE(bool(schedule));
  llvm::Error error = schedule.takeError();
  EXPECT_TRUE(error.isA<ActionError>());
  llvm::consumeError(std::move(error));
}

TEST(ScheduleParserTest, NegativeParametersAreReadAndRefusedLater) {
  EXPECT_EQ(roundTrip("op0: tile(-4,0)"), "op0: tile(-4,0)");
}

/// Any text is an error, or a schedule whose text can be read back.
TEST(ScheduleParserTest, SurvivesMangledText) {
  const std::string whole =
      "op2: tile_parallel_fuse(256,512) tile_fuse(14,32) vectorize\n"
      "op1: interchange(1,0,2) promote(0); op0: tile(0,0,1) done # end";
  constexpr char letters[] = "op019:;(),#-_\n \ttile\0\xff";
  const llvm::StringRef alphabet(letters, sizeof letters - 1);
  std::mt19937 random(3);
  unsigned read = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    std::string text = whole;
    for (unsigned edits = 1 + random() % 4; edits-- > 0;) {
      size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 8);
      else if (random() % 2)
        text[at] = alphabet[random() % alphabet.size()];
      else
        text.insert(at, 1, alphabet[random() % alphabet.size()]);
      if (text.empty())
        text = " ";
    }
    llvm::Expected<Schedule> schedule = Schedule::parse(text);
    if (!schedule) {
      EXPECT_THAT(llvm::toString(schedule.takeError()),
                  AllOf(HasSubstr("schedule line "), HasSubstr("; ")));
      continue;
    }
    ++read;
    llvm::Expected<Schedule> again = Schedule::parse(schedule->text());
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(*again, *schedule);
  }
  EXPECT_GT(read, 0u);
}

} // namespace
} // namespace mlirgym
