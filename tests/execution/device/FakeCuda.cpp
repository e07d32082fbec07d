//===- device/FakeCuda.cpp - A fake driver of a GPU -----------------------===//
// The functions of libcuda.so.1 that CudaDriver.h and bundles find, for tests:
// memory is that of this process, and kernels are what a line "// fake KERNEL"
// of the PTX says, or else FAKE_CUDA_KERNEL, read at each call:
//
//   add:96       the third buffer is the sum of the others, of 96 f32
//   overflow:96  the same, with 97 elements
//   wrong:96     the same, but for the last element; wrong:96@5: element 5
//   late:96      the same, wrong when called again
//   writes:96    the same, and the first buffer is written
//   hang         never ends
//   fail         an error that is found after the launch
//   crash        ends this process
//
//   FAKE_CUDA_FAIL=cuLaunchKernel=700   that function returns this error
//   FAKE_CUDA_LOG=FILE                  the calls, one a line
//   FAKE_CUDA_NAME=NAME                 the name of the GPU
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

const char *deviceName() {
  const char *name = std::getenv("FAKE_CUDA_NAME");
  return name ? name : "Fake GPU 9000";
}

int handle = 0;
void *newHandle() { return &handle; }

/// A module, and its only function.
struct Module {
  std::string kernel; ///< "": as the environment says
  int calls = 0;
};
/// The kernel that was launched last.
std::string launched;

std::string kernelOf(const Module &module) {
  return module.kernel.empty() ? environment("FAKE_CUDA_KERNEL")
                               : module.kernel;
}

void run(const std::string &kernel, int call, void **arguments) {
  if (kernel == "crash")
    std::abort();
  const size_t colon = kernel.find(':');
  if (colon == std::string::npos)
    return;
  const std::string kind = kernel.substr(0, colon);
  size_t count = std::strtoul(kernel.c_str() + colon + 1, nullptr, 10);
  count += kind == "overflow" ? 1 : 0;
  float *buffers[3];
  for (int i = 0; i < 3; ++i)
    buffers[i] = *static_cast<float **>(arguments[i]);
  for (size_t i = 0; i < count; ++i)
    buffers[2][i] = buffers[0][i] + buffers[1][i];
  const size_t at = kernel.find('@');
  const size_t wrong = at == std::string::npos
                           ? count - 1
                           : std::strtoul(kernel.c_str() + at + 1, nullptr, 10);
  if (kind == "wrong" || (kind == "late" && call > 0))
    buffers[2][wrong] += 1;
  if (kind == "writes")
    buffers[0][0] += 1;
}
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
int cuDeviceGetName(char *name, int size, int) {
  std::snprintf(name, static_cast<size_t>(size), "%s", deviceName());
  return called("cuDeviceGetName");
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = size_t(1) << 30;
  return called("cuDeviceTotalMem");
}
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return called("cuDriverGetVersion");
}
/// Compute capability 9.0.
int cuDeviceGetAttribute(int *value, int attribute, int) {
  constexpr int capabilityMajor = 75, l2Bytes = 38, multiprocessors = 16;
  *value = attribute == capabilityMajor   ? 9
           : attribute == l2Bytes         ? 1 << 20
           : attribute == multiprocessors ? 4
                                          : 0;
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
  const char *text = static_cast<const char *>(image);
  auto *made = new Module;
  constexpr const char *mark = "// fake ";
  if (const char *line = std::strstr(text, mark)) {
    line += std::strlen(mark);
    made->kernel.assign(line, std::strcspn(line, "\n"));
  }
  *module = made;
  const bool isPtx = std::strstr(text, ".version");
  return called("cuModuleLoadData", "", isPtx ? 0 : 218);
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **values) {
  const int result = cuModuleLoadData(module, image);
  constexpr int errorLog = 5;
  constexpr char message[] = "ptxas fatal: Ptx assembly aborted due to errors";
  for (unsigned i = 0; result != 0 && i < count; ++i)
    if (options[i] == errorLog)
      std::memcpy(values[i], message, sizeof(message));
  return result;
}
/// Compiled code is the PTX.
int cuLinkCreate_v2(unsigned, int *, void **, void **state) {
  *state = new std::string;
  return called("cuLinkCreate");
}
int cuLinkAddData_v2(void *state, int, void *data, size_t bytes, const char *,
                     unsigned, int *, void **) {
  auto *text = static_cast<std::string *>(state);
  text->assign(static_cast<const char *>(data), bytes);
  return called("cuLinkAddData", "",
                text->find(".version") == std::string::npos ? 218 : 0);
}
int cuLinkComplete(void *state, void **code, size_t *bytes) {
  auto *text = static_cast<std::string *>(state);
  *code = text->data();
  *bytes = text->size();
  return called("cuLinkComplete");
}
int cuLinkDestroy(void *state) {
  delete static_cast<std::string *>(state);
  return called("cuLinkDestroy");
}
int cuModuleUnload(void *module) {
  delete static_cast<Module *>(module);
  return called("cuModuleUnload");
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = module;
  return called("cuModuleGetFunction", name);
}
int cuFuncSetAttribute(void *, int attribute, int value) {
  return called("cuFuncSetAttribute",
                std::to_string(attribute) + " " + std::to_string(value));
}
int cuFuncGetAttribute(int *value, int attribute, void *) {
  constexpr int registers = 4, localBytes = 3;
  *value = attribute == registers ? 40 : attribute == localBytes ? 8 : 0;
  return called("cuFuncGetAttribute");
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
int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes,
                    void *) {
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  return called("cuMemsetD8Async", std::to_string(bytes));
}
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned, unsigned,
                   unsigned sharedBytes, void *, void **arguments, void **) {
  auto *module = static_cast<Module *>(function);
  launched = kernelOf(*module);
  run(launched, module->calls++, arguments);
  return called("cuLaunchKernel",
                std::to_string(gridX) + " " + std::to_string(gridY) + " " +
                    std::to_string(gridZ) + " of " + std::to_string(blockX) +
                    " shared " + std::to_string(sharedBytes));
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
  if (launched == "hang")
    return 600;
  if (launched == "fail")
    return 700;
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
