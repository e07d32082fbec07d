//===- execution/kernelcache/KernelBundle.h - A kernel to call --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELCACHE_KERNELBUNDLE_H
#define MLIRGYM_EXECUTION_KERNELCACHE_KERNELBUNDLE_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// BLAKE3 hash of everything that object code depends on: payload (by its key),
/// symbol of the entry, schedule and its script, toolchain and lowering
/// version, processor and features.
struct KernelKey {
  std::array<uint8_t, 32> bytes{};

  static KernelKey of(const Program &program, llvm::StringRef schedule,
                      llvm::StringRef script, llvm::StringRef toolchain,
                      llvm::StringRef cpu, llvm::StringRef features);
  /// 64 hexadecimal digits.
  std::string hex() const;
  /// The key with these digits; nullopt for another text.
  static std::optional<KernelKey> parse(llvm::StringRef hex);
  friend auto operator<=>(const KernelKey &, const KernelKey &) = default;
};

using KernelBytes = std::shared_ptr<const std::vector<char>>;

/// Facts that object code does not contain: how it is called, and its origin.
struct KernelFacts {
  std::string program = {}; ///< its name
  /// The IR to which the script applies, with the entry function.
  std::string payload = {};
  /// Text of the schedule, or its replacement in keys ("script:...").
  std::string schedule = {};
  std::string script = {}; ///< transform script; "": none
  std::string entry = {};  ///< symbol of the entry function
  std::vector<Argument> arguments = {};
  std::string toolchain = {}, cpu = {}, features = {};
  unsigned threads = 1; ///< of the execution that compiled it

  /// True if the kernel can be called.
  bool isCallable() const { return !entry.empty(); }
  /// True for a module or linked code, which may do anything.
  bool isForeign() const {
    const llvm::StringRef text(schedule);
    return text.starts_with("module:") || text.starts_with("substituted:") ||
           text.starts_with("lowered:");
  }
};

/// A kernel that can be called without a compiler.
struct KernelBundle {
  KernelKey key;
  KernelFacts facts;
  KernelBytes object;
};

/// The contents of a file: header with a checksum of everything, facts as JSON,
/// object code.
std::string encodeBundle(const KernelKey &key, const KernelFacts &facts,
                         llvm::ArrayRef<char> object);
/// nullopt if the bytes are damaged, of another key, or of another version.
/// Facts with arguments or an entry that this version cannot read make a bundle
/// that is not callable.
std::optional<KernelBundle> decodeBundle(const KernelKey &key,
                                         llvm::StringRef bytes);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELCACHE_KERNELBUNDLE_H
