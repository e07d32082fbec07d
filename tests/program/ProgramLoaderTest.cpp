#include "program/ProgramLoader.h"
#include "Loading.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/PayloadDialects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::HasSubstr;
using testing::StartsWith;

static std::string dataProgram(llvm::StringRef file) {
  return dataDirectory() + "/programs/" + file.str();
}

TEST(ProgramLoaderTest, NamesAFilesProgramAfterItsStem) {
  auto program = ProgramLoader().loadFile(dataProgram("matmul_relu.mlir"));
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(program->name(), "matmul_relu");
  ASSERT_EQ(program->operations().size(), 2u);
  EXPECT_EQ(program->operations()[0].kind, "linalg.matmul");
  EXPECT_EQ(program->operations()[1].inputs[0].producer, 0);
}

TEST(ProgramLoaderTest, LoadsEveryProgramOfTheDataFolder) {
  std::error_code error;
  unsigned count = 0;
  ProgramLoader loader;
  for (llvm::sys::fs::directory_iterator it(dataProgram(""), error), end;
       it != end && !error; it.increment(error), ++count) {
    auto program = loader.loadFile(it->path());
    EXPECT_TRUE(bool(program)) << llvm::toString(program.takeError());
  }
  EXPECT_FALSE(bool(error)) << error.message();
  EXPECT_GE(count, 3u);
}

TEST(ProgramLoaderTest, LoadingItsOwnTextChangesNothing) {
  Program once = loadNamed("attention_2_5_3");
  Program twice = load(once.text());
  EXPECT_EQ(once.text(), twice.text());
  EXPECT_EQ(once.key(), twice.key());
}

TEST(ProgramLoaderTest, ReadsBytecode) {
  mlir::DialectRegistry registry;
  registerPayloadDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      *generateProgram("matmul_3_5_7"), &context);
  ASSERT_TRUE(bool(module));
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ASSERT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(*module, os)));

  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("program", "mlirbc", path));
  llvm::FileRemover remover(path);
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << bytes;

  auto program = ProgramLoader().loadFile(path);
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(program->key(), loadNamed("matmul_3_5_7").key());
}

TEST(ProgramLoaderTest, KeyDoesNotDependOnNamesAndLocations) {
  ProgramKey key = load(R"mlir(
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir")
                       .key();
  EXPECT_EQ(load(R"mlir(
// Another comment, other names, explicit locations.
module @m { func.func @other(%input: tensor<4xf32>) -> tensor<4xf32> {
  %result = linalg.exp ins(%input : tensor<4xf32>)
    outs(%input : tensor<4xf32>) -> tensor<4xf32> loc("elsewhere.py":3:1)
  return %result : tensor<4xf32>
} })mlir")
                .key(),
            key);
  auto renamed =
      ProgramLoader().loadText(*generateProgram("relu_3_4"), "other");
  ASSERT_TRUE(bool(renamed));
  EXPECT_EQ(renamed->name(), "other");
  EXPECT_EQ(renamed->key(), loadNamed("relu_3_4").key());
}

TEST(ProgramLoaderTest, KeyDiffersWithShapeTypeAndAttributes) {
  ProgramKey key = loadNamed("pooling_nchw_max_1_2_9_9_3_4_4").key();
  for (llvm::StringRef other :
       {"pooling_nchw_max_1_3_9_9_3_4_4", "pooling_nchw_max_1_2_9_9_3_4_4_f64",
        "pooling_nchw_max_1_2_9_9_3_3_3"})
    EXPECT_NE(loadNamed(other).key(), key) << other.str();
}

TEST(ProgramLoaderTest, KeyIsStable) {
  // Exec data on disk is found by this key: a change makes it worthless and
  // needs a line in the changelog.
  EXPECT_EQ(loadNamed("matmul_8_12_16").key().hex(),
            "d562826dfcda5f2f6e83098fec6f92be");
}

TEST(ProgramLoaderTest, ReadsNoFurtherThanTheText) {
  auto whole = ProgramLoader().loadFile(dataProgram("matmul_relu.mlir"));
  ASSERT_TRUE(bool(whole)) << llvm::toString(whole.takeError());
  const std::string more = whole->text().str() + "is no MLIR";
  auto part = ProgramLoader().loadText(
      llvm::StringRef(more).take_front(whole->text().size()), "part");
  ASSERT_TRUE(bool(part)) << llvm::toString(part.takeError());
  EXPECT_EQ(part->key(), whole->key());
}

TEST(ProgramLoaderTest, OneLoaderReadsMany) {
  ProgramLoader loader;
  auto broken = loader.loadText("func.func", "a", "a.mlir");
  ASSERT_FALSE(bool(broken));
  EXPECT_THAT(llvm::toString(broken.takeError()), StartsWith("a.mlir:1:"));
  auto fine = loader.loadText(*generateProgram("relu_3_4"), "b");
  EXPECT_TRUE(bool(fine)) << llvm::toString(fine.takeError());
}

TEST(ProgramLoaderTest, NothingReachesStandardError) {
  testing::internal::CaptureStderr();
  errorOf("func.func @f() {\n  %0 = arith.constant : f32\n}");
  errorOf("module { module { } }");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ProgramLoaderTest, SaysThatAFileIsMissing) {
  auto program = ProgramLoader().loadFile("/nowhere/p.mlir");
  ASSERT_FALSE(bool(program));
  EXPECT_EQ(llvm::toString(program.takeError()),
            "/nowhere/p.mlir: cannot be read: No such file or directory; check "
            "the path");
}

TEST(ProgramLoaderTest, RefusesBrokenBytecode) {
  EXPECT_THAT(errorOf(llvm::StringRef("ML\xefR\x00garbage", 12)),
              HasSubstr("test.mlir"));
}
