#include "execution/Cluster.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/EnumNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

bool RemoteBatch::awaits(size_t index) const {
  std::lock_guard lock(mutex);
  return index < isOpen.size() && isOpen[index];
}

bool RemoteBatch::answer(size_t index, RemoteAnswer answer) {
  std::lock_guard lock(mutex);
  if (index >= isOpen.size() || !isOpen[index])
    return false;
  isOpen[index] = false;
  answers.emplace_back(index, std::move(answer));
  arrived.notify_one();
  return true;
}

bool RemoteBatch::giveUp(size_t index, Status status,
                         const std::string &message) {
  if (index >= all.size())
    return false;
  Measurement failed;
  failed.status = status;
  failed.message = message;
  PairedMeasurement pair;
  pair.status = status;
  pair.message = message;
  return answer(index, {.measurements = {failed},
                        .pairs = std::vector(all[index].codes.size(), pair),
                        .isKept = false});
}

std::optional<std::pair<size_t, RemoteAnswer>>
RemoteBatch::next(StopCheck &stop) {
  std::unique_lock lock(mutex);
  if (!waitUnlessStopped(arrived, lock, stop,
                         [&] { return !answers.empty(); })) {
    isOpen.assign(isOpen.size(), false);
    return std::nullopt;
  }
  auto first = std::move(answers.front());
  answers.pop_front();
  return first;
}

llvm::Expected<Target> Cluster::targetNamed(const TargetName &name) {
  const Target &host = Target::host();
  if (name.triple == host.triple && name.cpu == host.cpu &&
      name.features == host.features)
    return host;
  return Target::find(name);
}

static constexpr EnumNames<RemoteSample::Kind::InTurn> kindNames = {
    {"code", "foreign", "module", "in_turn"}};

llvm::StringRef nameOf(RemoteSample::Kind kind) { return kindNames.of(kind); }

} // namespace mlirgym
