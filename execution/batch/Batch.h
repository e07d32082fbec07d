//===- execution/batch/Batch.h - Many jobs at once --------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_BATCH_H
#define MLIRGYM_EXECUTION_BATCH_BATCH_H

#include "execution/batch/Claims.h"
#include "execution/batch/Pipeline.h"
#include "execution/outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// A job and its caller's claim on it.
struct OwnedJob {
  Job job;
  Claim claim; ///< owned
};

/// Works through jobs and publishes an answer to each: compiles on as many
/// threads as there are compile workers, measures on this one.
void runBatch(llvm::MutableArrayRef<OwnedJob> jobs, Pipeline &pipeline,
              Claims &claims, StopCheck &stop);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_BATCH_H
