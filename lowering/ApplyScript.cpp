#include "lowering/ApplyScript.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace mlirgym::lowering {

static transform::NamedSequenceOp mainOf(ModuleOp script) {
  return script.lookupSymbol<transform::NamedSequenceOp>(
      transform::TransformDialect::kTransformEntryPointSymbolName);
}

static LogicalResult noMain(ModuleOp script) {
  // Not emitError() of the operation, which appends the whole module.
  return emitError(script.getLoc(), "no transform.named_sequence "
                                    "@__transform_main; give the sequence that "
                                    "name");
}

/// Attribute with the values of knobs that a module of the scripts selects: see
/// withKnobs().
constexpr StringLiteral knobValues = "mlirgym.knobs";

static LogicalResult selectKnobs(ArrayRef<ModuleOp> scripts,
                                 DictionaryAttr values) {
  for (ModuleOp script : scripts) {
    auto walked = script.walk([&](transform::tune::KnobOp knob) {
      if (Attribute value = values.get(knob.getName()))
        knob.setSelectedAttr(value);
      return failed(knob.verify()) ? WalkResult::interrupt()
                                   : WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
  }
  return success();
}

LogicalResult applyScript(ModuleOp payload, StringRef script) {
  if (script.trim().empty())
    return success();
  MLIRContext *context = payload.getContext();
  auto module = parseSourceString<ModuleOp>(script, ParserConfig(context),
                                            /*sourceName=*/"script");
  if (!module)
    return failure();
  SmallVector<ModuleOp> scripts = {*module};
  DictionaryAttr values;
  if (!mainOf(*module))
    scripts = llvm::to_vector(module->getOps<ModuleOp>());
  llvm::erase_if(scripts, [&](ModuleOp each) {
    auto given = each->getAttrOfType<DictionaryAttr>(knobValues);
    if (given)
      values = given;
    return static_cast<bool>(given);
  });
  if (scripts.empty())
    return noMain(*module);
  if (values && failed(selectKnobs(scripts, values)))
    return failure();
  transform::TransformOptions options;
  // These checks walk the payload after every op to detect invalid handles. An
  // invalid handle still ends in an error or a crash of the worker, never in a
  // wrong result, since every kernel is verified.
  options.enableExpensiveChecks(false);
  for (ModuleOp each : scripts) {
    transform::NamedSequenceOp main = mainOf(each);
    if (!main)
      return noMain(each);
    if (failed(transform::applyTransformNamedSequence(payload, main, each,
                                                      options)))
      return failure();
  }
  return success();
}
} // namespace mlirgym::lowering
