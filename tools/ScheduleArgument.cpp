//===- tools/ScheduleArgument.cpp - --schedule ----------------------------===//
#include "tools/ScheduleArgument.h"

#include "llvm/Support/MemoryBuffer.h"
#include <CLI/CLI.hpp>

namespace mlirgym {

void ScheduleArgument::addTo(CLI::App &app) {
  CLI::Option *asText =
      app.add_option("--schedule", text,
                     "Actions per operation, the last operation first: \"op1: "
                     "tile_fuse(8,16) vectorize; op0: vectorize\" [default: "
                     "none, the untransformed program]")
          ->type_name("TEXT");
  app.add_option("--schedule-file", file, "File that holds the schedule's text")
      ->type_name("FILE")
      ->check(CLI::ExistingFile.description(""))
      ->excludes(asText);
}

llvm::Expected<Schedule> ScheduleArgument::parse() const {
  if (file.empty())
    return Schedule::parse(text);
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "%s: %s; give a readable file", file.c_str(),
                                   buffer.getError().message().c_str());
  return Schedule::parse((*buffer)->getBuffer());
}
} // namespace mlirgym
