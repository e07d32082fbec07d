// Gain of each pass of the lowering: the slowdown of fast schedules without it,
// and its effect on the compile time. Outputs are verified; one thread.

#include "Figures.h"
#include "OrFail.h"
#include "actions/Schedule.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/KernelCompiler.h"
#include "lowering/LoweringPipeline.h"
#include "outcome/Measurement.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>
#include <memory>
#include <regex>
#include <string>
#include <utility>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

struct Subject {
  const char *name, *program, *schedule;
};
constexpr Subject subjects[] = {
    {"matmul_512", "matmul_512_512_512", "op0: tile(14,32,1) vectorize"},
    {"matmul_odd", "matmul_127_251_509", "op0: tile(12,32,1) vectorize"},
    {"conv_nhwc", "conv_2d_nhwc_hwcf_1_58_58_64_64_3_3_56_56",
     "op0: tile(0,1,6,16,1,1,1) vectorize"},
    {"conv_7x7_s2", "conv_2d_nchw_fchw_1_3_230_230_64_7_7_112_112",
     "op0: tile(0,8,1,16,1,1,1) vectorize"},
    {"pooling_s2", "pooling_nchw_max_8_336_43_43_3_21_21",
     "op0: tile_fuse(4,1,1,0,0,0) tile(0,0,0,0,1,1) vectorize"},
    {"bias_relu", "matmul_bias_relu_512_512_512",
     "op1: tile_fuse(14,32) vectorize\nop0: tile(0,0,1) vectorize"},
    {"softmax", "softmax_1024_1024",
     "op3: tile_fuse(1,0) tile(0,64) vectorize\n"
     "op2: tile_reduction(0,64) vectorize\nop1: tile(0,64) vectorize\n"
     "op0: tile_reduction(0,64) vectorize"},
    {"attention", "attention_12_128_64",
     "op5: tile_fuse(1,32,0,0) tile(0,4,16,4) vectorize\n"
     "op4: tile(0,1,64) vectorize\n"
     "op3: tile(0,1,0) tile_reduction(0,0,64) vectorize\n"
     "op2: tile(0,1,64) vectorize\n"
     "op1: tile(0,1,0) tile_reduction(0,0,64) vectorize\n"
     "op0: promote(1) tile_fuse(0,4,16,0) tile(0,0,0,4) vectorize"},
};

/// Passes without which the code is still correct, in the order of the
/// pipeline.
constexpr llvm::StringLiteral optionalPasses[] = {
    "mlirgym-fresh-destinations", "mlirgym-group-promoted",
    "mlirgym-lay-out-promoted",   "mlirgym-peel-remainders",
    "mlirgym-tile-rows",          "mlirgym-simplify-marked",
    "mlirgym-strided-operands",   "mlirgym-merge-slices",
    "mlirgym-hoist-subsets",      "mlirgym-prefetch-rows",
    "mlirgym-window-columns",     "mlirgym-fast-math",
    "mlirgym-place-buffers",      "mlirgym-hint-loops"};

/// The pipeline of this machine without `pass`, whatever its options are.
lowering::LoweringPipeline pipelineWithout(llvm::StringRef pass) {
  lowering::LoweringPipeline pipeline = KernelCompilerOptions().pipeline;
  if (pass.empty())
    return pipeline;
  const std::regex entry("," + pass.str() + R"((\{[^}]*\})?(?=[,)]))");
  bool isFound = false;
  for (std::string *stage :
       {&pipeline.vectorize, &pipeline.bufferize, &pipeline.toLlvm}) {
    isFound |= std::regex_search(*stage, entry);
    *stage = std::regex_replace(*stage, entry, "");
  }
  if (!isFound)
    fail(llvm::createStringError("the lowering has no pass " + pass));
  return pipeline;
}

struct Result {
  Status status = Status::Ok;
  double ns = 0, compileMs = 0;
};

class Laboratory {
public:
  Laboratory() {
    WorkerOptions options;
    options.path = orFail(findWorker(""));
    options.role = WorkerRole::Measure;
    options.timeoutMs = 20000;
    worker = std::make_unique<MeasureWorker>(options);
  }

  void load(const char *name) {
    program = orFail(loader.loadText(orFail(generateProgram(name)), name));
    data = orFail(ProgramData::create(program));
    KernelRun once;
    once.makeReference = true;
    once.time = false;
    if (llvm::Error error = data.setReference(
            std::move(run(compilerWithout(""), "", std::move(once)).reference)))
      fail(std::move(error));
  }

  Result measure(const char *schedule, llvm::StringRef without) {
    std::string script =
        orFail(toTransformScript(program, orFail(Schedule::parse(schedule))));
    KernelOutcome outcome = run(compilerWithout(without), script, KernelRun());
    return {outcome.measurement.status, outcome.measurement.medianNs,
            compileMs};
  }

private:
  KernelCompiler &compilerWithout(llvm::StringRef pass) {
    std::unique_ptr<KernelCompiler> &compiler = compilers[pass];
    if (!compiler) {
      compiler = std::make_unique<KernelCompiler>(
          KernelCompilerOptions{.pipeline = pipelineWithout(pass)});
      compiler->compile(program.text(), program.entry(), ""); // warm-up
    }
    return *compiler;
  }

  KernelOutcome run(KernelCompiler &compiler, llvm::StringRef script,
                    KernelRun request) {
    CompileOutput output =
        compiler.compile(program.text(), program.entry(), script);
    compileMs = output.phases.lowerMs + output.phases.compileMs;
    if (output.status != Status::Ok) {
      KernelOutcome failed;
      failed.measurement.status = output.status;
      return failed;
    }
    MemoryFile object = orFail(MemoryFile::create("kernel", output.object));
    request.entry = program.entry();
    return orFail(worker->run(data, object, request));
  }

  ProgramLoader loader;
  llvm::StringMap<std::unique_ptr<KernelCompiler>> compilers;
  Program program;
  ProgramData data = ProgramData();
  std::unique_ptr<MeasureWorker> worker;
  double compileMs = 0;
};
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "Slowdown of fast kernels without one pass of the lowering");
  Figures figures("lowering");
  noteMachine(figures);
  Laboratory laboratory;
  llvm::ArrayRef<Subject> chosen = subjects;
  for (const Subject &subject : flags.quick ? chosen.take_front(2) : chosen) {
    laboratory.load(subject.program);
    Result all = laboratory.measure(subject.schedule, "");
    all = laboratory.measure(subject.schedule, ""); // warm-up
    if (all.status != Status::Ok) {
      llvm::errs() << subject.program << ": " << nameOf(all.status) << '\n';
      return 1;
    }
    figures.add(llvm::formatv("{0}_us", subject.name), all.ns / 1e3, "us",
                llvm::formatv("{0}, {1}", subject.program, "all passes"));
    figures.add(llvm::formatv("{0}_compile_ms", subject.name), all.compileMs,
                "ms", "  lower and compile");
    for (llvm::StringRef pass : optionalPasses) {
      Result without = laboratory.measure(subject.schedule, pass);
      bool isOk = without.status == Status::Ok;
      std::string note = isOk ? "" : (": " + nameOf(without.status)).str();
      figures.add(llvm::formatv("{0}_without_{1}", subject.name, pass),
                  isOk ? without.ns / all.ns : std::nan(""), "x",
                  llvm::formatv("  without {0} (compiles in {1:F0} ms){2}",
                                pass, without.compileMs, note));
    }
  }
  figures.print(flags.json);
  return 0;
}
