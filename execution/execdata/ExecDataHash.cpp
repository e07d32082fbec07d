#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecData.h"
#include "outcome/ExecutionError.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>

namespace mlirgym {

uint64_t ExecDataHash::word(unsigned index) const {
  return llvm::support::endian::read64le(bytes.data() + size_t(8) * index);
}

static void updateWithLength(llvm::BLAKE3 &hasher, llvm::StringRef text) {
  std::array<uint8_t, 8> length;
  llvm::support::endian::write64le(length.data(), text.size());
  hasher.update(length);
  hasher.update(text);
}

static ContextDigest computeDigest(const ExecDataKey &key) {
  llvm::BLAKE3 hasher;
  // The lengths distinguish ("ab", "c") from ("a", "bc").
  for (llvm::StringRef text :
       {llvm::StringRef(key.machine), llvm::StringRef(key.toolchain),
        llvm::StringRef(key.protocol)})
    updateWithLength(hasher, text);
  std::array<uint8_t, 4> threads;
  llvm::support::endian::write32le(threads.data(), key.threads);
  hasher.update(threads);
  // The key of a time does not contain its metric, as before there were others.
  if (key.metric != Metric::Nanoseconds)
    updateWithLength(hasher, nameOf(key.metric));
  return hasher.final<16>();
}

namespace {
struct ContextMemo {
  std::string machine, toolchain, protocol;
  unsigned threads = 0;
  Metric metric = Metric::Nanoseconds;
  bool valid = false;
  ContextDigest digest{};

  bool holds(const ExecDataKey &key) const {
    return valid && threads == key.threads && metric == key.metric &&
           machine == key.machine && toolchain == key.toolchain &&
           protocol == key.protocol;
  }
};
} // namespace

ContextDigest digestOfContext(const ExecDataKey &key) {
  thread_local ContextMemo memo;
  if (!memo.holds(key))
    memo = {key.machine, key.toolchain, key.protocol,      key.threads,
            key.metric,  true,          computeDigest(key)};
  return memo.digest;
}

ExecDataHash hashOf(const ProgramKey &program, const ContextDigest &context,
                    llvm::StringRef schedule) {
  // Program and context have fixed sizes, so the schedule needs no length. One
  // buffer and one update: each update costs as much as hashing 50 bytes.
  llvm::SmallVector<uint8_t, 256> bytes(program.bytes.begin(),
                                        program.bytes.end());
  bytes.append(context.begin(), context.end());
  bytes.append(schedule.bytes_begin(), schedule.bytes_end());
  llvm::BLAKE3 hasher;
  hasher.update(bytes);
  return {hasher.final<16>()};
}

ExecDataHash hashOf(const ExecDataKey &key) {
  return hashOf(key.program, digestOfContext(key), key.schedule);
}

llvm::Expected<llvm::SmallVector<uint8_t, 16>>
parseObjectHash(llvm::StringRef text) {
  llvm::SmallVector<uint8_t, 16> bytes;
  std::string binary;
  if (text.empty())
    return bytes;
  if (text.size() != 32 || !llvm::tryGetFromHex(text, binary))
    return executionError("object hash '{0}' is not 32 hex digits; give the "
                          "first 128 bits of a hash, or none",
                          text);
  bytes.append(binary.begin(), binary.end());
  return bytes;
}

} // namespace mlirgym
