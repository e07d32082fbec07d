//===- program/payload/LargeDigits.h - Text without large constants -------===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_LARGEDIGITS_H
#define MLIRGYM_PROGRAM_PAYLOAD_LARGEDIGITS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace mlirgym {

/// How the keys of constants begin that are no resources in the original text.
inline constexpr llvm::StringLiteral inlineDigitsName = "mlirgym.digits.";

/// The text of a module without the elements of its large constants, which
/// MLIR's parser would copy several times. Each is a `dense_resource` in it,
/// whose key has the elements in `digits`: two hexadecimal digits per byte.
struct ReducedText {
  std::string text;
  llvm::StringMap<llvm::StringRef> digits; ///< parts of the original text

  /// Of all these elements.
  uint64_t numBytes() const;
};

/// Takes the hexadecimal digits of resources and of `dense<"0x...">` out of a
/// text if there are at least `leastDigits`. Lines keep their numbers. Errors:
/// ProgramError with `origin` and line, for digits without an end, of an odd
/// number or with other characters, a resource without an alignment, or with
/// two values.
llvm::Expected<ReducedText> takeLargeDigits(llvm::StringRef text,
                                            llvm::StringRef origin,
                                            size_t leastDigits);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_LARGEDIGITS_H
