#include "execution/kernelcache/KernelCache.h"
#include "lowering/KernelCompiler.h"
#include "lowering/Machine.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/Config/llvm-config.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;
namespace stdfs = std::filesystem;

KernelKey keyOf(uint8_t number) {
  KernelKey key;
  key.bytes.fill(number);
  return key;
}

class KernelCacheTest : public testing::Test {
protected:
  void SetUp() override {
    folder = stdfs::path(testing::TempDir()) /
             ("mlirgym-cache-" + std::to_string(::getpid()));
    stdfs::remove_all(folder);
    options.directory = folder.string();
  }
  void TearDown() override { stdfs::remove_all(folder); }
  std::unique_ptr<KernelCache> open() {
    return llvm::cantFail(KernelCache::open(options));
  }
  static std::vector<char> object(char fill, size_t size = 100) {
    return std::vector<char>(size, fill);
  }
  static std::vector<char> bytesOf(const KernelBytes &found) {
    return found ? *found : std::vector<char>();
  }
  size_t numFiles() const {
    size_t count = 0;
    for (const auto &entry : stdfs::recursive_directory_iterator(folder))
      count +=
          entry.is_regular_file() && entry.path().filename() != "statistics";
    return count;
  }

  stdfs::path folder;
  KernelCacheOptions options;
};

TEST_F(KernelCacheTest, AnswersWhatWasStored) {
  auto cache = open();
  EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
  cache->store(keyOf(1), object('a'));
  EXPECT_EQ(bytesOf(cache->lookup(keyOf(1))), object('a'));
  KernelCacheStatistics counts = cache->statistics();
  EXPECT_EQ(counts.memoryHits, 1u);
  EXPECT_EQ(counts.misses, 1u);
}

TEST_F(KernelCacheTest, OutlivesTheProcess) {
  open()->store(keyOf(1), object('a'));
  auto cache = open();
  EXPECT_EQ(bytesOf(cache->lookup(keyOf(1))), object('a'));
  EXPECT_EQ(cache->statistics().diskHits, 1u);
  EXPECT_EQ(numFiles(), 1u); // no temporary file
}

TEST_F(KernelCacheTest, CountsOverAllProcesses) {
  for (int process = 0; process < 3; ++process) {
    auto cache = open();
    cache->lookup(keyOf(1)); // a miss, then twice from disk
    cache->store(keyOf(1), object('a'));
    cache->lookup(keyOf(1));
  }
  KernelCacheStatistics sums = KernelCache::statisticsOf(folder.string());
  EXPECT_EQ(sums.misses, 1u);
  EXPECT_EQ(sums.diskHits, 2u);
  EXPECT_EQ(sums.memoryHits, 3u);
  EXPECT_EQ(sums.stores, 3u);
  std::ofstream(folder / "statistics") << "not ours";
  EXPECT_EQ(KernelCache::statisticsOf(folder.string()).stores, 0u);
  EXPECT_EQ(KernelCache::statisticsOf("/nowhere").misses, 0u);
}

TEST_F(KernelCacheTest, ReadsAndWritesRegularFilesOnly) {
  ::alarm(60); // not: waits for a FIFO, or reads a device without end
  std::string file;
  {
    auto cache = open();
    file = cache->pathOf(keyOf(1));
    cache->store(keyOf(1), object('a'));
  }
  for (bool isFifo : {true, false}) {
    stdfs::remove(file);
    stdfs::remove(folder / "statistics");
    for (const std::string &name : {file, (folder / "statistics").string()})
      if (isFifo)
        ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
      else
        stdfs::create_symlink("/dev/zero", name);
    {
      auto cache = open();
      EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
      EXPECT_EQ(cache->statistics().misses, 1u);
    } // adds its statistics
    EXPECT_EQ(KernelCache::statisticsOf(folder.string()).misses, 0u);
  }
  // A stored kernel replaces it.
  open()->store(keyOf(1), object('b'));
  EXPECT_EQ(bytesOf(open()->lookup(keyOf(1))), object('b'));
  ::alarm(0);
}

