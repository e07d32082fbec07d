#include "kernels/KernelOutliner.h"
#include "KernelTests.h"
#include "lowering/LoweringStage.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class KernelOutlinerTest : public testing::Test {
protected:
  KernelOutline outline(std::shared_ptr<const Program> program,
                        const std::string &schedule = "") {
    return llvm::cantFail(
        outliner.outline(std::move(program), scheduleOf(schedule)));
  }
  KernelOutliner outliner = llvm::cantFail(KernelOutliner::create());
};

std::vector<std::string> namesOf(const KernelOutline &outline) {
  std::vector<std::string> names;
  for (const OutlinedKernel &kernel : outline.kernels)
    names.push_back(kernel.name);
  return names;
}

TEST_F(KernelOutlinerTest, MakesAKernelPerOperation) {
  KernelOutline result = outline(generate("softmax_8_24"));
  EXPECT_THAT(namesOf(result),
              ElementsAre("softmax_8_24_op0", "softmax_8_24_op1",
                          "softmax_8_24_op2", "softmax_8_24_op3"));
  const OutlinedKernel &division = result.kernels[3];
  EXPECT_THAT(division.operations, ElementsAre(3u));
  EXPECT_THAT(division.source, HasSubstr("@softmax_8_24_op3"));
  EXPECT_THAT(division.source, Not(HasSubstr("math.exp")));
  // The exponentials are where the result will be.
  ASSERT_THAT(division.program.arguments(), SizeIs(2));
  EXPECT_FALSE(division.program.arguments()[0].isOutput);
  EXPECT_TRUE(division.program.arguments()[1].isInput);
  EXPECT_TRUE(division.program.arguments()[1].isOutput);
  EXPECT_EQ(division.program.complexity().flops, 8 * 24);
  EXPECT_EQ(result.host.name, "softmax_8_24_host");
  EXPECT_THAT(result.host.source, HasSubstr("memref.alloc"));
}

