#include "program/ProgramLoader.h"

namespace mlirgym {

char ProgramError::ID;

void ProgramError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ProgramError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

} // namespace mlirgym
