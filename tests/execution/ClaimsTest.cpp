#include "execution/batch/Claims.h"
#include "outcome/ExecutionError.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace mlirgym {
namespace {

using ::testing::HasSubstr;

Answer answerOf(double ns) {
  Answer answer;
  answer.measurement.status = Status::Ok;
  answer.measurement.medianNs = ns;
  return answer;
}

TEST(ClaimsTest, TheFirstOneOwnsAKey) {
  Claims claims;
  Claim first = claims.claim("a"), second = claims.claim("a");
  EXPECT_TRUE(first.isOwner());
  EXPECT_FALSE(second.isOwner());
  EXPECT_TRUE(claims.claim("b").isOwner());
}

TEST(ClaimsTest, AllGetTheAnswerOfTheOwner) {
  Claims claims;
  Claim owner = claims.claim("a"), other = claims.claim("a");
  StopCheck never;
  std::optional<Answer> heard;
  std::thread waiting([&] { heard = other.wait(never); });
  claims.publish(owner, answerOf(42));
  waiting.join();
  ASSERT_TRUE(heard);
  EXPECT_EQ(llvm::cantFail(heard->take()).medianNs, 42);
  EXPECT_EQ(owner.published().measurement.medianNs, 42);
}

TEST(ClaimsTest, AnAnsweredKeyCanBeClaimedAnew) {
  Claims claims;
  Claim owner = claims.claim("a"), late = claims.claim("a");
  claims.publish(owner, answerOf(1));
  Claim again = claims.claim("a");
  EXPECT_TRUE(again.isOwner());
  claims.publish(again, answerOf(2));
  EXPECT_EQ(late.published().measurement.medianNs, 1);
}

TEST(ClaimsTest, SaysWhetherThereWasAnAnswerSince) {
  Claims claims;
  const uint64_t before = claims.published();
  Claim owner = claims.claim("a");
  EXPECT_EQ(claims.published(), before);
  claims.publish(owner, answerOf(1));
  EXPECT_NE(claims.published(), before);
}

TEST(ClaimsTest, WhoIsStoppedWaitsNoLonger) {
  Claims claims;
  Claim owner = claims.claim("a"), other = claims.claim("a");
  std::stop_source source;
  source.request_stop();
  const std::function<bool()> nobody;
  StopCheck stop(nobody, source.get_token());
  EXPECT_FALSE(other.wait(stop));
  claims.publish(owner, answerOf(1));
  EXPECT_TRUE(other.wait(stop)); // already published: does not wait
}

TEST(ClaimsTest, OneOfManyThreadsOwns) {
  Claims claims;
  constexpr unsigned numThreads = 8, keys = 200;
  std::vector<std::atomic<unsigned>> owners(keys);
  std::atomic<unsigned> ready = 0;
  StopCheck never;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < numThreads; ++i)
    threads.emplace_back([&] {
      std::vector<Claim> mine;
      for (unsigned key = 0; key < keys; ++key)
        mine.push_back(claims.claim(std::to_string(key)));
      ++ready; // nothing is published before all have claimed
      while (ready < numThreads)
        std::this_thread::yield();
      for (unsigned key = 0; key < keys; ++key)
        if (mine[key].isOwner()) {
          ++owners[key];
          claims.publish(mine[key], answerOf(key));
        }
      for (unsigned key = 0; key < keys; ++key)
        EXPECT_EQ(mine[key].wait(never)->measurement.medianNs, key);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::atomic<unsigned> &count : owners)
    EXPECT_EQ(count, 1u);
}

TEST(AnswerTest, IsTheErrorThatItWasMadeOf) {
  Answer failed = Answer::failure(executionError("the disk is full"));
  EXPECT_TRUE(failed.failed());
  for (int caller = 0; caller < 2; ++caller) { // each gets an error of its own
    llvm::Expected<Measurement> taken = failed.take();
    ASSERT_FALSE(taken);
    llvm::Error error = taken.takeError();
    EXPECT_FALSE(error.isA<InterruptedError>());
    EXPECT_THAT(llvm::toString(std::move(error)),
                HasSubstr("the disk is full"));
  }
  llvm::Error stopped = Answer::interruption().take().takeError();
  EXPECT_TRUE(stopped.isA<InterruptedError>());
  llvm::consumeError(std::move(stopped));
}

} // namespace
} // namespace mlirgym
