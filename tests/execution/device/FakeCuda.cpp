//===- device/FakeCuda.cpp - A fake driver of a GPU -----------------------===//
// The functions of libcuda.so.1 that CudaDriver.h finds, for tests: memory is
// that of this process, and kernels are what FAKE_CUDA_KERNEL says, read at
// each call:
//
//   FAKE_CUDA_KERNEL=add:96        the third buffer is the sum of the others,
//   of 96 f32
//                    overflow:96   the same, with 97 elements
//                    hang          never ends
//   FAKE_CUDA_FAIL=cuLaunchKernel=700   that function returns this error
//   FAKE_CUDA_LOG=FILE                  the calls, one a line
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {
std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

void log(const std::string &line) {
  const std::string path = environment("FAKE_CUDA_LOG");
  if (path.empty())
    return;
  if (std::FILE *file = std::fopen(path.c_str(), "a")) {
    std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
  }
}

/// Records the call, and returns its planned error, or `otherwise`.
int called(const std::string &name, const std::string &details = "",
           int otherwise = 0) {
  log(details.empty() ? name : name + " " + details);
  const std::string fail = environment("FAKE_CUDA_FAIL");
  if (fail.rfind(name + "=", 0) == 0)
    return std::atoi(fail.c_str() + name.size() + 1);
  return otherwise;
}

int handle = 0;
void *newHandle() { return &handle; }
bool launched = false;
} // namespace

extern "C" {
int cuInit(unsigned) { return called("cuInit"); }
int cuDeviceGetCount(int *count) {
  *count = 1;
  return called("cuDeviceGetCount");
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return called("cuDeviceGet");
}
/// Compute capability 9.0.
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;
  return called("cuDeviceGetAttribute");
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = newHandle();
  return called("cuDevicePrimaryCtxRetain");
}
int cuDevicePrimaryCtxRelease_v2(int) {
  return called("cuDevicePrimaryCtxRelease");
}
int cuDevicePrimaryCtxReset_v2(int) {
  return called("cuDevicePrimaryCtxReset");
}
int cuCtxSetCurrent(void *) { return 0; }
int cuModuleLoadData(void **module, const void *image) {
  *module = newHandle();
  const bool isPtx = std::strstr(static_cast<const char *>(image), ".version");
  return called("cuModuleLoadData", "", isPtx ? 0 : 218);
}
int cuModuleUnload(void *) { return called("cuModuleUnload"); }
int cuModuleGetFunction(void **function, void *, const char *name) {
  *function = newHandle();
  return called("cuModuleGetFunction", name);
}
int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  *pointer = reinterpret_cast<unsigned long long>(std::malloc(bytes));
  return called("cuMemAlloc", std::to_string(bytes));
}
int cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  return called("cuMemFree");
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return called("cuMemcpyHtoD", std::to_string(bytes));
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return called("cuMemcpyDtoH", std::to_string(bytes));
}
int cuMemsetD8_v2(unsigned long long to, unsigned char value, size_t bytes) {
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  return called("cuMemsetD8", std::to_string(bytes));
}
int cuLaunchKernel(void *, unsigned gridX, unsigned gridY, unsigned gridZ,
                   unsigned blockX, unsigned, unsigned, unsigned, void *,
                   void **arguments, void **) {
  launched = true;
  const std::string kernel = environment("FAKE_CUDA_KERNEL");
  const size_t colon = kernel.find(':');
  if (colon != std::string::npos) {
    size_t count = std::strtoul(kernel.c_str() + colon + 1, nullptr, 10);
    count += kernel.rfind("overflow", 0) == 0 ? 1 : 0;
    float *buffers[3];
    for (int i = 0; i < 3; ++i)
      std::memcpy(&buffers[i], arguments[i], sizeof(float *));
    for (size_t i = 0; i < count; ++i)
      buffers[2][i] = buffers[0][i] + buffers[1][i];
  }
  return called("cuLaunchKernel",
                std::to_string(gridX) + " " + std::to_string(gridY) + " " +
                    std::to_string(gridZ) + " of " + std::to_string(blockX));
}
int cuStreamCreate(void **stream, unsigned) {
  *stream = newHandle();
  return called("cuStreamCreate");
}
int cuStreamDestroy_v2(void *) { return called("cuStreamDestroy"); }
int cuEventCreate(void **event, unsigned) {
  *event = newHandle();
  return called("cuEventCreate");
}
int cuEventDestroy_v2(void *) { return called("cuEventDestroy"); }
int cuEventRecord(void *, void *) { return called("cuEventRecord"); }
int cuEventQuery(void *) {
  if (launched && environment("FAKE_CUDA_KERNEL") == "hang")
    return 600;
  return called("cuEventQuery");
}
int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = 0.5F;
  return called("cuEventElapsedTime");
}
int cuGetErrorString(int result, const char **text) {
  *text = result == 700   ? "an illegal memory access was encountered"
          : result == 2   ? "out of memory"
          : result == 218 ? "a PTX JIT compilation failed"
                          : nullptr;
  return *text ? 0 : 1;
}
}
