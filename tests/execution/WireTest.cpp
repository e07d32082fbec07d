#include "execution/worker/Wire.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/MessageArchive.h"
#include "execution/worker/Messages.h"
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <sys/mman.h>
#include <sys/socket.h>
#include <thread>

namespace mlirgym {
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

TEST(MessageArchiveTest, ReadsWhatItWrote) {
  LoadProgramMessage message;
  message.arguments = {{{3, 5}, 1, 1, 0, 4096, 0}, {{7}, 2, 0, 1, 0, 8192}};
  message.tolerance = 0.25;
  message.referenceBytes = 12288;
  LoadProgramMessage read;
  ASSERT_TRUE(decode(encode(message), read));
  ASSERT_EQ(read.arguments.size(), 2u);
  EXPECT_EQ(read.arguments[0].shape, (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(read.arguments[1].referenceOffset, 8192u);
  EXPECT_EQ(read.tolerance, 0.25);
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
} // namespace mlirgym
