#include "env/Presets.h"
#include "actions/ActionError.h"
#include "env/Env.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlirgym {

using Presets = std::map<std::string, EnvOptions (*)(), std::less<>>;
static Presets &presets() {
  static Presets all = {{"default", [] { return EnvOptions(); }}};
  return all;
}

void registerEnvironmentPreset(llvm::StringRef name, EnvOptions (*make)()) {
  presets()[name.str()] = make;
}

std::vector<std::string> environmentPresetNames() {
  std::vector<std::string> names;
  for (const auto &[name, make] : presets())
    names.push_back(name);
  return names;
}

llvm::Expected<EnvOptions> environmentPreset(llvm::StringRef name) {
  if (auto found = presets().find(name.str()); found != presets().end())
    return found->second();
  return actionError("environment: no preset '{0}'; choose one of {1}", name,
                     llvm::join(environmentPresetNames(), ", "));
}

} // namespace mlirgym
