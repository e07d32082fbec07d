//===- kernels/GivenFiles.h - The files of substitutions ------------------===//
#ifndef MLIRGYM_KERNELS_GIVENFILES_H
#define MLIRGYM_KERNELS_GIVENFILES_H

#include "kernels/Substitutions.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// A file that may replace a kernel.
struct GivenFile {
  KernelStage stage = KernelStage::Source;
  std::string kernel, path;
  std::string extension; ///< ".o"
  std::string bytes;
  /// Hash of stage, kernel, extension, bytes and command, and of the program
  /// that the command starts.
  std::string hash;
  std::string command; ///< of its toolchain; "" for none
  /// The text of manifest.json in the same folder; "" for none.
  std::string manifest;
  bool isFromFolder = false;

  bool belongsTo(llvm::StringRef program) const;
};

/// All files, by stage, files of folders first.
struct GivenFiles {
  std::vector<GivenFile> files;
  /// Records of missing files, if they are not an error.
  std::vector<SubstitutionRecord> records;

  /// Errors: as KernelSubstituter::create().
  static llvm::Expected<GivenFiles> read(const Substitutions &substitutions);
};
} // namespace mlirgym
#endif // MLIRGYM_KERNELS_GIVENFILES_H
