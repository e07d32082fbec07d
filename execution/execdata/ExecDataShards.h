//===- execution/execdata/ExecDataShards.h - A folder of exec data --------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATASHARDS_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATASHARDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The exec-data files (*.db) of a folder, by name. Errors: text, if the folder
/// cannot be read.
llvm::Expected<std::vector<std::string>>
execDataFilesIn(llvm::StringRef folder);
/// The paths, with the files of each folder in its place. Errors: as
/// execDataFilesIn(), and for a folder without such files.
llvm::Expected<std::vector<std::string>>
execDataFilesOf(llvm::ArrayRef<std::string> filesOrFolders);

/// The exec-data files of one machine in a folder: MACHINE-0001.db, ... Only
/// the last one is written; a full one is sealed: compact, and without the
/// permission to write. The folder belongs to the caller (LockedFolder).
class ExecDataShards {
public:
  /// `machine`: the text of ExecDataKey. Errors: as execDataFilesIn().
  static llvm::Expected<ExecDataShards> open(llvm::StringRef folder,
                                             llvm::StringRef machine);

  /// The file to write, which may not exist yet.
  std::string current() const;
  /// All other exec-data files of the folder, of any machine. Errors: as
  /// execDataFilesIn().
  llvm::Expected<std::vector<std::string>> others() const;
  /// Seals current() and goes on to the next number. Errors: as
  /// ExecData::compact(); the file is then sound, and not sealed.
  llvm::Error seal();

private:
  ExecDataShards(llvm::StringRef folder, llvm::StringRef machine);
  std::string folder, stem;
  unsigned number = 1;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATASHARDS_H
