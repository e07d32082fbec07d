#include "observation/Extractors.h"
#include "observation/MlirRlFeatures.h"
#include <cassert>
#include <cstring>
#include <tuple>
#include <variant>

namespace mlirgym {
namespace {
template <typename Extractor>
Extractor make(llvm::StringRef name, const ExtractorSetup &setup,
               LayoutBuilder &layout) {
  layout.begin(name);
  return Extractor(setup, layout);
}

/// Stands after the comma of the last line of Extractors.def.
struct EndOfList {
  void prepare(const Program &, unsigned, float *) const {}
  void observe(const DecisionState &, float *) const {}
};
} // namespace

llvm::ArrayRef<ExtractorInfo> extractors() {
  static constexpr ExtractorInfo table[] = {
#define MLIRGYM_EXTRACTOR(Class, Name, Summary) {Name, Summary},
#include "observation/Extractors.def"
  };
  return table;
}

llvm::ArrayRef<ExtractorInfo> optionalExtractors() {
  static constexpr ExtractorInfo table[] = {
#define MLIRGYM_EXTRACTOR(Class, Name, Summary)
#define MLIRGYM_OPTIONAL_EXTRACTOR(Class, Name, Summary) {Name, Summary},
#include "observation/Extractors.def"
  };
  return table;
}

struct Observer::Extractors {
  using Default = std::tuple<
#define MLIRGYM_EXTRACTOR(Class, Name, Summary) Class,
#include "observation/Extractors.def"
      EndOfList>;
  using MlirRl = std::tuple<MlirRlFeatures>;

  // Braces fix the order of evaluation: the layout is in the order of the list.
  Extractors(const ExtractorSetup &setup, LayoutBuilder layout)
      : all(Default{
#define MLIRGYM_EXTRACTOR(Class, Name, Summary)                                \
  make<Class>(Name, setup, layout),
#include "observation/Extractors.def"
            EndOfList()}) {
  }
  Extractors(const MlirRlOptions &options, LayoutBuilder layout)
      : all(MlirRl{make<MlirRlFeatures>("mlir_rl",
                                        {.maxLoops = 0,
                                         .maxActionsPerOp = 0,
                                         .machine = {},
                                         .mlirRl = options},
                                        layout)}) {}

  std::variant<Default, MlirRl> all;

  template <typename Function> void forEach(Function function) const {
    std::visit(
        [&](const auto &list) {
          std::apply(
              [&](const auto &...extractor) { (function(extractor), ...); },
              list);
        },
        all);
  }
};

Observer::Observer(const FlatEncoding &encoding, MachineFeatures machine,
                   StateOptions state) {
  extractors = std::make_unique<Extractors>(
      ExtractorSetup{.maxLoops = encoding.options().maxLoops,
                     .maxActionsPerOp = state.maxActionsPerOp,
                     .machine = machine},
      LayoutBuilder(layout));
}

Observer::Observer(const MlirRlEncoding &encoding) {
  extractors =
      std::make_unique<Extractors>(encoding.options(), LayoutBuilder(layout));
}

Observer::~Observer() = default;
Observer::Observer(Observer &&) noexcept = default;
Observer &Observer::operator=(Observer &&) noexcept = default;

std::shared_ptr<const std::vector<float>>
Observer::prepare(const Program &program) const {
  unsigned width = layout.size();
  size_t rows = program.operations().size() + 1;
  auto prepared = std::make_shared<std::vector<float>>(rows * width, 0.0f);
  for (unsigned op = 0; op < rows; ++op)
    extractors->forEach([&](const auto &extractor) {
      extractor.prepare(program, op, prepared->data() + size_t(op) * width);
    });
  return prepared;
}

void Observer::observe(const DecisionState &state,
                       llvm::ArrayRef<float> prepared,
                       llvm::MutableArrayRef<float> out) const {
  unsigned width = layout.size();
  size_t numOps = state.schedule.program().operations().size();
  assert(out.size() == width && "one place for each value");
  assert(prepared.size() == (numOps + 1) * width && "rows of another program");
  size_t row = state.schedule.finished() ? numOps : state.schedule.currentOp();
  std::memcpy(out.data(), prepared.data() + row * width, width * sizeof(float));
  extractors->forEach(
      [&](const auto &extractor) { extractor.observe(state, out.data()); });
}

} // namespace mlirgym
