//===- env/ParallelFor.h - A loop over environments -------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_PARALLELFOR_H
#define MLIRGYM_ENV_PARALLELFOR_H

#include <cstddef>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

// oneTBB's library is not instrumented: ThreadSanitizer does not see its
// synchronisation and would report races in correct tasks. Under
// ThreadSanitizer plain threads run the same iterations, so that real races are
// found.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MLIRGYM_THREAD_SANITIZER 1
#include <thread>
#include <vector>
#endif
#endif

namespace mlirgym {

/// Calls function(i) for every i below `count`, in parallel if there are more
/// than `grain` iterations, which should take longer than waking a thread.
/// `function` must access only data that belongs to its index, so that results
/// do not depend on the number of threads.
template <typename Function>
void parallelFor(std::size_t count, std::size_t grain, Function function) {
  auto run = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      function(i);
  };
  if (count <= grain)
    return run(0, count);
#ifdef MLIRGYM_THREAD_SANITIZER
  std::vector<std::jthread> threads;
  for (std::size_t begin = 0; begin < count; begin += grain)
    threads.emplace_back(run, begin, std::min(begin + grain, count));
#else
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t> &range) {
                      run(range.begin(), range.end());
                    });
#endif
}
} // namespace mlirgym
#endif // MLIRGYM_ENV_PARALLELFOR_H
