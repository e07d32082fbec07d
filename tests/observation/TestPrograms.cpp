#include "TestPrograms.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include <map>

namespace mlirgym::testing {
namespace {
template <typename T> T orExit(llvm::Expected<T> value) {
  static const llvm::ExitOnError exitOnError("test programs: ");
  return exitOnError(std::move(value));
}
} // namespace

std::shared_ptr<const Program> program(llvm::StringRef name) {
  static ProgramLoader loader;
  static std::map<std::string, std::shared_ptr<const Program>> loaded;
  auto &slot = loaded[name.str()];
  if (!slot)
    slot = std::make_shared<const Program>(
        orExit(loader.loadText(orExit(generateProgram(name)), name)));
  return slot;
}

std::vector<std::string> smallProgramNames() {
  return {"matmul_64_48_32",
          "matmul_127_251_509",
          "matmul_64_48_32_f64",
          "batch_matmul_3_32_16_24",
          "conv_2d_nchw_fchw_1_3_30_30_8_7_7_12_12",
          "conv_2d_nhwc_hwcf_1_14_14_8_16_3_3_12_12",
          "depthwise_conv_2d_nhwc_hwc_1_14_14_8_3_3_12_12",
          "contraction_8_4_3_5_6",
          "matmul_bias_relu_64_48_32",
          "conv_bias_relu_nchw_1_4_14_14_8_3_3_12_12",
          "attention_2_16_8",
          "pooling_nchw_max_2_8_14_14_3_6_6",
          "add_14_15_28",
          "relu_256_100",
          "softmax_32_48",
          "mlp_16_48_32_24_10"};
}

void randomWalk(const FlatEncoding &encoding, std::shared_ptr<const Program> of,
                std::mt19937_64 &random,
                const std::function<void(const DecisionState &)> &visit,
                StateOptions options) {
  DecisionState state{ScheduleState(std::move(of), options)};
  std::vector<int8_t> mask(encoding.numActions());
  visit(state);
  while (!state.schedule.finished()) {
    encoding.mask(state, mask);
    std::vector<unsigned> legal;
    for (unsigned action = 0; action < mask.size(); ++action)
      if (mask[action])
        legal.push_back(action);
    if (legal.empty())
      llvm::report_fatal_error("a state that is not finished has no decision");
    if (encoding.step(state, legal[random() % legal.size()]) ==
        StepResult::Illegal)
      llvm::report_fatal_error("the mask allows what the encoding does not");
    visit(state);
  }
}

DecisionState stateAfter(std::shared_ptr<const Program> of,
                         llvm::StringRef schedule) {
  return DecisionState(orExit(
      ScheduleState::replay(std::move(of), orExit(Schedule::parse(schedule)))));
}

} // namespace mlirgym::testing