TEST_F(KernelOutlinerTest, PutsFusedOperationsIntoOneKernel) {
  KernelOutline result =
      outline(generate("softmax_8_24"), "op3: tile_fuse(4,0) vectorize");
  EXPECT_THAT(namesOf(result), ElementsAre("softmax_8_24_op3"));
  const OutlinedKernel &all = result.kernels[0];
  EXPECT_THAT(all.operations, ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_EQ(all.schedule.text(), "op3: tile_fuse(4,0) vectorize");
  EXPECT_THAT(all.script, HasSubstr("transform.structured.fuse"));
  EXPECT_THAT(result.host.source, Not(HasSubstr("memref.alloc")));
}

TEST_F(KernelOutlinerTest, NamesEqualKernelsOnce) {
  KernelOutline result = outline(load(twoProducts, "twice"));
  EXPECT_THAT(namesOf(result), ElementsAre("twice_op0", "twice_op1"));
  EXPECT_THAT(result.kernels[0].calls, ElementsAre("twice_op0", "twice_op2"));
  EXPECT_EQ(llvm::StringRef(result.host.source).count("call @twice_op0"), 2u);
  EXPECT_THAT(result.host.source, Not(HasSubstr("@twice_op2")));
}

TEST_F(KernelOutlinerTest, KeepsKernelsApartThatAreScheduledDifferently) {
  KernelOutline result =
      outline(load(twoProducts, "twice"), "op2: tile(4,8,0) vectorize");
  EXPECT_THAT(namesOf(result),
              ElementsAre("twice_op0", "twice_op1", "twice_op2"));
  EXPECT_EQ(result.kernels[0].program.key(), result.kernels[2].program.key());
}

TEST_F(KernelOutlinerTest, PutsEachOperationOfEveryReferenceIntoOneKernel) {
  auto references = llvm::cantFail(ReferenceSchedules::load());
  EXPECT_FALSE(references.all().empty());
  for (const ReferenceSchedule &reference : references.all()) {
    SCOPED_TRACE(reference.program + ": " + reference.text);
    auto program = generate(reference.program);
    KernelOutline result = outline(program, reference.text);
    size_t operations = 0;
    for (const OutlinedKernel &kernel : result.kernels) {
      operations += kernel.operations.size() * kernel.calls.size();
      EXPECT_EQ(kernel.program.operations().size(), kernel.operations.size());
      // Its part of the schedule is legal for the kernel as a program.
      EXPECT_TRUE(bool(toTransformScript(kernel.program, kernel.ownSchedule)));
    }
    EXPECT_EQ(operations, program->operations().size());
  }
}

TEST_F(KernelOutlinerTest, WritesAManifest) {
  KernelOutline result =
      outline(load(twoProducts, "twice"), "op0: tile(4,8,0); op2: tile(4,8,0)");
  auto manifest = nlohmann::json::parse(result.manifest());
  EXPECT_EQ(manifest["program"], "twice");
  EXPECT_EQ(manifest["host"], "twice_host");
  ASSERT_EQ(manifest["kernels"].size(), 2u);
  const auto &product = manifest["kernels"][0];
  EXPECT_EQ(product["name"], "twice_op0");
  EXPECT_EQ(product["occurrences"], 2);
  EXPECT_EQ(product["calls"], nlohmann::json({"twice_op0", "twice_op2"}));
  EXPECT_EQ(product["schedule"], "op0: tile(4,8,0)");
  EXPECT_EQ(product["flops"], 2.0 * 16 * 16 * 16);
  EXPECT_EQ(product["bytes"], 3.0 * 16 * 16 * 4);
  EXPECT_EQ(product["key"].get<std::string>().size(), 32u);
  EXPECT_EQ(product["arguments"][2], nlohmann::json({{"name", "arg2"},
                                                     {"shape", {16, 16}},
                                                     {"type", "f32"},
                                                     {"direction", "out"}}));
  EXPECT_EQ(product["arguments"][0]["direction"], "in");
}

TEST_F(KernelOutlinerTest, MakesIdentifiersOfOddNames) {
  EXPECT_EQ(toIdentifier("a b-c.d"), "a_b_c_d");
  EXPECT_EQ(toIdentifier("3x3"), "p3x3");
  EXPECT_EQ(toIdentifier(""), "p");
  EXPECT_EQ(toIdentifier("\xc3\xa9t\xc3\xa9"), "p__t__");
  const std::string longName(300, 'x');
  EXPECT_THAT(toIdentifier(longName), SizeIs(64));
  EXPECT_NE(toIdentifier(longName), toIdentifier(longName + "y"));
  KernelOutline result = outline(load(twoProducts, "2 \"odd\"/names\n"));
  EXPECT_THAT(namesOf(result),
              ElementsAre("p2__odd__names__op0", "p2__odd__names__op1"));
}

TEST_F(KernelOutlinerTest, CompilesAKernelAloneToTheSameCodeEachTime) {
  KernelOutline once = outline(generate("matmul_24_40_56"),
                               "op0: tile(4,16,1) vectorize"),
                twice = outline(generate("matmul_24_40_56"),
                                "op0: tile(4,16,1) vectorize");
  auto object = llvm::cantFail(outliner.compile(once.kernels[0]));
  EXPECT_EQ(object, llvm::cantFail(outliner.compile(twice.kernels[0])));
  KernelOutliner other = llvm::cantFail(KernelOutliner::create());
  EXPECT_EQ(object, llvm::cantFail(other.compile(once.kernels[0])));
  EXPECT_THAT(object, HasSubstr("matmul_24_40_56_op0"));
  EXPECT_THAT(
      llvm::cantFail(outliner.lower(once.kernels[0], LoweringStage::Assembly)),
      HasSubstr("matmul_24_40_56_op0:"));
}

TEST_F(KernelOutlinerTest, NamesTheKernelThatDoesNotCompile) {
  KernelOutline result = outline(load(twoProducts, "twice"));
  OutlinedKernel &kernel = result.kernels[1];
  kernel.script = "module {}";
  llvm::Expected<std::string> object = outliner.compile(kernel);
  ASSERT_FALSE(bool(object));
  EXPECT_THAT(llvm::toString(object.takeError()),
              HasSubstr("twice_op1: transform_failed: "));
  // The worker process goes on.
  EXPECT_TRUE(bool(outliner.compile(result.kernels[0])));
}

TEST_F(KernelOutlinerTest, RejectsAnIllegalSchedule) {
  auto result =
      outliner.outline(generate("softmax_8_24"), scheduleOf("op3: tile(8,24)"));
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()), HasSubstr("op3: "));
}

TEST_F(KernelOutlinerTest, DrawsInputsAndOutputs) {
  KernelOutline result = outline(load(twoProducts, "twice"));
  GoldenData data = llvm::cantFail(outliner.golden(result.kernels[0]));
  EXPECT_EQ(data.missing, "");
  ASSERT_THAT(data.inputs, SizeIs(2));
  ASSERT_THAT(data.outputs, SizeIs(1));
  EXPECT_EQ(data.outputs[0].argument, 2u);
  EXPECT_THAT(data.outputs[0].bytes, SizeIs(16 * 16 * 4));
  EXPECT_THAT(data.tolerances[0].bytes, SizeIs(16 * 16 * 4));
}

} // namespace
} // namespace mlirgym
