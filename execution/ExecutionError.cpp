#include "execution/ExecutionError.h"

namespace mlirgym {

char ExecutionError::ID;

void ExecutionError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ExecutionError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

} // namespace mlirgym
