#include "actions/ActionError.h"

namespace mlirgym {

char ActionError::ID;

void ActionError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ActionError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

} // namespace mlirgym
