#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <memory>
#include <string>
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
                                .kinds = encoding.options().kinds,
                                .machine = machine};
  LayoutBuilder builder(layout);
  auto add = [&](auto make) {
    const unsigned from = layout.size();
    extractors.push_back(make());
    if (extractors.back()->readsDecision())
      decisionParts.push_back(
          {extractors.back().get(), from, layout.size() - from});
  };
#define MLIRGYM_EXTRACTOR(Class, Name, Summary)                                \
  builder.begin(Name);                                                         \
  add([&] { return make##Class(setup, builder); });
#include "observation/Extractors.def"
  if (options.operations > 0) {
    builder.begin("program");
    add([&] {
      return makeProgramOperations(setup, options.operations, builder);
    });
  }
  select(options.slices);
}

void Observer::select(llvm::ArrayRef<std::string> slices) {
  rowWidth = layout.size();
  ObservationSpec chosen;
  for (const std::string &name : slices) {
    const ObservationSlice *slice = layout.find(name);
    assert(slice && "no such slice");
    pieces.push_back({slice->offset, chosen.size(), slice->size()});
    chosen.slices.push_back(*slice);
    chosen.slices.back().offset = pieces.back().to;
  }
  if (slices.empty())
    return;
  // The usual case, which needs no copy: all slices, in the order of the
  // layout.
  if (llvm::all_of(pieces, [](Piece each) { return each.from == each.to; }) &&
      chosen.size() == rowWidth)
    pieces.clear();
  layout = std::move(chosen);
}

Observer::Observer(ObservationSpec spec,
                   std::vector<std::unique_ptr<const Extractor>> parts)
    : layout(std::move(spec)), extractors(std::move(parts)) {
  select({});
}

Observer::~Observer() = default;
Observer::Observer(Observer &&) noexcept = default;
Observer &Observer::operator=(Observer &&) noexcept = default;

std::shared_ptr<const std::vector<float>>
Observer::prepare(const Program &program) const {
  const unsigned width = layout.size();
  const size_t rows = program.operations().size() + 1;
  auto prepared = std::make_shared<std::vector<float>>(rows * width, 0.0f);
  std::vector<float> whole(rowWidth);
  for (unsigned op = 0; op < rows; ++op) {
    std::fill(whole.begin(), whole.end(), 0.0f);
    for (const auto &extractor : extractors)
      extractor->prepare(program, op, whole.data());
    float *row = prepared->data() + size_t(op) * width;
    if (pieces.empty())
      std::copy(whole.begin(), whole.end(), row);
    for (Piece each : pieces)
      std::copy_n(whole.data() + each.from, each.size, row + each.to);
  }
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
  const float *row = prepared.data() + preparedRow(state) * width;
  if (pieces.empty()) {
    std::memcpy(out.data(), row, width * sizeof(float));
    for (const auto &extractor : extractors)
      extractor->observe(state, out.data());
    return;
  }
  constexpr unsigned usualWidth = 2048;
  llvm::SmallVector<float, usualWidth> whole(rowWidth, 0.0f);
  for (Piece each : pieces)
    std::copy_n(row + each.to, each.size, whole.data() + each.from);
  for (const auto &extractor : extractors)
    extractor->observe(state, whole.data());
  for (Piece each : pieces)
    std::copy_n(whole.data() + each.from, each.size, out.data() + each.to);
}

void Observer::observeDecision(const DecisionState &state,
                               llvm::ArrayRef<float> prepared,
                               llvm::MutableArrayRef<float> out) const {
  if (decisionParts.empty() || !pieces.empty())
    return observe(state, prepared, out);
  const float *row = prepared.data() + preparedRow(state) * layout.size();
  for (const DecisionPart &part : decisionParts) {
    std::copy_n(row + part.from, part.size, out.data() + part.from);
    part.extractor->observe(state, out.data());
  }
}

} // namespace mlirgym
