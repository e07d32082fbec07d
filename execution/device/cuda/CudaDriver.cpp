#include "execution/device/cuda/CudaDriver.h"
#include "outcome/ExecutionError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>
#include <memory>
#include <string>

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
  const char *missing = cudaFindFunctions(driver.get(), library);
  if (missing)
    return executionError("{0} has no function {1}; install a newer driver",
                          path, missing);
  if (CudaResult result = driver->init(0))
    return executionError("{0}: {1}", path, driver->describe(result));
  return driver;
}

CudaDriver::~CudaDriver() { dlclose(library); }

std::string CudaDriver::describe(CudaResult result) const {
  const char *text = nullptr;
  if (errorString(result, &text) != 0 || !text)
    return "error " + std::to_string(result);
  return text;
}

llvm::Expected<std::string> CudaDriver::processorOf(int ordinal) const {
  constexpr int majorAttribute = 75, minorAttribute = 76;
  int count = 0, device = 0, major = 0, minor = 0;
  CudaResult result = deviceCount(&count);
  if (result == 0 && ordinal >= count)
    return executionError("there are {0} GPUs, counted from 0", count);
  if (result == 0)
    result = deviceGet(&device, ordinal);
  if (result == 0)
    result = deviceAttribute(&major, majorAttribute, device);
  if (result == 0)
    result = deviceAttribute(&minor, minorAttribute, device);
  if (result != 0)
    return executionError("{0}", describe(result));
  // Instructions that later GPUs lack, such as wgmma, have a name of their own.
  return "sm_" + std::to_string(major) + std::to_string(minor) +
         (major == 9 && minor == 0 ? "a" : "");
}

llvm::Expected<std::string> CudaDriver::nameOf(int ordinal) const {
  char name[256] = {};
  int device = 0;
  CudaResult result = deviceGet(&device, ordinal);
  if (result == 0)
    result = deviceName(name, sizeof(name), device);
  if (result != 0)
    return executionError("{0}", describe(result));
  return std::string(name);
}

} // namespace mlirgym
