//===- lowering/buffer/StridedTransfers.h ---------------------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H
#define MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlirgym::lowering {

/// Reads and writes of vectors with a stride in memory: wide loads and shuffles
/// for small strides, otherwise element by element.
void populateStridedTransferPatterns(mlir::RewritePatternSet &patterns);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_BUFFER_STRIDEDTRANSFERS_H
