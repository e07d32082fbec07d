#include "lowering/module/Dialects.h"

#include "lowering/module/SliceComparison.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

namespace mlirgym::lowering {

void registerLoweringDialects(DialectRegistry &registry) {
  // Before MLIR's own models of the same interface: the first one stays.
  registerSliceComparison(registry);
  registerAllDialects(registry);
  registerAllExtensions(registry);
}
} // namespace mlirgym::lowering
