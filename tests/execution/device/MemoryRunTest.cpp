#include "execution/device/image/MemoryRun.h"
#include "execution/device/AcceleratorDevice.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/DeviceError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Placement.h"
#include "program/ProgramLoader.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

/// Another device, whose copies are counted by buffer, and of whose requests
/// one may fail.
class CountingDevice final : public AcceleratorDevice {
public:
  explicit CountingDevice(const char *id)
      : AcceleratorDevice(llvm::cantFail(describe(id))),
        inner(llvm::cantFail(open(id))) {}

  llvm::Expected<DeviceModule> load(llvm::ArrayRef<char> object) override {
    if (llvm::Error error = takeFault())
      return std::move(error);
    return inner->load(object);
  }
  llvm::Error unload(DeviceModule module) override {
    if (llvm::Error error = takeFault())
      return error;
    return inner->unload(module);
  }
  llvm::Expected<DeviceFunction> lookUp(DeviceModule module,
                                        llvm::StringRef entry) override {
    if (llvm::Error error = takeFault())
      return std::move(error);
    return inner->lookUp(module, entry);
  }
  llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) override {
    if (llvm::Error error = takeFault())
      return std::move(error);
    auto buffer = inner->allocate(bytes);
    if (buffer)
      buffers.push_back(buffer->handle);
    return buffer;
  }
  llvm::Error free(DeviceBuffer buffer) override {
    if (llvm::Error error = takeFault())
      return error;
    return inner->free(buffer);
  }
  llvm::Error copyTo(DeviceBuffer buffer, uint64_t offset,
                     llvm::ArrayRef<char> bytes) override {
    if (llvm::Error error = takeFault())
      return error;
    ++to[buffer.handle];
    return inner->copyTo(buffer, offset, bytes);
  }
  llvm::Error copyFrom(DeviceBuffer buffer, uint64_t offset,
                       llvm::MutableArrayRef<char> bytes) override {
    if (llvm::Error error = takeFault())
      return error;
    ++from[buffer.handle];
    return inner->copyFrom(buffer, offset, bytes);
  }
  llvm::Error fill(DeviceBuffer buffer, uint64_t offset, uint64_t bytes,
                   char value) override {
    if (llvm::Error error = takeFault())
      return error;
    return inner->fill(buffer, offset, bytes, value);
  }
  llvm::Expected<DeviceCallResult>
  call(DeviceFunction function, llvm::ArrayRef<DeviceArgument> arguments,
       const DeviceCallOptions &options, StopCheck *stop) override {
    if (llvm::Error error = takeFault())
      return std::move(error);
    if (options.protocol) {
      to.clear();
      from.clear();
    }
    auto result = inner->call(function, arguments, options, stop);
    if (options.protocol && afterTiming)
      afterTiming();
    return result;
  }
  llvm::Expected<worker::KernelOutcome> run(const worker::ProgramData &,
                                            const worker::MemoryFile &,
                                            const worker::KernelRun &,
                                            StopCheck *) override {
    llvm_unreachable("its memory and calls alone are tested");
  }

  /// Copies of an argument since the calls were timed.
  unsigned copiesTo(size_t argument) { return to[buffers[argument]]; }
  unsigned copiesFrom(size_t argument) { return from[buffers[argument]]; }

  /// What fails: a request, by the number of requests before it.
  struct Fault {
    DeviceStatus status;
    unsigned requestsBefore = 0;
  };
  std::optional<Fault> fault;
  std::function<void()> afterTiming;

private:
  llvm::Error takeFault() {
    if (!fault || fault->requestsBefore-- > 0)
      return llvm::Error::success();
    const DeviceStatus status = fault->status;
    fault.reset();
    return llvm::make_error<DeviceError>(status, "as the test said");
  }

  std::unique_ptr<AcceleratorDevice> inner;
  std::vector<uint64_t> buffers; ///< in the order of the arguments
  std::map<uint64_t, unsigned> to, from;
};

/// `c = a + b` in f32, as object code.
class MemoryRunTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(testing::TempDir()) /
                            ("mlirgym-memory-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "f.c") << R"c(
typedef struct { float *base, *data; long offset, size, stride; } Vector;
void _mlir_ciface_payload(Vector *a, Vector *b, Vector *c) {
  for (long i = 0; i < c->size; ++i)
    c->data[i] = a->data[i] + b->data[i];
}
static float kept[100];
void _mlir_ciface_grows(Vector *a, Vector *b, Vector *c) {
  for (long i = 0; i < c->size; ++i)
    c->data[i] = kept[i] += a->data[i] + b->data[i];
}
)c";
    ASSERT_EQ(std::system(("cc -O1 -fPIC -c -o " + (folder / "f.o").string() +
                           " " + (folder / "f.c").string())
                              .c_str()),
              0);
    object = llvm::cantFail(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(
                                (folder / "f.o").string())))
                 ->getBuffer()
                 .str();
    fs::remove_all(folder);
  }

  MemoryRunTest()
      : program(llvm::cantFail(ProgramLoader().loadText(R"mlir(
#same = affine_map<(i) -> (i)>
func.func @add(%a: tensor<100xf32>, %b: tensor<100xf32>, %c: tensor<100xf32>) -> tensor<100xf32> {
  %0 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<100xf32>, tensor<100xf32>) outs(%c : tensor<100xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<100xf32>
  return %0 : tensor<100xf32>
}
)mlir",
                                                        "add"))) {}

  Measurement run(CountingDevice &device,
                  llvm::ArrayRef<std::string> residents) {
    std::vector<float> a(100, 1.5f), b(100, 2), sum(100, 3.5f);
    auto bytesOf = [](const std::vector<float> &numbers) {
      return llvm::ArrayRef(reinterpret_cast<const char *>(numbers.data()),
                            numbers.size() * sizeof(float));
    };
    auto data = llvm::cantFail(worker::ProgramData::create(
        program.arguments(), {bytesOf(a), bytesOf(b)}));
    llvm::cantFail(data.setReference({bytesOf(sum)}));
    worker::KernelRun kernel;
    kernel.entry = program.entry();
    kernel.placement = llvm::cantFail(Placement::of(program, residents));
    return run(device, data, kernel);
  }
  static Measurement run(CountingDevice &device,
                         const worker::ProgramData &data,
                         worker::KernelRun kernel) {
    kernel.protocol = quickProtocol();
    StopCheck never;
    auto outcome =
        llvm::cantFail(MemoryRun(device, data, kernel)
                           .run({object.data(), object.size()}, never));
    return outcome.measurement;
  }

  static inline std::string object;
  const Program program;
};

