#include "execution/device/Device.h"
#include "execution/device/AcceleratorDevice.h"
#include "execution/device/HostMachine.h"
#include "execution/device/ServedDevice.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/target/Target.h"
#include "outcome/DeviceError.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/MachineClass.h"
#include "program/Program.h"
#include "tests/execution/NarrowerHost.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <barrier>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// The status of a result, and no other error; nullopt for success.
std::optional<DeviceStatus> statusOf(llvm::Error error) {
  std::optional<DeviceStatus> status;
  llvm::handleAllErrors(
      std::move(error),
      [&](const DeviceError &problem) { status = problem.status(); },
      [&](const llvm::ErrorInfoBase &other) {
        ADD_FAILURE() << "another error: " << other.message();
      });
  return status;
}
template <typename T>
std::optional<DeviceStatus> statusOf(llvm::Expected<T> result) {
  return statusOf(result.takeError());
}

/// Functions of a module in C. `f64` vectors of any length.
constexpr llvm::StringLiteral functions = R"c(
typedef struct { double *base, *data; long offset, size, stride; } Vector;
void _mlir_ciface_twice(Vector *in, Vector *out) {
  for (long i = 0; i < in->size; ++i)
    out->data[i] = 2 * in->data[i] + 1;
}
void _mlir_ciface_zero(Vector *in, Vector *out) {
  for (long i = 0; i < in->size; ++i)
    out->data[i] = 0;
}
void _mlir_ciface_count(Vector *out) { out->data[0] += 1; }
void _mlir_ciface_spill(Vector *out) { ((char *)(out->data + out->size))[0] = 1; }
void _mlir_ciface_far(Vector *out) { out->data[1 << 26] = 1; }
void _mlir_ciface_hang(Vector *out) {
  for (volatile long i = 0;; ++i) {}
}
)c";

