//===- device/CudaDeviceTest.cpp - GPUs, by a driver of the tests ---------===//
#include "execution/device/cuda/CudaDevice.h"

#include "execution/device/Device.h"
#include "outcome/DeviceError.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

template <typename T> std::optional<DeviceStatus> statusOf(T result) {
  std::optional<DeviceStatus> status;
  llvm::Error error = llvm::Error::success();
  if constexpr (std::is_same_v<T, llvm::Error>)
    error = std::move(result);
  else
    error = result.takeError();
  llvm::handleAllErrors(
      std::move(error),
      [&](const DeviceError &problem) { status = problem.status(); },
      [&](const llvm::ErrorInfoBase &other) {
        ADD_FAILURE() << "another error: " << other.message();
      });
  return status;
}

class CudaDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("MLIRGYM_CUDA_DRIVER", MLIRGYM_FAKE_CUDA, 1);
    setenv("FAKE_CUDA_LOG", log.c_str(), 1);
    setenv("FAKE_CUDA_KERNEL", "add:4", 1);
    unsetenv("FAKE_CUDA_FAIL");
    std::filesystem::remove(log);
  }
  void TearDown() override {
    for (const char *name : {"MLIRGYM_CUDA_DRIVER", "FAKE_CUDA_LOG",
                             "FAKE_CUDA_KERNEL", "FAKE_CUDA_FAIL"})
      unsetenv(name);
    std::filesystem::remove(log);
  }

  static std::unique_ptr<AcceleratorDevice>
  open(const DeviceOptions &options = {}) {
    return llvm::cantFail(AcceleratorDevice::open("cuda:0", "", options));
  }
  static llvm::ArrayRef<char> code() { return {ptx.data(), ptx.size()}; }
  std::string calls() const {
    std::ifstream file(log);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Two vectors to add and one for the sum.
  static std::vector<DeviceArgument> vectors(AcceleratorDevice &device) {
    std::vector<DeviceArgument> arguments;
    for (float first : {1.0F, 10.0F, 0.0F}) {
      const std::vector<float> numbers = {first, first + 1, first + 2, 7};
      const DeviceBuffer buffer = llvm::cantFail(device.allocate(16));
      llvm::cantFail(device.copyTo(
          buffer, 0, {reinterpret_cast<const char *>(numbers.data()), 16}));
      arguments.push_back({buffer, {4}, ElementType::F32});
    }
    return arguments;
  }
  static DeviceFunction functionOf(AcceleratorDevice &device) {
    return llvm::cantFail(
        device.lookUp(llvm::cantFail(device.load(code())), "payload"));
  }

  static constexpr llvm::StringLiteral ptx =
      "//mlirgym payload 3\n"
      "//mlirgym scratch 64\n"
      "//mlirgym launch kernel0 grid 2 3 1 block 32 1 1 "
      "shared 70000 buffers 0 1 2\n"
      "//mlirgym launch kernel1 grid 1 1 1 block 64 1 1 "
      "shared 0 buffers 0 1 2 3\n"
      ".version 7.8\n";
  const std::string log = testing::TempDir() + "/mlirgym-cuda-" +
                          std::to_string(::getpid()) + ".log";
};

TEST_F(CudaDeviceTest, ItsTargetIsTheProcessorOfTheGpu) {
  EXPECT_EQ(open()->target().cpu, "sm_90a");
  EXPECT_EQ(llvm::cantFail(Device::describe("cuda:0")).target.cpu, "sm_90a");
  EXPECT_EQ(open()->target().triple, "nvptx64-nvidia-cuda");
}

TEST_F(CudaDeviceTest, ItsMachineHasTheNameOfTheGpu) {
  auto machineOf = [](llvm::StringRef id) {
    return llvm::cantFail(Device::describe(id)).machine();
  };
  const std::string elsewhere = machineOf("cuda:sm_90a");
  EXPECT_THAT(elsewhere, StartsWith("cuda:sm_90a/sm_90a-"));
  EXPECT_THAT(machineOf("cuda:0"),
              StartsWith("cuda:sm_90a/Fake-GPU-9000/sm_90a-"));
  EXPECT_EQ(CudaDevice::identityOf("sm_90", "NVIDIA H100 PCIe"),
            "cuda:sm_90/NVIDIA-H100-PCIe");
  EXPECT_THAT(llvm::toString(Device::open("cuda:sm_90a").takeError()),
              HasSubstr("cuda:sm_90a: describes a GPU that is not here"));
  EXPECT_THAT(llvm::toString(Device::describe("cuda:sm_9x").takeError()),
              HasSubstr("sm_9x"));
}

