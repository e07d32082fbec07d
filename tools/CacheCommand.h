//===- tools/CacheCommand.h - mlirgym cache ---------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_CACHECOMMAND_H
#define MLIRGYM_TOOLS_CACHECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// `cache stats | import | export | merge | verify | compact`: the exec-data
/// file.
void addCacheCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_CACHECOMMAND_H
