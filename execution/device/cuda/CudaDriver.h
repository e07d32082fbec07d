//===- execution/device/cuda/CudaDriver.h - NVIDIA's driver library -------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H
#define MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace mlirgym {

/// The functions of NVIDIA's driver that a device calls, found by dlopen:
/// CUDA is not needed to build. The library is libcuda.so.1, or the file that
/// MLIRGYM_CUDA_DRIVER names. Handles of the driver are pointers and numbers
/// here.
class CudaDriver {
public:
  using Result = int; ///< CUresult; 0: success
  using Pointer = uint64_t;
  static constexpr Result outOfMemory = 2, notFound = 500, notReady = 600;

  /// Opens and initialises the driver. Errors: ExecutionError with the reason
  /// if there is none.
  static llvm::Expected<std::unique_ptr<CudaDriver>> open();
  ~CudaDriver();
  CudaDriver(const CudaDriver &) = delete;
  CudaDriver &operator=(const CudaDriver &) = delete;

  Result (*init)(unsigned flags) = nullptr;
  Result (*deviceGetCount)(int *count) = nullptr;
  Result (*deviceGet)(int *device, int ordinal) = nullptr;
  Result (*deviceGetAttribute)(int *value, int attribute, int device) = nullptr;
  Result (*contextRetain)(void **context, int device) = nullptr;
  Result (*contextRelease)(int device) = nullptr;
  Result (*contextReset)(int device) = nullptr;
  Result (*setCurrent)(void *context) = nullptr;
  Result (*moduleLoad)(void **module, const void *image) = nullptr;
  Result (*moduleUnload)(void *module) = nullptr;
  Result (*moduleGetFunction)(void **function, void *module,
                              const char *name) = nullptr;
  Result (*allocate)(Pointer *pointer, size_t bytes) = nullptr;
  Result (*free)(Pointer pointer) = nullptr;
  Result (*copyTo)(Pointer to, const void *from, size_t bytes) = nullptr;
  Result (*copyFrom)(void *to, Pointer from, size_t bytes) = nullptr;
  Result (*fill)(Pointer to, unsigned char value, size_t bytes) = nullptr;
  Result (*launch)(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **arguments, void **extra) = nullptr;
  Result (*streamCreate)(void **stream, unsigned flags) = nullptr;
  Result (*streamDestroy)(void *stream) = nullptr;
  Result (*eventCreate)(void **event, unsigned flags) = nullptr;
  Result (*eventDestroy)(void *event) = nullptr;
  Result (*eventRecord)(void *event, void *stream) = nullptr;
  Result (*eventQuery)(void *event) = nullptr;
  Result (*eventElapsed)(float *milliseconds, void *start, void *end) = nullptr;
  Result (*errorString)(Result result, const char **text) = nullptr;

  /// The driver's description of a result.
  std::string describe(Result result) const;
  /// The processor of a GPU as LLVM names it: "sm_90". Errors: ExecutionError,
  /// if there is no such GPU.
  llvm::Expected<std::string> processorOf(int ordinal) const;

private:
  explicit CudaDriver(void *openLibrary) : library(openLibrary) {}
  void *const library;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H
