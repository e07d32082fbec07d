#include "execution/device/cuda/CudaDriver.h"
#include "outcome/ExecutionError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>
#include <memory>
#include <string>
#include <type_traits>

namespace mlirgym {

llvm::Expected<std::unique_ptr<CudaDriver>> CudaDriver::open() {
  std::string path =
      llvm::sys::Process::GetEnv("MLIRGYM_CUDA_DRIVER").value_or("");
  if (path.empty())
    path = "libcuda.so.1";
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return executionError("{0}; install NVIDIA's driver", dlerror());
  std::unique_ptr<CudaDriver> driver(new CudaDriver(library));
  const char *missing = nullptr;
  auto find = [&](auto &function, const char *name) {
    void *symbol = dlsym(library, name);
    if (!symbol && !missing)
      missing = name;
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
  find(driver->init, "cuInit");
  find(driver->deviceGetCount, "cuDeviceGetCount");
  find(driver->deviceGet, "cuDeviceGet");
  find(driver->deviceGetAttribute, "cuDeviceGetAttribute");
  find(driver->contextRetain, "cuDevicePrimaryCtxRetain");
  find(driver->contextRelease, "cuDevicePrimaryCtxRelease_v2");
  find(driver->contextReset, "cuDevicePrimaryCtxReset_v2");
  find(driver->setCurrent, "cuCtxSetCurrent");
  find(driver->moduleLoad, "cuModuleLoadData");
  find(driver->moduleUnload, "cuModuleUnload");
  find(driver->moduleGetFunction, "cuModuleGetFunction");
  find(driver->allocate, "cuMemAlloc_v2");
  find(driver->free, "cuMemFree_v2");
  find(driver->copyTo, "cuMemcpyHtoD_v2");
  find(driver->copyFrom, "cuMemcpyDtoH_v2");
  find(driver->fill, "cuMemsetD8_v2");
  find(driver->launch, "cuLaunchKernel");
  find(driver->streamCreate, "cuStreamCreate");
  find(driver->streamDestroy, "cuStreamDestroy_v2");
  find(driver->eventCreate, "cuEventCreate");
  find(driver->eventDestroy, "cuEventDestroy_v2");
  find(driver->eventRecord, "cuEventRecord");
  find(driver->eventQuery, "cuEventQuery");
  find(driver->eventElapsed, "cuEventElapsedTime");
  find(driver->errorString, "cuGetErrorString");
  if (missing)
    return executionError("{0} has no function {1}; install a newer driver",
                          path, missing);
  if (Result result = driver->init(0))
    return executionError("{0}: {1}", path, driver->describe(result));
  return driver;
}

CudaDriver::~CudaDriver() { dlclose(library); }

std::string CudaDriver::describe(Result result) const {
  const char *text = nullptr;
  if (errorString(result, &text) != 0 || !text)
    return "error " + std::to_string(result);
  return text;
}

llvm::Expected<std::string> CudaDriver::processorOf(int ordinal) const {
  constexpr int majorAttribute = 75, minorAttribute = 76;
  int count = 0, device = 0, major = 0, minor = 0;
  Result result = deviceGetCount(&count);
  if (result == 0 && ordinal >= count)
    return executionError("there are {0} GPUs, counted from 0", count);
  if (result == 0)
    result = deviceGet(&device, ordinal);
  if (result == 0)
    result = deviceGetAttribute(&major, majorAttribute, device);
  if (result == 0)
    result = deviceGetAttribute(&minor, minorAttribute, device);
  if (result != 0)
    return executionError("{0}", describe(result));
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

} // namespace mlirgym
