#include "execution/ExecutionRequest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

llvm::Expected<ExecutionRequest>
ExecutionRequest::parse(std::shared_ptr<const Program> program,
                        llvm::StringRef code) {
  if (code.contains("transform.named_sequence"))
    return ExecutionRequest{std::move(program), {}, code.str()};
  MLIRGYM_TRY(auto schedule, Schedule::parse(code));
  return ExecutionRequest{std::move(program), std::move(schedule)};
}

llvm::Expected<std::string>
ExecutionRequest::transformScript(bool forOneThread) const {
  if (module)
    return std::string();
  if (!script.empty())
    return script;
  // The schedule must be legal as given: its canonical form lacks no-ops, which
  // may not match the operation.
  MLIRGYM_TRY_TO(
      ScheduleState::replay(program, schedule, StateOptions::asWritten())
          .takeError());
  const Schedule canonical = schedule.canonical();
  if (canonical.empty())
    return std::string();
  return toTransformScript(*program,
                           forOneThread ? canonical.serial() : canonical);
}

llvm::StringRef ExecutionRequest::payload() const {
  return module ? llvm::StringRef(module->text) : program->text();
}

} // namespace mlirgym
