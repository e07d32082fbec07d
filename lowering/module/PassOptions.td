//===- lowering/module/PassOptions.td - Options of several passes --*- TableGen -*-===//
#ifndef MLIRGYM_LOWERING_MODULE_PASSOPTIONS
#define MLIRGYM_LOWERING_MODULE_PASSOPTIONS

include "mlir/Pass/PassBase.td"

/// The vector registers determine the shape of the code; the same defaults as
/// VectorUnit.
class VectorBits
    : Option<"vectorBits", "vector-bits", "unsigned", "128",
             "Width of a vector register in bits">;
class VectorRegisters
    : Option<"vectorRegisters", "vector-registers", "unsigned", "16",
             "Number of vector registers">;
class Dots
    : ListOption<"dots", "dots", "std::string",
                 "Elements of which the processor adds several products to a "
                 "lane: i8 (unsigned by signed), i16, bf16, alike (i8 of one "
                 "signedness); arm: by instructions of AArch64; tiles: of tiles, "
                 "too (AMX)">;

#endif // MLIRGYM_LOWERING_MODULE_PASSOPTIONS
