#include "program/RandomStream.h"
#include <gmock/gmock.h>
#include <numeric>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
TEST(RandomStreamTest, GivesTheSameNumbersOnEveryMachine) {
  // The 10000th number of std::mt19937_64 is in the C++ standard
  // ([rand.predef]); what is made of it is ours.
  RandomStream random(5489);
  for (int i = 0; i < 9999; ++i)
    random.uniform();
  EXPECT_EQ(random.uniform(),
            static_cast<double>(9981545732273789042ull >> 11) * 0x1.0p-53);
}

TEST(RandomStreamTest, StaysBelowAndReachesEveryNumber) {
  RandomStream random(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 7000; ++i)
    ++seen[random.below(7)];
  for (int count : seen)
    EXPECT_NEAR(count, 1000, 150);
}

TEST(RandomStreamTest, PicksByWeightAndNeverWhatWeighsNothing) {
  RandomStream random(2);
  std::vector<int> seen(4);
  for (int i = 0; i < 8000; ++i)
    ++seen[random.pickWeighted({0.0, 1.0, 3.0, 0.0})];
  EXPECT_EQ(seen[0], 0);
  EXPECT_NEAR(seen[1], 2000, 200);
  EXPECT_EQ(seen[3], 0);
}

TEST(RandomStreamTest, ShufflesIntoAPermutation) {
  RandomStream random(3);
  std::vector<int> values(50);
  std::iota(values.begin(), values.end(), 0);
  const std::vector<int> before = values;
  random.shuffle(llvm::MutableArrayRef(values));
  EXPECT_NE(values, before);
  EXPECT_THAT(values, ::testing::UnorderedElementsAreArray(before));
}

TEST(RandomStreamTest, ContinuesFromItsState) {
  RandomStream random(4), later(0);
  for (int i = 0; i < 10; ++i)
    random.uniform();
  ASSERT_FALSE(llvm::errorToBool(later.restore(random.state())));
  EXPECT_EQ(later, random);
  EXPECT_EQ(later.below(1000000), random.below(1000000));
}

TEST(RandomStreamTest, RefusesWhatIsNoStateAndStaysAsItWas) {
  RandomStream random(5), untouched(5);
  EXPECT_THAT(llvm::toString(random.restore("17 4 not a number")),
              HasSubstr("is not the state of one"));
  EXPECT_EQ(random, untouched);
}
} // namespace
