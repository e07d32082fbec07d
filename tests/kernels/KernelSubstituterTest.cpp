#include "kernels/KernelSubstituter.h"
#include "KernelTests.h"
#include "execution/Execution.h"
#include "execution/worker/CompileWorker.h"
#include "kernels/KernelDump.h"
#include "kernels/Substitutions.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/ProgramLoader.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/syscall.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Stage = Substitutions::Stage;

/// relu_8_12 by hand: loops over memory.
const char *const reluByHand = R"(
func.func @relu_8_12_op0(%in: memref<8x12xf32>, %out: memref<8x12xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 12 {
      %x = affine.load %in[%i, %j] : memref<8x12xf32>
      %y = arith.maximumf %x, %zero : f32
      affine.store %y, %out[%i, %j] : memref<8x12xf32>
    }
  }
  return
})";

const char *const reluInC = R"(
void relu_8_12_op0(const float *in, float *out) {
  for (int i = 0; i < 96; ++i)
    out[i] = in[i] > 0 ? in[i] : 0;
})";

class KernelSubstituterTest : public testing::Test {
protected:
  KernelSubstituterTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-given", root));
  }
  ~KernelSubstituterTest() override { llvm::sys::fs::remove_directories(root); }

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> file(root);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  std::string write(llvm::StringRef name, const std::string &text) const {
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path(name)));
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    EXPECT_TRUE(bool(buffer)) << name.str();
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  /// The text of a file with one part replaced.
  std::string edited(llvm::StringRef name, const std::string &from,
                     const std::string &to) const {
    std::string text = read(name);
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
  }
  int shell(const std::string &command) const {
    return std::system(
        ("cd '" + std::string(root) + "' && " + command).c_str());
  }
  void dump(std::shared_ptr<const Program> program, const std::string &schedule,
            const KernelDumpOptions &options) {
    llvm::cantFail(dumpKernels(std::move(program), scheduleOf(schedule),
                               options, llvm::nulls()));
  }
  static std::shared_ptr<KernelSubstituter> open(const Substitutions &files) {
    return llvm::cantFail(KernelSubstituter::create(files));
  }
  /// The error of reading the files or of checking them.
  static std::string errorOf(const Substitutions &files,
                             std::shared_ptr<const Program> program,
                             const std::string &schedule = "") {
    auto substituter = KernelSubstituter::create(files);
    if (!substituter)
      return llvm::toString(substituter.takeError());
    auto kernels =
        (*substituter)->check(std::move(program), scheduleOf(schedule));
    return kernels ? "no error" : llvm::toString(kernels.takeError());
  }
  static std::unique_ptr<Execution>
  executionWith(std::shared_ptr<KernelSubstituter> substituter) {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    // Under a sanitizer, memory is slower than arithmetic.
    options.protocol.tooSlowFactor = 0;
    options.substitution = std::move(substituter);
    return llvm::cantFail(Execution::create(std::move(options)));
  }
  static Measurement measure(const Substitutions &files,
                             std::shared_ptr<const Program> program,
                             const std::string &schedule = "") {
    auto execution = executionWith(open(files));
    return llvm::cantFail(
        execution->measure(std::move(program), scheduleOf(schedule)));
  }
  /// relu_8_12 with an object that another compiler makes of this C code.
  Measurement measureC(const std::string &code, const std::string &flags = "") {
    write("relu.c", code);
    EXPECT_EQ(shell("gcc -O1 -c " + flags + " relu.c -o relu.o"), 0);
    return measure({.objects = {{{"relu_8_12_op0", path("relu.o")}}}},
                   generate("relu_8_12"));
  }

  llvm::SmallString<128> root;
};

//===----------------------------------------------------------------------===//
// A dumped kernel replaces nothing
//===----------------------------------------------------------------------===//

struct Scheduled {
  const char *program, *schedule;
};

class RoundTripTest : public KernelSubstituterTest,
                      public testing::WithParamInterface<Scheduled> {};

TEST_P(RoundTripTest, ADumpThatIsPutBackReplacesNothing) {
  auto [name, schedule] = GetParam();
  auto program = generate(name);
  dump(program, schedule, {.files = path("all")});
  auto substituter = open({.sources = {{}, path("all")},
                           .configurations = {{}, path("all")},
                           .objects = {{}, path("all")}});
  auto kernels =
      llvm::cantFail(substituter->check(program, scheduleOf(schedule)));
  EXPECT_FALSE(kernels.any());
  EXPECT_THAT(kernels.operations, IsEmpty());
  EXPECT_THAT(kernels.records,
              SizeIs(3 * (kernels.sources.kernels.size() + 1)));
  EXPECT_THAT(kernels.records,
              Each(Field(&SubstitutionRecord::remark, "it is the same")));
  EXPECT_FALSE(substituter->keyOf(*program).empty());
  StopCheck stop;
  EXPECT_FALSE(llvm::cantFail(
      substituter->compile(program, scheduleOf(schedule), stop)));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, RoundTripTest,
    testing::Values(Scheduled{"softmax_8_24", ""},
                    Scheduled{"softmax_8_24", "op3: tile_fuse(4,0) vectorize"},
                    Scheduled{"matmul_24_40_56",
                              "op0: tile_parallel(12,0,0) tile(4,8,1) "
                              "vectorize"},
                    Scheduled{"mlp_16_24_20_12", ""}),
    [](const auto &test) {
      return std::string(test.param.program) + "_" + std::to_string(test.index);
    });