TEST_F(MemoryRunTest, WithoutAPlacementEverythingIsCopiedAroundACall) {
  CountingDevice device("emulated:0");
  const Measurement measured = run(device, {});
  ASSERT_TRUE(measured.ok()) << measured.message;
  EXPECT_GT(measured.transferNs, 0);
  for (size_t input : {0, 1}) {
    EXPECT_GE(device.copiesTo(input), 2u); // timed, and for the last call
    EXPECT_EQ(device.copiesFrom(input), 0u);
  }
  EXPECT_EQ(device.copiesTo(2), 0u);
  EXPECT_GE(device.copiesFrom(2), 2u);
}

TEST_F(MemoryRunTest, ATensorOnTheDeviceIsNotCopiedAgain) {
  // Two devices at once.
  CountingDevice first("emulated:0"), second("emulated:1");
  const Measurement one = run(first, {"arg1"}), other = run(second, {"out0"});
  ASSERT_TRUE(one.ok()) << one.message;
  ASSERT_TRUE(other.ok()) << other.message;
  EXPECT_EQ(first.copiesTo(1), 0u);
  EXPECT_GE(first.copiesTo(0), 2u);
  EXPECT_GE(first.copiesFrom(2), 2u);
  EXPECT_GE(second.copiesTo(1), 2u);
  EXPECT_EQ(second.copiesFrom(2), 1u); // to be compared
}

TEST_F(MemoryRunTest, NothingIsCopiedAroundACallIfAllIsResident) {
  CountingDevice device("emulated:0");
  const Measurement measured = run(device, {"all"});
  ASSERT_TRUE(measured.ok()) << measured.message;
  EXPECT_EQ(device.copiesTo(0) + device.copiesTo(1) + device.copiesTo(2), 0u);
  EXPECT_EQ(device.copiesFrom(2), 1u);
}

TEST_F(MemoryRunTest, WithoutAReferenceTheFirstCallIsThatOfLaterOnes) {
  CountingDevice device("emulated:0");
  const auto data = llvm::cantFail(
      worker::ProgramData::create(program.arguments(), /*seed=*/1, 1e-6));
  worker::KernelRun kernel{.entry = program.entry(), .makeReference = true};
  EXPECT_TRUE(run(device, data, kernel).ok());
  kernel.entry = "grows";
  const Measurement grown = run(device, data, kernel);
  EXPECT_EQ(grown.status, Status::WrongResult);
  EXPECT_THAT(grown.message,
              testing::HasSubstr("a later call computes something else than "
                                 "the first: argument 2"));
  kernel.laterCalls = LaterCalls::Ignored;
  EXPECT_TRUE(run(device, data, kernel).ok());
}

TEST_F(MemoryRunTest, AFaultOfATimedCopyIsAStatus) {
  CountingDevice device("emulated:0");
  device.afterTiming = [&] { device.fault = {DeviceStatus::OutOfMemory}; };
  const Measurement measured = run(device, {"arg1"});
  EXPECT_EQ(measured.status, Status::OutOfMemory) << measured.message;
  EXPECT_EQ(measured.transferNs, 0);
  EXPECT_EQ(measured.medianNs, 0);
  // The device goes on.
  device.afterTiming = nullptr;
  EXPECT_TRUE(run(device, {}).ok());
}

/// Whatever request fails, and in whatever way.
TEST_F(MemoryRunTest, AFaultIsAStatus) {
  CountingDevice device("emulated:0");
  const std::pair<DeviceStatus, Status> faults[] = {
      {DeviceStatus::Unsupported, Status::Crashed},
      {DeviceStatus::BadHandle, Status::Crashed},
      {DeviceStatus::UseAfterFree, Status::Crashed},
      {DeviceStatus::OutOfBounds, Status::Crashed},
      {DeviceStatus::Overflow, Status::WrongResult},
      {DeviceStatus::OutOfMemory, Status::OutOfMemory},
      {DeviceStatus::BadModule, Status::CompileFailed},
      {DeviceStatus::NoSuchFunction, Status::CompileFailed},
      {DeviceStatus::TimedOut, Status::TimedOut},
      {DeviceStatus::Lost, Status::Crashed}};
  for (auto [fault, status] : faults)
    for (unsigned request : {0, 1, 2, 5, 7}) {
      device.fault = {fault, request};
      const Measurement failed = run(device, {});
      EXPECT_FALSE(device.fault) << "fewer requests than " << request;
      EXPECT_EQ(failed.status, status)
          << nameOf(fault).str() << " at " << request << ": " << failed.message;
      EXPECT_EQ(failed.medianNs, 0);
    }
  EXPECT_TRUE(run(device, {}).ok());
}

} // namespace
} // namespace mlirgym
