#include "execution/ProgramContexts.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <mutex>

namespace mlirgym {

/// Limits of all contexts: size of inputs and outputs, and their number (two
/// descriptors each).
static constexpr size_t mostBytes = size_t(1) << 30;
static constexpr size_t mostContexts = 128;

void ProgramContext::noteSchedule(double medianNs) {
  double known = fastestNs;
  while ((known == 0 || medianNs < known) &&
         !fastestNs.compare_exchange_weak(known, medianNs)) {
  }
}

std::shared_ptr<ProgramContext> ProgramContexts::get(const ProgramKey &key) {
  std::lock_guard lock(mutex);
  auto found =
      llvm::find_if(recent, [&](const Entry &e) { return e.key == key; });
  if (found != recent.end())
    recent.splice(recent.begin(), recent, found);
  else
    recent.push_front({key, std::make_shared<ProgramContext>()});

  size_t bytes = 0;
  for (const Entry &entry : recent)
    bytes += entry.context->sizeBytes;
  while (recent.size() > 1 &&
         (bytes > mostBytes || recent.size() > mostContexts)) {
    bytes -= recent.back().context->sizeBytes;
    recent.pop_back();
  }
  return recent.front().context;
}

} // namespace mlirgym
