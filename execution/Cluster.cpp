#include "execution/Cluster.h"
#include "outcome/StopCheck.h"
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

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

} // namespace mlirgym
