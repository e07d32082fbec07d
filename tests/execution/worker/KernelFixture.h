//===- tests/execution/worker/KernelFixture.h - Kernels written in C ------===//
#ifndef MLIRGYM_TESTS_EXECUTION_WORKER_KERNELFIXTURE_H
#define MLIRGYM_TESTS_EXECUTION_WORKER_KERNELFIXTURE_H

#include "execution/process/WorkerPath.h"
#include "execution/worker/MeasureWorker.h"
#include "tests/execution/ChildProcess.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlirgym::worker {

/// Runs kernels `payload(in, out)` on f64 vectors, written in C and compiled
/// when the test runs, in a real worker; the right ones compute 2 in + 1.
class KernelTest : public testing::Test {
protected:
  static constexpr int64_t numElements = 1000;

  void SetUp() override {
    folder = std::filesystem::path(testing::TempDir()) /
             ("mlirgym-kernel-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    options.path = llvm::cantFail(findWorker(""));
    options.memoryLimitBytes = 512 << 20;
    options.timeoutMs = 60000;
    protocol = quickProtocol();
  }

  void TearDown() override {
    std::filesystem::remove_all(folder);
    worker.reset();
    // Workers are children: none may be left, not even as a zombie.
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }

  /// Object code of `body`, which sees `const double *in`, `double *out`,
  /// `long n`.
  MemoryFile compile(const std::string &body, const std::string &before = "",
                     const std::string &flags = "") {
    std::string source = (folder / "kernel.c").string(),
                object = (folder / "kernel.o").string();
    std::ofstream(source) << R"c(
typedef struct { double *base, *data; long offset, size, stride; } Vector;
)c" << before << R"c(
void _mlir_ciface_payload(Vector *inVector, Vector *outVector) {
  const double *in = inVector->data;
  double *out = outVector->data;
  long n = outVector->size;
  (void)in, (void)out, (void)n;
)c" << body << "\n}\n";
    std::string command = std::string(MLIRGYM_TEST_C_COMPILER) +
                          " -O1 -fPIC -w -c " + flags + " " + source + " -o " +
                          object;
    EXPECT_EQ(std::system(command.c_str()), 0) << source;
    std::ifstream stream(object, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    return llvm::cantFail(MemoryFile::create("test-object", bytes));
  }
  MemoryFile goodKernel() {
    return compile("for (long i = 0; i < n; ++i) out[i] = 2 * in[i] + 1;");
  }

  static ProgramData makeData(int64_t count, bool outIsRead = false) {
    Argument in, out;
    in.shape = out.shape = {count};
    in.elementType = out.elementType = ElementType::F64;
    in.isInput = out.isOutput = true;
    out.isInput = outIsRead;
    return llvm::cantFail(ProgramData::create({in, out}, /*seed=*/7, 1e-12));
  }

  KernelOutcome run(const ProgramData &program, const MemoryFile &object,
                    KernelRun kernel = {}) {
    if (!worker)
      worker = std::make_unique<MeasureWorker>(options);
    kernel.entry = "payload";
    kernel.protocol = protocol;
    return llvm::cantFail(worker->run(program, object, kernel));
  }
  /// One call, without a comparison.
  KernelOutcome callOnce(const ProgramData &program, const MemoryFile &object) {
    return run(program, object, {.makeReference = true, .time = false});
  }
  KernelOutcome callOnce(const MemoryFile &object) {
    return callOnce(data, object);
  }
  /// Calls the right kernel, which starts a worker.
  void startWorker() { EXPECT_TRUE(callOnce(goodKernel()).measurement.ok()); }
  /// The ids of a caller in another process, and of its worker.
  struct Processes {
    pid_t caller = 0, worker = 0;
  };
  /// The caller calls the right kernel, reports its Processes, calls `object`,
  /// and reports "RESTARTS STATUS".
  ChildProcess callElsewhere(const MemoryFile &object) {
    MemoryFile good = goodKernel();
    return ChildProcess([&](int report) {
      MeasureWorker own(options);
      const KernelRun once{
          .entry = "payload", .makeReference = true, .time = false};
      llvm::cantFail(own.run(data, good, once));
      const Processes processes{::getpid(), own.pid()};
      writeAll(report, &processes, sizeof(processes));
      KernelOutcome outcome = llvm::cantFail(own.run(data, object, once));
      writeText(report, std::to_string(own.restarts()) + " " +
                            nameOf(outcome.measurement.status).str());
    });
  }
  /// Runs the kernel and returns its outputs.
  std::vector<double> outputsOf(const MemoryFile &object) {
    KernelOutcome outcome = callOnce(object);
    EXPECT_TRUE(outcome.measurement.ok()) << outcome.measurement.message;
    std::vector<double> values(numElements);
    if (outcome.reference.valid())
      std::memcpy(values.data(), outcome.reference.bytes().data(),
                  values.size() * sizeof(double));
    return values;
  }
  /// Makes the right kernel's outputs the reference of `target`.
  void makeReference(ProgramData &target) {
    makeReference(target, goodKernel());
  }
  void makeReference(ProgramData &target, const MemoryFile &right) {
    KernelOutcome outcome = callOnce(target, right);
    ASSERT_TRUE(outcome.measurement.ok()) << outcome.measurement.message;
    llvm::cantFail(target.setReference(std::move(outcome.reference)));
  }
  /// The measurement of `object` with the right reference; afterwards the right
  /// kernel must still run correctly.
  Measurement judge(const MemoryFile &object) {
    if (!data.reference().valid())
      makeReference(data);
    Measurement measurement = run(data, object).measurement;
    EXPECT_EQ(run(data, goodKernel()).measurement.status, Status::Ok);
    return measurement;
  }

  std::filesystem::path folder;
  WorkerOptions options;
  MeasureProtocol protocol;
  ProgramData data = makeData(numElements);
  std::unique_ptr<MeasureWorker> worker;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_TESTS_EXECUTION_WORKER_KERNELFIXTURE_H
