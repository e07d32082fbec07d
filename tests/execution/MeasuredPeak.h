//===- tests/execution/MeasuredPeak.h - The machine's peak ------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_EXECUTION_MEASUREDPEAK_H
#define MLIRGYM_TESTS_EXECUTION_MEASUREDPEAK_H

#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/Peak.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Lets executions with `options` find the machine's peak, which takes seconds
/// to measure, in a file of the build folder. The first to ask measures it;
/// scripts/test begins without the file.
inline void findMeasuredPeak(ExecutionOptions &options) {
  ExecutionOptions measuring = options;
  measuring.execDataFile = MLIRGYM_TEST_PEAK;
  auto execution = llvm::cantFail(Execution::create(measuring));
  llvm::cantFail(measurePeak(*execution).takeError());
  options.mainExecData.push_back(MLIRGYM_TEST_PEAK);
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_MEASUREDPEAK_H
