//===- kernels/Substitutions.h - Files in place of kernels ----------------===//
#ifndef MLIRGYM_KERNELS_SUBSTITUTIONS_H
#define MLIRGYM_KERNELS_SUBSTITUTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// The stages at which a kernel can be replaced, in their order.
enum class KernelStage : uint8_t {
  Source,        ///< MLIR before scheduling
  Configuration, ///< MLIR and its transform script
  Object,        ///< code
};
/// "source".
llvm::StringRef nameOf(KernelStage stage);

/// A command that makes a binary from a file with this extension.
struct Toolchain {
  std::string extension; ///< ".c"
  /// `{in}` and `{out}` stand for the paths of the files. Not run by a shell.
  std::string command;

  /// ".c=clang -O3 -c {in} -o {out}". Errors: text.
  static llvm::Expected<Toolchain> parse(llvm::StringRef text);
};

/// The files that replace kernels: see docs/kernels.md. A value.
struct Substitutions {
  struct File {
    std::string kernel, path;
    /// "softmax_8_24_op3=mine.mlir". Errors: text.
    static llvm::Expected<File> parse(llvm::StringRef text);
  };
  struct Stage {
    /// If there are several for a kernel, the last one counts.
    std::vector<File> files = {};
    /// A folder with files named like kernels, as a dump writes them; `files`
    /// take precedence. "": none.
    std::string folder = {};
  };
  Stage sources = {}, configurations = {}, objects = {};
  /// Further folders in which relative paths of objects are searched.
  std::vector<std::string> objectSearchPath = {};
  /// If there are several for an extension, the last one counts.
  std::vector<Toolchain> toolchains = {};

  /// Treatment of a file that cannot replace a kernel because it does not
  /// exist, no kernel has its name, or it lacks the function or its signature.
  enum class Missing : uint8_t { Refuse, Warn };
  Missing missing = Missing::Refuse;

  bool any() const;
};

/// A file and its effect.
struct SubstitutionRecord {
  KernelStage stage = KernelStage::Source;
  std::string kernel = {}, file = {};
  std::string toolchain = {}; ///< the command; "" for none
  bool replaces = false;
  std::string remark = {}; ///< why it replaces nothing, or what to know of it

  /// "softmax_8_24_op3: source from mine.mlir".
  std::string text() const;
};
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_SUBSTITUTIONS_H