TEST_F(CudaDeviceTest, LaunchesTheKernelsInOrderAndTakesTheirTime) {
  auto device = open();
  const DeviceFunction function = functionOf(*device);
  const std::vector<DeviceArgument> arguments = vectors(*device);
  auto timed = llvm::cantFail(
      device->call(function, arguments,
                   {.protocol = quickProtocol(), .counters = {"cycles"}}));
  EXPECT_GT(timed.timing.medianNs, 0);
  EXPECT_EQ(timed.counters, std::vector<std::optional<double>>{std::nullopt});
  std::vector<float> sum(4);
  llvm::cantFail(device->copyFrom(arguments[2].buffer, 0,
                                  {reinterpret_cast<char *>(sum.data()), 16}));
  EXPECT_EQ(sum, (std::vector<float>{11, 13, 15, 14}));
  EXPECT_THAT(calls(), HasSubstr("cuModuleGetFunction kernel0\n"
                                 "cuFuncSetAttribute 8 70000\n"
                                 "cuModuleGetFunction kernel1\n"
                                 "cuFuncSetAttribute 8 0\n"
                                 "cuMemAlloc 64\n"));
  EXPECT_THAT(calls(), HasSubstr("cuEventRecord\n"
                                 "cuLaunchKernel 2 3 1 of 32 shared 70000\n"
                                 "cuLaunchKernel 1 1 1 of 64 shared 0\n"
                                 "cuEventRecord\n"
                                 "cuEventQuery\n"
                                 "cuEventElapsedTime\n"));
}

TEST_F(CudaDeviceTest, GivesEverythingBack) {
  {
    auto device = open();
    functionOf(*device);
    vectors(*device);
  }
  const std::string text = calls();
  auto count = [&](llvm::StringRef line) {
    return llvm::StringRef(text).count(line);
  };
  EXPECT_EQ(count("cuMemAlloc "), 4u); // with the module's own
  EXPECT_EQ(count("cuMemFree\n"), 4u);
  EXPECT_EQ(count("cuModuleUnload\n"), 1u);
  EXPECT_EQ(count("cuEventDestroy\n"), 2u);
  EXPECT_EQ(count("cuStreamDestroy\n"), 1u);
  EXPECT_EQ(count("cuDevicePrimaryCtxRelease\n"), 1u);
}

TEST_F(CudaDeviceTest, EveryMistakeHasItsStatus) {
  auto device = open({.memoryLimitBytes = 1000});
  const DeviceModule module = llvm::cantFail(device->load(code()));
  const DeviceBuffer buffer = llvm::cantFail(device->allocate(16));
  std::vector<char> bytes(17);
  EXPECT_EQ(statusOf(device->copyTo(buffer, 0, bytes)),
            DeviceStatus::OutOfBounds);
  EXPECT_EQ(statusOf(device->copyFrom({buffer.handle + 9}, 0, bytes)),
            DeviceStatus::BadHandle);
  EXPECT_EQ(statusOf(device->allocate(985)), DeviceStatus::OutOfMemory);
  EXPECT_EQ(statusOf(device->lookUp(module, "other")),
            DeviceStatus::NoSuchFunction);
  EXPECT_EQ(statusOf(device->load({"no PTX", 6})), DeviceStatus::BadModule);
  const std::string notPtx = "//mlirgym payload 1\n//mlirgym launch k grid 1 1 "
                             "1 block 1 1 1 shared 0 buffers "
                             "0\n";
  EXPECT_EQ(statusOf(device->load({notPtx.data(), notPtx.size()})),
            DeviceStatus::BadModule);
  const DeviceFunction function =
      llvm::cantFail(device->lookUp(module, "payload"));
  EXPECT_EQ(statusOf(device->call(function, {})), DeviceStatus::NoSuchFunction);
  const DeviceArgument large = {buffer, {5}, ElementType::F32};
  EXPECT_EQ(statusOf(device->call(function, {large, large, large})),
            DeviceStatus::OutOfBounds);
  EXPECT_THAT(
      llvm::toString(
          device->call(function, {}, {.counters = {"warps"}}).takeError()),
      HasSubstr("there is no counter 'warps'; choose cycles"));
  llvm::cantFail(device->free(buffer));
  EXPECT_EQ(statusOf(device->free(buffer)), DeviceStatus::UseAfterFree);
  llvm::cantFail(device->unload(module));
  EXPECT_EQ(statusOf(device->call(function, {})), DeviceStatus::UseAfterFree);
}

