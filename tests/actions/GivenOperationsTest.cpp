#include "program/normalform/GivenOperations.h"
#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <memory>

namespace mlirgym {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Program> given(llvm::StringRef name,
                                     llvm::ArrayRef<unsigned> operations) {
  return std::make_shared<const Program>(
      withGivenOperations(*programNamed(name), operations));
}

/// The state of `program` when operation `op` is the current one.
ScheduleState at(std::shared_ptr<const Program> program, unsigned op) {
  ScheduleState state(std::move(program));
  state.skipTo(op);
  return state;
}

TEST(GivenOperationsTest, KeepTheProgramsIdentity) {
  auto program = programNamed("softmax_40_72");
  auto calls = given("softmax_40_72", {3});
  EXPECT_EQ(calls->key(), program->key());
  EXPECT_EQ(calls->text(), program->text());
  EXPECT_EQ(calls->name(), program->name());
  EXPECT_EQ(calls->complexity().flops, program->complexity().flops);
  EXPECT_TRUE(isCallOfGivenCode(calls->operations()[3]));
  EXPECT_FALSE(isCallOfGivenCode(calls->operations()[2]));
}

TEST(GivenOperationsTest, AllowNoActionButDone) {
  ScheduleState state = at(given("matmul_bias_relu_24_40_56", {1}), 1);
  FlatEncoding encoding;
  llvm::SmallVector<int8_t, 64> mask(encoding.numActions());
  encoding.mask(DecisionState(state), mask);
  for (unsigned action = 0; action < mask.size(); ++action)
    EXPECT_EQ(mask[action], action == unsigned(ActionKind::Done))
        << encoding.describe(action);
  JointEncoding joint;
  llvm::SmallVector<int8_t, 256> entries(
      static_cast<size_t>(llvm::sum_of(joint.dimensions())));
  joint.mask(state, entries);
  for (unsigned kind = 0; kind < joint.options().kinds.size(); ++kind)
    EXPECT_EQ(entries[kind], kind == unsigned(ActionKind::Done));
  EXPECT_EQ(whyIllegal(state, ActionKind::Done), "");
  EXPECT_THAT(whyIllegal(state, {ActionKind::Tile, {8, 8}}),
              HasSubstr("op1: its kernel is substituted, so that tile(8,8) "
                        "would have no effect; leave the operation as it is"));
  // Other operations have theirs.
  EXPECT_EQ(
      whyIllegal(at(state.programPtr(), 0), {ActionKind::Tile, {8, 8, 8}}), "");
}

TEST(GivenOperationsTest, AreNotFused) {
  EXPECT_EQ(whyIllegal(at(programNamed("matmul_bias_relu_24_40_56"), 1),
                       {ActionKind::TileFuse, {8, 8}}),
            "");
  EXPECT_THAT(whyIllegal(at(given("matmul_bias_relu_24_40_56", {0}), 1),
                         {ActionKind::TileFuse, {8, 8}}),
              HasSubstr("op0"));
}

} // namespace
} // namespace mlirgym