class DeviceInterface : public testing::TestWithParam<const char *> {
protected:
  static void SetUpTestSuite() {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(testing::TempDir()) /
                            ("mlirgym-device-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "f.c") << functions.str();
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
  /// Opens "host without" as the host with less features.
  template <typename Kind = AcceleratorDevice>
  static std::unique_ptr<Kind> open(const char *id,
                                    const DeviceOptions &options = {}) {
    llvm::StringRef name = id;
    const bool narrower = name.consume_back(" without");
    return llvm::cantFail(
        Kind::open(name, narrower ? removableFeature() : "", options));
  }
  static llvm::ArrayRef<char> code() { return {object.data(), object.size()}; }

  /// A buffer that holds the numbers.
  static DeviceBuffer bufferOf(AcceleratorDevice &device,
                               const std::vector<double> &numbers) {
    const DeviceBuffer buffer =
        llvm::cantFail(device.allocate(numbers.size() * sizeof(double)));
    llvm::cantFail(device.copyTo(buffer, 0, bytesOf(numbers)));
    return buffer;
  }
  static llvm::ArrayRef<char> bytesOf(const std::vector<double> &numbers) {
    return {reinterpret_cast<const char *>(numbers.data()),
            numbers.size() * sizeof(double)};
  }
  static std::vector<double> numbersIn(AcceleratorDevice &device,
                                       DeviceBuffer buffer, size_t count) {
    std::vector<double> numbers(count);
    llvm::cantFail(device.copyFrom(
        buffer, 0,
        {reinterpret_cast<char *>(numbers.data()), count * sizeof(double)}));
    return numbers;
  }
  static DeviceArgument vectorOf(DeviceBuffer buffer, int64_t count) {
    return {buffer, {count}, ElementType::F64};
  }
  static DeviceFunction functionOf(AcceleratorDevice &device,
                                   llvm::StringRef name) {
    return llvm::cantFail(
        device.lookUp(llvm::cantFail(device.load(code())), name));
  }

  /// Inputs and outputs of `twice` on 100 equal numbers.
  static worker::ProgramData twiceData(double number) {
    Argument in, out;
    in.shape = out.shape = {100};
    in.elementType = out.elementType = ElementType::F64;
    in.isInput = true;
    in.isOutput = out.isInput = false;
    out.isOutput = true;
    const std::vector<double> numbers(100, number), right(100, 2 * number + 1);
    auto data = llvm::cantFail(
        worker::ProgramData::create({in, out}, {bytesOf(numbers)}));
    llvm::cantFail(data.setReference({bytesOf(right)}));
    return data;
  }

  static std::string object;
};
std::string DeviceInterface::object;

TEST_P(DeviceInterface, EveryMethodDoesItsWork) {
  auto device = open(GetParam());
  EXPECT_TRUE(llvm::StringRef(GetParam()).starts_with(device->id()));
  EXPECT_TRUE(device->description().hasMemory);
  const DeviceModule module = llvm::cantFail(device->load(code()));
  const DeviceFunction twice = llvm::cantFail(device->lookUp(module, "twice"));
  const DeviceBuffer in = bufferOf(*device, {1, 2, 3, 4}),
                     out = llvm::cantFail(device->allocate(32));
  const std::vector<DeviceArgument> arguments = {vectorOf(in, 4),
                                                 vectorOf(out, 4)};
  llvm::cantFail(device->call(twice, arguments));
  EXPECT_THAT(numbersIn(*device, out, 4), testing::ElementsAre(3, 5, 7, 9));
  // Parts of buffers.
  const std::vector<double> seven = {7};
  llvm::cantFail(device->copyTo(in, 8, bytesOf(seven)));
  llvm::cantFail(device->fill(in, 16, 16, 0));
  llvm::cantFail(device->call(twice, arguments));
  EXPECT_THAT(numbersIn(*device, out, 4), testing::ElementsAre(3, 15, 1, 1));
  // A function on a part of its arguments, and two functions of one module.
  llvm::cantFail(device->call(llvm::cantFail(device->lookUp(module, "count")),
                              {vectorOf(out, 1)}));
  EXPECT_THAT(numbersIn(*device, out, 2), testing::ElementsAre(4, 15));
  llvm::cantFail(device->free(in));
  llvm::cantFail(device->free(out));
  llvm::cantFail(device->unload(module));
}

TEST_P(DeviceInterface, TakesTimesAndCounts) {
  auto device = open(GetParam());
  const DeviceFunction count = functionOf(*device, "count");
  const DeviceBuffer calls = bufferOf(*device, {0});
  auto timed = llvm::cantFail(device->call(
      count, {vectorOf(calls, 1)},
      {.protocol = quickProtocol(),
       .counters = {"page-faults", "task-clock", "instructions"}}));
  EXPECT_GT(timed.timing.medianNs, 0);
  EXPECT_LE(timed.timing.minNs, timed.timing.medianNs);
  EXPECT_FALSE(timed.timesNs.empty());
  // The first call and the timed calls.
  EXPECT_GE(numbersIn(*device, calls, 1).front(),
            1 + double(timed.timing.repeats) * timed.timing.number);
  // In the order of the request; an unavailable event is null, never 0.
  ASSERT_EQ(timed.counters.size(), 3u);
  EXPECT_GE(timed.counters[0].value_or(-1), 0);
  EXPECT_GT(timed.counters[1].value_or(-1), 0);
  EXPECT_GT(timed.counters[2].value_or(1), 0);
  auto unknown =
      device->call(count, {vectorOf(calls, 1)}, {.counters = {"joules"}});
  ASSERT_TRUE(unknown.errorIsA<ExecutionError>());
  EXPECT_THAT(llvm::toString(unknown.takeError()),
              HasSubstr("there is no counter 'joules'; choose cycles, "));
}

/// For every device that runs code of this machine: the lines of Devices.def.
using AnyDeviceOfThisMachine = DeviceInterface;

TEST_P(AnyDeviceOfThisMachine, RunsAWholeProgram) {
  auto device = open<Device>(GetParam());
  EXPECT_EQ(device->metric(), Metric::Nanoseconds);
  EXPECT_TRUE(device->target().isHost() ||
              isNarrowerHost(device->description()));
  auto module = llvm::cantFail(worker::MemoryFile::create("object", code()));
  worker::KernelRun kernel;
  kernel.entry = "twice";
  kernel.protocol = quickProtocol();
  const worker::ProgramData data = twiceData(3), other = twiceData(4);
  auto run = [&](const worker::ProgramData &on) {
    return llvm::cantFail(device->run(on, module, kernel)).measurement;
  };
  const Measurement first = run(data);
  EXPECT_EQ(first.status, Status::Ok) << first.message;
  EXPECT_GT(first.medianNs, 0);
  EXPECT_EQ(run(other).status, Status::Ok);
  // Code that does not compute the outputs.
  kernel.entry = "zero";
  EXPECT_EQ(run(data).status, Status::WrongResult);
  // A kernel that ends its process does not end other processes.
  kernel.entry = "far";
  EXPECT_EQ(run(data).status, Status::Crashed);
  kernel.entry = "twice";
  EXPECT_EQ(run(other).status, Status::Ok);
  EXPECT_GE(device->restarts(), 1u);
}

/// "emulated:0" as "emulated0", and "host without" as "hostwithout".
std::string nameOfDevice(const testing::TestParamInfo<const char *> &info) {
  std::string name = info.param;
  std::erase(name, ':');
  std::erase(name, ' ');
  return name;
}

std::vector<const char *> devicesOfThisMachine() {
  static const std::vector<DeviceDescription> all = Device::known();
  std::vector<const char *> ids = {"host without"};
  for (const DeviceDescription &each : all)
    if (each.target.isHost())
      ids.push_back(each.id.c_str());
  return ids;
}

INSTANTIATE_TEST_SUITE_P(, AnyDeviceOfThisMachine,
                         testing::ValuesIn(devicesOfThisMachine()),
                         nameOfDevice);

/// Longer than one message.
TEST_P(DeviceInterface, CopiesOfAnyLength) {
  auto device = open(GetParam());
  std::vector<double> numbers((size_t(5) << 20) + 3);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = double(i);
  const DeviceBuffer buffer = bufferOf(*device, numbers);
  numbers.front() = -1; // the device has a copy
  auto back = numbersIn(*device, buffer, numbers.size());
  EXPECT_EQ(back.front(), 0);
  EXPECT_EQ(back.back(), numbers.back());
  numbers.front() = 0;
  EXPECT_TRUE(back == numbers);
  llvm::cantFail(device->copyTo(buffer, 0, {}));
}

TEST_P(DeviceInterface, AHandleThatIsNoneIsBad) {
  auto device = open(GetParam());
  constexpr uint64_t none = 12345;
  const DeviceBuffer buffer = bufferOf(*device, {1});
  char byte = 0;
  EXPECT_EQ(statusOf(device->unload({none})), DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->lookUp({none}, "twice")), DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->free({none})), DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->copyTo({none}, 0, {byte})),
            DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->copyFrom({none}, 0, {byte})),
            DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->fill({none}, 0, 1, 0)), DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->call({none}, {vectorOf(buffer, 1)})),
            DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->call(functionOf(*device, "count"),
                                  {vectorOf({none}, 1)})),
            DeviceStatus::BadHandle);
  EXPECT_THAT(numbersIn(*device, buffer, 1), testing::ElementsAre(1));
}

