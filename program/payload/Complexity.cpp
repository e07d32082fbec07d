#include "program/Program.h"
#include "program/payload/PayloadAnalysis.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

Complexity complexityOf(llvm::ArrayRef<Operation> operations,
                        llvm::ArrayRef<Argument> arguments) {
  Complexity work;
  for (const Operation &op : operations) {
    double flops = op.counts.total();
    for (int64_t tripCount : op.tripCounts)
      flops *= static_cast<double>(tripCount);
    work.flops += flops;
  }
  for (const Argument &argument : arguments) {
    double bytes = static_cast<double>(argument.sizeBytes());
    work.bytesRead += argument.isInput ? bytes : 0;
    work.bytesWritten += argument.isOutput ? bytes : 0;
  }
  return work;
}

} // namespace mlirgym
