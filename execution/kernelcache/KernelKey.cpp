#include "execution/kernelcache/KernelBundle.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <algorithm>
#include <optional>
#include <string>

namespace mlirgym {

KernelKey KernelKey::of(const Program &program, llvm::StringRef schedule,
                        llvm::StringRef script, llvm::StringRef toolchain,
                        llvm::StringRef cpu, llvm::StringRef features) {
  llvm::BLAKE3 hash;
  auto add = [&](llvm::StringRef part) {
    // Preceded by its length: "ab" + "c" differs from "a" + "bc".
    uint64_t size = part.size();
    hash.update(llvm::ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(&size), sizeof(size)));
    hash.update(part);
  };
  add("mlirgym kernel 1");
  add({reinterpret_cast<const char *>(program.key().bytes.data()),
       program.key().bytes.size()});
  for (llvm::StringRef part :
       {program.entry(), schedule, script, toolchain, cpu, features})
    add(part);
  return {hash.final<32>()};
}

std::optional<KernelKey> KernelKey::parse(llvm::StringRef hex) {
  KernelKey key;
  std::string digits;
  if (hex.size() != 2 * key.bytes.size() || !llvm::tryGetFromHex(hex, digits))
    return std::nullopt;
  std::copy(digits.begin(), digits.end(), key.bytes.begin());
  return key;
}

std::string KernelKey::hex() const {
  return llvm::toHex(llvm::ArrayRef<uint8_t>(bytes), /*LowerCase=*/true);
}

} // namespace mlirgym
