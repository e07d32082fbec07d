#include "execution/process/LastingThread.h"
#include "outcome/SystemError.h"
#include "program/Try.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <sched.h>
#include <sys/types.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mlirgym::worker {
namespace {

/// The processors of the calling thread; nullopt if there are too many for the
/// type.
std::optional<cpu_set_t> ownProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof(set), &set) != 0)
    return std::nullopt;
  return set;
}

class LastingThread {
public:
  void run(llvm::function_ref<void()> work) {
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> end = done->get_future();
    {
      std::lock_guard lock(mutex);
      queue.push_back({work, ownProcessors(), std::move(done)});
    }
    arrived.notify_one();
    end.wait();
  }
  /// Never returns.
  void serve() {
    while (true) {
      std::unique_lock lock(mutex);
      arrived.wait(lock, [&] { return !queue.empty(); });
      Task task = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      if (task.processors)
        ::sched_setaffinity(0, sizeof(cpu_set_t), &*task.processors);
      task.work();
      task.done->set_value();
    }
  }
  const pid_t owner = ::getpid();

private:
  struct Task {
    llvm::function_ref<void()> work;
    std::optional<cpu_set_t> processors;
    std::shared_ptr<std::promise<void>> done;
  };
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Task> queue;
};

/// Never destroyed, since its thread uses it until the process ends. A child of
/// fork() has neither the thread nor a mutex that it may lock, and makes
/// another object.
std::atomic<LastingThread *> known = nullptr;
/// The process that is creating the object.
std::atomic<pid_t> maker = 0;

llvm::Expected<LastingThread *> makeThread() {
  auto made = std::make_unique<LastingThread>();
  // Signals are for the threads of the host program.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int problem = 0;
  try {
    std::thread([thread = made.get()] { thread->serve(); }).detach();
  } catch (const std::system_error &error) {
    problem = error.code().value();
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (problem != 0)
    return systemError("cannot start a thread", problem);
  return made.release();
}

llvm::Expected<LastingThread *> threadOfThisProcess() {
  const pid_t self = ::getpid();
  while (true) {
    LastingThread *found = known;
    if (found && found->owner == self)
      return found;
    pid_t other = maker;
    if (other == self || !maker.compare_exchange_strong(other, self)) {
      std::this_thread::yield(); // another thread makes it
      continue;
    }
    found = known;
    auto made = found && found->owner == self
                    ? llvm::Expected<LastingThread *>(found)
                    : makeThread();
    if (made)
      known = *made;
    maker = 0;
    return made;
  }
}
} // namespace

llvm::Error runOnLastingThread(llvm::function_ref<void()> work) {
  MLIRGYM_TRY(auto thread, threadOfThisProcess());
  thread->run(work);
  return llvm::Error::success();
}

} // namespace mlirgym::worker