TEST_F(KernelCacheTest, AProcessThatHoldsTheStatisticsStopsNobody) {
  stdfs::create_directories(folder);
  int held = ::open((folder / "statistics").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(held, 0);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  ::alarm(60);
  open()->lookup(keyOf(1));
  ::alarm(0);
  ::close(held);
}

TEST_F(KernelCacheTest, AKilledWriterLeavesNothing) {
  // Written without a name: whenever it is killed there is a whole file or
  // none.
  for (int delayUs = 0; delayUs < 20'000; delayUs += 1000) {
    stdfs::remove_all(folder);
    stdfs::create_directories(folder);
    pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto cache = llvm::cantFail(KernelCache::open(options));
      for (int i = 0; i < 256; ++i)
        cache->store(keyOf(static_cast<uint8_t>(i)), object('a', 100'000));
      while (true) // a replacement has a name for a moment
        ::pause();
    }
    ::usleep(static_cast<useconds_t>(delayUs));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    auto cache = open();
    for (const auto &entry : stdfs::recursive_directory_iterator(folder))
      if (entry.is_regular_file())
        EXPECT_EQ(entry.path().extension(), ".kernel") << entry.path();
    for (int i = 0; i < 256; ++i)
      cache->lookup(keyOf(static_cast<uint8_t>(i)));
    EXPECT_EQ(cache->statistics().rejected, 0u);
  }
}

TEST_F(KernelCacheTest, WorksWithoutADirectory) {
  options.directory.clear();
  auto cache = open();
  cache->store(keyOf(1), object('a'));
  EXPECT_EQ(bytesOf(cache->lookup(keyOf(1))), object('a'));
}

TEST_F(KernelCacheTest, RefusesATruncatedFile) {
  open()->store(keyOf(1), object('a'));
  for (uintmax_t size : {140u, 48u, 7u, 0u}) {
    stdfs::resize_file(open()->pathOf(keyOf(1)), size);
    auto cache = open();
    EXPECT_EQ(cache->lookup(keyOf(1)), nullptr) << size;
    EXPECT_EQ(cache->statistics().rejected, 1u) << size;
  }
}

TEST_F(KernelCacheTest, RefusesAFlippedBitAndStoresAnew) {
  open()->store(keyOf(1), object('a'));
  auto cache = open();
  std::string path = cache->pathOf(keyOf(1));
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file.put('b');
  }
  EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
  cache->store(keyOf(1), object('a'));
  EXPECT_EQ(bytesOf(open()->lookup(keyOf(1))), object('a'));
}

TEST_F(KernelCacheTest, RefusesAFileUnderAnotherKey) {
  auto cache = open();
  cache->store(keyOf(1), object('a'));
  stdfs::create_directories(stdfs::path(cache->pathOf(keyOf(2))).parent_path());
  stdfs::copy_file(cache->pathOf(keyOf(1)), cache->pathOf(keyOf(2)));
  EXPECT_EQ(open()->lookup(keyOf(2)), nullptr);
}

TEST_F(KernelCacheTest, ADirectoryThatCannotBeWrittenIsNoError) {
  open()->store(keyOf(1), object('a'));
  auto cache = open();
  // A file where a folder should be: also root cannot write there.
  stdfs::path blocked = stdfs::path(cache->pathOf(keyOf(2))).parent_path();
  std::ofstream(blocked) << "in the way";
  cache->store(keyOf(2), object('b'));
  EXPECT_EQ(bytesOf(cache->lookup(keyOf(2))), object('b')); // from memory
  EXPECT_EQ(open()->lookup(keyOf(2)), nullptr);
}

TEST_F(KernelCacheTest, SaysWhenTheDirectoryCannotBeMade) {
  stdfs::create_directories(folder);
  std::ofstream(folder / "file") << "x";
  options.directory = (folder / "file" / "cache").string();
  auto cache = KernelCache::open(options);
  EXPECT_THAT(llvm::toString(cache.takeError()),
              HasSubstr("cannot make the kernel cache"));
}

TEST_F(KernelCacheTest, WorksInMemoryIfNobodyNamedTheDirectory) {
  options.directory = "/dev/null/kernels";
  options.ifUnusable = KernelCacheOptions::Unusable::MemoryOnly;
  auto cache = open();
  EXPECT_EQ(cache->options().directory, "");
  cache->store(keyOf(1), object('a'));
  EXPECT_NE(cache->lookup(keyOf(1)), nullptr);
  EXPECT_TRUE(cache->list().empty());
}

TEST_F(KernelCacheTest, RefusesAFileInPlaceOfTheDirectory) {
  std::filesystem::create_directories(folder);
  options.directory = (folder / "file").string();
  std::ofstream(options.directory) << "somebody's";
  auto cache = KernelCache::open(options);
  EXPECT_THAT(
      llvm::toString(cache.takeError()),
      HasSubstr("file: a file, and the kernel cache is a folder; choose "
                "another (--cache-dir, MLIRGYM_CACHE_DIR)"));
}

TEST_F(KernelCacheTest, MemoryForgetsTheLeastRecentlyUsed) {
  options.directory.clear();
  options.memoryLimitBytes = 250;
  auto cache = open();
  cache->store(keyOf(1), object('a'));
  cache->store(keyOf(2), object('b'));
  EXPECT_NE(cache->lookup(keyOf(1)), nullptr);
  cache->store(keyOf(3), object('c'));
  EXPECT_EQ(cache->lookup(keyOf(2)), nullptr);
  EXPECT_NE(cache->lookup(keyOf(1)), nullptr);
  EXPECT_NE(cache->lookup(keyOf(3)), nullptr);
}

TEST_F(KernelCacheTest, DiskForgetsTheLeastRecentlyUsed) {
  options.diskLimitBytes = 1'000'000;
  auto cache = open();
  auto hour = std::chrono::hours(1);
  for (uint8_t i = 1; i <= 9; ++i) {
    cache->store(keyOf(i), object('a', 100'000));
    stdfs::last_write_time(cache->pathOf(keyOf(i)),
                           stdfs::file_time_type::clock::now() -
                               (20 - i) * hour);
  }
  EXPECT_EQ(numFiles(), 9u);
  EXPECT_NE(open()->lookup(keyOf(1)), nullptr); // used: the oldest no more
  cache->store(keyOf(10), object('a', 100'000));
  EXPECT_TRUE(stdfs::exists(cache->pathOf(keyOf(1))));
  EXPECT_FALSE(stdfs::exists(cache->pathOf(keyOf(2))));
  EXPECT_TRUE(stdfs::exists(cache->pathOf(keyOf(10))));
}

KernelFacts someFacts(std::string program = "matmul_4_8_16") {
  Argument read, written;
  read.shape = {4, 8};
  written.shape = {};
  written.elementType = ElementType::BF16;
  written.isInput = false;
  written.isOutput = true;
  return {.program = std::move(program),
          .payload = "module {}\n",
          .schedule = "op0: vectorize",
          .script = "module @script",
          .entry = "main",
          .arguments = {read, written},
          .toolchain = "llvm",
          .cpu = "znver3",
          .features = "+avx2",
          .threads = 2};
}

TEST_F(KernelCacheTest, ABundleHoldsAllThatACallNeeds) {
  open()->store(keyOf(1), object('a'), someFacts());
  std::optional<KernelBundle> bundle = open()->bundle(keyOf(1));
  ASSERT_TRUE(bundle);
  EXPECT_TRUE(bundle->key == keyOf(1));
  EXPECT_EQ(*bundle->object, object('a'));
  const KernelFacts &facts = bundle->facts, expected = someFacts();
  EXPECT_TRUE(facts.isCallable());
  EXPECT_EQ(facts.program, expected.program);
  EXPECT_EQ(facts.payload, expected.payload);
  EXPECT_EQ(facts.schedule, expected.schedule);
  EXPECT_EQ(facts.script, expected.script);
  EXPECT_EQ(facts.entry, expected.entry);
  EXPECT_EQ(facts.toolchain, expected.toolchain);
  EXPECT_EQ(facts.cpu, expected.cpu);
  EXPECT_EQ(facts.features, expected.features);
  EXPECT_EQ(facts.threads, 2u);
  ASSERT_EQ(facts.arguments.size(), 2u);
  EXPECT_EQ(facts.arguments[0].shape, expected.arguments[0].shape);
  EXPECT_TRUE(facts.arguments[0].isInput);
  EXPECT_FALSE(facts.arguments[0].isOutput);
  EXPECT_TRUE(facts.arguments[1].shape.empty());
  EXPECT_EQ(facts.arguments[1].elementType, ElementType::BF16);
  EXPECT_FALSE(facts.arguments[1].isInput);
  // Object code alone cannot be called.
  open()->store(keyOf(2), object('b'));
  EXPECT_FALSE(open()->bundle(keyOf(2))->facts.isCallable());
  EXPECT_FALSE(open()->bundle(keyOf(3)));
}

TEST_F(KernelCacheTest, EveryByteOfABundleIsChecked) {
  const std::vector<char> code = object('a', 20);
  const std::string bytes = encodeBundle(keyOf(1), someFacts(), code);
  ASSERT_TRUE(decodeBundle(keyOf(1), bytes));
  EXPECT_FALSE(decodeBundle(keyOf(2), bytes));
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    EXPECT_FALSE(decodeBundle(keyOf(1), damaged)) << i;
    EXPECT_FALSE(decodeBundle(keyOf(1), bytes.substr(0, i))) << i;
  }
  EXPECT_FALSE(decodeBundle(keyOf(1), bytes + "x"));
}

TEST_F(KernelCacheTest, ASignatureThatNoProgramHasIsNotCallable) {
  KernelFacts facts = someFacts();
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{-1}, {0}, {int64_t(1) << 40, int64_t(1) << 40}}) {
    facts.arguments[0].shape.assign(shape.begin(), shape.end());
    auto read = decodeBundle(keyOf(1), encodeBundle(keyOf(1), facts, {}));
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->facts.isCallable());
  }
}

TEST_F(KernelCacheTest, FindsAKernelByTheFirstDigitsOfItsHash) {
  auto cache = open();
  cache->store(keyOf(0x12), object('a'), someFacts());
  cache->store(keyOf(0x13), object('b'), someFacts());
  auto messageOf = [&](llvm::StringRef hash) {
    auto found = cache->find(hash);
    return found ? "found " + found->key.hex().substr(0, 4)
                 : llvm::toString(found.takeError());
  };
  EXPECT_EQ(messageOf("121"), "found 1212");
  EXPECT_EQ(messageOf(keyOf(0x13).hex()), "found 1313");
  EXPECT_THAT(messageOf("1"), HasSubstr("several kernels begin with 1; give"));
  EXPECT_THAT(messageOf("2"), HasSubstr("no kernel 2, or a damaged one;"));
  EXPECT_THAT(messageOf(""), HasSubstr("no kernel"));
  EXPECT_THAT(messageOf("../x"), HasSubstr("no kernel ../x"));
}

TEST_F(KernelCacheTest, ListsKernelsAndClearsThem) {
  auto cache = open();
  for (uint8_t i = 1; i <= 3; ++i) {
    cache->store(keyOf(i), object('a'), someFacts("p" + std::to_string(i)));
    stdfs::last_write_time(cache->pathOf(keyOf(i)),
                           stdfs::file_time_type::clock::now() -
                               std::chrono::hours(i));
  }
  cache->store(keyOf(4), object('d'), someFacts());
  std::ofstream(cache->pathOf(keyOf(4))) << "damaged";
  std::ofstream(folder / "notes.kernel") << "not ours";
  std::vector<KernelListing> kernels = cache->list();
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].program, "p1");
  EXPECT_EQ(kernels[2].program, "p3");
  EXPECT_EQ(kernels[0].bytes, stdfs::file_size(cache->pathOf(keyOf(1))));
  EXPECT_TRUE(kernels[0].isCallable);

  // reset() removes kernels in memory, clear() all kernels.
  EXPECT_NE(cache->lookup(keyOf(1)), nullptr);
  cache->reset();
  EXPECT_NE(cache->lookup(keyOf(1)), nullptr);
  EXPECT_EQ(cache->statistics().diskHits, 1u);
  EXPECT_EQ(cache->clear(), 4u); // the damaged one, too
  EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
  EXPECT_TRUE(cache->list().empty());
  EXPECT_TRUE(stdfs::exists(folder / "notes.kernel"));
}

