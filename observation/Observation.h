//===- observation/Observation.h - A state as a vector of floats -*- C++
//-*-===//
#ifndef MLIRGYM_OBSERVATION_OBSERVATION_H
#define MLIRGYM_OBSERVATION_OBSERVATION_H

#include "actions/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// What the machine is, as far as an agent may see it.
struct MachineFeatures {
  unsigned threads = 1, vectorBits = 128;
  int64_t l1Bytes = 32 << 10, l2Bytes = 1 << 20, l3Bytes = 32 << 20;
  friend bool operator==(const MachineFeatures &,
                         const MachineFeatures &) = default;
};

/// One extractor's part of the vector.
struct ObservationSlice {
  std::string name;
  unsigned offset = 0;
  std::vector<unsigned> shape;
  float low = 0, high = 1;
  unsigned size() const;
};

/// Named slices of one float32 vector, in the order of Extractors.def.
struct ObservationSpec {
  std::vector<ObservationSlice> slices;
  /// Changes when a layout changes; part of checkpoints.
  unsigned version = 1;
  unsigned size() const;
  /// A table of offset, shape, range, name.
  std::string table() const;
};

/// Writes observations. Static parts are computed once a program. Immutable and
/// thread safe after construction.
class Observer {
public:
  Observer(const FlatEncoding &encoding, MachineFeatures machine);
  ~Observer();
  const ObservationSpec &spec() const { return layout; }

  /// Static part of a program: computed once, kept by the caller.
  std::shared_ptr<const std::vector<float>>
  prepare(const Program &program) const;
  /// Writes the observation, shape [spec().size()].
  void observe(const DecisionState &state, llvm::ArrayRef<float> prepared,
               llvm::MutableArrayRef<float> out) const;

private:
  FlatEncoding encoding;
  MachineFeatures machine;
  ObservationSpec layout;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_OBSERVATION_H
