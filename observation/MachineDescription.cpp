#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Scaling.h"
#include "program/Program.h"
#include <memory>

namespace mlirgym {
namespace {
/// Constants of the machine, so that one policy can serve several.
class MachineDescription final : public Extractor {
public:
  MachineDescription(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;

private:
  MachineFeatures machine;
  unsigned threads, vectorBits, caches;
};
} // namespace

MachineDescription::MachineDescription(const ExtractorSetup &setup,
                                       LayoutBuilder &layout)
    : machine(setup.machine) {
  threads = layout.add("threads", {1}, 0, 1, "log2(1 + threads) / 10");
  vectorBits = layout.add("vector_bits", {1}, 0, 1, "log2(bits) / 12");
  caches = layout.add("caches", {3}, 0, 1, "log2(bytes) / 32 of L1, L2, L3");
}

void MachineDescription::prepare(const Program &, unsigned, float *row) const {
  row[threads] = scaling::log2OnePlus(static_cast<float>(machine.threads), 10);
  row[vectorBits] = scaling::log2(static_cast<float>(machine.vectorBits), 12);
  const int64_t sizes[] = {machine.l1Bytes, machine.l2Bytes, machine.l3Bytes};
  for (unsigned i = 0; i < 3; ++i)
    row[caches + i] = scaling::log2(static_cast<float>(sizes[i]), 32);
}

std::unique_ptr<const Extractor>
makeMachineDescription(const ExtractorSetup &setup, LayoutBuilder &layout) {
  return std::make_unique<MachineDescription>(setup, layout);
}

} // namespace mlirgym
