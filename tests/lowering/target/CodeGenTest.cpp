//===- lowering/target/CodeGenTest.cpp - From LLVM IR to bytes ------------===//
#include "lowering/target/CodeGen.h"

#include "LlvmText.h"
#include "llvm/IR/InstIterator.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using lowering::CodeFormat;
using lowering::CodeGen;
using testing::HasSubstr;

class CodeGenTest : public testing::Test {
protected:
  std::unique_ptr<llvm::Module> parse(llvm::StringRef text) {
    return parseLlvm(text, context);
  }
  std::string emit(llvm::Module &module, CodeFormat format) {
    codeGen.optimize(module);
    auto bytes = llvm::cantFail(codeGen.emit(module, format));
    return {bytes.begin(), bytes.end()};
  }

  llvm::LLVMContext context;
  CodeGen codeGen = llvm::cantFail(CodeGen::create(Target::host()));
};

constexpr char sumOfFloats[] = R"(
define void @scale(ptr noalias %in, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds float, ptr %in, i64 %i
  %to = getelementptr inbounds float, ptr %out, i64 %i
  %x = load float, ptr %from
  %y = fmul float %x, %x
  store float %y, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
})";

TEST_F(CodeGenTest, EmitsARelocatableObject) {
  std::string object = emit(*parse(sumOfFloats), CodeFormat::Object);
  EXPECT_TRUE(llvm::StringRef(object).starts_with("\x7f"
                                                  "ELF"));
  EXPECT_THAT(object, HasSubstr("scale"));
}

TEST_F(CodeGenTest, UsesThisMachinesRegisters) {
  auto module = parse(sumOfFloats);
  std::string assembly = emit(*module, CodeFormat::Assembly);
  EXPECT_THAT(assembly, HasSubstr("scale:"));
  if (Target::host().vectorBits >= 256 &&
      Target::host().features.find("+avx2") != std::string::npos) {
    EXPECT_THAT(assembly, testing::ContainsRegex("%[yz]mm"));
  }
  EXPECT_EQ(module->getFunction("scale")
                ->getFnAttribute("target-cpu")
                .getValueAsString(),
            Target::host().cpu);
}

TEST_F(CodeGenTest, EqualModulesGiveEqualBytes) {
  std::string first = emit(*parse(sumOfFloats), CodeFormat::Object);
  EXPECT_EQ(emit(*parse(sumOfFloats), CodeFormat::Object), first);
  CodeGen other = llvm::cantFail(CodeGen::create(Target::host()));
  auto module = parse(sumOfFloats);
  other.optimize(*module);
  auto bytes = llvm::cantFail(other.emit(*module, CodeFormat::Object));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), first);
}

TEST_F(CodeGenTest, TheOptimiserHasRun) {
  auto module = parse(R"(
define i32 @square(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  %z = mul i32 %y, %y
  ret i32 %z
})");
  codeGen.optimize(*module);
  EXPECT_EQ(module->getFunction("square")->getInstructionCount(), 2u);
}

/// A loop that copies from `streams` buffers to as many others.
std::string copyLoop(unsigned streams) {
  std::string arguments, body;
  for (unsigned i = 0; i < streams; ++i) {
    std::string n = std::to_string(i);
    arguments += (i ? ", ptr noalias %in" : "ptr noalias %in") + n +
                 ", ptr noalias %out" + n;
    for (std::string side : {"in", "out"})
      body += "  %p" + side + n + " = getelementptr float, ptr %" + side + n +
              ", i64 %i\n";
    body += "  %x" + n + " = load float, ptr %pin" + n + "\n  store float %x" +
            n + ", ptr %pout" + n + "\n";
  }
  return "define void @copy(" + arguments + R"() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
)" + body +
         R"(  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
})";
}

bool hasVectors(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return llvm::any_of(llvm::instructions(function),
                        [](const llvm::Instruction &instruction) {
                          return instruction.getType()->isVectorTy();
                        });
  });
}

TEST_F(CodeGenTest, LoopsBecomeVectorsUpToSomeLength) {
  auto few = parse(copyLoop(4)), many = parse(copyLoop(17));
  codeGen.optimize(*few);
  codeGen.optimize(*many);
  EXPECT_TRUE(hasVectors(*few));
  EXPECT_FALSE(hasVectors(*many)) << "34 accesses, each compared with each";
}

} // namespace
} // namespace mlirgym
