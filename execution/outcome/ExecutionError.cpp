#include "execution/outcome/ExecutionError.h"

namespace mlirgym {

char ExecutionError::ID;
char InterruptedError::ID;

InterruptedError::InterruptedError()
    : ErrorInfo("interrupted; timings taken so far are stored, repeat the call "
                "to continue") {}

void ExecutionError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ExecutionError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

} // namespace mlirgym
