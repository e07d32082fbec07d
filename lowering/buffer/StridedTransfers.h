//===- lowering/buffer/StridedTransfers.h ---------------------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H
#define MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H

#include <cstdint>
#include <optional>

namespace mlir {
class RewritePatternSet;
class Value;
} // namespace mlir

namespace mlirgym::lowering {

/// Number of set bits of a constant mask whose other bits follow them.
std::optional<int64_t> countFirstLanes(mlir::Value mask);

/// Whether a vector whose elements have this stride in memory is read by wide
/// loads and shuffles.
bool isReadByShuffles(int64_t stride);

/// Reads and writes of vectors with a stride in memory: wide loads and shuffles
/// for small strides, otherwise element by element.
void populateStridedTransferPatterns(mlir::RewritePatternSet &patterns);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H
