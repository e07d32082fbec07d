#include "agents/policy/Checkpoint.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <torch/serialize.h>
#include <unistd.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {
class CheckpointTest : public ::testing::Test {
protected:
  static Checkpoint example() {
    Checkpoint checkpoint;
    checkpoint.facts = {{"iteration", 7}, {"text", "two\nlines"}};
    checkpoint.arrays = {{"policy.0.weight", {2, 3}, {1, 2, 3, 4, 5, 6}},
                         {"policy.0.bias", {2}, {0.1f, -0.2f}},
                         {"empty", {0}, {}}};
    return checkpoint;
  }
  std::string errorOf(llvm::StringRef file) const {
    llvm::Expected<Checkpoint> read = readCheckpoint(file);
    return read ? "" : llvm::toString(read.takeError());
  }

  TemporaryFolder folder;
  std::string path = folder.file("checkpoint.pt");
};

TEST_F(CheckpointTest, ComesBackAsItWas) {
  llvm::cantFail(writeCheckpoint(path, example()));
  const Checkpoint read = llvm::cantFail(readCheckpoint(path));
  EXPECT_EQ(read.facts, example().facts);
  EXPECT_EQ(read.arrays, example().arrays);
}

TEST_F(CheckpointTest, LeavesNoOtherFileBehind) {
  llvm::cantFail(writeCheckpoint(path, example()));
  llvm::cantFail(writeCheckpoint(path, example()));
  std::error_code error;
  unsigned files = 0;
  for (llvm::sys::fs::directory_iterator file(folder.str(), error), end;
       file != end; file.increment(error))
    ++files;
  EXPECT_EQ(files, 1u);
}

TEST_F(CheckpointTest, IsARegularFile) {
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  ASSERT_EQ(::symlink("/dev/zero", folder.file("zero.pt").c_str()), 0);
  ::alarm(60); // must not wait for a writer
  EXPECT_THAT(errorOf(path), HasSubstr("checkpoint.pt: cannot be read: a FIFO, "
                                       "not a regular file; pass"));
  EXPECT_THAT(errorOf(folder.file("zero.pt")),
              HasSubstr("a device, not a regular file"));
  EXPECT_THAT(llvm::toString(writeCheckpoint(path, example())),
              HasSubstr("a FIFO, not a regular file"));
  ::alarm(0);
}

TEST_F(CheckpointTest, SaysWhereItCannotBeWritten) {
  EXPECT_THAT(
      llvm::toString(writeCheckpoint(folder.file("no/such.pt"), example())),
      AllOf(HasSubstr("no/such.pt: cannot be written"),
            HasSubstr("check the folder")));
}

TEST_F(CheckpointTest, SaysThatThereIsNone) {
  EXPECT_THAT(errorOf(path), AllOf(HasSubstr("checkpoint.pt: cannot be read"),
                                   HasSubstr("mlirgym train")));
}

TEST_F(CheckpointTest, NoticesEveryTruncation) {
  llvm::cantFail(writeCheckpoint(path, example()));
  const std::string whole = readText(path);
  for (size_t length = 0; length < whole.size();
       length += 1 + whole.size() / 50) {
    writeText(path, llvm::StringRef(whole).take_front(length));
    EXPECT_THAT(errorOf(path),
                AllOf(HasSubstr("checkpoint.pt: "), Not(HasSubstr("\n"))))
        << length;
  }
}

TEST_F(CheckpointTest, NoticesFlippedBits) {
  llvm::cantFail(writeCheckpoint(path, example()));
  const std::string whole = readText(path);
  const Checkpoint original = example();
  for (size_t at = 0; at < whole.size(); at += 3) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    writeText(path, flipped);
    llvm::Expected<Checkpoint> read = readCheckpoint(path);
    if (!read) {
      EXPECT_THAT(llvm::toString(read.takeError()), HasSubstr("checkpoint.pt"));
      continue;
    }
    // Padding and names inside the archive have no meaning.
    EXPECT_EQ(read->facts, original.facts) << at;
    EXPECT_EQ(read->arrays, original.arrays) << at;
  }
}

TEST_F(CheckpointTest, RefusesOtherFiles) {
  writeText(path, "module {}\n");
  EXPECT_THAT(errorOf(path),
              HasSubstr("is not a checkpoint, or was truncated"));
  const std::vector<char> tensor = torch::pickle_save(at::ones({3}));
  writeText(path, {tensor.data(), tensor.size()});
  EXPECT_THAT(errorOf(path),
              HasSubstr("is a LibTorch file, but not a checkpoint of mlirgym"));
}

TEST_F(CheckpointTest, RefusesOtherVersions) {
  auto errorOfVersion = [this](const char *format, int64_t version) {
    std::vector<c10::IValue> places = {std::string(format), version};
    const std::vector<char> bytes =
        torch::pickle_save(c10::ivalue::Tuple::create(std::move(places)));
    writeText(path, {bytes.data(), bytes.size()});
    return errorOf(path);
  };
  EXPECT_THAT(errorOfVersion("mlirgym-checkpoint", 99),
              HasSubstr("is a checkpoint of version 99, this is version 1"));
}
} // namespace