TEST_P(DeviceInterface, WhatIsFreedIsNotUsedAgain) {
  auto device = open(GetParam());
  const DeviceModule module = llvm::cantFail(device->load(code()));
  const DeviceFunction count = llvm::cantFail(device->lookUp(module, "count"));
  const DeviceBuffer buffer = bufferOf(*device, {1}),
                     other = bufferOf(*device, {5});
  llvm::cantFail(device->free(buffer));
  char byte = 0;
  EXPECT_EQ(statusOf(device->free(buffer)), DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->copyTo(buffer, 0, {byte})),
            DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->copyFrom(buffer, 0, {byte})),
            DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->fill(buffer, 0, 1, 0)),
            DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->call(count, {vectorOf(buffer, 1)})),
            DeviceStatus::UseAfterFree);
  llvm::cantFail(device->unload(module));
  EXPECT_EQ(statusOf(device->call(count, {vectorOf(other, 1)})),
            DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->lookUp(module, "count")),
            DeviceStatus::UseAfterFree);
  EXPECT_EQ(statusOf(device->unload(module)), DeviceStatus::UseAfterFree);
  EXPECT_THAT(numbersIn(*device, other, 1), testing::ElementsAre(5));
}

TEST_P(DeviceInterface, NothingIsCopiedPastTheEnd) {
  auto device = open(GetParam());
  const DeviceBuffer buffer = bufferOf(*device, {1, 2});
  std::vector<char> bytes(17, 9);
  for (uint64_t offset : {uint64_t(0), uint64_t(17), ~uint64_t(0)}) {
    EXPECT_EQ(statusOf(device->copyTo(buffer, offset, bytes)),
              DeviceStatus::OutOfBounds);
    EXPECT_EQ(statusOf(device->copyFrom(buffer, offset, bytes)),
              DeviceStatus::OutOfBounds);
    EXPECT_EQ(statusOf(device->fill(buffer, offset, 17, 0)),
              DeviceStatus::OutOfBounds);
  }
  EXPECT_EQ(statusOf(device->fill(buffer, 8, ~uint64_t(0) - 4, 0)),
            DeviceStatus::OutOfBounds);
  EXPECT_EQ(statusOf(device->allocate(0)), DeviceStatus::OutOfBounds);
  const DeviceFunction count = functionOf(*device, "count");
  for (int64_t extent : {int64_t(3), int64_t(-1), int64_t(1) << 61})
    EXPECT_EQ(statusOf(device->call(count, {vectorOf(buffer, extent)})),
              DeviceStatus::OutOfBounds);
  EXPECT_THAT(numbersIn(*device, buffer, 2), testing::ElementsAre(1, 2));
}

