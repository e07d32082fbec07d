//===- execution/KernelOutputs.h - Outputs of a worker ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELOUTPUTS_H
#define MLIRGYM_EXECUTION_KERNELOUTPUTS_H

#include "execution/KernelResult.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// The result of a run whose outputs became the reference of `data`.
KernelResult takeOutputs(worker::KernelOutcome outcome,
                         const worker::ProgramData &data,
                         llvm::ArrayRef<Argument> arguments);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELOUTPUTS_H
