//===- execution/device/cuda/CudaCalls.h - Calls of NVIDIA's driver -------===//
//
// How kernels are loaded, launched, guarded and timed, in C11 and C++: for
// CudaDevice, and for the host program in C of bundles (kernels/bundle/main.c),
// which get a copy of this file. Needs neither CUDA's headers nor its
// libraries.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_CUDA_CUDACALLS_H
#define MLIRGYM_EXECUTION_DEVICE_CUDA_CUDACALLS_H

// NOLINTBEGIN: this is C.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int CudaResult; ///< CUresult; 0: success
typedef uint64_t CudaPointer;

enum {
  cudaOutOfMemory = 2,
  cudaNotFound = 500,
  cudaNotReady = 600,
  /// An attribute of a function: the dynamic shared memory of a block, of which
  /// more than 48 KiB must be asked for.
  cudaMostDynamicShared = 8,
  /// Bytes before and after each buffer that no kernel may change.
  cudaGuardBytes = 256,
  cudaGuardValue = 0x5a,
};

/// X(member, name, parameters) for each function of the driver that is called.
#define MLIRGYM_CUDA_FUNCTIONS(X)                                              \
  X(init, "cuInit", (unsigned flags))                                          \
  X(driverVersion, "cuDriverGetVersion", (int *version))                       \
  X(deviceCount, "cuDeviceGetCount", (int *count))                             \
  X(deviceGet, "cuDeviceGet", (int *device, int ordinal))                      \
  X(deviceName, "cuDeviceGetName", (char *name, int size, int device))         \
  X(deviceAttribute, "cuDeviceGetAttribute",                                   \
    (int *value, int attribute, int device))                                   \
  X(contextRetain, "cuDevicePrimaryCtxRetain", (void **context, int device))   \
  X(contextRelease, "cuDevicePrimaryCtxRelease_v2", (int device))              \
  X(contextReset, "cuDevicePrimaryCtxReset_v2", (int device))                  \
  X(setCurrent, "cuCtxSetCurrent", (void *context))                            \
  X(moduleLoad, "cuModuleLoadDataEx",                                          \
    (void **module, const void *image, unsigned count, int *options,           \
     void **values))                                                           \
  X(moduleUnload, "cuModuleUnload", (void *module))                            \
  X(moduleFunction, "cuModuleGetFunction",                                     \
    (void **function, void *module, const char *name))                         \
  X(functionSet, "cuFuncSetAttribute",                                         \
    (void *function, int attribute, int value))                                \
  X(functionAttribute, "cuFuncGetAttribute",                                   \
    (int *value, int attribute, void *function))                               \
  X(allocate, "cuMemAlloc_v2", (CudaPointer * pointer, size_t bytes))          \
  X(free, "cuMemFree_v2", (CudaPointer pointer))                               \
  X(copyTo, "cuMemcpyHtoD_v2",                                                 \
    (CudaPointer to, const void *from, size_t bytes))                          \
  X(copyFrom, "cuMemcpyDtoH_v2", (void *to, CudaPointer from, size_t bytes))   \
  X(fill, "cuMemsetD8_v2",                                                     \
    (CudaPointer to, unsigned char value, size_t bytes))                       \
  X(launch, "cuLaunchKernel",                                                  \
    (void *function, unsigned gridX, unsigned gridY, unsigned gridZ,           \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     void *stream, void **arguments, void **extra))                            \
  X(streamCreate, "cuStreamCreate", (void **stream, unsigned flags))           \
  X(streamDestroy, "cuStreamDestroy_v2", (void *stream))                       \
  X(eventCreate, "cuEventCreate", (void **event, unsigned flags))              \
  X(eventDestroy, "cuEventDestroy_v2", (void *event))                          \
  X(eventRecord, "cuEventRecord", (void *event, void *stream))                 \
  X(eventQuery, "cuEventQuery", (void *event))                                 \
  X(eventElapsed, "cuEventElapsedTime",                                        \
    (float *milliseconds, void *begin, void *end))                             \
  X(errorString, "cuGetErrorString", (CudaResult result, const char **text))

/// The driver's functions.
typedef struct CudaFunctions {
#define MLIRGYM_CUDA_MEMBER(member, name, parameters)                          \
  CudaResult(*member) parameters;
  MLIRGYM_CUDA_FUNCTIONS(MLIRGYM_CUDA_MEMBER)
#undef MLIRGYM_CUDA_MEMBER
} CudaFunctions;

