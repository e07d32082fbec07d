#include "actions/Encoding.h"
#include "actions/ScheduleState.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <cassert>
#include <cstring>
#include <memory>
#include <vector>

namespace mlirgym {

llvm::ArrayRef<ExtractorInfo> extractors() {
  static constexpr ExtractorInfo table[] = {
#define MLIRGYM_EXTRACTOR(Class, Name, Summary) {Name, Summary},
#include "observation/Extractors.def"
  };
  return table;
}

Extractor::~Extractor() = default;
void Extractor::prepare(const Program &, unsigned, float *) const {}
void Extractor::observe(const DecisionState &, float *) const {}

Observer::Observer(const FlatEncoding &encoding, MachineFeatures machine,
                   StateOptions state, ObservationOptions options) {
  const ExtractorSetup setup = {.maxLoops = encoding.options().maxLoops,
                                .maxActionsPerOp = state.maxActionsPerOp,
                                .machine = machine};
  LayoutBuilder builder(layout);
#define MLIRGYM_EXTRACTOR(Class, Name, Summary)                                \
  builder.begin(Name);                                                         \
  extractors.push_back(std::make_unique<Class>(setup, builder));
#include "observation/Extractors.def"
  if (options.operations == 0)
    return;
  builder.begin("program");
  extractors.push_back(
      std::make_unique<ProgramOperations>(setup, options.operations, builder));
}

Observer::Observer(ObservationSpec spec,
                   std::vector<std::unique_ptr<const Extractor>> parts)
    : layout(std::move(spec)), extractors(std::move(parts)) {}

Observer::~Observer() = default;
Observer::Observer(Observer &&) noexcept = default;
Observer &Observer::operator=(Observer &&) noexcept = default;

std::shared_ptr<const std::vector<float>>
Observer::prepare(const Program &program) const {
  unsigned width = layout.size();
  size_t rows = program.operations().size() + 1;
  auto prepared = std::make_shared<std::vector<float>>(rows * width, 0.0f);
  for (unsigned op = 0; op < rows; ++op)
    for (const auto &extractor : extractors)
      extractor->prepare(program, op, prepared->data() + size_t(op) * width);
  return prepared;
}

size_t Observer::preparedRow(const DecisionState &state) {
  const ScheduleState &schedule = state.schedule;
  return schedule.finished() ? schedule.program().operations().size()
                             : schedule.currentOp();
}

void Observer::observe(const DecisionState &state,
                       llvm::ArrayRef<float> prepared,
                       llvm::MutableArrayRef<float> out) const {
  unsigned width = layout.size();
  assert(out.size() == width && "one place for each value");
  assert(prepared.size() ==
             (state.schedule.program().operations().size() + 1) * width &&
         "rows of another program");
  std::memcpy(out.data(), prepared.data() + preparedRow(state) * width,
              width * sizeof(float));
  for (const auto &extractor : extractors)
    extractor->observe(state, out.data());
}

} // namespace mlirgym
