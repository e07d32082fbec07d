// Any text read as a schedule: an error or a schedule that reads back as it was
// written; and, legal on a program or not, never a crash.
#include "Require.h"
#include "actions/Schedule.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"

using namespace mlirgym;

static std::shared_ptr<const Program> someProgram() {
  const llvm::ExitOnError orExit("schedule fuzz: ");
  return std::make_shared<const Program>(orExit(ProgramLoader().loadText(
      orExit(generateProgram("matmul_64_48_32")), "matmul_64_48_32")));
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static const std::shared_ptr<const Program> program = someProgram();
  llvm::Expected<Schedule> schedule =
      Schedule::parse(llvm::StringRef(data, size));
  if (!schedule) {
    require(!llvm::toString(schedule.takeError()).empty(), "no message");
    return 0;
  }
  llvm::Expected<Schedule> again = Schedule::parse(schedule->text());
  require(bool(again) && *again == *schedule, "text() is read otherwise");
  const Schedule canonical = schedule->canonical();
  require(canonical.canonical() == canonical, "canonical() is not final");

  // A script may be longer than an episode.
  if (!llvm::errorToBool(toTransformScript(*program, *schedule).takeError()))
    require(
        !llvm::errorToBool(toTransformScript(*program, canonical).takeError()),
        "the canonical form of a legal schedule is not legal");
  return 0;
}