TEST_P(DeviceInterface, MemoryHasAnEnd) {
  auto device = open(GetParam(), {.memoryLimitBytes = 256 << 20});
  EXPECT_EQ(statusOf(device->allocate(uint64_t(1) << 40)),
            DeviceStatus::OutOfMemory);
  EXPECT_EQ(statusOf(device->allocate(~uint64_t(0))),
            DeviceStatus::OutOfMemory);
  // Freed memory can be allocated again.
  for (int times = 0; times < 8; ++times)
    llvm::cantFail(device->free(llvm::cantFail(device->allocate(100 << 20))));
}

TEST_P(DeviceInterface, CodeThatCannotBeLoadedIsRefused) {
  auto device = open(GetParam());
  const llvm::StringRef text = "int main() {}";
  EXPECT_EQ(statusOf(device->load({text.data(), text.size()})),
            DeviceStatus::BadModule);
  EXPECT_EQ(statusOf(device->load({})), DeviceStatus::BadModule);
  // The beginning of an object.
  auto damaged = device->load(code().take_front(code().size() / 2));
  EXPECT_TRUE(!damaged || statusOf(device->lookUp(*damaged, "twice")) ==
                              DeviceStatus::NoSuchFunction);
  if (!damaged)
    llvm::consumeError(damaged.takeError());
  EXPECT_EQ(
      statusOf(device->lookUp(llvm::cantFail(device->load(code())), "thrice")),
      DeviceStatus::NoSuchFunction);
}

