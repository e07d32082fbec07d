//===- tools/EvaluateCommand.h - mlirgym evaluate ---------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_EVALUATECOMMAND_H
#define MLIRGYM_TOOLS_EVALUATECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;
struct ExecutionFlags;

/// `evaluate CHECKPOINT|SEARCHER --suite NAME --split test`; with `timings`
/// (from `mlirgym replay`) without any measuring.
void addEvaluateCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_EVALUATECOMMAND_H
