//===- program/payload/PayloadDialects.h - Dialects of a payload ----------===//
#ifndef MLIRGYM_PROGRAM_PAYLOAD_PAYLOADDIALECTS_H
#define MLIRGYM_PROGRAM_PAYLOAD_PAYLOADDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlirgym {

/// Adds the dialects that a payload may use, and those that upstream patterns
/// create from them. They suffice to parse Program::text(); transforming or
/// lowering it needs more.
void registerPayloadDialects(mlir::DialectRegistry &registry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PAYLOAD_PAYLOADDIALECTS_H
