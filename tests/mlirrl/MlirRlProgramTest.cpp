#include "mlirrl/MlirRlProgram.h"
#include "TestPrograms.h"
#include "mlirrl/MlirRlEncoding.h"
#include "mlirrl/MlirRlFeatures.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::ElementsAre;

namespace {
class MlirRlProgramTest : public ::testing::Test {
protected:
  Program rewrite(llvm::StringRef name, MlirRlForm form) {
    return llvm::cantFail(
        rewriter.rewrite(*mlirgym::testing::program(name), form));
  }
  static std::vector<std::string> kindsOf(const Program &program) {
    std::vector<std::string> kinds;
    for (const Operation &op : program.operations())
      kinds.push_back(op.kind);
    return kinds;
  }
  MlirRlRewriter rewriter;
};

TEST_F(MlirRlProgramTest, TakesTheColumnsOfConvolutions) {
  EXPECT_TRUE(mlirRlTakesColumns("conv_2d_nchw_fchw_1_2_3"));
  EXPECT_FALSE(mlirRlTakesColumns("matmul_8_8_8"));
  EXPECT_FALSE(mlirRlTakesColumns("model_conv_2d_"));

  // As in MLIR-RL's keys: three loops that gather, N, C KH KW, OH OW, and four
  // of the product, N, F, OH OW, C KH KW.
  constexpr llvm::StringLiteral name =
      "conv_2d_nchw_fchw_2_16_14_14_32_1_1_14_14_f64";
  Program product = rewrite(name, {.img2col = true});
  EXPECT_EQ(product.name(), name);
  EXPECT_NE(product.key(), mlirgym::testing::program(name)->key());
  EXPECT_THAT(kindsOf(product),
              ElementsAre("linalg.generic", "linalg.generic"));
  EXPECT_THAT(product.operations()[0].tripCounts, ElementsAre(2, 16, 196));
  EXPECT_THAT(product.operations()[1].tripCounts, ElementsAre(2, 32, 196, 16));
  EXPECT_EQ(product.operations()[1].iteratorTypes.back(),
            IteratorType::Reduction);
  EXPECT_THAT(product.operations()[0].consumers, ElementsAre(1));
}

TEST_F(MlirRlProgramTest, LeavesOtherOperationsAlone) {
  for (llvm::StringRef name :
       {"matmul_8_12_16_f64", "pooling_nchw_max_1_2_9_9_3_4_4_f64"})
    EXPECT_EQ(rewrite(name, {.img2col = true}).key(),
              mlirgym::testing::program(name)->key())
        << name.str();
}

TEST_F(MlirRlProgramTest, AFillCanBeAnOperation) {
  constexpr llvm::StringLiteral name = "matmul_8_12_16_f64";
  EXPECT_THAT(kindsOf(*mlirgym::testing::program(name)),
              ElementsAre("linalg.matmul"));
  Program apart = rewrite(name, {.fillsApart = true});
  EXPECT_THAT(kindsOf(apart), ElementsAre("linalg.generic", "linalg.matmul"));
  EXPECT_THAT(apart.operations()[0].tripCounts, ElementsAre(8, 16));
  EXPECT_EQ(apart.operations()[1].inits[0].producer, 0);
  EXPECT_EQ(apart.complexity().flops,
            mlirgym::testing::program(name)->complexity().flops);

  // MLIR-RL shows linalg.fill as a type that it does not know, and the matmul
  // with the fill as its producer.
  auto encoding = llvm::cantFail(MlirRlEncoding::create());
  Observer observer = encoding->makeObserver({});
  auto shared = std::make_shared<const Program>(apart);
  std::vector<float> seen(observer.spec().size());
  observer.observe(encoding->begin(shared), *observer.prepare(*shared), seen);
  EXPECT_EQ(seen[1], 1) << "matmul";
  EXPECT_EQ(seen[2051 + 5], 1) << "unknown";
  EXPECT_EQ(seen[2051 + 0], 0) << "not generic";
}
} // namespace
