#include "OrFail.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace mlirgym {

void fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  std::exit(1);
}
} // namespace mlirgym
