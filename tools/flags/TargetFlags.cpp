#include "tools/flags/TargetFlags.h"
#include "lowering/target/Target.h"
#include "program/Try.h"
#include "tools/Options.h"
#include "llvm/Support/Error.h"

namespace mlirgym::tools {

void TargetFlags::addTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Target");
  addOption(app, "--target", name.triple,
            "Compile for this target, a triple of LLVM such as aarch64 or "
            "riscv64-linux-gnu [default: this machine]")
      .type("TRIPLE");
  addOption(app, "--cpu", name.cpu,
            "Processor of the target, as LLVM names it: neoverse-n1, x86-64-v3 "
            "[default: native, which is that of this machine; with --target "
            "the generic one of the architecture]")
      .type("NAME");
  addOption(app, "--features", name.features,
            "Features to add to those of the processor, or to remove: "
            "+v,+zvl256b, or --features=-avx512f [default: none]")
      .type("LIST");
}

llvm::Error TargetFlags::requireHost() const {
  MLIRGYM_TRY(auto target,
              Target::find({.triple = name.triple, .cpu = name.cpu}));
  if (target.isHost())
    return llvm::Error::success();
  return llvm::createStringError(
      "kernels are timed on this machine (" + Target::host().triple + ", " +
      Target::host().cpu + "), and the target is " + target.triple + ", " +
      target.cpu +
      "; --features times code that does without some features of this "
      "machine, and `mlirgym dump` compiles for any target");
}
} // namespace mlirgym::tools