TEST_F(CudaDeviceTest, FindsWhatAKernelWritesPastABuffer) {
  auto device = open();
  const DeviceFunction function = functionOf(*device);
  const std::vector<DeviceArgument> arguments = vectors(*device);
  setenv("FAKE_CUDA_KERNEL", "overflow:4", 1);
  EXPECT_EQ(statusOf(device->call(function, arguments)),
            DeviceStatus::Overflow);
  setenv("FAKE_CUDA_KERNEL", "add:4", 1);
  EXPECT_EQ(statusOf(device->call(function, arguments)), std::nullopt);
}

TEST_F(CudaDeviceTest, FailuresOfTheDriverAreStatuses) {
  auto device = open();
  setenv("FAKE_CUDA_FAIL", "cuMemAlloc=2", 1);
  EXPECT_EQ(statusOf(device->allocate(16)), DeviceStatus::OutOfMemory);
  EXPECT_EQ(statusOf(device->load(code())), DeviceStatus::OutOfMemory);
  setenv("FAKE_CUDA_FAIL", "cuFuncSetAttribute=1", 1);
  EXPECT_THAT(llvm::toString(device->load(code()).takeError()),
              HasSubstr("kernel0: 70000 bytes of shared memory per block are "
                        "more than this GPU has"));
  setenv("FAKE_CUDA_FAIL", "cuModuleGetFunction=500", 1);
  EXPECT_EQ(statusOf(device->load(code())), DeviceStatus::NoSuchFunction);
  unsetenv("FAKE_CUDA_FAIL");
  const DeviceFunction function = functionOf(*device);
  const std::vector<DeviceArgument> arguments = vectors(*device);
  setenv("FAKE_CUDA_FAIL", "cuEventQuery=700", 1);
  EXPECT_EQ(statusOf(device->call(function, arguments)), DeviceStatus::Lost);
  unsetenv("FAKE_CUDA_FAIL");
  EXPECT_THAT(llvm::toString(device->allocate(16).takeError()),
              HasSubstr("cuda:0: is lost: a kernel: an illegal memory access "
                        "was encountered; open it again"));
}

TEST_F(CudaDeviceTest, AKernelThatHangsLosesTheDevice) {
  auto device = open({.timeoutMs = 20});
  const DeviceFunction function = functionOf(*device);
  const std::vector<DeviceArgument> arguments = vectors(*device);
  setenv("FAKE_CUDA_KERNEL", "hang", 1);
  EXPECT_EQ(statusOf(device->call(function, arguments)),
            DeviceStatus::TimedOut);
  EXPECT_EQ(statusOf(device->allocate(16)), DeviceStatus::Lost);
  device.reset();
  EXPECT_THAT(calls(), HasSubstr("cuDevicePrimaryCtxReset\n"
                                 "cuDevicePrimaryCtxRelease\n"));
}

TEST_F(CudaDeviceTest, WithoutADriverOrAGpuItSaysWhy) {
  auto reasonOf = [](llvm::StringRef id) {
    return llvm::toString(Device::open(id).takeError());
  };
  EXPECT_THAT(reasonOf("cuda:1"),
              HasSubstr("cuda:1: there are 1 GPUs, counted from 0"));
  setenv("FAKE_CUDA_FAIL", "cuInit=100", 1);
  EXPECT_THAT(reasonOf("cuda:0"), HasSubstr(": error 100"));
  setenv("MLIRGYM_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_THAT(reasonOf("cuda:0"), HasSubstr("install NVIDIA's driver"));
  EXPECT_EQ(llvm::cantFail(Device::describe("cuda:0")).target.cpu, "sm_80");
  EXPECT_THAT(llvm::toString(Device::describe("cuda:0", "+ptx80").takeError()),
              HasSubstr("leave '+ptx80' out"));
}
} // namespace
} // namespace mlirgym
