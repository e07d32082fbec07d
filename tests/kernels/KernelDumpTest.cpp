#include "kernels/KernelDump.h"
#include "KernelTests.h"
#include "outcome/ExecutionError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class KernelDumpTest : public testing::Test {
protected:
  KernelDumpTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-kernels", root));
  }
  ~KernelDumpTest() override { llvm::sys::fs::remove_directories(root); }

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> file(root);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  llvm::Expected<KernelDump> dump(std::shared_ptr<const Program> program,
                                  const std::string &schedule,
                                  const KernelDumpOptions &options) {
    llvm::raw_string_ostream stream(printed);
    return dumpKernels(std::move(program), scheduleOf(schedule), options,
                       stream);
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    EXPECT_TRUE(bool(buffer)) << name.str();
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  std::set<std::string> filesIn(llvm::StringRef folder) const {
    std::set<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator file(path(folder), error), end;
         file != end && !error; file.increment(error))
      names.insert(llvm::sys::path::filename(file->path()).str());
    return names;
  }
  /// Runs a command in the folder; its output is in the file `log`.
  int shell(const std::string &command) {
    return std::system(
        ("cd '" + std::string(root) + "' && " + command + " > log 2>&1")
            .c_str());
  }

  llvm::SmallString<128> root;
  std::string printed;
};

TEST_F(KernelDumpTest, WritesEachKindOfFileToItsFolder) {
  KernelDumpOptions options;
  options.sources = path("sources");
  options.configurations = path("configurations");
  options.intermediates = path("intermediates");
  options.benchmarks = path("benchmarks");
  KernelDump result = llvm::cantFail(
      dump(load(twoProducts, "twice"), "op0: tile(4,8,0) vectorize", options));
  EXPECT_EQ(filesIn("sources"),
            (std::set<std::string>{"manifest.json", "twice_host.mlir",
                                   "twice_op0.mlir", "twice_op1.mlir",
                                   "twice_op2.mlir"}));
  EXPECT_EQ(read("sources/twice_op0.mlir"), result.outline.kernels[0].source);
  EXPECT_EQ(read("sources/manifest.json"), result.outline.manifest());
  EXPECT_THAT(read("configurations/twice_op0.configured.mlir"),
              AllOf(HasSubstr("transform.with_named_sequence"),
                    HasSubstr("transform.structured.tile_using_for"),
                    HasSubstr("linalg.matmul")));
  EXPECT_THAT(read("configurations/twice_op1.configured.mlir"),
              AllOf(HasSubstr("transform.yield"),
                    Not(HasSubstr("transform.structured"))));
  EXPECT_THAT(read("intermediates/twice_op0.ll"),
              HasSubstr("define void @twice_op0(ptr noalias"));
  EXPECT_THAT(read("intermediates/twice_op0.s"), HasSubstr("twice_op0:"));
  EXPECT_EQ(read("intermediates/twice_op0.bc").substr(0, 2), "BC");
  EXPECT_EQ(filesIn("benchmarks").count("twice_op0.input1.npy"), 1u);
  EXPECT_EQ(read("benchmarks/twice_op0.benchmark.schedule"),
            "op0: tile(4,8,0) vectorize\n");
  EXPECT_THAT(read("benchmarks/twice_op0.benchmark.mlir"),
              HasSubstr("@payload"));
  EXPECT_THAT(printed, IsEmpty());
}

TEST_F(KernelDumpTest, WritesTheSameBytesTwice) {
  auto program = generate("softmax_8_24");
  for (const char *folder : {"a", "b"})
    llvm::cantFail(dump(program, "op3: tile_fuse(4,0) vectorize",
                        {.binaries = path(folder)}));
  EXPECT_EQ(filesIn("a"), filesIn("b"));
  for (const std::string &name : filesIn("a"))
    EXPECT_EQ(read("a/" + name), read("b/" + name)) << name;
}

TEST_F(KernelDumpTest, PrintsTextToAStream) {
  KernelDump result =
      llvm::cantFail(dump(generate("relu_8_12"), "", {.intermediates = "-"}));
  EXPECT_THAT(printed, AllOf(HasSubstr("// -----// relu_8_12_op0.ll //-----"),
                             HasSubstr("// -----// relu_8_12_op0.s //-----"),
                             HasSubstr("// -----// relu_8_12_host.s //-----")));
  EXPECT_THAT(result.notes,
              testing::Contains(HasSubstr("relu_8_12_op0.bc: not printed")));
  EXPECT_THAT(result.files, IsEmpty());
}

TEST_F(KernelDumpTest, WritesNothingIfItFails) {
  auto failed =
      dump(generate("relu_8_12"), "", {.sources = path("a"), .binaries = "-"});
  EXPECT_FALSE(bool(failed));
  llvm::consumeError(failed.takeError());
  EXPECT_FALSE(llvm::sys::fs::exists(path("a")));

  ASSERT_EQ(shell("touch file"), 0);
  failed = dump(generate("relu_8_12"), "",
                {.sources = path("a"), .benchmarks = path("file/b")});
  EXPECT_FALSE(bool(failed));
  llvm::consumeError(failed.takeError());
  EXPECT_THAT(filesIn("a"), IsEmpty());
}

