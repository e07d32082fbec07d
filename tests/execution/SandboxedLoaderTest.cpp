#include "execution/SandboxedLoader.h"
#include "execution/wire/ProgramArchive.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "outcome/ExecutionError.h"
#include "program/ProgramLoader.h"
#include "program/files/AtomicFile.h"
#include "program/files/ProgramFile.h"
#include "program/payload/PayloadDialects.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

class SandboxedLoaderTest : public testing::Test {
protected:
  /// The message that loading ends with; "" if it succeeds. Afterwards a sound
  /// program must load.
  std::string errorOf(llvm::StringRef text) {
    auto program = loader.loadText(text, "test", "test.mlir");
    std::string message = program ? "" : llvm::toString(program.takeError());
    expectAlive();
    return message;
  }
  void expectAlive() {
    auto sound = loader.loadText(sum(7), "sum");
    EXPECT_TRUE(bool(sound)) << llvm::toString(sound.takeError());
  }
  static std::string sum(int extent) {
    std::string type = "tensor<" + std::to_string(extent) + "xf32>";
    return "func.func @sum(%a: " + type + ", %b: " + type + ") -> " + type +
           " {\n  %e = tensor.empty() : " + type +
           "\n  %r = linalg.add ins(%a, %b : " + type + ", " + type +
           ") outs(%e : " + type + ") -> " + type + "\n  return %r : " + type +
           "\n}\n";
  }
  static std::string bytecodeOf(llvm::StringRef text,
                                const char *producer = "MLIR22") {
    mlir::DialectRegistry registry;
    registerPayloadDialects(registry);
    mlir::MLIRContext context(registry);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(
        *module, os, mlir::BytecodeWriterConfig(producer))));
    return bytes;
  }

  SandboxedLoader loader;
};

TEST_F(SandboxedLoaderTest, GivesWhatTheLoaderInThisProcessGives) {
  ProgramLoader own;
  std::vector<std::string> names =
      llvm::cantFail(Suite::load("quick")).programs();
  ASSERT_FALSE(names.empty());
  names.push_back("attention_2_5_3");
  for (const std::string &name : names) {
    const std::string text = llvm::cantFail(generateProgram(name));
    worker::TextLoadedMessage here, there;
    here.parts = llvm::cantFail(own.parse(text, name));
    auto program = loader.loadText(text, name);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    there.parts.text = program->text().str();
    there.parts.operations = program->operations().vec();
    there.parts.arguments = program->arguments().vec();
    there.parts.source = program->source();
    there.parts.key = program->key();
    EXPECT_EQ(worker::encode(here), worker::encode(there)) << name;
    auto same = llvm::cantFail(own.loadText(text, name));
    EXPECT_EQ(program->name(), same.name());
    EXPECT_EQ(program->entry(), same.entry());
    EXPECT_EQ(program->complexity().flops, same.complexity().flops);
  }
}

TEST_F(SandboxedLoaderTest, ACrashOfMlirsParserIsAnError) {
  const std::string shapes =
      "ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>)";
  auto inFunction = [](const std::string &operation) {
    return "func.func @f(%a: tensor<4x8xf32>, %b: tensor<4xf32>) {\n  " +
           operation + "\n  return\n}\n";
  };
  const std::string texts[] = {
      inFunction("%0 = linalg.reduce { arith.addf } " + shapes +
                 " dimensions = 1"),
      inFunction("%0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : "
                 "tensor<4xf32>) permutation = (1, 0)"),
      inFunction("%0 = linalg.conv_1d <[1]> ins(%a, %a : tensor<4x8xf32>, "
                 "tensor<4x8xf32>) outs(%b : tensor<4xf32>)"),
      // Megabytes of stack: 10,000 end a thread with the usual 8 MiB.
      "func.func @f(%a: " + std::string(1000000, '(') + ") { return }"};
  for (const std::string &text : texts)
    EXPECT_THAT(errorOf(text),
                AllOf(StartsWith("test.mlir: MLIR's parser crashed on this "
                                 "file: reading it was ended by SIG"),
                      HasSubstr("; fix text that is misspelt")))
        << llvm::StringRef(text).take_front(300).str();
}