TEST_F(KernelSubstituterTest, AnExecutionTakesTheTimingOfTheSameObject) {
  auto program = generate("relu_8_12");
  dump(program, "op0: vectorize", {.sources = path("s")});
  auto file = path("timings.db");
  ExecutionOptions options;
  options.protocol = quickProtocol();
  // Under a sanitizer, memory is slower than arithmetic.
  options.protocol.tooSlowFactor = 0;
  options.execDataFile = file;
  auto own = llvm::cantFail(Execution::create(options));
  // Both are measured in the same way.
  Measurement before = llvm::cantFail(
      own->measure(ExecutionRequest{.program = program,
                                    .schedule = scheduleOf("op0: vectorize"),
                                    .asForeign = true}));
  ASSERT_TRUE(before.ok()) << before.message;
  options.substitution = open({.sources = {{}, path("s")}});
  auto execution = llvm::cantFail(Execution::create(options));
  Measurement after =
      llvm::cantFail(execution->measure(program, scheduleOf("op0: vectorize")));
  EXPECT_TRUE(after.cacheHit);
  EXPECT_EQ(after.medianNs, before.medianNs);
  EXPECT_EQ(execution->statistics().measured, 0u);
}

//===----------------------------------------------------------------------===//
// Sources and configurations
//===----------------------------------------------------------------------===//

TEST_F(KernelSubstituterTest, ASourceEditedByHandTakesItsPlace) {
  auto program = generate("softmax_8_24");
  dump(program, "", {.sources = path("s")});
  write("mine.mlir",
        edited("s/softmax_8_24_op3.mlir", "arith.divf", "arith.divf"));
  // Correct, but other IR: the quotient is multiplied by one.
  std::string text = read("mine.mlir");
  const size_t yield = text.find("linalg.yield");
  ASSERT_NE(yield, std::string::npos);
  const size_t begin = text.find('%', yield), end = text.find(' ', begin);
  const std::string quotient = text.substr(begin, end - begin);
  text.insert(yield, "%one = arith.constant 1.0 : f32\n %same = arith.mulf " +
                         quotient + ", %one : f32\n ");
  text.replace(text.find(quotient, text.find("linalg.yield")), quotient.size(),
               "%same");
  write("mine.mlir", text);
  Substitutions files{
      .sources = {{{"softmax_8_24_op3", path("mine.mlir")}}, path("s")}};
  auto kernels = llvm::cantFail(open(files)->check(program, scheduleOf("")));
  EXPECT_THAT(kernels.operations, ElementsAre(3u));
  EXPECT_EQ(llvm::count_if(kernels.records,
                           [](const auto &each) { return each.replaces; }),
            1);
  Measurement measured = measure(files, program);
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, AWrongSourceIsAWrongResult) {
  auto program = generate("softmax_8_24");
  dump(program, "", {.sources = path("s")});
  auto mine = write("mine.mlir", edited("s/softmax_8_24_op3.mlir", "arith.divf",
                                        "arith.mulf"));
  Measurement measured =
      measure({.sources = {{{"softmax_8_24_op3", mine}}}}, program);
  EXPECT_EQ(measured.status, Status::WrongResult) << measured.message;
}

TEST_F(KernelSubstituterTest, TakesOtherDialects) {
  auto mine = write("mine.mlir", reluByHand);
  for (auto stage : {&Substitutions::sources, &Substitutions::configurations}) {
    Substitutions files;
    files.*stage = {{{"relu_8_12_op0", mine}}};
    Measurement measured = measure(files, generate("relu_8_12"));
    EXPECT_EQ(measured.status, Status::Ok) << measured.message;
  }
}

TEST_F(KernelSubstituterTest, TheScheduleAppliesToASource) {
  auto program = generate("softmax_8_24");
  const std::string schedule = "op3: tile_fuse(4,0) vectorize";
  dump(program, schedule, {.sources = path("s")});
  auto mine = write("mine.mlir", edited("s/softmax_8_24_op3.mlir",
                                        "arith.maximumf", "arith.maxnumf"));
  Substitutions files{.sources = {{{"softmax_8_24_op3", mine}}}};
  auto kernels =
      llvm::cantFail(open(files)->check(program, scheduleOf(schedule)));
  ASSERT_THAT(kernels.records, SizeIs(1));
  EXPECT_EQ(kernels.records[0].remark, "under its schedule '" + schedule + "'");
  EXPECT_THAT(kernels.operations, ElementsAre(0u, 1u, 2u, 3u));
  Measurement measured = measure(files, program, schedule);
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, ASourceMustKeepTheTagsOfTheSchedule) {
  auto mine = write("mine.mlir", reluByHand);
  EXPECT_THAT(
      errorOf({.sources = {{{"relu_8_12_op0", mine}}}}, generate("relu_8_12"),
              "op0: tile(4,0)"),
      AllOf(HasSubstr(mine), HasSubstr("no operation has the tag op0"),
            HasSubstr("give a configuration, which replaces the schedule "
                      "'op0: tile(4,0)'")));
}