TEST_F(KernelDumpTest, WritesNothingOrAllIfItIsInterrupted) {
  // It is asked only while a worker takes long, thus not always.
  unsigned asked = 0, last = ~0u;
  const KernelOutlinerOptions workers{
      .interrupted = [&] { return asked++ >= last; }};
  auto attempt = [&](const std::string &folder) {
    asked = 0;
    return dumpKernels(generate("softmax_8_24"), Schedule(),
                       {.files = path(folder)}, llvm::nulls(), workers);
  };
  llvm::cantFail(attempt("whole").takeError());
  const auto all = filesIn("whole");
  EXPECT_TRUE(all.contains("manifest.json"));
  const unsigned mostTried = std::min(asked, 4u);
  for (last = 0; last < mostTried; ++last) {
    const std::string folder = "after" + std::to_string(last);
    if (auto result = attempt(folder)) {
      EXPECT_EQ(filesIn(folder), all);
    } else {
      EXPECT_TRUE(result.errorIsA<InterruptedError>());
      llvm::consumeError(result.takeError());
      EXPECT_FALSE(llvm::sys::fs::exists(path(folder)));
    }
  }
}

TEST_F(KernelDumpTest, RefusesToPrintBinaries) {
  auto result = dump(generate("relu_8_12"), "", {.binaries = "-"});
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(llvm::toString(result.takeError()),
            "binaries are no text to print; give a folder");
}

TEST_F(KernelDumpTest, NamesAFolderThatCannotBeWritten) {
  ASSERT_EQ(shell("touch file"), 0);
  auto result =
      dump(generate("relu_8_12"), "", {.sources = path("file/folder")});
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(
      llvm::toString(result.takeError()),
      AllOf(HasSubstr("file/folder"), HasSubstr("give another folder")));
}

TEST_F(KernelDumpTest, NamesAFileThatCannotBeWritten) {
  llvm::sys::fs::create_directories(path("c/relu_8_12_op0.s"));
  auto result = dump(generate("relu_8_12"), "", {.intermediates = path("c")});
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()),
              HasSubstr("c/relu_8_12_op0.s"));
}