TEST_P(DeviceInterface, AnOverflowIsFound) {
  auto device = open(GetParam());
  const DeviceFunction spill = functionOf(*device, "spill");
  const DeviceBuffer small = bufferOf(*device, {1, 2, 3}),
                     buffer = bufferOf(*device, {1});
  EXPECT_EQ(statusOf(device->call(spill, {vectorOf(buffer, 1)})),
            DeviceStatus::Overflow);
  // The device continues to work, and nothing else has changed.
  EXPECT_THAT(numbersIn(*device, small, 3), testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(statusOf(device->call(functionOf(*device, "count"),
                                  {vectorOf(buffer, 1)})),
            std::nullopt);
}

TEST_P(DeviceInterface, ACrashLosesTheDeviceAndWhatItHeld) {
  auto device = open(GetParam());
  const DeviceFunction far = functionOf(*device, "far");
  const DeviceBuffer buffer = bufferOf(*device, {1});
  auto crashed = device->call(far, {vectorOf(buffer, 1)});
  EXPECT_THAT(llvm::toString(crashed.takeError()),
              testing::AllOf(HasSubstr("lost: "), HasSubstr("SIGSEGV"),
                             HasSubstr("open it again")));
  char byte = 0;
  EXPECT_EQ(statusOf(device->load(code())), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->unload({1})), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->lookUp({1}, "far")), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->allocate(8)), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->free(buffer)), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->copyTo(buffer, 0, {byte})), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->copyFrom(buffer, 0, {byte})), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->fill(buffer, 0, 1, 0)), DeviceStatus::Lost);
  EXPECT_EQ(statusOf(device->call(far, {})), DeviceStatus::Lost);
  static_cast<ServedDevice &>(*device).reopen();
  EXPECT_EQ(statusOf(device->free(buffer)), DeviceStatus::BadHandle);
  EXPECT_THAT(numbersIn(*device, bufferOf(*device, {4}), 1),
              testing::ElementsAre(4));
  EXPECT_EQ(device->restarts(), 1u);
}

TEST_P(DeviceInterface, ACallThatTakesTooLongIsEnded) {
  auto device = open(GetParam(), {.timeoutMs = 1500});
  const DeviceBuffer buffer = bufferOf(*device, {1});
  EXPECT_EQ(statusOf(device->call(functionOf(*device, "hang"),
                                  {vectorOf(buffer, 1)})),
            DeviceStatus::TimedOut);
  EXPECT_EQ(statusOf(device->free(buffer)), DeviceStatus::Lost);
}

/// Of the children of this process: their hard limits of processor time, in the
/// words of /proc.
std::vector<std::string> processorTimeOfChildren() {
  std::vector<std::string> limits;
  for (const auto &task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child; children >> child;) {
      std::ifstream all("/proc/" + std::to_string(child) + "/limits");
      for (std::string line; std::getline(all, line);) {
        std::istringstream words(line);
        std::string max, cpu, time, soft, hard;
        if (words >> max >> cpu >> time >> soft >> hard && cpu == "cpu")
          limits.push_back(hard);
      }
    }
  }
  return limits;
}

TEST_P(DeviceInterface, HasALimitOfProcessorTimeThatNoCodeCanIgnore) {
  auto device = open(GetParam());
  const DeviceBuffer buffer = bufferOf(*device, {1});
  llvm::cantFail(
      device->call(functionOf(*device, "count"), {vectorOf(buffer, 1)})
          .takeError());
  EXPECT_THAT(processorTimeOfChildren(),
              testing::AllOf(testing::Not(testing::IsEmpty()),
                             testing::Not(testing::Contains("unlimited"))));
}

INSTANTIATE_TEST_SUITE_P(, DeviceInterface,
                         testing::Values("host", "host without", "emulated:0",
                                         "emulated:1"),
                         nameOfDevice);

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

using TwoDevices = DeviceInterface;

TEST_P(TwoDevices, NeitherKnowsWhatTheOtherHolds) {
  auto one = open("emulated:0"), other = open("emulated:1");
  const DeviceBuffer mine = bufferOf(*one, {1}), yours = bufferOf(*other, {2});
  EXPECT_EQ(statusOf(other->free(mine)), DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(one->free(yours)), DeviceStatus::BadHandle);
  const DeviceFunction count = functionOf(*one, "count");
  EXPECT_EQ(statusOf(other->call(count, {vectorOf(yours, 1)})),
            DeviceStatus::BadHandle);
  llvm::cantFail(one->call(count, {vectorOf(mine, 1)}));
  EXPECT_THAT(numbersIn(*one, mine, 1), testing::ElementsAre(2));
  EXPECT_THAT(numbersIn(*other, yours, 1), testing::ElementsAre(2));
  // The loss of one does not touch the other.
  EXPECT_EQ(statusOf(one->call(functionOf(*one, "far"), {vectorOf(mine, 1)})),
            DeviceStatus::Lost);
  EXPECT_THAT(numbersIn(*other, yours, 1), testing::ElementsAre(2));
}