TEST_F(KernelCacheTest, KeepsAtMostANumberOfKernels) {
  options.diskLimitCount = 10;
  options.memoryLimitCount = 2;
  auto cache = open();
  for (uint8_t i = 1; i <= 30; ++i)
    cache->store(keyOf(i), object('a'));
  EXPECT_LE(cache->list().size(), 10u);
  EXPECT_GE(cache->list().size(), 9u);
  for (uint8_t i : {30, 29, 28})
    (void)cache->lookup(keyOf(i));
  EXPECT_EQ(cache->statistics().memoryHits, 2u);
}

TEST_F(KernelCacheTest, ManyShortProcessesKeepTheLimits) {
  options.diskLimitCount = 64;
  options.memoryLimitCount = 1;
  size_t most = 0;
  unsigned deletions = 0;
  std::mt19937_64 random(7);
  for (unsigned i = 0; i < 1000; ++i) {
    KernelKey key; // a hash, as keys are
    for (uint8_t &byte : key.bytes)
      byte = static_cast<uint8_t>(random());
    const size_t before = i == 0 ? 0 : numFiles();
    open()->store(key, object('a'));
    const size_t now = numFiles();
    deletions += now < before ? 1 : 0;
    most = std::max(most, now);
  }
  // One in five lists the folder, as does a process that stores five kernels,
  // more than a sixteenth of 64.
  EXPECT_GT(deletions, 40u);
  EXPECT_LT(deletions, 200u);
  EXPECT_GE(most, 64u);
  EXPECT_LT(most, 2 * 64u);
}

