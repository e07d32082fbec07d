//===- lowering/target/LlvmText.h - LLVM IR as tests write it -------------===//
#ifndef MLIRGYM_TESTS_LOWERING_LLVMTEXT_H
#define MLIRGYM_TESTS_LOWERING_LLVMTEXT_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace mlirgym {

/// A failure of the test if `text` is no module.
inline std::unique_ptr<llvm::Module> parseLlvm(llvm::StringRef text,
                                               llvm::LLVMContext &context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str() << text.str();
  return module;
}

} // namespace mlirgym
#endif // MLIRGYM_TESTS_LOWERING_LLVMTEXT_H
