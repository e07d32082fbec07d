#include "program/MachineClass.h"
#include <gtest/gtest.h>
#include <optional>

using namespace mlirgym;

TEST(MachineClassTest, IsFoundByItsName) {
  EXPECT_EQ((MachineClass{512, 32}.name()), "512x32");
  EXPECT_EQ(MachineClass::parse("256x16"), (MachineClass{256, 16}));
  for (llvm::StringRef wrong : {"", "256", "x16", "256x", "0x16", "256x0",
                                "0256x16", "256x16x2", "-256x16", "avx2"})
    EXPECT_EQ(MachineClass::parse(wrong), std::nullopt) << wrong.str();
}

TEST(MachineClassTest, DistanceCountsDoublingsOfWidthAndRegisters) {
  const MachineClass avx2{256, 16}, avx512{512, 32}, neon{128, 32};
  EXPECT_EQ(avx2.distanceTo(avx2), 0);
  EXPECT_EQ(avx2.distanceTo(avx512), 2);
  EXPECT_EQ(avx512.distanceTo(avx2), 2);
  EXPECT_EQ(neon.distanceTo(avx512), 2);
}