/// Devices of one id are two devices, too.
TEST_P(TwoDevices, ADeviceIsOpenedTwice) {
  auto one = open("emulated:0"), other = open("emulated:0");
  const DeviceBuffer mine = bufferOf(*one, {1}), yours = bufferOf(*other, {2});
  EXPECT_EQ(statusOf(other->free(mine)), DeviceStatus::BadHandle);
  llvm::cantFail(
      other->call(functionOf(*other, "count"), {vectorOf(yours, 1)}));
  EXPECT_THAT(numbersIn(*one, mine, 1), testing::ElementsAre(1));
  EXPECT_THAT(numbersIn(*other, yours, 1), testing::ElementsAre(3));
}

/// Each run of one begins with a run of the other.
TEST_P(TwoDevices, RunProgramsAtTheSameTime) {
  auto one = open("emulated:0"), other = open("emulated:1");
  const worker::ProgramData mine = twiceData(3), yours = twiceData(4);
  auto module = llvm::cantFail(worker::MemoryFile::create("object", code()));
  worker::KernelRun kernel;
  kernel.entry = "twice";
  kernel.protocol = quickProtocol();
  std::barrier<> both(2);
  auto runs = [&](Device &device, const worker::ProgramData &inputs) {
    int right = 0;
    for (int round = 0; round < 20; ++round) {
      both.arrive_and_wait();
      right += llvm::cantFail(device.run(inputs, module, kernel))
                   .measurement.status == Status::Ok;
    }
    return right;
  };
  auto others =
      std::async(std::launch::async, [&] { return runs(*other, yours); });
  EXPECT_EQ(runs(*one, mine), 20);
  EXPECT_EQ(others.get(), 20);
}

/// While one hangs, the other answers.
TEST_P(TwoDevices, NeitherWaitsForTheOther) {
  auto one = open("emulated:0"), other = open("emulated:1");
  const DeviceBuffer mine = bufferOf(*one, {1}), yours = bufferOf(*other, {2});
  const DeviceFunction hang = functionOf(*one, "hang");
  const std::function<bool()> nobody;
  std::stop_source source; // the call has no end of its own
  StopCheck stop(nobody, source.get_token());
  auto hanging = std::async(std::launch::async, [&] {
    return one->call(hang, {vectorOf(mine, 1)}, {}, &stop).takeError();
  });
  llvm::cantFail(
      other->call(functionOf(*other, "count"), {vectorOf(yours, 1)}));
  EXPECT_THAT(numbersIn(*other, yours, 1), testing::ElementsAre(3));
  source.request_stop();
  llvm::Error ended = hanging.get();
  EXPECT_TRUE(ended.isA<InterruptedError>());
  llvm::consumeError(std::move(ended));
  EXPECT_EQ(statusOf(one->free(mine)), DeviceStatus::Lost);
}

INSTANTIATE_TEST_SUITE_P(, TwoDevices, testing::Values("emulated"));

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

using RunOfADevice = DeviceInterface;

/// Whatever a kernel does, its run has a status, and the next one succeeds.
TEST_P(RunOfADevice, HasTheStatusOfItsKernel) {
  auto device = open(GetParam(), {.timeoutMs = 1500});
  const worker::ProgramData data = twiceData(3);
  auto module = llvm::cantFail(worker::MemoryFile::create("object", code()));
  worker::KernelRun kernel;
  kernel.entry = "twice";
  kernel.protocol = quickProtocol();
  auto run = [&] {
    return llvm::cantFail(device->run(data, module, kernel)).measurement;
  };
  const Measurement timed = run();
  ASSERT_EQ(timed.status, Status::Ok) << timed.message;
  EXPECT_GT(timed.medianNs, 0);
  const std::pair<const char *, Status> faults[] = {
      {"far", Status::Crashed},
      {"thrice", Status::CompileFailed}, // there is no such function
      {"count", Status::WrongResult},    // it changes its input
      {"hang", Status::TimedOut}};
  for (auto [entry, status] : faults) {
    kernel.entry = entry;
    const Measurement failed = run();
    EXPECT_EQ(failed.status, status) << entry << ": " << failed.message;
    EXPECT_EQ(failed.medianNs, 0) << entry;
    kernel.entry = "twice";
    EXPECT_EQ(run().status, Status::Ok) << "after " << entry;
  }
}

