// Tries an action that mlirgym does not have: custom_action [PROGRAM]
//
// Every action becomes a few operations of MLIR's transform dialect. This one
// unrolls the reduction loop of a matmul, which no action of mlirgym does. The
// script is compiled, verified and timed like any schedule. To offer the action
// to agents, add it to the library: CONTRIBUTING.md, "Adding an action".
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

using namespace mlirgym;

/// `tile(rows,columns,1) unroll(factor) vectorize` of a matmul.
static std::string unrolled(unsigned rows, unsigned columns, unsigned factor) {
  return llvm::formatv(R"(
module attributes {{transform.with_named_sequence} {{
  transform.named_sequence @__transform_main(%module: !transform.any_op) {{
    %matmul = transform.structured.match ops{{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tile, %loops:3 = transform.structured.tile_using_for %matmul
        tile_sizes [{0}, {1}, 1] : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %tile : !transform.any_op
    transform.loop.unroll %loops#2 {{factor = {2}} : !transform.any_op
    transform.yield
  }
})",
                       rows, columns, factor);
}

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("custom_action: ");
  ProgramLoader loader;
  auto program = std::make_shared<const Program>(
      orExit(loader.loadGenerated(argc > 1 ? argv[1] : "matmul_128_128_128")));
  std::unique_ptr<Execution> execution = orExit(Execution::create({}));

  for (unsigned factor : {1, 2, 4, 8}) {
    PairedMeasurement timed = orExit(execution->measurePaired(
        {.program = program, .script = unrolled(4, 32, factor)}));
    llvm::outs() << llvm::formatv("unroll({0}): ", factor);
    if (timed.ok())
      llvm::outs() << llvm::formatv("{0:f2} times as fast as the program\n",
                                    timed.speedup());
    else // crashed, timed out, wrong result, ...: a status, never an exception
      llvm::outs() << nameOf(timed.status) << ": " << timed.message << "\n";
  }
}