TEST_F(SandboxedLoaderTest, DamagedBytecodeIsAnError) {
  for (const char *name : {"crash127.mlirbc", "crash560.mlirbc"}) {
    auto program =
        loader.loadFile(std::string(MLIRGYM_TEST_STRANGERS) + "/" + name);
    ASSERT_FALSE(bool(program)) << name;
    EXPECT_THAT(llvm::toString(program.takeError()),
                AllOf(HasSubstr(name), HasSubstr(";")));
    expectAlive();
  }
  const std::string sound =
      bytecodeOf(llvm::cantFail(generateProgram("matmul_3_5_7")));
  std::mt19937 random(1);
  SandboxedLoader patient({.refusalsPerWorker = 100});
  unsigned errors = 0;
  for (unsigned i = 0; i < 400; ++i) {
    std::string damaged = sound;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    auto program = patient.loadText(damaged, "damaged");
    if (program)
      continue;
    ++errors;
    ASSERT_TRUE(program.errorIsA<ProgramError>());
    EXPECT_NE(llvm::toString(program.takeError()), "");
  }
  EXPECT_GT(errors, 100u);
  expectAlive();
}

TEST_F(SandboxedLoaderTest, SaysThatBytecodeIsOfANewerMlir) {
  std::string newer = bytecodeOf(sum(4), "MLIR99.1");
  newer[4] = 99; // a varint: 49, after the magic
  EXPECT_THAT(errorOf(newer),
              AllOf(StartsWith("test.mlir: bytecode of a newer MLIR "
                               "(MLIR99.1), which MLIR 22 cannot read: "),
                    HasSubstr("; write the program as text")));
}

TEST_F(SandboxedLoaderTest, WhatTheParserRefusedLeavesTheNextProgramAlone) {
  // MLIR writes to operations that it has freed here: without a new process
  // some later load dies of it.
  const std::string twice = "func.func @f(%a: tensor<4xf32>) {\n"
                            "  %r = linalg.generic {indexing_maps = [], "
                            "iterator_types = []} ins(%a : tensor<4xf32>) {\n"
                            "  ^bb0(%x: f32):\n    %s = arith.addf %x, %x : "
                            "f32\n    linalg.yield %s : f32\n  ^bb0(%x: f32):\n"
                            "    linalg.yield %x : f32\n  } -> tensor<4xf32>\n"
                            "  return\n}\n";
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(errorOf(twice), HasSubstr("^bb0"));
    for (int extent = 1; extent < 4; ++extent) {
      auto sound = loader.loadText(sum(extent), "sum");
      ASSERT_TRUE(bool(sound)) << llvm::toString(sound.takeError());
    }
  }
}

TEST_F(SandboxedLoaderTest, WhatTakesTooLongIsAnError) {
  SandboxedLoader hurried({.timeoutMs = 0.01});
  // More than a socket holds: somebody has to wait.
  auto program = hurried.loadText(sum(4) + "// " + std::string(32 << 20, 'x'),
                                  "sum", "sum.mlir");
  ASSERT_FALSE(bool(program));
  EXPECT_THAT(llvm::toString(program.takeError()),
              AllOf(StartsWith("sum.mlir: MLIR's parser does not terminate: "
                               "reading it took more than "),
                    HasSubstr("; use a smaller program")));
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
TEST_F(SandboxedLoaderTest, WhatTakesTooMuchMemoryIsAnError) {
  SandboxedLoader frugal({.memoryLimitBytes = 1 << 20});
  auto program = frugal.loadText(
      sum(4) + "// " + std::string(4 << 20, 'x') + "\n", "sum", "sum.mlir");
  ASSERT_FALSE(bool(program));
  EXPECT_THAT(llvm::toString(program.takeError()),
              StartsWith("sum.mlir: reading it needs more than 1 MiB"));
}
#endif

TEST_F(SandboxedLoaderTest, SaysWhatToDoWithoutAWorker) {
  SandboxedLoader none({.workerPath = "/nowhere/mlirgym-worker"});
  auto program = none.loadText(sum(4), "sum");
  ASSERT_FALSE(bool(program));
  EXPECT_TRUE(program.errorIsA<ExecutionError>());
  EXPECT_THAT(
      llvm::toString(program.takeError()),
      HasSubstr("/nowhere/mlirgym-worker: no worker program that can be "
                "run; give the path of mlirgym-worker"));
}

TEST_F(SandboxedLoaderTest, LeavesNoProcess) {
  expectAlive();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), 0); // it is kept
  loader = SandboxedLoader();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(SandboxedLoaderTest, ReadsTheFunctionThatIsNamed) {
  const std::string file =
      std::string(MLIRGYM_TEST_STRANGERS) + "/two_entries.mlir";
  auto program = loader.loadFile(file + "@second");
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(program->name(), "two_entries@second");
  EXPECT_EQ(program->source().entry, "second");
  auto several = loader.loadFile(file);
  ASSERT_FALSE(bool(several));
  EXPECT_THAT(llvm::toString(several.takeError()),
              AllOf(StartsWith(file + ":8:3: "), HasSubstr("FILE@NAME")));
}