INSTANTIATE_TEST_SUITE_P(, RunOfADevice, testing::Values("emulated:0"),
                         nameOfDevice);

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

TEST(DeviceDescriptionTest, AllDevicesAreKnown) {
  std::vector<std::string> ids;
  for (const DeviceDescription &each : Device::known()) {
    EXPECT_THAT(ids, testing::Not(testing::Contains(each.id)));
    ids.push_back(each.id);
    EXPECT_EQ(llvm::cantFail(Device::describe(each.id)).id, each.id);
  }
  EXPECT_EQ(ids.front(), "host");
  EXPECT_THAT(ids, testing::IsSupersetOf({"emulated:0", "qemu:aarch64-sve",
                                          "mca:spacemit-x60", "cuda:0"}));
  EXPECT_EQ(llvm::cantFail(Device::describe("emulated:17")).machine(),
            "emulated:17/" + Target::host().id());
  for (const char *id :
       {"emulated", "emulated:", "emulated:x", "", "cuda", "cuda:x"})
    EXPECT_THAT(llvm::toString(Device::describe(id).takeError()),
                HasSubstr("there is no device '" + std::string(id) +
                          "'; choose host, emulated:0, "));
  EXPECT_EQ(classOfNarrowerHost(Target::host().id()), std::nullopt);
  EXPECT_EQ(classOfNarrowerHost("qemu:aarch64/generic-1a2b3c4d"), std::nullopt);
  EXPECT_EQ(classOfNarrowerHost("znver4-1a2b3c4d/256x16-znver4-5e6f7a8b"),
            (MachineClass{256, 16}));
  EXPECT_THAT(
      llvm::toString(Device::describe("emulated:0", "+avx2").takeError()),
      HasSubstr("emulated:0: it has the features of this machine"));
}

TEST(DeviceDescriptionTest, ANarrowerHostIsThisMachineAndItsTarget) {
  const DeviceDescription host = llvm::cantFail(Device::describe("host"));
  EXPECT_FALSE(isNarrowerHost(host));
  EXPECT_EQ(host.machine(), Target::host().id());
  EXPECT_TRUE(isOfThisMachine(host.machine()));
  EXPECT_FALSE(isOfThisMachine("emulated:0/" + host.machine()));
  const std::string feature = removableFeature();
  if (feature.empty())
    GTEST_SKIP() << "no feature to remove";
  const DeviceDescription narrower =
      llvm::cantFail(Device::describe("host", feature));
  EXPECT_TRUE(narrower.isHost());
  EXPECT_TRUE(isNarrowerHost(narrower));
  EXPECT_THAT(narrower.machine(), testing::StartsWith(host.machine() + "/"));
  EXPECT_TRUE(isOfThisMachine(narrower.machine()));
  EXPECT_EQ(classOfNarrowerHost(narrower.machine()),
            (MachineClass{narrower.target.vectorBits,
                          narrower.target.vectorRegisters}));
  EXPECT_THAT(llvm::toString(Device::describe("host", "-warp9").takeError()),
              HasSubstr("host: 'warp9' is no feature of"));
}

TEST(DeviceDescriptionTest, ADeviceWithoutMemoryIsNoAccelerator) {
  auto opened = Device::open("qemu:aarch64");
  if (!opened)
    GTEST_SKIP() << llvm::toString(opened.takeError());
  EXPECT_FALSE((*opened)->description().hasMemory);
  EXPECT_EQ(statusOf(AcceleratorDevice::open("qemu:aarch64")),
            DeviceStatus::Unsupported);
}

} // namespace
} // namespace mlirgym
