//===- execution/execdata/ExecDataOpening.h - Opens an exec-data file -----===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H

#include "execution/execdata/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Opens an exec-data file, creating or migrating it if `mode` allows; an older
/// one that is only read stays as it is, so ask readExecDataVersion(). Errors:
/// ExecutionError for a file that is missing (read-only), damaged, foreign or
/// newer; its bytes are then as they were.
llvm::Expected<SqliteConnection> openExecDataFile(llvm::StringRef path,
                                                  SqliteMode mode);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAOPENING_H
