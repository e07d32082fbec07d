#include "outcome/ContentHash.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include <cstdint>
#include <string>

namespace mlirgym {

std::string contentHash(llvm::ArrayRef<char> bytes) {
  auto digest = llvm::BLAKE3::hash<16>(
      {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
  return llvm::toHex(digest, /*LowerCase=*/true);
}

} // namespace mlirgym
