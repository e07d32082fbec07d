/// The workload of test_workload_twins.py as C++ has it: `workload-twin DTYPE
/// FACTOR` prints what it answers, as JSON.
#include "agents/search/Searchers.h"
#include "workloads/WorkloadTuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlirgym;

namespace {
const llvm::ExitOnError orExit("workload-twin: ");

/// y = x + x; its reference says FACTOR * x.
class Twin : public Workload {
public:
  Twin(std::string type, double times)
      : dtype(std::move(type)), factor(times) {}
  std::string name() const override { return "Twin"; }
  llvm::Expected<std::string> payloadModule() const override {
    const std::string tensor = "tensor<48x" + dtype + ">";
    return "func.func @twin(%x: " + tensor + ") -> " + tensor +
           " {\n  %e = tensor.empty() : " + tensor +
           "\n  %y = linalg.add ins(%x, %x : " + tensor + ", " + tensor +
           ") outs(%e : " + tensor + ") -> " + tensor +
           "\n  return %y : " + tensor + "\n}";
  }
  llvm::Expected<ParameterChoices> parameters() const override {
    return ParameterChoices{{"tile", {8, 16}}, {"end", {"vectorize", "done"}}};
  }
  llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const override {
    return "op0: tile(" + textOf(*parameters.find("tile")) + ") " +
           textOf(*parameters.find("end"));
  }
  llvm::Expected<bool>
  fillReference(llvm::ArrayRef<Argument> arguments,
                llvm::ArrayRef<HostBuffer> inputs,
                llvm::ArrayRef<HostBuffer> expected) const override {
    switch (arguments[0].elementType) {
    case ElementType::F64:
      return scale<double>(inputs[0], expected[0]);
    case ElementType::F32:
      return scale<float>(inputs[0], expected[0]);
    case ElementType::I32:
      return scale<int32_t>(inputs[0], expected[0]);
    default:
      return false;
    }
  }
  llvm::Expected<WorkloadRequirements> requirements() const override {
    return needs;
  }

  WorkloadRequirements needs;

private:
  template <typename T>
  bool scale(const HostBuffer &x, const HostBuffer &y) const {
    const auto *from = reinterpret_cast<const T *>(x.data());
    auto *to = reinterpret_cast<T *>(y.data());
    for (size_t i = 0; i < x.size() / sizeof(T); ++i)
      to[i] = static_cast<T>(factor * static_cast<double>(from[i]));
    return true;
  }
  std::string dtype;
  double factor;
};

llvm::json::Array hex(llvm::ArrayRef<HostBuffer> buffers) {
  llvm::json::Array result;
  for (const HostBuffer &buffer : buffers)
    result.push_back(llvm::toHex(llvm::StringRef(buffer.data(), buffer.size()),
                                 /*LowerCase=*/true));
  return result;
}

template <typename T> std::string whyNot(llvm::Expected<T> value) {
  return value ? "no error" : llvm::toString(value.takeError());
}
} // namespace

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  const double factor = std::stod(arguments[2]);
  auto twin = std::make_shared<Twin>(arguments[1], factor);
  ExecutionOptions options;
  options.protocol.budgetMs = 20;
  std::shared_ptr<Execution> execution = orExit(Execution::create(options));
  auto engine = orExit(Engine::create(twin, execution));
  const WorkloadParameters good{{"tile", 8}, {"end", "vectorize"}};
  const Engine::CallResult run = orExit(engine->call(good));
  auto random = orExit(makeSearcher("random"));
  auto found = tune(*engine, *random, {.budget = 2});
  twin->needs.threads = 64;
  const llvm::json::Value answers = llvm::json::Object{
      {"inputs", hex(orExit(twin->inputs()))},
      {"outputs", hex(run.outputs)},
      {"status", nameOf(run.measurement.status)},
      {"message", run.measurement.message},
      {"flops", orExit(twin->complexity(*engine->program())).flops},
      {"lowered", orExit(engine->lower(good, LoweringStage::Scheduled))},
      {"tune", whyNot(std::move(found))},
      {"illegal", whyNot(engine->call({{"tile", 99}, {"end", "done"}}))},
      {"unknown", whyNot(twin->Workload::scheduleModule(good))},
      {"threads", whyNot(Engine::create(twin, execution))},
  };
  llvm::outs() << answers << '\n';
}