TEST_F(KernelCacheTest, RemovesWhatAKilledWriterLeft) {
  options.diskLimitCount = 10; // few, so that each store lists the folder
  auto cache = open();
  stdfs::create_directories(folder / "aa");
  stdfs::path left = folder / "aa" / "tmp-1-0", foreign = folder / "notes.txt";
  std::ofstream(left) << "half";
  std::ofstream(foreign) << "the user's";
  stdfs::last_write_time(left, stdfs::file_time_type::clock::now() -
                                   std::chrono::hours(1));
  cache->store(keyOf(1), object('a'));
  EXPECT_FALSE(stdfs::exists(left));
  EXPECT_TRUE(stdfs::exists(foreign));
}

TEST_F(KernelCacheTest, OffMeansOff) {
  options.on = false;
  auto cache = open();
  cache->store(keyOf(1), object('a'));
  EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
  EXPECT_FALSE(stdfs::exists(folder));
}

TEST_F(KernelCacheTest, AlwaysCompileStillStores) {
  options.alwaysCompile = true;
  auto cache = open();
  cache->store(keyOf(1), object('a'));
  EXPECT_EQ(cache->lookup(keyOf(1)), nullptr);
  options.alwaysCompile = false;
  EXPECT_NE(open()->lookup(keyOf(1)), nullptr);
}

