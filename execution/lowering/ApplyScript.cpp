//===- execution/lowering/ApplyScript.cpp ---------------------------------===//
#include "execution/lowering/ApplyScript.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace mlirgym::lowering {

LogicalResult applyScript(ModuleOp payload, StringRef script) {
  if (script.trim().empty())
    return success();
  MLIRContext *context = payload.getContext();
  auto module = parseSourceString<ModuleOp>(script, ParserConfig(context),
                                            /*sourceName=*/"script");
  if (!module)
    return failure();
  auto main = module->lookupSymbol<transform::NamedSequenceOp>(
      transform::TransformDialect::kTransformEntryPointSymbolName);
  if (!main)
    return module->emitError(
        "no transform.named_sequence @__transform_main; give the sequence that "
        "name");
  transform::TransformOptions options;
  // These checks walk the payload after every op to detect invalid handles. An
  // invalid handle still ends in an error or a crash of the worker, never in a
  // wrong result, since every kernel is verified.
  options.enableExpensiveChecks(false);
  return transform::applyTransformNamedSequence(payload, main, *module,
                                                options);
}
} // namespace mlirgym::lowering
