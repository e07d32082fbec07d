//===- execution/wire/WeightLayout.h - Weights in one file ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_WEIGHTLAYOUT_H
#define MLIRGYM_EXECUTION_WIRE_WEIGHTLAYOUT_H

#include "program/Program.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace mlirgym::worker {

/// Where the elements of the parameters with ParameterOrigin::Constant are in
/// one file, in order.
struct WeightLayout {
  std::vector<std::pair<uint64_t, uint64_t>> places; ///< offset and size, bytes
  uint64_t totalBytes = 0;
};

/// Each begins at a multiple of 64 bytes. Requires: checkParts() succeeds.
WeightLayout layOutWeights(const SourceSignature &source);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_WEIGHTLAYOUT_H
