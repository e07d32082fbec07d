//===- tools/ScheduleArgument.cpp - --schedule ----------------------------===//
#include "tools/ScheduleArgument.h"

#include "program/Limits.h"
#include "program/ProgramFile.h"
#include "tools/Checks.h"
#include <CLI/CLI.hpp>

namespace mlirgym {

void ScheduleArgument::addTo(CLI::App &app) {
  CLI::Option *asText =
      app.add_option("--schedule", text,
                     "Actions per operation, the last operation first: \"op1: "
                     "tile_fuse(8,16) vectorize; op0: vectorize\" [default: "
                     "none, the untransformed program]")
          ->type_name("TEXT");
  app.add_option("--schedule-file", file,
                 "File that holds the schedule's text [default: none]")
      ->type_name("FILE")
      ->check(checkFileIsThere)
      ->excludes(asText);
}

llvm::Expected<Schedule> ScheduleArgument::parse() const {
  if (file.empty())
    return Schedule::parse(text);
  auto buffer = readRegularFile(file, maxScheduleBytes, "give schedule text");
  if (!buffer)
    return buffer.takeError();
  return Schedule::parse((*buffer)->getBuffer());
}
} // namespace mlirgym
