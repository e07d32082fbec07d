//===- execution/execdata/ExecDataOpening.h - Opens an exec-data file -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H

#include "execution/sqlite/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Opens an exec-data file, and creates or migrates it if `mode` allows.
/// Errors: ExecutionError for a file that is damaged, foreign, of a newer
/// version, or, if `mode` does not allow writing, missing or of an older
/// version. The file is then unchanged.
llvm::Expected<SqliteConnection> openExecDataFile(llvm::StringRef path,
                                                  SqliteMode mode);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H