TEST_F(KernelCacheTest, ManyThreadsShareIt) {
  options.memoryLimitBytes = 5000;
  auto cache = open();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        auto number = static_cast<uint8_t>((i * 7 + t) % 20);
        KernelBytes found = cache->lookup(keyOf(number));
        if (found)
          EXPECT_EQ(*found, object(static_cast<char>(number), 1000));
        else
          cache->store(keyOf(number), object(static_cast<char>(number), 1000));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numFiles(), 20u);
}

TEST(KernelKeyTest, EveryPartCounts) {
  auto load = [](llvm::StringRef name) {
    return llvm::cantFail(
        ProgramLoader().loadText(llvm::cantFail(generateProgram(name)), name));
  };
  Program program = load("add_12_20"), other = load("add_12_21"),
          type = load("add_12_20_f64");
  std::set<std::string> keys;
  auto add = [&](const Program &payload, llvm::StringRef schedule,
                 llvm::StringRef script, llvm::StringRef toolchain,
                 llvm::StringRef cpu, llvm::StringRef features) {
    keys.insert(
        KernelKey::of(payload, schedule, script, toolchain, cpu, features)
            .hex());
  };
  add(program, "a", "s", "t", "c", "f");
  add(other, "a", "s", "t", "c", "f"); // another shape
  add(type, "a", "s", "t", "c", "f");  // another element type
  add(program, "b", "s", "t", "c", "f");
  add(program, "a", "x", "t", "c", "f");
  add(program, "a", "s", "x", "c", "f");
  add(program, "a", "s", "t", "x", "f");
  add(program, "a", "s", "t", "c", "x");
  add(program, "as", "", "t", "c", "f"); // the same text, cut elsewhere
  EXPECT_EQ(keys.size(), 9u);
}

TEST(KernelKeyTest, TheToolchainNamesLlvmAndTheLowering) {
  EXPECT_THAT(toolchainId(), HasSubstr(LLVM_VERSION_STRING));
  EXPECT_THAT(toolchainId(),
              HasSubstr("lowering-" + std::to_string(loweringVersion)));
}

