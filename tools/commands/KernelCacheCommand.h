//===- tools/commands/KernelCacheCommand.h - Compiled kernels on disk -----===//
#ifndef MLIRGYM_TOOLS_COMMANDS_KERNELCACHECOMMAND_H
#define MLIRGYM_TOOLS_COMMANDS_KERNELCACHECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym::tools {
struct CommandLine;

/// `cache kernels | show HASH | clear`, added to the command `cache`.
void addKernelCacheCommands(CLI::App &cache, CommandLine &line);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMMANDS_KERNELCACHECOMMAND_H
