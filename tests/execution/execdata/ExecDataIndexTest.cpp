#include "execution/execdata/ExecDataIndex.h"
#include "ExecDataFixture.h"
#include <thread>

namespace mlirgym {
namespace {

ExecDataHash hashAt(int i) { return hashOf(testKey(std::to_string(i))); }

TEST(ExecDataIndexTest, FindsWhatWasPutThereLast) {
  ExecDataIndex index(1000);
  EXPECT_FALSE(index.find(hashAt(1)));
  index.put(hashAt(1), testMeasurement(1));
  index.put(hashAt(1), testMeasurement(2));
  index.putIfAbsent(hashAt(1), testMeasurement(3));
  index.putIfAbsent(hashAt(2), testMeasurement(4));
  EXPECT_EQ(index.find(hashAt(1))->medianNs, 2);
  EXPECT_EQ(index.find(hashAt(2))->medianNs, 4);
  EXPECT_TRUE(index.find(hashAt(2))->cacheHit);
  EXPECT_EQ(index.size(), 2u);
  index.clear();
  EXPECT_FALSE(index.find(hashAt(1)));
}

TEST(ExecDataIndexTest, HoldsNoMoreThanItsLimit) {
  constexpr int limit = 64 * 8;
  ExecDataIndex index(limit);
  for (int i = 0; i < 10 * limit; ++i) {
    index.put(hashAt(i), testMeasurement(i));
    ASSERT_LE(index.size(), size_t(limit));
    ASSERT_EQ(index.find(hashAt(i))->medianNs, i);
  }
  EXPECT_GE(index.size(), size_t(limit) / 2);
  EXPECT_FALSE(index.find(hashAt(0)));
}

TEST(ExecDataIndexTest, KeepsWhatIsAskedAgain) {
  ExecDataIndex index(64 * 64);
  index.put(hashAt(-1), testMeasurement(42));
  for (int i = 0; i < 100'000; ++i) {
    index.put(hashAt(i), testMeasurement(i));
    if (i % 100 == 0)
      ASSERT_TRUE(index.find(hashAt(-1))) << i;
  }
  EXPECT_EQ(index.find(hashAt(-1))->medianNs, 42);
}

TEST(ExecDataIndexTest, KeepsEveryFieldAndTheMessageThroughBothGenerations) {
  Measurement written = testFailure(Status::TooSlow, "stopped early");
  double next = 1;
  Timing::forEachField(written, [&](const char *, auto &field) {
    field = static_cast<std::remove_reference_t<decltype(field)>>(next);
    next += 1.1; // not exact in a float
  });
  ExecDataIndex index(2 * 64 * 64);
  index.put(hashAt(-1), written);
  // One generation and a half, so that it is among the older entries.
  for (int i = 0; i < 64 * 96; ++i)
    index.put(hashAt(i), testMeasurement(i));
  for (int again = 0; again < 2; ++again) {
    std::optional<Measurement> read = index.find(hashAt(-1));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->status, Status::TooSlow);
    EXPECT_EQ(read->message, "stopped early");
    std::vector<double> expected, actual;
    Timing::forEachField(written, [&](const char *, auto field) {
      expected.push_back(double(field));
    });
    Timing::forEachField(*read, [&](const char *, auto field) {
      actual.push_back(double(field));
    });
    EXPECT_EQ(actual, expected);
  }
  index.put(hashAt(-1), testMeasurement(5));
  EXPECT_EQ(index.find(hashAt(-1))->message, "");
}

// Thread safety of ExecData; also run under ThreadSanitizer.
class ExecDataThreadsTest : public ExecDataTest {};

TEST_F(ExecDataThreadsTest, ThreadsFindWhatTheyAndOthersStored) {
  constexpr int threads = 4, rounds = 200;
  // Little memory, so that files and both generations are used.
  std::unique_ptr<ExecData> data = open({.file = file, .memoryEntries = 256});
  insert(*data, testKey("shared"), testMeasurement(1));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t)
    pool.emplace_back([&, t] {
      for (int i = 0; i < rounds; ++i) {
        ExecDataKey own = testKey(std::to_string(t) + "-" + std::to_string(i));
        if (find(*data, own))
          ++wrong;
        insert(*data, own, testMeasurement(1 + i));
        insert(*data, testKey("shared"), testMeasurement(1 + i));
        for (int back = 0; back <= i; back += 17)
          if (medianOf(*data, testKey(std::to_string(t) + "-" +
                                      std::to_string(i - back))) !=
              1 + i - back)
            ++wrong;
        if (medianOf(*data, testKey("shared")) < 1)
          ++wrong;
      }
    });
  for (std::thread &thread : pool)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(llvm::cantFail(data->count()), uint64_t(threads * rounds + 1));
}

TEST_F(ExecDataThreadsTest, AnyMachineLookUpsRunBesideStores) {
  std::unique_ptr<ExecData> data = open({.file = file, .anyMachine = true});
  std::vector<std::thread> pool;
  for (int t = 0; t < 4; ++t)
    pool.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        insert(*data, testKey("", uint8_t(i)), testMeasurement(5));
        EXPECT_EQ(medianOf(*data, testKey("", uint8_t(i))), 5) << t;
      }
    });
  for (std::thread &thread : pool)
    thread.join();
}

} // namespace
} // namespace mlirgym
