//===- stress/CKernel.h - Kernels written in C --------------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_STRESS_CKERNEL_H
#define MLIRGYM_TESTS_STRESS_CKERNEL_H

#include "StressFolder.h"
#include "benchmarks/OrFail.h"
#include "execution/worker/MeasureWorker.h"
#include <string>

namespace mlirgym {

/// Compiles `source`, in C, to object code with the compiler that built this
/// program; `flags` are added to the command line.
worker::MemoryFile compileC(const StressFolder &folder,
                            const std::string &source,
                            const std::string &flags = "-O1");

/// `_mlir_ciface_<entry>(in, out)` on vectors of f64: `body` can use `const
/// double *in`, `double *out` and `long n`.
std::string vectorKernel(const std::string &body,
                         const std::string &before = "",
                         const std::string &entry = "payload");

/// Data for such a kernel: the input is random, the output is only written.
worker::ProgramData vectorData(int64_t numElements);
} // namespace mlirgym
#endif // MLIRGYM_TESTS_STRESS_CKERNEL_H
