#include "lowering/target/NarrowerHost.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace mlirgym {

llvm::Expected<Target> narrowerHost(llvm::StringRef features) {
  auto target = Target::find({.features = features.str()});
  if (!target || features.empty())
    return target;
  const Target &host = Target::host();
  const llvm::Triple triple(host.triple);
  std::string problem;
  const llvm::Target *known =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  const std::unique_ptr<llvm::MCSubtargetInfo> here(
      known->createMCSubtargetInfo(triple, host.cpu, host.features));
  for (llvm::StringRef word : llvm::split(features, ','))
    if (const llvm::StringRef feature = word.drop_front();
        !here->checkFeatures(("+" + feature).str()))
      return llvm::createStringError("this machine (" + host.cpu +
                                     ") has no feature '" + feature +
                                     "'; name one that it has, to do without "
                                     "it");
  return target;
}

} // namespace mlirgym