TEST_F(KernelSubstituterTest, AConfigurationReplacesTheSchedule) {
  auto program = generate("matmul_24_40_56");
  dump(program, "op0: tile(4,16,1) vectorize", {.configurations = path("c")});
  auto mine = path("c/matmul_24_40_56_op0.configured.mlir");
  Substitutions files{.configurations = {{{"matmul_24_40_56_op0", mine}}}};
  auto kernels = llvm::cantFail(
      open(files)->check(program, scheduleOf("op0: tile(8,8,1) vectorize")));
  ASSERT_THAT(kernels.records, SizeIs(1));
  EXPECT_TRUE(kernels.records[0].replaces);
  EXPECT_EQ(kernels.records[0].remark,
            "in place of its schedule 'op0: tile(8,8,1) vectorize'");
  EXPECT_THAT(kernels.configurations.kernels[0].script,
              HasSubstr("[4, 16, 1]"));
  // Without a schedule of the program, too.
  Measurement measured = measure(files, program);
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, TheHostFunctionIsAKernelToo) {
  auto program = generate("softmax_8_24");
  dump(program, "", {.sources = path("s")});
  // The last kernel is not called.
  std::string text = read("s/softmax_8_24_host.mlir");
  const size_t call = text.rfind("call @softmax_8_24_op3");
  text.erase(call, text.find('\n', call) - call);
  auto mine = write("mine.mlir", text);
  Measurement measured =
      measure({.sources = {{{"softmax_8_24_host", mine}}}}, program);
  EXPECT_EQ(measured.status, Status::WrongResult) << measured.message;
}