class KernelCacheEnvironmentTest : public testing::Test {
protected:
  void TearDown() override {
    for (const char *name :
         {"MLIRGYM_CACHE_DIR", "MLIRGYM_CACHE_ON", "MLIRGYM_ALWAYS_COMPILE",
          "MLIRGYM_CACHE_LIMIT", "MLIRGYM_CACHE_COUNT", "MLIRGYM_CACHE_MEMORY",
          "MLIRGYM_CACHE_MEMORY_COUNT"})
      ::unsetenv(name);
  }
};

TEST_F(KernelCacheEnvironmentTest, ReadsItsVariables) {
  ::setenv("MLIRGYM_CACHE_DIR", "/somewhere", 1);
  ::setenv("MLIRGYM_CACHE_ON", "0", 1);
  ::setenv("MLIRGYM_ALWAYS_COMPILE", "1", 1);
  ::setenv("MLIRGYM_CACHE_LIMIT", "3G", 1);
  ::setenv("MLIRGYM_CACHE_COUNT", "17", 1);
  ::setenv("MLIRGYM_CACHE_MEMORY", "5K", 1);
  ::setenv("MLIRGYM_CACHE_MEMORY_COUNT", "19", 1);
  auto options = llvm::cantFail(KernelCacheOptions::fromEnvironment());
  EXPECT_EQ(options.diskLimitCount, 17u);
  EXPECT_EQ(options.memoryLimitBytes, 5u << 10);
  EXPECT_EQ(options.memoryLimitCount, 19u);
  EXPECT_EQ(options.directory, "/somewhere");
  EXPECT_FALSE(options.on);
  EXPECT_TRUE(options.alwaysCompile);
  EXPECT_EQ(options.diskLimitBytes, 3ull << 30);
}

TEST_F(KernelCacheEnvironmentTest, TheFirstFolderThatIsNamedCounts) {
  using Unusable = KernelCacheOptions::Unusable;
  auto options = llvm::cantFail(KernelCacheOptions::fromEnvironment());
  EXPECT_EQ(options.directory, defaultKernelFolder());
  EXPECT_EQ(options.ifUnusable, Unusable::MemoryOnly);
  ::setenv("MLIRGYM_CACHE_DIR", "/somewhere", 1);
  options = llvm::cantFail(KernelCacheOptions::fromEnvironment());
  EXPECT_EQ(options.ifUnusable, Unusable::Error);
  options = llvm::cantFail(KernelCacheOptions::fromEnvironment("/here"));
  EXPECT_EQ(options.directory, "/here");
  EXPECT_EQ(options.ifUnusable, Unusable::Error);
}

TEST_F(KernelCacheEnvironmentTest, SaysWhatIsWrong) {
  ::setenv("MLIRGYM_CACHE_LIMIT", "lots", 1);
  EXPECT_EQ(llvm::toString(KernelCacheOptions::fromEnvironment().takeError()),
            "MLIRGYM_CACHE_LIMIT=lots: not a size; give bytes, or a number "
            "with K, M or G");
  ::unsetenv("MLIRGYM_CACHE_LIMIT");
  ::setenv("MLIRGYM_CACHE_COUNT", "3K", 1);
  EXPECT_EQ(llvm::toString(KernelCacheOptions::fromEnvironment().takeError()),
            "MLIRGYM_CACHE_COUNT=3K: not a number of kernels; give a whole "
            "number");
  ::unsetenv("MLIRGYM_CACHE_COUNT");
  ::setenv("MLIRGYM_CACHE_ON", "yes", 1);
  EXPECT_EQ(llvm::toString(KernelCacheOptions::fromEnvironment().takeError()),
            "MLIRGYM_CACHE_ON=yes: neither 0 nor 1; use one of these");
}

TEST_F(KernelCacheEnvironmentTest, TheDefaultFolderIsThatOfTheUsersCaches) {
  const char *old = std::getenv("XDG_CACHE_HOME");
  const std::string before = old ? old : "";
  ::setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(defaultKernelFolder(), "/caches/mlirgym/kernels");
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_THAT(defaultKernelFolder(), HasSubstr("/.cache/mlirgym/kernels"));
  if (old)
    ::setenv("XDG_CACHE_HOME", before.c_str(), 1);
}

} // namespace
} // namespace mlirgym
