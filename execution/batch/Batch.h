//===- execution/batch/Batch.h - Many jobs at once --------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_BATCH_H
#define MLIRGYM_EXECUTION_BATCH_BATCH_H

#include "execution/batch/Claims.h"
#include "execution/batch/Pipeline.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// A job and its caller's claim on it.
struct OwnedJob {
  Job job;
  Claim claim; ///< owned
};

/// Processes jobs and publishes an answer to each: compiles on one thread per
/// compile worker, measures on the calling thread.
void runBatch(llvm::MutableArrayRef<OwnedJob> jobs, Pipeline &pipeline,
              Claims &claims, StopCheck &stop);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_BATCH_H
