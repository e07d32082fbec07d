//===- execution/loader/MemrefDescriptor.h - Arguments in memory ----------===//
#ifndef MLIRGYM_EXECUTION_LOADER_MEMREFDESCRIPTOR_H
#define MLIRGYM_EXECUTION_LOADER_MEMREFDESCRIPTOR_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlirgym::worker {

/// A row-major array as MLIR's C interface describes it: two pointers to its
/// elements, offset, sizes and strides, one word each.
std::vector<int64_t> makeDescriptor(llvm::ArrayRef<int64_t> shape, char *data);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_LOADER_MEMREFDESCRIPTOR_H
