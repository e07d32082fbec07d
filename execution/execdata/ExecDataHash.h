//===- execution/execdata/ExecDataHash.h - Keys of timings ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAHASH_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAHASH_H

#include "execution/execdata/ExecData.h"
#include "program/Program.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>

namespace mlirgym {

/// The primary key of a measurement.
struct ExecDataHash {
  std::array<uint8_t, 16> bytes{};
  /// Part of the key for a hash table: the hash is uniform already.
  uint64_t word(unsigned index) const;
  friend bool operator==(const ExecDataHash &, const ExecDataHash &) = default;
};

/// 128 bits of BLAKE3 over machine, toolchain, protocol, threads and metric.
using ContextDigest = std::array<uint8_t, 16>;

/// The last digest is cached per thread: contexts rarely change, and hashing
/// their text each time would double the cost of a look-up.
ContextDigest digestOfContext(const ExecDataKey &key);

/// 128 bits of BLAKE3 over program, context digest and schedule.
ExecDataHash hashOf(const ProgramKey &program, const ContextDigest &context,
                    llvm::StringRef schedule);
ExecDataHash hashOf(const ExecDataKey &key);

/// The hash of object code as bytes, from 32 hex digits; empty for "". Errors:
/// ExecutionError.
llvm::Expected<llvm::SmallVector<uint8_t, 16>>
parseObjectHash(llvm::StringRef text);
} // namespace mlirgym

template <> struct llvm::DenseMapInfo<mlirgym::ExecDataHash> {
  static mlirgym::ExecDataHash filled(uint8_t byte) {
    mlirgym::ExecDataHash hash;
    hash.bytes.fill(byte);
    return hash;
  }
  // BLAKE3 returns one of these two with a probability of 2^-127.
  static mlirgym::ExecDataHash getEmptyKey() { return filled(0xff); }
  static mlirgym::ExecDataHash getTombstoneKey() { return filled(0xfe); }
  static unsigned getHashValue(const mlirgym::ExecDataHash &hash) {
    return static_cast<unsigned>(hash.word(0));
  }
  static bool isEqual(const mlirgym::ExecDataHash &a,
                      const mlirgym::ExecDataHash &b) {
    return a == b;
  }
};
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAHASH_H
