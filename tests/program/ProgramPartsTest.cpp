#include "program/ProgramParts.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gmock/gmock.h"

using namespace mlirgym;

static ProgramParts sound() {
  return llvm::cantFail(ProgramLoader().parse(
      llvm::cantFail(generateProgram("matmul_bias_relu_4_6_8")), "test"));
}

TEST(ProgramPartsTest, TakesWhatTheLoaderMakes) {
  EXPECT_FALSE(llvm::errorToBool(checkParts(sound())));
}

TEST(ProgramPartsTest, RefusesWhatNoPayloadHas) {
  const ProgramParts parts = sound();
  ASSERT_EQ(parts.operations.size(), 2u);
  using Damage = void (*)(ProgramParts &);
  const std::pair<const char *, Damage> damages[] = {
      {"no text", [](ProgramParts &p) { p.text.clear(); }},
      {"no operation", [](ProgramParts &p) { p.operations.clear(); }},
      {"too many arguments",
       [](ProgramParts &p) { p.arguments.resize(maxArguments + 1); }},
      {"a type that does not exist",
       [](ProgramParts &p) {
         p.arguments[0].elementType = static_cast<ElementType>(7);
       }},
      {"no elements", [](ProgramParts &p) { p.arguments[0].shape[0] = 0; }},
      {"sizes that overflow",
       [](ProgramParts &p) {
         p.arguments[0].shape.assign({int64_t(1) << 40, int64_t(1) << 40});
       }},
      {"another tag", [](ProgramParts &p) { p.operations[1].tag = "op0"; }},
      {"a kind with a space",
       [](ProgramParts &p) { p.operations[0].kind = "linalg.mat mul"; }},
      {"an endless kind",
       [](ProgramParts &p) { p.operations[0].kind.append(200, 'x'); }},
      {"a loop without a type",
       [](ProgramParts &p) { p.operations[0].iteratorTypes.pop_back(); }},
      {"an iterator type that does not exist",
       [](ProgramParts &p) {
         p.operations[0].iteratorTypes[0] = static_cast<IteratorType>(2);
       }},
      {"a trip count of none",
       [](ProgramParts &p) { p.operations[0].tripCounts[0] = 0; }},
      {"loops without end",
       [](ProgramParts &p) {
         p.operations[0].tripCounts.assign(maxLoops + 1, 1);
         p.operations[0].iteratorTypes.assign(maxLoops + 1,
                                              IteratorType::Parallel);
       }},
      {"a map of other loops",
       [](ProgramParts &p) {
         p.operations[0].inputs[0].map[0].coefficients.pop_back();
       }},
      {"a dimension without a map",
       [](ProgramParts &p) { p.operations[0].inputs[0].map.pop_back(); }},
      {"a source that does not exist",
       [](ProgramParts &p) {
         p.operations[0].inputs[0].source = static_cast<Operand::Source>(5);
       }},
      {"a producer after its consumer",
       [](ProgramParts &p) {
         p.operations[0].inputs[0].source = Operand::Source::Operation;
         p.operations[0].inputs[0].producer = 1;
       }},
      {"no producer",
       [](ProgramParts &p) {
         for (Operand &operand : p.operations[1].inputs)
           operand.producer = -1;
       }},
      {"a producer of an argument",
       [](ProgramParts &p) { p.operations[0].inputs[0].producer = 0; }},
      {"a consumer before its producer",
       [](ProgramParts &p) { p.operations[1].consumers.assign({0}); }},
      {"a consumer beyond the last",
       [](ProgramParts &p) { p.operations[0].consumers.assign({2}); }},
      {"a consumer twice",
       [](ProgramParts &p) { p.operations[0].consumers.assign({1, 1}); }},
  };
  for (auto [what, damage] : damages) {
    ProgramParts damaged = parts;
    damage(damaged);
    EXPECT_TRUE(llvm::errorToBool(checkParts(damaged))) << what;
  }
}
