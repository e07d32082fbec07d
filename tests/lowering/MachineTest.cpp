//===- lowering/MachineTest.cpp - Identity of this machine ----------------===//
#include "lowering/Machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

TEST(MachineTest, ItsFiguresMakeSense) {
  const Machine &host = Machine::host();
  EXPECT_FALSE(host.target.cpu.empty());
  EXPECT_GE(host.target.threads, 1u);
  EXPECT_THAT(host.target.vectorBits, testing::AnyOf(128u, 256u, 512u));
  EXPECT_GE(host.target.vectorRegisters, 8u);
  EXPECT_GT(host.memoryBytes, int64_t(64) << 20);
  EXPECT_GE(host.target.l1Bytes, 0);
  EXPECT_EQ(&host, &Machine::host());
}

TEST(MachineTest, ItsIdChangesWithItsFeatures) {
  Machine other = Machine::host();
  EXPECT_EQ(other.id(), Machine::host().id());
  other.target.features += ",+unheard-of";
  EXPECT_NE(other.id(), Machine::host().id());
  other = Machine::host();
  other.target.cpu = "another";
  EXPECT_NE(other.id(), Machine::host().id());
}

TEST(MachineTest, TheToolchainSaysWhichLlvm) {
  EXPECT_THAT(toolchainId(), testing::HasSubstr("22"));
  EXPECT_EQ(toolchainId(), toolchainId());
}

} // namespace
} // namespace mlirgym
