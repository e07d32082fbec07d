// The kernels of PolyBench: shapes, operations and work. tests/python computes
// each of them with NumPy.
#include "Loading.h"
#include "program/generators/Family.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;

namespace {
std::vector<std::string> kindsOf(const Program &program) {
  std::vector<std::string> kinds;
  for (const Operation &op : program.operations())
    kinds.push_back(op.kind);
  return kinds;
}

std::vector<llvm::SmallVector<int64_t, 4>> outputsOf(const Program &program) {
  std::vector<llvm::SmallVector<int64_t, 4>> shapes;
  for (const Argument &argument : program.arguments())
    if (argument.isOutput)
      shapes.push_back(argument.shape);
  return shapes;
}
} // namespace

TEST(PolybenchTest, GemmScalesThenAccumulates) {
  Program gemm = loadNamed("polybench_gemm_20_25_30_f64");
  EXPECT_THAT(kindsOf(gemm), ElementsAre("linalg.generic", "linalg.generic"));
  EXPECT_THAT(gemm.operations()[1].tripCounts, ElementsAre(20, 25, 30));
  EXPECT_EQ(gemm.operations()[1].inits[0].producer, 0) << "adds to 1.2 C";
  EXPECT_THAT(outputsOf(gemm), ElementsAre(ElementsAre(20, 25)));
}

TEST(PolybenchTest, ProductsOfThreeAndFourMatrices) {
  EXPECT_THAT(outputsOf(loadNamed("polybench_2mm_16_18_22_24_f64")),
              ElementsAre(ElementsAre(16, 24)));
  Program three = loadNamed("polybench_3mm_16_18_20_22_24_f64");
  EXPECT_THAT(kindsOf(three), testing::SizeIs(3));
  EXPECT_THAT(kindsOf(three), testing::Each("linalg.matmul"));
  EXPECT_THAT(outputsOf(three), ElementsAre(ElementsAre(16, 22)));
}

TEST(PolybenchTest, SomeKernelsHaveSeveralResults) {
  EXPECT_THAT(outputsOf(loadNamed("polybench_bicg_38_42_f64")),
              ElementsAre(ElementsAre(38), ElementsAre(42)));
  EXPECT_THAT(outputsOf(loadNamed("polybench_mvt_40_f64")),
              ElementsAre(ElementsAre(40), ElementsAre(40)));
  EXPECT_THAT(
      outputsOf(loadNamed("polybench_gemver_40_f64")),
      ElementsAre(ElementsAre(40, 40), ElementsAre(40), ElementsAre(40)));
}

TEST(PolybenchTest, EveryElementTypeThatCanBeMultiplied) {
  for (llvm::StringRef type : {"f32", "i32", "bf16"})
    for (const Family &family : families())
      if (family.name.starts_with("polybench_")) {
        std::string name = family.name.str();
        for (size_t i = 0; i < family.parameters.size(); ++i)
          name += "_" + std::to_string(3 + i);
        EXPECT_FALSE(loadNamed((name + "_" + type).str()).operations().empty())
            << name << type.str();
      }
}
