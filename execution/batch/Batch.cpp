#include "execution/batch/Batch.h"
#include "execution/batch/Claims.h"
#include "execution/batch/Pipeline.h"
#include "outcome/StopCheck.h"
#include "outcome/SystemError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <semaphore>
#include <system_error>
#include <thread>
#include <vector>

namespace mlirgym {

/// Starts up to the requested number of threads that run `body`. Errors:
/// ExecutionError if none can be started.
static llvm::Expected<std::vector<std::thread>>
startThreads(size_t number, llvm::function_ref<void()> body) {
  std::vector<std::thread> threads;
  threads.reserve(number);
  try {
    while (threads.size() < number)
      threads.emplace_back([body] { body(); });
  } catch (const std::system_error &error) {
    if (threads.empty())
      return systemError("cannot start a thread", error.code().value());
  }
  return threads;
}

void runBatch(llvm::MutableArrayRef<OwnedJob> jobs, Pipeline &pipeline,
              Claims &claims, StopCheck &stop) {
  if (jobs.empty())
    return;
  // Each waiting object holds an open file, so their number is limited for slow
  // programs.
  constexpr ptrdiff_t mostWaiting = 64;
  std::counting_semaphore<> slots(mostWaiting);
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<std::pair<size_t, JobObject>> ready;
  std::atomic<size_t> next = 0;
  auto compileNext = [&] {
    for (size_t i; (i = next++) < jobs.size();) {
      slots.acquire();
      JobObject object;
      if (!jobs[i].job.isBaseline()) // Pipeline::run() compiles that
        object = pipeline.compile(jobs[i].job, stop);
      std::lock_guard lock(mutex);
      ready.emplace_back(i, std::move(object));
      arrived.notify_one();
    }
  };
  auto threads =
      startThreads(std::min<size_t>(pipeline.compilePool().size(), jobs.size()),
                   compileNext);
  if (!threads) {
    const Answer none = Answer::failure(threads.takeError());
    for (const OwnedJob &owned : jobs)
      claims.publish(owned.claim, none);
    return;
  }

  for (size_t done = 0; done < jobs.size(); ++done) {
    std::pair<size_t, JobObject> item;
    {
      std::unique_lock lock(mutex);
      // A stop also ends the compile workers, so that a result arrives soon.
      while (!arrived.wait_for(lock, StopCheck::pause,
                               [&] { return !ready.empty(); }))
        (void)stop.requested();
      item = std::move(ready.front());
      ready.pop_front();
    }
    const OwnedJob &owned = jobs[item.first];
    if (stop.requested())
      claims.publish(owned.claim, Answer::interruption());
    else if (owned.job.isBaseline())
      claims.publish(owned.claim, pipeline.run(owned.job, stop));
    else
      claims.publish(owned.claim,
                     pipeline.finish(owned.job, std::move(item.second), stop));
    slots.release();
  }
  for (std::thread &thread : *threads)
    thread.join();
}

} // namespace mlirgym
