#include "execution/sqlite/Sqlite.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SqliteTest : public ::testing::Test {
protected:
  SqliteConnection opened(SqliteMode mode = SqliteMode::ReadWrite) {
    return llvm::cantFail(SqliteConnection::open(file, mode));
  }
  int64_t rows(SqliteConnection &of) {
    return llvm::cantFail(of.queryInteger("SELECT count(*) FROM t", "count"));
  }

  testing::TemporaryFolder folder;
  std::string file = folder.file("a.db");
};

TEST_F(SqliteTest, ATransactionIsRolledBackUnlessItIsCommitted) {
  SqliteConnection connection = opened();
  llvm::cantFail(connection.execute("CREATE TABLE t (x)", "create"));
  for (bool commits : {false, true}) {
    SqliteTransaction transaction(connection);
    llvm::cantFail(transaction.begin("begin"));
    llvm::cantFail(connection.execute("INSERT INTO t VALUES (1)", "insert"));
    EXPECT_TRUE(connection.inTransaction());
    if (commits)
      llvm::cantFail(transaction.commit("commit"));
  }
  EXPECT_FALSE(connection.inTransaction());
  EXPECT_EQ(rows(connection), 1);
}

TEST_F(SqliteTest, ColumnsAreWhatWasBound) {
  SqliteConnection connection = opened();
  llvm::cantFail(
      connection.execute("CREATE TABLE t (i, r, s, b, n)", "create"));
  SqliteStatement insert = llvm::cantFail(
      connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)"));
  const uint8_t bytes[] = {0, 7};
  insert.bind(1, int64_t(-3));
  insert.bind(2, 0.5);
  insert.bindText(3, "text");
  insert.bindBlob(4, bytes);
  insert.bindNull(5);
  llvm::cantFail(insert.run("insert"));
  SqliteStatement select =
      llvm::cantFail(connection.prepare("SELECT * FROM t"));
  ASSERT_TRUE(llvm::cantFail(select.step("read")));
  EXPECT_EQ(select.integer(0), -3);
  EXPECT_EQ(select.real(1), 0.5);
  EXPECT_EQ(select.text(2), "text");
  EXPECT_FALSE(select.isNumber(2));
  EXPECT_EQ(select.blob(3), llvm::ArrayRef(bytes));
  EXPECT_TRUE(select.isNull(4));
  EXPECT_FALSE(llvm::cantFail(select.step("read")));
}

TEST_F(SqliteTest, AReadOnlyConnectionWritesNothing) {
  {
    SqliteConnection connection = opened();
    llvm::cantFail(connection.execute("CREATE TABLE t (x)", "create"));
  }
  SqliteConnection reader = opened(SqliteMode::ReadOnly);
  EXPECT_THAT(
      llvm::toString(reader.execute("INSERT INTO t VALUES (1)", "insert")),
      AllOf(StartsWith(file), HasSubstr("insert")));
  EXPECT_EQ(rows(reader), 0);
}

TEST_F(SqliteTest, AMissingFolderIsNamed) {
  file = folder.file("none") + "/a.db";
  EXPECT_THAT(
      llvm::toString(
          SqliteConnection::open(file, SqliteMode::ReadWrite).takeError()),
      StartsWith(file));
}
} // namespace
} // namespace mlirgym
