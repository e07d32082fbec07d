//===- outcome/ContentHash.h - Names bytes by a hash ------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_CONTENTHASH_H
#define MLIRGYM_OUTCOME_CONTENTHASH_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlirgym {

/// 32 hexadecimal digits of BLAKE3.
std::string contentHash(llvm::ArrayRef<char> bytes);
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_CONTENTHASH_H
