#include "program/ProgramLoader.h"
#include "Loading.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/Limits.h"
#include "program/files/ProgramFile.h"
#include "program/payload/PayloadDialects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

static std::string dataProgram(llvm::StringRef file) {
  return dataDirectory() + "/programs/" + file.str();
}

static llvm::Expected<Program> loadFile(llvm::StringRef path) {
  auto file = readProgramFile(path);
  if (!file)
    return file.takeError();
  return ProgramLoader().loadText((*file)->getBuffer(), "test", path);
}

TEST(ProgramLoaderTest, DescribesTheOperationsOfAProgram) {
  auto program = loadFile(dataProgram("matmul_relu.mlir"));
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  ASSERT_EQ(program->operations().size(), 2u);
  EXPECT_EQ(program->operations()[0].kind, "linalg.matmul");
  EXPECT_EQ(program->operations()[1].inputs[0].producer, 0);
}

TEST(ProgramLoaderTest, LoadsEveryProgramOfTheDataFolder) {
  std::error_code error;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator it(dataProgram(""), error), end;
       it != end && !error; it.increment(error), ++count) {
    auto program = loadFile(it->path());
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

  auto program = ProgramLoader().loadText(bytes, "program");
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

TEST(ProgramLoaderTest, NamesTheFileBeforeThePlacesThatItRemembers) {
  const char *text = R"(
func.func @f(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  return %a : tensor<?x4xf32>
} loc("model.py":3:4)
)";
  auto program = ProgramLoader().loadText(text, "p", "p.mlir");
  ASSERT_FALSE(bool(program));
  EXPECT_THAT(llvm::toString(program.takeError()),
              AllOf(StartsWith("p.mlir"), HasSubstr("dynamic shape")));
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
  auto whole = loadFile(dataProgram("matmul_relu.mlir"));
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
  auto program = loadFile("/nowhere/p.mlir");
  ASSERT_FALSE(bool(program));
  EXPECT_EQ(llvm::toString(program.takeError()),
            "/nowhere/p.mlir: cannot be read: No such file or directory; check "
            "the path");
}

TEST(ProgramLoaderTest, RefusesBrokenBytecode) {
  EXPECT_THAT(errorOf(llvm::StringRef("ML\xefR\x00garbage", 12)),
              HasSubstr("test.mlir"));
}

/// The file, as PyTorch's and ONNX's exporters write constants.
static std::string withResource(llvm::StringRef name, llvm::StringRef data) {
  return ("func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  %w = arith.constant dense_resource<" +
          name +
          "> : tensor<4xf32>\n"
          "  %e = tensor.empty() : tensor<4xf32>\n"
          "  %r = linalg.add ins(%a, %w : tensor<4xf32>, tensor<4xf32>) "
          "outs(%e : tensor<4xf32>) -> tensor<4xf32>\n"
          "  return %r : tensor<4xf32>\n}\n" +
          (data.empty() ? ""
                        : "{-# dialect_resources: { builtin: { " + name +
                              ": \"" + data + "\" } } #-}\n"))
      .str();
}
// Alignment 4, then 1, 2, 3, 4.
static constexpr llvm::StringLiteral oneToFour =
    "0x040000000000803F000000400000404000008040";

TEST(ProgramLoaderTest, KeyOfAResourceIsThatOfItsContents) {
  ProgramLoader loader;
  auto keyOf = [&](const std::string &text) {
    auto program = loader.loadText(text, "test");
    if (!program) {
      ADD_FAILURE() << llvm::toString(program.takeError());
      return ProgramKey();
    }
    EXPECT_FALSE(program->text().contains("dense_resource"));
    EXPECT_EQ(load(program->text()).key(), program->key());
    return program->key();
  };
  const ProgramKey key = keyOf(withResource("weights", oneToFour));
  // MLIR calls it weights_1 the second time.
  EXPECT_EQ(keyOf(withResource("weights", oneToFour)), key);
  EXPECT_EQ(keyOf(withResource("other", oneToFour)), key);
  EXPECT_NE(keyOf(withResource("weights",
                               "0x040000000000803F000000400000404000009040")),
            key);
  // The explicit form is the same program.
  std::string dense = withResource("w", "");
  const std::string resource = "dense_resource<w>";
  dense.replace(dense.find(resource), resource.size(),
                "dense<[1.0, 2.0, 3.0, 4.0]>");
  EXPECT_EQ(keyOf(dense), key);
}

TEST(ProgramLoaderTest, RefusesAResourceWithoutItsData) {
  // A constant would be an argument.
  std::string inAttribute = withResource("w", oneToFour);
  const std::string add = "linalg.add";
  inAttribute.insert(inAttribute.find(add) + add.size(),
                     " {x = dense_resource<__elided__> : tensor<4xf32>}");
  EXPECT_THAT(errorOf(inAttribute),
              AllOf(StartsWith("test.mlir:4:"),
                    HasSubstr("dense_resource '__elided__' has no data; "
                              "export the program with its constants")));
  EXPECT_THAT(errorOf(withResource("w", "0x040000000000803F00000040")),
              HasSubstr("dense_resource 'w' of 8 bytes does not fit its type; "
                        "export the program again"));
}

TEST(ProgramLoaderTest, RefusesMoreArgumentsThanCanBeRun) {
  auto sumOf = [](size_t count) {
    std::string arguments;
    for (size_t i = 0; i < count; ++i) {
      const std::string comma = i == 0 ? "" : ", ", n = std::to_string(i);
      arguments += comma + "%a" + n + ": tensor<4xf32>";
    }
    std::string body;
    for (size_t i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      body += "  %r" + std::to_string(i + 1) + " = linalg.add ins(%r" + n +
              ", %a" + n +
              " : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> "
              "tensor<4xf32>\n";
    }
    return "func.func @f(" + arguments +
           ") -> tensor<4xf32> {\n  %e = tensor.empty() : tensor<4xf32>\n"
           "  %z = arith.constant 0.0 : f32\n"
           "  %r0 = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> "
           "tensor<4xf32>\n" +
           body + "  return %r" + std::to_string(count) +
           " : tensor<4xf32>\n}\n";
  };
  EXPECT_EQ(load(sumOf(100)).arguments().size(), 101u);
  EXPECT_THAT(errorOf(sumOf(maxArguments)),
              HasSubstr("1025 arguments, inputs and outputs together; at most "
                        "1024 can be run"));
}

TEST(ProgramLoaderTest, BelievesNoMapsThatAFileNotesBesideAnOperation) {
  // With a dilation of 26 the window leaves the image; the maps say 1.
  const std::string text = R"mlir(
func.func @f(%a: tensor<1x2x9x9xf32>, %c: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<26> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>,
      linalg.memoized_indexing_maps = [
        affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5)>,
        affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>,
        affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>]}
      ins(%a, %w : tensor<1x2x9x9xf32>, tensor<3x3xf32>) outs(%c : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %r : tensor<1x2x4x4xf32>
})mlir";
  EXPECT_THAT(errorOf(text),
              AllOf(StartsWith("test.mlir:4:8: 'linalg.pooling_nchw_max' op"),
                    HasSubstr("; fix the MLIR")));
}
