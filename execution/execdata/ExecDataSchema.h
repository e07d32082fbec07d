//===- execution/execdata/ExecDataSchema.h - Tables of an exec-data file --===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATASCHEMA_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATASCHEMA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

class SqliteConnection;

/// `PRAGMA application_id`: "mlgy".
inline constexpr int32_t execDataApplicationId = 0x6d6c6779;

/// Statements that migrate from version i (0: an empty file) to i + 1; their
/// number is the current version. Append, never change, not even a space: files
/// of every older version exist, and their SQL is compared with this.
llvm::ArrayRef<const char *> execDataMigrations();

/// Version of an exec-data file, 0 for an empty one; changes nothing. Errors:
/// ExecutionError for a database of another application or a newer version, and
/// if its tables, indices, views and triggers are not those of its version.
llvm::Expected<int64_t>
readExecDataVersion(SqliteConnection &connection,
                    llvm::ArrayRef<const char *> migrations);

/// Migrates an empty or older file to the current version in one transaction.
/// Errors: as readExecDataVersion(), and if the file cannot be written.
llvm::Error migrateExecData(SqliteConnection &connection,
                            llvm::ArrayRef<const char *> migrations);

/// ExecutionError: a database of another application.
llvm::Error foreignFileError(llvm::StringRef path);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATASCHEMA_H