TEST_F(KernelDumpTest, ReportsAFileThatMayNotGrow) {
  // In a child, since the limit would stay.
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100 << 10, 100 << 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    // Its arrays have 1 MiB each.
    auto result = dump(generate("relu_512_512"), "", {.files = path("full")});
    const std::string message =
        result ? "no error" : llvm::toString(result.takeError());
    const bool isRight = llvm::StringRef(message).contains("raise the limit");
    if (!isRight)
      llvm::errs() << "unexpected: " << message << "\n";
    ::_exit(isRight ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(filesIn("full").count("relu_512_512_op0.output1.npy"), 0u);
  EXPECT_EQ(filesIn("full").count("manifest.json"), 0u);
}

//===----------------------------------------------------------------------===//
// The C project
//===----------------------------------------------------------------------===//

struct Checked {
  const char *program, *schedule;
};

class CProjectTest : public KernelDumpTest,
                     public testing::WithParamInterface<Checked> {};

TEST_P(CProjectTest, BuildsWithGccAndPasses) {
  auto [program, schedule] = GetParam();
  KernelDump result = llvm::cantFail(
      dump(generate(program), schedule, {.binaries = path("c")}));
  EXPECT_THAT(result.notes, IsEmpty());
  EXPECT_EQ(shell("make -C c check CC=gcc CFLAGS='-std=c11 -Wall -Wextra "
                  "-Werror -pedantic -D_ISOC11_SOURCE'"),
            0)
      << read("log");
  for (const OutlinedKernel &kernel : result.outline.kernels)
    EXPECT_THAT(read("log"), HasSubstr(kernel.name + ": correct"));
  EXPECT_THAT(read("log"), HasSubstr(result.outline.host.name + ": correct"));
  EXPECT_EQ(shell("make -C c all CC=gcc"), 0) << read("log");
}

INSTANTIATE_TEST_SUITE_P(
    Programs, CProjectTest,
    testing::Values(Checked{"matmul_24_40_56", "op0: tile(4,16,1) vectorize"},
                    Checked{"matmul_24_40_56",
                            "op0: tile_parallel(12,0,0) tile(4,8,1) vectorize"},
                    Checked{"relu_31_17", ""}, //
                    Checked{"conv_2d_nchw_fchw_1_3_17_17_5_3_3_15_15",
                            "op0: tile(0,1,5,5,0,0,0) done"},
                    Checked{"pooling_nchw_max_1_4_20_20_2_19_19", ""},
                    Checked{"softmax_40_72", "op3: tile_fuse(4,0) vectorize"},
                    Checked{"softmax_40_72", ""}, //
                    Checked{"mlp_16_24_20_12", ""}),
    [](const auto &test) {
      return std::string(test.param.program) + "_" + std::to_string(test.index);
    });

TEST_F(KernelDumpTest, ChecksEveryElementType) {
  for (const char *type : {"f64", "f16", "bf16", "i64", "i32", "i8"}) {
    const bool isFloat = type[0] != 'i';
    std::string tensor = std::string("tensor<6x10x") + type + ">";
    std::string text =
        "func.func @f(%a: " + tensor + ", %b: " + tensor + ") -> " + tensor +
        " {\n  %e = tensor.empty() : " + tensor + "\n  %0 = linalg." +
        (isFloat ? "div" : "add") + " ins(%a, %b : " + tensor + ", " + tensor +
        ") outs(%e : " + tensor + ") -> " + tensor +
        "\n  return %0 : " + tensor + "\n}";
    llvm::cantFail(dump(load(text, type), "", {.binaries = path(type)}));
    EXPECT_EQ(shell("make -C " + std::string(type) + " check CC=gcc"), 0)
        << read("log");
  }
}

TEST_F(KernelDumpTest, TheProjectRoundsToBf16Once) {
#ifndef __x86_64__
  GTEST_SKIP() << "compilers for other processors bring these functions";
#endif
  llvm::cantFail(dump(generate("relu_8_16"), "", {.binaries = path("c")}));
  // Of 1 + 2^-8, which lies in the middle, the even one; of a little more, the
  // next one, though the nearest f32 lies in the middle, too.
  ASSERT_EQ(shell(R"(cat > round.c << 'EOF'
#include "kernel_check.h"
static int is(float box, uint32_t bits) {
  uint32_t low;
  memcpy(&low, &box, 4);
  return (low & 0xffff) == bits;
}
int main(void) {
  return !(is(__truncsfbf2(1.00390625f), 0x3f80) &&
           is(__truncsfbf2(1.01171875f), 0x3f82) &&
           is(__truncsfbf2(-3.5f), 0xc060) && is(__truncsfbf2(INFINITY), 0x7f80) &&
           is(__truncsfbf2(3.4e38f), 0x7f80) && is(__truncsfbf2(1e-40f), 0x0001) &&
           is(__truncdfbf2(1.00390625), 0x3f80) &&
           is(__truncdfbf2(1.00390625 + 1e-12), 0x3f81) &&
           is(__truncdfbf2(-1.00390625 - 1e-12), 0xbf81) &&
           is(__truncdfbf2(1.01171875 - 1e-12), 0x3f81) &&
           is(__truncdfbf2(1e300), 0x7f80) && is(__truncdfbf2(0.0), 0));
}
EOF
gcc -Ic -Wall -Wextra -Wno-unused-function -o round round.c -lm && ./round)"),
            0)
      << read("log");
}

TEST_F(KernelDumpTest, TheProjectFindsAWrongKernel) {
  llvm::cantFail(
      dump(generate("matmul_24_40_56"), "", {.binaries = path("c")}));
  ASSERT_EQ(shell("printf '#include \"matmul_24_40_56_op0.h\"\\n"
                  "void matmul_24_40_56_op0(const float *a, const float *b, "
                  "float *c) { for (int i = 0; i < 24 * 40; ++i) c[i] = a[0] + "
                  "b[0]; }\\n' > wrong.c && gcc -Ic -c wrong.c -o "
                  "c/matmul_24_40_56_op0.o"),
            0)
      << read("log");
  EXPECT_NE(shell("make -C c check CC=gcc"), 0);
  EXPECT_THAT(read("log"), HasSubstr("are wrong"));
}

TEST_F(KernelDumpTest, TheProjectFindsWhatALaterCallLacks) {
  llvm::cantFail(
      dump(generate("matmul_24_40_56"), "", {.binaries = path("c")}));
  ASSERT_EQ(shell("printf '#include \"matmul_24_40_56_op0.h\"\n"
                  "static float kept[24 * 40];\n"
                  "void matmul_24_40_56_op0(const float *a, const float *b, "
                  "float *c) { for (int i = 0; i < 24; ++i) for (int j = 0; j "
                  "< 56; ++j) c[56 * i + j] = 0; for (int i = 0; i < 24; ++i) "
                  "for (int k = 0; k < 40; ++k) for (int j = 0; j < 56; ++j) "
                  "c[56 * i + j] += a[40 * i + k] * b[56 * k + j]; for (int i "
                  "= 0; i < 24 * 40; ++i) c[i] += kept[i], kept[i] = c[i]; "
                  "}\n' > sum.c && gcc -Ic -c sum.c -o "
                  "c/matmul_24_40_56_op0.o"),
            0)
      << read("log");
  EXPECT_NE(shell("make -C c check CC=gcc"), 0);
  EXPECT_THAT(read("log"),
              HasSubstr("correct at first, wrong when called again"));
}

TEST_F(KernelDumpTest, ALibraryOfTheWholeNeedsNothingElse) {
  llvm::cantFail(dump(generate("softmax_40_72"), "", {.binaries = path("c")}));
  EXPECT_EQ(shell("(cd c && gcc softmax_40_72_host.main.c "
                  "./softmax_40_72_host.so -lm -o whole && ./whole)"),
            0)
      << read("log");
}

} // namespace
} // namespace mlirgym
