//===- lowering/buffer/AllocationsTest.cpp - Buffers of references --------===//
#include "tests/lowering/LoweringFixture.h"

#include "actions/Schedule.h"
#include "lowering/LoweringPipeline.h"
#include "lowering/LoweringStage.h"
#include "lowering/module/Dialects.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
namespace {

/// A call allocates each buffer of constant size once, or once per parallel
/// tile, and not again in each iteration of a loop. What that costs cannot be
/// measured (docs/adr/0035); in inner loops it could.
class AllocationsTest : public LoweringTest {
protected:
  /// One of `step` reference schedules is tested.
  void checkReferences(size_t step);
};

void AllocationsTest::checkReferences(size_t step) {
  mlir::DialectRegistry registry;
  lowering::registerLoweringDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto references = llvm::cantFail(ReferenceSchedules::load());
  ASSERT_FALSE(references.all().empty());
  int allocations = 0;
  for (size_t i = 0; i < references.all().size(); i += step) {
    const ReferenceSchedule &reference = references.all()[i];
    SCOPED_TRACE(reference.program + " under " + reference.text);
    Program program = generate(reference.program);
    Schedule schedule = llvm::cantFail(Schedule::parse(reference.text));
    std::string text = llvm::cantFail(
        compiler().dump(program.text(), program.entry(),
                        llvm::cantFail(toTransformScript(program, schedule)),
                        LoweringStage::Bufferized));
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    module->walk([&](mlir::memref::AllocOp alloc) {
      ++allocations;
      if (alloc.getType().hasStaticShape()) {
        EXPECT_FALSE(alloc->getParentOfType<mlir::scf::ForOp>());
      }
    });
  }
  EXPECT_GT(allocations, 0);
}

TEST_F(AllocationsTest, AreOutsideOfSequentialLoops) {
  checkReferences(/*step=*/4);
}
TEST_F(AllocationsTest, DISABLED_OfEveryReferenceAreOutsideOfLoops) {
  checkReferences(/*step=*/1);
}

} // namespace
} // namespace mlirgym
