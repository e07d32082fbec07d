// The correlators of lattice QCD: shapes and operations. tests/python computes
// each of them with NumPy.
#include "Loading.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;

namespace {
/// Shapes of real and imaginary part of the result.
auto resultOf(llvm::StringRef name) {
  std::vector<llvm::SmallVector<int64_t, 4>> shapes;
  const Program program = loadNamed(name);
  for (const Argument &argument : program.arguments())
    if (argument.isOutput)
      shapes.push_back(argument.shape);
  return shapes;
}
} // namespace

TEST(LatticeTest, CorrelatorsHaveTheWavesOfBothEnds) {
  for (llvm::StringRef name :
       {"baryon_correlator_4_3_f64", "dibaryon_hexaquark_correlator_4_3_f64",
        "hexaquark_correlator_4_3_f64"})
    EXPECT_THAT(resultOf(name),
                ElementsAre(ElementsAre(3, 3), ElementsAre(3, 3)))
        << name.str();
  // The two baryons have one wave function at the source.
  EXPECT_THAT(resultOf("dibaryon_correlator_4_3_f64"),
              ElementsAre(ElementsAre(3), ElementsAre(3)));
}

TEST(LatticeTest, ABlockIsBuiltQuarkByQuark) {
  Program baryon = loadNamed("baryon_correlator_8_2_f64");
  // Real and imaginary part: W P0, then P1, P2, psi, W, phi.
  ASSERT_EQ(baryon.operations().size(), 12u);
  EXPECT_THAT(baryon.operations()[2].tripCounts, ElementsAre(6, 6, 6, 8, 8, 6));
  EXPECT_THAT(baryon.operations()[6].tripCounts, ElementsAre(6, 6, 6, 8, 2, 8));
  EXPECT_THAT(baryon.operations()[10].tripCounts, ElementsAre(2, 2, 8));
}

TEST(LatticeTest, BaryonsExchangeAQuark) {
  // The loops of an exchanged quark: both sites of the sink, and the source.
  Program two = loadNamed("dibaryon_correlator_4_1_f64");
  unsigned split = 0;
  for (const Operation &op : two.operations())
    if (op.numLoops() == 7) {
      EXPECT_THAT(op.tripCounts, ElementsAre(6, 6, 6, 4, 4, 6, 4));
      ++split;
    }
  EXPECT_EQ(split, 4u) << "two baryons, two parts";
}
