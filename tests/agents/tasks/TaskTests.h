//===- tests/agents/tasks/TaskTests.h - For tests of tasks ----------------===//
#ifndef MLIRGYM_TESTS_AGENTS_TASKS_TASKTESTS_H
#define MLIRGYM_TESTS_AGENTS_TASKS_TASKTESTS_H

#include "actions/Schedule.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

inline std::shared_ptr<const Program> load(const std::string &text,
                                           const std::string &name) {
  ProgramLoader loader;
  return std::make_shared<const Program>(
      llvm::cantFail(loader.loadText(text, name)));
}
inline std::shared_ptr<const Program> generate(const std::string &name) {
  ProgramLoader loader;
  return std::make_shared<const Program>(
      llvm::cantFail(loader.loadGenerated(name)));
}
inline Schedule scheduleOf(const std::string &text) {
  return llvm::cantFail(Schedule::parse(text));
}

/// Two matrix products, an elementwise operation between them.
inline const char *const twoProducts = R"(
func.func @main(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x16xf32>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.exp ins(%0 : tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
})";

} // namespace mlirgym
#endif // MLIRGYM_TESTS_AGENTS_TASKS_TASKTESTS_H
