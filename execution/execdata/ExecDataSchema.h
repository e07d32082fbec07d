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

/// Converts the tables of version i and their rows to version i + 1, in the
/// transaction of the caller.
using ExecDataMigration = llvm::Error (*)(SqliteConnection &connection);

/// The first migration creates the tables of an empty file (version 0); the
/// number of migrations is the current version. Append only, and never change
/// an existing one, not even a space of its SQL: the SQL is compared with that
/// of files.
llvm::ArrayRef<ExecDataMigration> execDataMigrations();

/// Version of an exec-data file, 0 for an empty one; changes nothing. Errors:
/// ExecutionError for a database of another application or a newer version, and
/// if its tables, indices, views and triggers are not those of its version.
llvm::Expected<int64_t>
readExecDataVersion(SqliteConnection &connection,
                    llvm::ArrayRef<ExecDataMigration> migrations);

/// Errors: as readExecDataVersion(), and if the file is empty or older.
llvm::Error
requireCurrentExecData(SqliteConnection &connection,
                       llvm::ArrayRef<ExecDataMigration> migrations);

/// Migrates an empty or older file to the current version in one transaction.
/// Errors: as readExecDataVersion(), and if the file cannot be written.
llvm::Error migrateExecData(SqliteConnection &connection,
                            llvm::ArrayRef<ExecDataMigration> migrations);

/// ExecutionError: a database of another application.
llvm::Error foreignFileError(llvm::StringRef path);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATASCHEMA_H