TEST_F(KernelSubstituterTest, TheHostFunctionOfAScheduledProgramIsReplaced) {
  auto program = generate("softmax_8_24");
  const char *schedule = "op3: tile(4,0); op0: tile_reduction(0,8)";
  dump(program, schedule, {.sources = path("s")});
  auto mine =
      write("mine.mlir", "// Mine.\n" + read("s/softmax_8_24_host.mlir"));
  const Substitutions files{.sources = {{{"softmax_8_24_host", mine}}}};
  auto given =
      llvm::cantFail(open(files)->check(program, scheduleOf(schedule)));
  ASSERT_EQ(given.records.size(), 1u);
  EXPECT_TRUE(given.records[0].replaces);
  EXPECT_EQ(given.records[0].remark, "");
  Measurement measured = measure(files, program, schedule);
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, HelpersOfTwoKernelsDoNotMeet) {
  auto program = load(twoProducts, "twice");
  dump(program, "op2: tile(4,8,0)", {.sources = path("s")});
  Substitutions files;
  for (const char *kernel : {"twice_op1", "twice_op0"}) {
    std::string text = read(std::string("s/") + kernel + ".mlir");
    text.insert(text.rfind('}'), "func.func @helper() { return }\n");
    files.sources.files.push_back(
        {kernel, write(std::string(kernel) + ".mlir", text)});
  }
  Measurement measured = measure(files, program, "op2: tile(4,8,0)");
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

TEST_F(KernelSubstituterTest, AnObjectOfAnotherCompilerTakesItsPlace) {
  Measurement measured = measureC(reluInC);
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
  EXPECT_GT(measured.medianNs, 0);
}

TEST_F(KernelSubstituterTest, AWrongObjectIsAWrongResult) {
  Measurement measured = measureC("void relu_8_12_op0(const float *in, float "
                                  "*out) { for (int i = 0; i < 96; ++i) out[i] "
                                  "= in[i]; }");
  EXPECT_EQ(measured.status, Status::WrongResult) << measured.message;
}

TEST_F(KernelSubstituterTest, AnObjectThatWritesPastItsArgumentIsFound) {
  Measurement measured = measureC(
      "void relu_8_12_op0(const float *in, float *out) { for (int i = 0; i < "
      "97; ++i) out[i] = i < 96 && in[i] > 0 ? in[i] : 0; }");
  EXPECT_THAT(measured.status,
              testing::AnyOf(Status::WrongResult, Status::Crashed))
      << measured.message;
}

TEST_F(KernelSubstituterTest, ACrashingObjectIsCrashed) {
  Measurement measured = measureC(
      "void relu_8_12_op0(const float *in, float *out) { *(volatile float *)0 "
      "= *in; }");
  EXPECT_EQ(measured.status, Status::Crashed) << measured.message;
}

TEST_F(KernelSubstituterTest, AnUndefinedFunctionIsNamed) {
  Measurement measured =
      measureC("void elsewhere(float *); void relu_8_12_op0(const float *in, "
               "float *out) { elsewhere(out); }");
  EXPECT_EQ(measured.status, Status::CompileFailed);
  EXPECT_THAT(measured.message, HasSubstr("elsewhere"));
}

TEST_F(KernelSubstituterTest, TakesEveryForm) {
  write("relu.c", reluInC);
  ASSERT_EQ(shell("gcc -O2 -c relu.c -o relu.o && ar rc relu.a relu.o && "
                  "gcc -O2 -S relu.c -o relu.s && "
                  "gcc -O2 -shared -fPIC relu.c -o relu.so && "
                  "clang-22 -O2 -S -emit-llvm relu.c -o relu.ll && "
                  "clang-22 -O2 -c -emit-llvm relu.c -o relu.bc"),
            0);
  for (const char *ending : {"o", "a", "s", "so", "ll", "bc"}) {
    auto file = path(std::string("relu.") + ending);
    Measurement measured = measure({.objects = {{{"relu_8_12_op0", file}}}},
                                   generate("relu_8_12"));
    EXPECT_EQ(measured.status, Status::Ok) << ending << measured.message;
  }
}

TEST_F(KernelSubstituterTest, FindsObjectsInTheSearchPath) {
  write("lib/relu.c", reluInC);
  ASSERT_EQ(shell("gcc -O1 -c lib/relu.c -o lib/relu-of-mine.o"), 0);
  Measurement measured =
      measure({.objects = {{{"relu_8_12_op0", "relu-of-mine.o"}}},
               .objectSearchPath = {path("nowhere"), path("lib")}},
              generate("relu_8_12"));
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, StagesFollowEachOther) {
  // The source is wrong, and the object replaces it.
  write("wrong.mlir", R"(
func.func @relu_8_12_op0(%in: memref<8x12xf32>, %out: memref<8x12xf32>) {
  return
})");
  write("relu.c", reluInC);
  ASSERT_EQ(shell("gcc -O1 -c relu.c -o relu.o"), 0);
  Substitutions files{.sources = {{{"relu_8_12_op0", path("wrong.mlir")}}}};
  EXPECT_EQ(measure(files, generate("relu_8_12")).status, Status::WrongResult);
  files.objects = {{{"relu_8_12_op0", path("relu.o")}}};
  EXPECT_EQ(measure(files, generate("relu_8_12")).status, Status::Ok);
}

TEST_F(KernelSubstituterTest, TheLastFileOfAKernelCounts) {
  write("wrong.mlir", R"(
func.func @relu_8_12_op0(%in: memref<8x12xf32>, %out: memref<8x12xf32>) {
  return
})");
  auto right = write("right.mlir", reluByHand);
  write("folder/relu_8_12_op0.mlir", read("wrong.mlir"));
  EXPECT_EQ(measure({.sources = {{{"relu_8_12_op0", path("wrong.mlir")},
                                  {"relu_8_12_op0", right}},
                                 path("folder")}},
                    generate("relu_8_12"))
                .status,
            Status::Ok);
}

TEST_F(KernelSubstituterTest, AFileOfAFolderIsTheOneThatDiffers) {
  auto program = generate("relu_8_12");
  dump(program, "", {.files = path("all")});
  write("relu.c", reluInC);
  ASSERT_EQ(shell("gcc -O1 -S relu.c -o all/relu_8_12_op0.s"), 0);
  Substitutions files{.objects = {{}, path("all")}};
  auto kernels = llvm::cantFail(open(files)->check(program, Schedule()));
  EXPECT_THAT(kernels.records,
              testing::Contains(Field(&SubstitutionRecord::file,
                                      path("all/relu_8_12_op0.s"))));
  EXPECT_EQ(measure(files, program).status, Status::Ok);
  // Two that differ are ambiguous.
  ASSERT_EQ(shell("gcc -O1 -c relu.c -o all/relu_8_12_op0.o"), 0);
  EXPECT_THAT(errorOf(files, program),
              AllOf(HasSubstr("relu_8_12_op0.o"), HasSubstr("relu_8_12_op0.s"),
                    HasSubstr("give one of them with --substitute-object")));
}

//===----------------------------------------------------------------------===//
// Toolchains
//===----------------------------------------------------------------------===//

class ToolchainTest : public KernelSubstituterTest {
protected:
  Substitutions files(const std::string &code, const std::string &command) {
    return {.objects = {{{"relu_8_12_op0", write("relu.c", code)}}},
            .toolchains = {{".c", command}}};
  }
};

TEST_F(ToolchainTest, CompilesC) {
  for (const char *command :
       {"gcc -O2 -c {in} -o {out}", "clang-22 -O3 -c {in} -o {out}",
        "gcc -shared -fPIC '-DNAME=\"a b\"' {in} -o{out}"}) {
    Measurement measured =
        measure(files(reluInC, command), generate("relu_8_12"));
    EXPECT_EQ(measured.status, Status::Ok) << command << measured.message;
  }
}

TEST_F(ToolchainTest, FindsHeadersBesideTheFile) {
  dump(generate("relu_8_12"), "", {.binaries = std::string(root)});
  Measurement measured =
      measure(files("#include \"relu_8_12_op0.h\"\n" + std::string(reluInC),
                    "gcc -Wall -Werror -O2 -c {in} -o {out}"),
              generate("relu_8_12"));
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(ToolchainTest, TellsTheMessageOfTheCompiler) {
  EXPECT_THAT(
      errorOf(files("void f( {", "gcc -c {in} -o {out}"),
              generate("relu_8_12")),
      AllOf(HasSubstr("relu.c: `gcc -c {in} -o {out}` ends with code 1"),
            HasSubstr("error"), HasSubstr("fix the file")));
  EXPECT_THAT(
      errorOf(files("", "no-such-compiler {in} {out}"), generate("relu_8_12")),
      AllOf(HasSubstr("cannot be started"),
            HasSubstr("no-such-compiler: No such file")));
  EXPECT_THAT(errorOf(files("", "true {in} {out}"), generate("relu_8_12")),
              HasSubstr("made no file {out}"));
}

TEST_F(ToolchainTest, MayWriteItsFolderOnly) {
  const std::string outside = path("outside");
  for (const std::string &act : std::vector<std::string>{
           "touch " + outside, "mkdir " + outside, "rm " + path("relu.c"),
           "chmod 777 " + path("relu.c"),
           "python3 -c \"import socket; socket.socket()\"",
           // The leader of its process group is the worker.
           "python3 -c \"import os; os.kill(os.getpgrp(), 9)\"",
           "python3 -c \"import ctypes, os; p = os.getpgrp(); "
           "c = ctypes.CDLL(None, use_errno=True); "
           "assert c.syscall(" +
               std::to_string(SYS_tgkill) +
               ", p, p, 9) == 0, os.strerror(ctypes.get_errno())\"",
           "python3 -c \"import fcntl, os; r, w = os.pipe(); "
           "fcntl.fcntl(r, fcntl.F_SETOWN, os.getpgrp())\"",
           "python3 -c \"import os, resource; "
           "resource.prlimit(os.getpgrp(), resource.RLIMIT_CPU, (0, 0))\""}) {
    write("act.sh", act);
    EXPECT_THAT(errorOf(files(reluInC, "sh " + path("act.sh") + " {in} {out}"),
                        generate("relu_8_12")),
                AllOf(HasSubstr("relu.c: `sh"),
                      testing::AnyOf(HasSubstr("ermission denied"),
                                     HasSubstr("not permitted"))))
        << act;
    EXPECT_FALSE(llvm::sys::fs::exists(outside)) << act;
    EXPECT_TRUE(llvm::sys::fs::exists(path("relu.c"))) << act;
  }
  // Inside the folder it may: the script copies the output of a compiler.
  write("act.sh", "gcc -c $1 -o x.o && mkdir d && mv x.o d/y.o && cp d/y.o $2");
  Measurement measured =
      measure(files(reluInC, "sh " + path("act.sh") + " {in} {out}"),
              generate("relu_8_12"));
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(ToolchainTest, EndsWithItsTime) {
  auto substituter = llvm::cantFail(KernelSubstituter::create(
      files(reluInC, "sleep 1000 {in} {out}"), {.timeoutMs = 300}));
  // `sleep` refuses these words, so a script waits.
  write("wait.sh", "sleep 1000");
  substituter = llvm::cantFail(KernelSubstituter::create(
      files(reluInC, "sh " + path("wait.sh") + " {in} {out}"),
      {.timeoutMs = 2000}));
  auto kernels = substituter->check(generate("relu_8_12"), Schedule());
  ASSERT_FALSE(bool(kernels));
  EXPECT_THAT(llvm::toString(kernels.takeError()),
              HasSubstr("the tool took more than"));
}

TEST_F(ToolchainTest, StartsNoEndlessProcesses) {
  write("many.sh",
        "i=0\nwhile [ $i -lt 3000 ]; do sleep 1000.25 & i=$((i + 1)); "
        "done\nwait");
  EXPECT_THAT(errorOf(files(reluInC, "sh " + path("many.sh") + " {in} {out}"),
                      generate("relu_8_12")),
              HasSubstr("more than 1024 processes and threads"));
  // It leaves no process, and the next run succeeds.
  EXPECT_NE(shell("pgrep -f 'sleep 1000[.]25' > left"), 0);
  write("some.sh", "for i in 1 2 3; do sleep 0.1 & done; wait; "
                   "gcc -c $1 -o $2");
  EXPECT_EQ(measure(files(reluInC, "sh " + path("some.sh") + " {in} {out}"),
                    generate("relu_8_12"))
                .status,
            Status::Ok);
}

TEST_F(ToolchainTest, IsPartOfTheKey) {
  auto program = generate("relu_8_12");
  const std::string once =
      open(files(reluInC, "gcc -O1 -c {in} -o {out}"))->keyOf(*program);
  EXPECT_EQ(once,
            open(files(reluInC, "gcc -O1 -c {in} -o {out}"))->keyOf(*program));
  EXPECT_NE(once,
            open(files(reluInC, "gcc -O2 -c {in} -o {out}"))->keyOf(*program));
  EXPECT_NE(once,
            open(files(reluInC + std::string("//"), "gcc -O1 -c {in} -o {out}"))
                ->keyOf(*program));
  EXPECT_EQ(open(files(reluInC, "gcc -O1 -c {in} -o {out}"))
                ->keyOf(*generate("relu_9_12")),
            "");
}

TEST_F(ToolchainTest, ItsProgramAndVersionArePartOfTheKey) {
  auto program = generate("relu_8_12");
  const std::string tool = path("cc"), version = path("version");
  auto key = [&](const std::string &script, const std::string &printed) {
    write("cc", "#!/bin/sh\n" + script);
    write("version", printed);
    llvm::cantFail(llvm::errorCodeToError(llvm::sys::fs::setPermissions(
        tool, llvm::sys::fs::all_read | llvm::sys::fs::all_exe)));
    std::string result =
        open(files(reluInC, tool + " -c {in} -o {out}"))->keyOf(*program);
    llvm::cantFail(llvm::errorCodeToError(llvm::sys::fs::setPermissions(
        tool, llvm::sys::fs::owner_read | llvm::sys::fs::owner_write)));
    return result;
  };
  const std::string prints = "cat " + version;
  const std::string first = key(prints, "1.0");
  EXPECT_EQ(key(prints, "1.0"), first);
  EXPECT_NE(key(prints, "1.1"), first);
  EXPECT_NE(key(prints + " #", "1.0"), first);
  // A tool without versions is known by its file.
  const std::string other = key(prints + "; exit 1", "1.0");
  EXPECT_NE(other, first);
  EXPECT_EQ(key(prints + "; exit 1", "1.1"), other);
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

TEST_F(KernelSubstituterTest, NamesBothSidesOfAMistake) {
  auto relu = generate("relu_8_12");
  auto mine = write("mine.mlir", reluByHand);
  auto source = [&](const std::string &kernel, const std::string &file) {
    return Substitutions{.sources = {{{kernel, file}}}};
  };
  EXPECT_THAT(
      errorOf(source("relu_8_12_op7", mine), relu),
      AllOf(HasSubstr("no kernel relu_8_12_op7 in program relu_8_12 "
                      "without a schedule"),
            HasSubstr("its kernels are relu_8_12_op0, relu_8_12_host")));
  EXPECT_THAT(errorOf(source("other_op0", mine), relu),
              HasSubstr("no kernel other_op0 in program relu_8_12"));
  EXPECT_THAT(errorOf(source("relu_8_12_op0", path("none.mlir")), relu),
              HasSubstr("none.mlir: no such file; --allow-missing continues"));
  EXPECT_THAT(errorOf({.sources = {{}, path("none")}}, relu),
              HasSubstr("none: no such folder"));
  EXPECT_THAT(errorOf({.sources = {{}, std::string(root)}}, relu),
              HasSubstr("no file is named like a kernel (NAME.mlir)"));
  EXPECT_THAT(errorOf(source("relu_8_12_op0", write("x.c", "")), relu),
              HasSubstr("a source is MLIR"));
  EXPECT_THAT(errorOf({.objects = {{{"relu_8_12_op0", path("x.c")}}}}, relu),
              HasSubstr("no toolchain for '.c'; give one, such as --toolchain "
                        "'.c=clang -O3 -c {in} -o {out}'"));
  EXPECT_THAT(
      errorOf(
          source("relu_8_12_op0", write("f.mlir", "func.func @f() { return }")),
          relu),
      HasSubstr("no function @relu_8_12_op0 with a body, but @f; name it like "
                "the kernel that it replaces"));
  EXPECT_THAT(errorOf(source("relu_8_12_op0",
                             write("g.mlir", "func.func @relu_8_12_op0(%a: "
                                             "memref<8x12xf32>) { return }")),
                      relu),
              AllOf(HasSubstr("@relu_8_12_op0(memref<8x12xf32>)"),
                    HasSubstr("cannot replace kernel @relu_8_12_op0(8x12xf32, "
                              "8x12xf32)"),
                    HasSubstr("give it these parameters, in this order")));
  auto twice = load(twoProducts, "twice");
  EXPECT_THAT(errorOf(source("twice_op2", mine), twice),
              HasSubstr("twice_op2 is the same kernel as twice_op0"));
}

TEST_F(KernelSubstituterTest, NamesBothSidesOfAnObject) {
  auto relu = generate("relu_8_12");
  auto object = [&](llvm::StringRef file) {
    return errorOf({.objects = {{{"relu_8_12_op0", path(file)}}}}, relu);
  };
  write("f.c", "void f(void) {}");
  write("g.ll", "define void @relu_8_12_op0(ptr %a, i64 %b) { ret void }");
  write("h.ll", "define void @relu_8_12_op0( {");
  write("i.s", "relu_8_12_op0:\n  nosuchinstruction\n");
  write("j.o", "garbage");
  write("k.o", "");
  write("l.cpp", "void relu_8_12_op0(const float *, float *) {}");
  write("m.cpp", "#include <cstdlib>\nint x = std::rand(); extern \"C\" void "
                 "relu_8_12_op0(const float *, float *) {}");
  ASSERT_EQ(shell("gcc -c f.c -o f.o && g++ -c l.cpp -o l.o && g++ -c m.cpp -o "
                  "m.o"),
            0);
  EXPECT_THAT(object("f.o"), HasSubstr("defines no function relu_8_12_op0, but "
                                       "f; name the function like"));
  EXPECT_THAT(object("g.ll"),
              AllOf(HasSubstr("@relu_8_12_op0 of type void (ptr, i64)"),
                    HasSubstr("which takes 2 pointers and returns nothing")));
  EXPECT_THAT(object("h.ll"), HasSubstr("line 1: "));
  EXPECT_THAT(object("i.s"), AllOf(HasSubstr("line 2: invalid instruction"),
                                   HasSubstr("fix the assembly")));
  EXPECT_THAT(object("j.o"), HasSubstr("give an object, an archive or a shared "
                                       "library"));
  EXPECT_THAT(object("k.o"), HasSubstr("is empty"));
  EXPECT_THAT(object("l.o"), HasSubstr("declare it extern \"C\""));
  EXPECT_THAT(object("m.o"), HasSubstr("has global constructors"));
  ASSERT_EQ(shell("clang-22 -S -emit-llvm -x c++ m.cpp -o m.ll"), 0);
  EXPECT_THAT(object("m.ll"), HasSubstr("has global constructors"));
}

TEST_F(KernelSubstituterTest, AnObjectOfAnotherScheduleIsRefused) {
  auto program = generate("softmax_8_24");
  dump(program, "op3: tile_fuse(4,0)", {.binaries = path("b")});
  EXPECT_THAT(
      errorOf(
          {.objects = {{{"softmax_8_24_op3", path("b/softmax_8_24_op3.o")}}}},
          program),
      AllOf(HasSubstr("softmax_8_24_op3(in 8x24xf32, out 8x24xf32), as the "
                      "manifest.json beside it says"),
            HasSubstr("under this schedule the kernel is "
                      "softmax_8_24_op3(in 8xf32, inout 8x24xf32)")));
}

TEST_F(KernelSubstituterTest, MissingFilesMayBeWarnings) {
  auto relu = generate("relu_8_12");
  Substitutions files{
      .sources = {{{"relu_8_12_op0", path("none.mlir")},
                   {"relu_8_12_op7", write("mine.mlir", reluByHand)},
                   {"other_op0", path("mine.mlir")}},
                  path("none")},
      .missing = Substitutions::Missing::Warn};
  auto substituter = open(files);
  EXPECT_THAT(substituter->fileRecords(), SizeIs(2));
  auto kernels = llvm::cantFail(substituter->check(relu, Schedule()));
  ASSERT_THAT(kernels.records, SizeIs(2));
  EXPECT_FALSE(kernels.any());
  EXPECT_THAT(kernels.records[0].text(),
              HasSubstr("relu_8_12_op7: source from " + path("mine.mlir") +
                        " replaces nothing"));
  EXPECT_EQ(measure(files, relu).status, Status::Ok);
}

TEST_F(KernelSubstituterTest, ReadsItsOptionsFromText) {
  auto file = llvm::cantFail(Substitutions::File::parse("a_op0=b=c.mlir"));
  EXPECT_EQ(file.kernel, "a_op0");
  EXPECT_EQ(file.path, "b=c.mlir");
  for (const char *text : {"", "a", "a=", "=b"})
    EXPECT_THAT(llvm::toString(Substitutions::File::parse(text).takeError()),
                HasSubstr("write name=FILE"));
  auto toolchain = llvm::cantFail(Toolchain::parse(".c=cc -Da=b {in} {out}"));
  EXPECT_EQ(toolchain.extension, ".c");
  EXPECT_EQ(toolchain.command, "cc -Da=b {in} {out}");
  for (const char *text : {"c=cc {in} {out}", ".c=cc {in}", ".c", "=x"})
    EXPECT_THAT(llvm::toString(Toolchain::parse(text).takeError()),
                HasSubstr("with {in} and {out}"));
}

//===----------------------------------------------------------------------===//
// Executions, agents and dumps
//===----------------------------------------------------------------------===//

TEST_F(KernelSubstituterTest, ABaselineHasNoSubstitution) {
  auto program = generate("relu_8_12");
  auto mine = write("wrong.mlir", R"(
func.func @relu_8_12_op0(%in: memref<8x12xf32>, %out: memref<8x12xf32>) {
  return
})");
  auto execution =
      executionWith(open({.sources = {{{"relu_8_12_op0", mine}}}}));
  EXPECT_EQ(llvm::cantFail(execution->baseline(program)).status, Status::Ok);
  EXPECT_EQ(llvm::cantFail(execution->measure(program, Schedule())).status,
            Status::WrongResult);
  PairedMeasurement paired =
      llvm::cantFail(execution->measurePaired({program, Schedule()}));
  EXPECT_EQ(paired.status, Status::WrongResult);
}

TEST_F(KernelSubstituterTest, ARequestThatIsNoScheduleIsRefused) {
  auto program = generate("relu_8_12");
  auto mine = write("mine.mlir", reluByHand);
  auto execution =
      executionWith(open({.sources = {{{"relu_8_12_op0", mine}}}}));
  auto answer = execution->measure(ExecutionRequest{program, {}, "module {}"});
  ASSERT_FALSE(bool(answer));
  EXPECT_EQ(llvm::toString(answer.takeError()),
            "relu_8_12: kernels of a transform script cannot be substituted; "
            "give a schedule");
}

TEST_F(KernelSubstituterTest, AFileThatDoesNotFitAScheduleIsAFailedSample) {
  // Fused into op1, op0 is no longer a kernel.
  auto program = generate("softmax_8_24");
  dump(program, "", {.sources = path("s")});
  auto mine = write("mine.mlir", edited("s/softmax_8_24_op0.mlir",
                                        "arith.maximumf", "arith.maxnumf"));
  auto execution =
      executionWith(open({.sources = {{{"softmax_8_24_op0", mine}}}}));
  Measurement failed = llvm::cantFail(
      execution->measure(program, scheduleOf("op3: tile_fuse(4,0)")));
  EXPECT_EQ(failed.status, Status::TransformFailed);
  EXPECT_THAT(failed.message, HasSubstr("no kernel softmax_8_24_op0"));
  // For an agent, it is a call.
  auto given =
      llvm::cantFail(
          open({.sources = {{{"softmax_8_24_op0", mine}}}})->forAgents(program))
          .program;
  auto refused = execution->measure(given, scheduleOf("op0: tile(4,0)"));
  ASSERT_FALSE(bool(refused));
  EXPECT_THAT(llvm::toString(refused.takeError()),
              HasSubstr("op0: its kernel is substituted"));
  Measurement measured = llvm::cantFail(
      execution->measure(given, scheduleOf("op3: tile(4,0) vectorize")));
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, AFileThatReplacesNothingDoesNotDisturbAgents) {
  auto program = generate("softmax_8_24");
  dump(program, "", {.sources = path("s")});
  auto substituter = open({.sources = {{}, path("s")}});
  EXPECT_NE(substituter->keyOf(*program), "");
  auto forAgents = llvm::cantFail(substituter->forAgents(program));
  EXPECT_THAT(forAgents.records, SizeIs(5));
  EXPECT_EQ(substituter->keyOf(*program), "");
  Measurement measured = llvm::cantFail(
      executionWith(substituter)
          ->measure(forAgents.program,
                    scheduleOf("op3: tile_fuse(4,0) vectorize")));
  EXPECT_EQ(measured.status, Status::Ok) << measured.message;
}

TEST_F(KernelSubstituterTest, DumpsFollowTheOrderOfTheStages) {
  auto program = generate("relu_8_12");
  auto mine = write("mine.mlir", reluByHand);
  write("relu.c", reluInC);
  ASSERT_EQ(shell("gcc -O1 -c relu.c -o relu.o"), 0);
  dump(program, "",
       {.files = path("all"),
        .substituter =
            open({.sources = {{{"relu_8_12_op0", mine}}},
                  .objects = {{{"relu_8_12_op0", path("relu.o")}}}})});
  EXPECT_THAT(read("all/relu_8_12_op0.mlir"), HasSubstr("affine.for"));
  EXPECT_THAT(read("all/relu_8_12_op0.configured.mlir"),
              HasSubstr("affine.for"));
  // Benchmarks come before objects.
  EXPECT_THAT(read("all/relu_8_12_op0.benchmark.module.mlir"),
              HasSubstr("affine.for"));
  EXPECT_EQ(read("all/relu_8_12_op0.o"), read("relu.o"));
  EXPECT_FALSE(llvm::sys::fs::exists(path("all/relu_8_12_op0.ll")));
  EXPECT_EQ(shell("make -s -C all check > log 2>&1"), 0) << read("log");
}

} // namespace
} // namespace mlirgym