TEST_F(SandboxedLoaderTest, ReadsRegularFilesOnly) {
  const std::string pipe =
      testing::TempDir() + "/mlirgym-pipe-" + std::to_string(::getpid());
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string &path :
       {pipe, std::string("/dev/zero"), testing::TempDir()}) {
    auto program = loader.loadFile(path);
    ASSERT_FALSE(bool(program)) << path;
    EXPECT_THAT(
        llvm::toString(program.takeError()),
        AllOf(StartsWith(path), AnyOf(HasSubstr("is not a regular file; "),
                                      HasSubstr("cannot be read"))));
  }
  ::unlink(pipe.c_str());
}

TEST_F(SandboxedLoaderTest, MessagesAreTextInUtf8) {
  const std::string message =
      errorOf("func.func @f() { \"\xff\xfe.x\"() : () -> () return }");
  EXPECT_NE(message, "");
  EXPECT_TRUE(llvm::json::isUTF8(message)) << message;
}

TEST_F(SandboxedLoaderTest, GivesTheWeightsOfALargeFile) {
  constexpr size_t side = 4200; // 67.3 MiB
  const std::string matrix = "tensor<4200x4200xf32>",
                    row = "tensor<1x4200xf32>";
  std::string text = "func.func @f(%x: " + row + ") -> " + row +
                     " {\n  %w = arith.constant dense_resource<w> : " + matrix +
                     "\n  %z = arith.constant dense<0.0> : " + row +
                     "\n  %y = linalg.matmul ins(%x, %w : " + row + ", " +
                     matrix + ") outs(%z : " + row + ") -> " + row +
                     "\n  return %y : " + row +
                     "\n}\n{-# dialect_resources: { builtin: { w: \"0x04000000";
  for (size_t i = 0; i < side * side / 2; ++i)
    text += "0000803F00000040"; // 1, 2
  text += "\" } } #-}\n";
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("large", "mlir", path));
  llvm::FileRemover remover(path);
  ASSERT_FALSE(llvm::errorToBool(writeAtomically(path, text)));
  ProgramWeights weights;
  auto program = loader.loadFile(path, {}, &weights);
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  const auto &parameters = program->source().parameters;
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].origin, ParameterOrigin::Parameter);
  EXPECT_EQ(parameters[1].origin, ParameterOrigin::Constant);
  EXPECT_EQ(parameters[1].argument, 1);
  ASSERT_EQ(weights.elements.size(), 1u);
  ASSERT_EQ(weights.elements[0].size(), side * side * sizeof(float));
  const auto *numbers =
      reinterpret_cast<const float *>(weights.elements[0].data());
  for (size_t i : {size_t(0), size_t(1), side * side - 2, side * side - 1})
    EXPECT_EQ(numbers[i], i % 2 == 0 ? 1 : 2);
  // Without weights, and at the end of a small file.
  auto same = loader.loadFile(path);
  ASSERT_TRUE(bool(same)) << llvm::toString(same.takeError());
  EXPECT_EQ(same->key(), program->key());
  auto small = loader.loadText(sum(7), "sum", "<text>", {}, &weights);
  ASSERT_TRUE(bool(small)) << llvm::toString(small.takeError());
  EXPECT_TRUE(weights.elements.empty());
}

TEST_F(SandboxedLoaderTest, ReadsBytecodeWithResourcesOfAnyAlignment) {
  const std::string text =
      "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %w = arith.constant dense_resource<w> : tensor<2xf32>\n"
      "  %e = tensor.empty() : tensor<2xf32>\n"
      "  %r = linalg.add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%e : "
      "tensor<2xf32>) -> tensor<2xf32>\n"
      "  return %r : tensor<2xf32>\n}\n"
      "{-# dialect_resources: { builtin: { w: "
      "\"0x001000000000803F00000040\" } } #-}\n"; // 4096
  auto fromText = loader.loadText(text, "f");
  ASSERT_TRUE(bool(fromText)) << llvm::toString(fromText.takeError());
  auto fromBytecode = loader.loadText(bytecodeOf(text), "f");
  ASSERT_TRUE(bool(fromBytecode)) << llvm::toString(fromBytecode.takeError());
  EXPECT_EQ(fromBytecode->key(), fromText->key());
}

} // namespace
} // namespace mlirgym
