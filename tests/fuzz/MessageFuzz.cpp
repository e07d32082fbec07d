// Any bytes on the socket between caller and worker: frames are refused or
// whole, records are refused or written as they were read.
#include "Require.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramArchive.h"
#include "execution/wire/Wire.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/socket.h>
#include <unistd.h>

using namespace mlirgym;
using namespace mlirgym::worker;

template <typename Record> static void readAs(llvm::StringRef bytes) {
  Record record;
  if (!decode(bytes, record))
    return;
  // Not the bytes themselves: an enumerator from a stranger is mended.
  const std::string written = encode(record);
  require(written.size() == bytes.size(), "a record of another size");
  Record again;
  require(decode(written, again), "a record that is not read again");
  require(encode(again) == written, "a record that changes");
}

static void readAsRecords(llvm::StringRef bytes) {
  readAs<SettingsMessage>(bytes);
  readAs<HelloMessage>(bytes);
  readAs<CompileMessage>(bytes);
  readAs<CompiledMessage>(bytes);
  readAs<LoadProgramMessage>(bytes);
  readAs<RunKernelMessage>(bytes);
  readAs<LoadKernelMessage>(bytes);
  readAs<KernelCalledMessage>(bytes);
  readAs<KernelRanMessage>(bytes);
  readAs<LoadTextMessage>(bytes);
  readAs<TextLoadedMessage>(bytes);
  // All of its contents are checked before use.
  TextLoadedMessage loaded;
  if (decode(bytes, loaded))
    llvm::consumeError(checkParts(loaded.parts));
}

/// Reads the stream until the first error.
static void readAsFrames(llvm::StringRef bytes) {
  int pair[2];
  require(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "no socket pair");
  const FileDescriptor reader(pair[1]);
  FileDescriptor writer(pair[0]);
  // All of it fits in the socket's buffer: -max_len is far below.
  require(::send(writer.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) ==
              static_cast<ssize_t>(bytes.size()),
          "the socket takes no more; lower -max_len");
  writer.reset();
  Frame frame;
  while (receiveFrame(reader.get(), frame, deadlineIn(1000)) == WireStatus::Ok)
    readAsRecords(frame.payload);
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  readAsRecords(llvm::StringRef(data, size));
  readAsFrames(llvm::StringRef(data, size));
  return 0;
}
