#include "env/Env.h"
#include "execution/lowering/Machine.h"
#include "observation/Observation.h"

namespace mlirgym {

MachineFeatures hostFeatures(unsigned threads) {
  const Machine &host = Machine::host();
  return {.threads = threads,
          .vectorBits = host.vectorBits,
          .l1Bytes = host.l1Bytes,
          .l2Bytes = host.l2Bytes,
          .l3Bytes = host.l3Bytes};
}

} // namespace mlirgym