/// Finds all functions in a library that dlopen() has opened. Returns the name
/// of one that is missing, or null.
static inline const char *cudaFindFunctions(CudaFunctions *cuda,
                                            void *library) {
  void *symbol;
#define MLIRGYM_CUDA_FIND(member, name, parameters)                            \
  if (!(symbol = dlsym(library, name)))                                        \
    return name;                                                               \
  memcpy(&cuda->member, &symbol, sizeof(symbol));
  MLIRGYM_CUDA_FUNCTIONS(MLIRGYM_CUDA_FIND)
#undef MLIRGYM_CUDA_FIND
  return NULL;
}

/// Compiles PTX. If that fails, `log` (of `logBytes`) has what the compiler
/// says, or "".
static inline CudaResult cudaLoad(const CudaFunctions *cuda, const char *ptx,
                                  void **module, char *log, size_t logBytes) {
  enum { errorLog = 5, errorLogBytes = 6 };
  int options[2] = {errorLog, errorLogBytes};
  void *values[2] = {log, (void *)(uintptr_t)logBytes};
  log[0] = 0;
  return cuda->moduleLoad(module, ptx, 2, options, values);
}

/// A kernel with its launch: a line of a LaunchPlan.
typedef struct CudaKernel {
  void *function;
  unsigned grid[3], block[3], sharedBytes;
} CudaKernel;

/// Finds the function of a kernel, and asks for its shared memory.
static inline CudaResult cudaFindKernel(const CudaFunctions *cuda, void *module,
                                        const char *name, CudaKernel *kernel) {
  CudaResult result = cuda->moduleFunction(&kernel->function, module, name);
  if (result != 0)
    return result;
  return cuda->functionSet(kernel->function, cudaMostDynamicShared,
                           (int)kernel->sharedBytes);
}

/// Enqueues a kernel. `arguments`: pointers to the addresses of its buffers.
static inline CudaResult cudaLaunchKernel(const CudaFunctions *cuda,
                                          const CudaKernel *kernel,
                                          void **arguments, void *stream) {
  return cuda->launch(kernel->function, kernel->grid[0], kernel->grid[1],
                      kernel->grid[2], kernel->block[0], kernel->block[1],
                      kernel->block[2], kernel->sharedBytes, stream, arguments,
                      NULL);
}

/// Memory between two guards.
typedef struct CudaBuffer {
  CudaPointer base; ///< of the guard before it; 0: none
  uint64_t bytes;
} CudaBuffer;

static inline CudaPointer cudaAddressOf(CudaBuffer buffer) {
  return buffer.base + cudaGuardBytes;
}

static inline CudaResult cudaSetGuards(const CudaFunctions *cuda,
                                       CudaBuffer buffer) {
  CudaResult result = cuda->fill(buffer.base, cudaGuardValue, cudaGuardBytes);
  if (result != 0)
    return result;
  return cuda->fill(cudaAddressOf(buffer) + buffer.bytes, cudaGuardValue,
                    cudaGuardBytes);
}

/// Allocates a buffer of `buffer->bytes`, and writes its guards.
static inline CudaResult cudaAllocateGuarded(const CudaFunctions *cuda,
                                             CudaBuffer *buffer) {
  CudaResult result =
      cuda->allocate(&buffer->base, buffer->bytes + 2 * cudaGuardBytes);
  return result != 0 ? result : cudaSetGuards(cuda, *buffer);
}

/// `*written` is -1 if the guard before the buffer was written, 1 if that after
/// it was, and otherwise 0.
static inline CudaResult cudaFindWritten(const CudaFunctions *cuda,
                                         CudaBuffer buffer, int *written) {
  unsigned char bytes[cudaGuardBytes];
  *written = 0;
  for (int side = -1; side <= 1; side += 2) {
    CudaResult result = cuda->copyFrom(
        bytes, side < 0 ? buffer.base : cudaAddressOf(buffer) + buffer.bytes,
        cudaGuardBytes);
    if (result != 0)
      return result;
    for (int i = 0; i < cudaGuardBytes; ++i)
      if (bytes[i] != cudaGuardValue && *written == 0)
        *written = side;
  }
  return 0;
}
// NOLINTEND

#endif // MLIRGYM_EXECUTION_DEVICE_CUDA_CUDACALLS_H
