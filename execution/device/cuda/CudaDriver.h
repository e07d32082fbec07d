//===- execution/device/cuda/CudaDriver.h - NVIDIA's driver library -------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H
#define MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H

#include "execution/device/cuda/CudaCalls.h" // IWYU pragma: export
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

/// NVIDIA's driver, found by dlopen: CUDA is not needed to build. The library
/// is libcuda.so.1, or the file that MLIRGYM_CUDA_DRIVER names. Its functions
/// are members: see CudaCalls.h.
class CudaDriver : public CudaFunctions {
public:
  /// Opens and initialises the driver. Errors: ExecutionError with the reason
  /// if there is none.
  static llvm::Expected<std::unique_ptr<CudaDriver>> open();
  ~CudaDriver();
  CudaDriver(const CudaDriver &) = delete;
  CudaDriver &operator=(const CudaDriver &) = delete;

  /// The driver's description of a result.
  std::string describe(CudaResult result) const;
  /// The processor of a GPU as LLVM names it: "sm_90a". Errors: ExecutionError,
  /// if there is no such GPU.
  llvm::Expected<std::string> processorOf(int ordinal) const;
  /// The name of a GPU: "NVIDIA H100 80GB HBM3". Errors: as processorOf().
  llvm::Expected<std::string> nameOf(int ordinal) const;

private:
  explicit CudaDriver(void *openLibrary)
      : CudaFunctions(), library(openLibrary) {}
  void *const library;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADRIVER_H
