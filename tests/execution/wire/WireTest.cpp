#include "execution/wire/Wire.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "tests/execution/ChildProcess.h"
#include "tests/execution/worker/DescriptorLimit.h"
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <random>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>

namespace mlirgym::worker {
namespace {

class WireTest : public testing::Test {
protected:
  void SetUp() override {
    int pair[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    left = FileDescriptor(pair[0]);
    right = FileDescriptor(pair[1]);
  }
  WireStatus receive(Frame &frame) {
    return receiveFrame(right.get(), frame, deadlineIn(2000));
  }
  FileDescriptor left, right;
};

TEST_F(WireTest, CarriesAFrameLargerThanTheSocketBuffer) {
  std::string payload(3 << 20, 'p');
  payload[12345] = 'q';
  std::thread sender([&] {
    EXPECT_EQ(sendFrame(left.get(), MessageType::Compile, payload, {},
                        deadlineIn(10000)),
              WireStatus::Ok);
  });
  Frame frame;
  EXPECT_EQ(receiveFrame(right.get(), frame, deadlineIn(10000)),
            WireStatus::Ok);
  sender.join();
  EXPECT_EQ(frame.type, MessageType::Compile);
  EXPECT_EQ(frame.payload, payload);
}

TEST_F(WireTest, CarriesSealedFiles) {
  std::vector<char> bytes(10000, 'b');
  MemoryFile file = llvm::cantFail(MemoryFile::create("test", bytes));
  ASSERT_EQ(sendFrame(left.get(), MessageType::RunKernel, "x",
                      {file.fd(), file.fd()}, std::nullopt),
            WireStatus::Ok);
  Frame frame;
  ASSERT_EQ(receive(frame), WireStatus::Ok);
  ASSERT_EQ(frame.files.size(), 2u);
  EXPECT_TRUE(::fcntl(frame.files[0].get(), F_GETFD) & FD_CLOEXEC);
  MemoryFile received =
      llvm::cantFail(MemoryFile::adopt(std::move(frame.files[0])));
  EXPECT_EQ(received.bytes(), llvm::ArrayRef<char>(bytes));
  EXPECT_EQ(received.identity(), file.identity());
}

TEST_F(WireTest, AnEndOfTheOtherSideIsNoCrash) {
  left.reset();
  Frame frame;
  EXPECT_EQ(receive(frame), WireStatus::Closed);
  EXPECT_EQ(sendFrame(right.get(), MessageType::Hello, "x", {}, std::nullopt),
            WireStatus::Closed);
}

TEST_F(WireTest, WaitsNoLongerThanTheDeadline) {
  Frame frame;
  EXPECT_EQ(receiveFrame(right.get(), frame, deadlineIn(20)),
            WireStatus::TimedOut);
  ASSERT_EQ(::send(left.get(), "ML", 2, 0), 2); // half a header
  EXPECT_EQ(receiveFrame(right.get(), frame, deadlineIn(20)),
            WireStatus::TimedOut);
}

TEST_F(WireTest, ADeadlineThatNoClockHoldsIsFarAway) {
  auto soon = std::chrono::steady_clock::now() + std::chrono::hours(1000);
  EXPECT_TRUE(deadlineIn(std::numeric_limits<double>::infinity()) > soon);
  EXPECT_TRUE(deadlineIn(1e300) > soon);
}

TEST_F(WireTest, TellsWantOfDescriptorsFromGarbage) {
  std::vector<char> bytes(100, 'b');
  MemoryFile file = llvm::cantFail(MemoryFile::create("test", bytes));
  Frame frame;
  for (bool scarce : {true, false}) {
    ASSERT_EQ(sendFrame(left.get(), MessageType::RunKernel, "", file.fd(),
                        std::nullopt),
              WireStatus::Ok);
    std::optional<NoDescriptorsLeft> limit;
    if (scarce)
      limit.emplace();
    EXPECT_EQ(receive(frame),
              scarce ? WireStatus::NoDescriptors : WireStatus::Ok);
  }
}

TEST_F(WireTest, RefusesGarbage) {
  std::string noise(64, 'z');
  ASSERT_EQ(::send(left.get(), noise.data(), noise.size(), 0), 64);
  Frame frame;
  EXPECT_EQ(receive(frame), WireStatus::Garbage);
}

TEST_F(WireTest, RefusesALengthBeyondTheLimitBeforeItTakesMemory) {
  uint32_t header[3] = {0x4d4c4757, 3, 0xffffffff};
  ASSERT_EQ(::send(left.get(), header, sizeof(header), 0),
            static_cast<ssize_t>(sizeof(header)));
  Frame frame;
  EXPECT_EQ(receive(frame), WireStatus::Garbage);
  EXPECT_LT(frame.payload.capacity(), 1u << 20);
}

TEST_F(WireTest, TakesNoMemoryForWhatDoesNotCome) {
  // The header of the largest allowed payload, and then nothing.
  uint32_t header[3] = {0x4d4c4757, 3, maxPayloadBytes};
  ASSERT_EQ(::send(left.get(), header, sizeof(header), 0),
            static_cast<ssize_t>(sizeof(header)));
  left.reset();
  Frame frame;
  EXPECT_EQ(receive(frame), WireStatus::Closed);
  EXPECT_LT(frame.payload.capacity(), size_t(16) << 20);
}

TEST_F(WireTest, RefusesToSendWhatTheOtherSideWouldNotTake) {
  std::string tooLong(size_t(maxPayloadBytes) + 1, 'x');
  EXPECT_EQ(
      sendFrame(left.get(), MessageType::Compile, tooLong, {}, std::nullopt),
      WireStatus::Garbage);
}

TEST(MemoryFileTest, RefusesAFileThatCouldStillChange) {
  FileDescriptor open(::memfd_create("test", MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(open.get(), 4096), 0);
  auto adopted = MemoryFile::adopt(std::move(open));
  EXPECT_EQ(llvm::toString(adopted.takeError()),
            "a received memory file is not sealed");
}

TEST(MemoryFileTest, IsSealedThoughAProcessIsForkedWhileItIsFilled) {
  std::optional<ChildProcess> child;
  auto file = MemoryFile::create("test", 3 * 4096,
                                 [&](llvm::MutableArrayRef<char> target) {
                                   target[4096] = 'x';
                                   child.emplace([](int) { ::pause(); });
                                 });
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  EXPECT_EQ(file->bytes()[4096], 'x');
}

TEST(MemoryFileTest, IsFilledUnderSignals) {
  // Each undoes what the system reserved so far of one request.
  struct sigaction nothing{}, before{};
  nothing.sa_handler = [](int) {};
  ASSERT_EQ(::sigaction(SIGALRM, &nothing, &before), 0);
  itimerval often{{0, 4000}, {0, 4000}}, never{};
  ASSERT_EQ(::setitimer(ITIMER_REAL, &often, nullptr), 0);
  auto file = MemoryFile::create(
      "test", 128 << 20,
      [&](llvm::MutableArrayRef<char> target) { target.back() = 'x'; });
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  EXPECT_EQ(file->bytes().back(), 'x');
}

TEST(MessageArchiveTest, ReadsWhatItWrote) {
  LoadProgramMessage message;
  message.arguments = {{{3, 5}, 1, 1, 0, 4096, 0}, {{7}, 2, 0, 1, 0, 8192}};
  message.averageLimits = {0.25};
  message.referenceBytes = 12288;
  LoadProgramMessage read;
  ASSERT_TRUE(decode(encode(message), read));
  ASSERT_EQ(read.arguments.size(), 2u);
  EXPECT_EQ(read.arguments[0].shape, (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(read.arguments[1].referenceOffset, 8192u);
  EXPECT_EQ(read.averageLimits, message.averageLimits);
}

TEST(MessageArchiveTest, RefusesEveryTruncationAndAnExtraByte) {
  CompileMessage message{"module {}", "payload", "script", 3};
  std::string bytes = encode(message);
  CompileMessage read;
  EXPECT_TRUE(decode(bytes, read));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode(llvm::StringRef(bytes).take_front(size), read)) << size;
  EXPECT_FALSE(decode(bytes + "x", read));
}

TEST(MessageArchiveTest, NoiseNeitherCrashesNorTakesMemory) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string noise(random() % 200, '\0');
    for (char &c : noise)
      c = static_cast<char>(random());
    LoadProgramMessage load;
    CompileMessage compile;
    KernelRanMessage ran;
    (void)decode(noise, load);
    (void)decode(noise, compile);
    (void)decode(noise, ran);
    EXPECT_LE(load.arguments.capacity(), 256u);
    EXPECT_LE(compile.programText.capacity(), 256u);
  }
}

} // namespace
} // namespace mlirgym::worker
