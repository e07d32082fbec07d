#include "observation/Observation.h"

namespace mlirgym {

unsigned ObservationSlice::size() const {
  unsigned count = 1;
  for (unsigned extent : shape)
    count *= extent;
  return count;
}

unsigned ObservationSpec::size() const {
  return slices.empty() ? 0 : slices.back().offset + slices.back().size();
}

} // namespace mlirgym
