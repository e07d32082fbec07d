#include "execution/kernelcache/KernelCache.h"
#include "execution/kernelcache/KernelFiles.h"
#include "execution/kernelcache/SharedStatistics.h"
#include "execution/outcome/ExecutionError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

namespace mlirgym {

namespace fs = llvm::sys::fs;

struct KernelCache::Impl {
  KernelCacheOptions options;
  std::optional<KernelFiles> files; ///< with a directory

  mutable std::mutex mutex; // guards the members below
  struct Entry {
    KernelKey key;
    KernelBytes object;
  };
  std::list<Entry> recent; ///< most recently used first
  std::map<KernelKey, std::list<Entry>::iterator> entries;
  uint64_t memoryBytes = 0;
  KernelCacheStatistics counts;

  void remember(const KernelKey &key, KernelBytes object);
};

KernelCache::KernelCache() : impl(std::make_unique<Impl>()) {}

KernelCache::~KernelCache() {
  const KernelCacheStatistics &counts = impl->counts;
  bool used = counts.memoryHits + counts.diskHits + counts.misses +
                  counts.stores + counts.rejected >
              0;
  if (used && !impl->options.directory.empty())
    addStatistics(impl->options.directory, counts);
}

llvm::Expected<std::unique_ptr<KernelCache>>
KernelCache::open(KernelCacheOptions options) {
  std::unique_ptr<KernelCache> cache(new KernelCache);
  if (!options.on)
    options.directory.clear();
  if (!options.directory.empty())
    if (std::error_code code = fs::create_directories(options.directory))
      return executionError("{0}: cannot make the kernel cache: {1}; choose "
                            "another folder (--cache-dir, MLIRGYM_CACHE_DIR)",
                            options.directory, code.message());
  // create_directories() succeeds if a file has that name.
  if (!options.directory.empty() && !fs::is_directory(options.directory))
    return executionError("{0}: a file, and the kernel cache is a folder; "
                          "choose another (--cache-dir, MLIRGYM_CACHE_DIR)",
                          options.directory);
  if (!options.directory.empty())
    cache->impl->files.emplace(options.directory, options.diskLimitBytes);
  cache->impl->options = std::move(options);
  return cache;
}

const KernelCacheOptions &KernelCache::options() const { return impl->options; }

KernelCacheStatistics KernelCache::statistics() const {
  std::lock_guard lock(impl->mutex);
  return impl->counts;
}

std::string KernelCache::pathOf(const KernelKey &key) const {
  return impl->files ? impl->files->pathOf(key) : "";
}

KernelBytes KernelCache::lookup(const KernelKey &key) {
  if (!impl->options.on || impl->options.alwaysCompile)
    return nullptr;
  {
    std::lock_guard lock(impl->mutex);
    if (auto found = impl->entries.find(key); found != impl->entries.end()) {
      impl->recent.splice(impl->recent.begin(), impl->recent, found->second);
      ++impl->counts.memoryHits;
      return found->second->object;
    }
  }
  KernelFiles::Found found{};
  if (impl->files)
    found = impl->files->read(key);
  std::lock_guard lock(impl->mutex);
  if (!found.object) {
    ++impl->counts.misses;
    impl->counts.rejected += found.rejected ? 1 : 0;
    return nullptr;
  }
  ++impl->counts.diskHits;
  impl->remember(key, found.object);
  return found.object;
}

void KernelCache::store(const KernelKey &key, llvm::ArrayRef<char> object) {
  if (!impl->options.on)
    return;
  if (impl->files)
    impl->files->write(key, object);
  std::lock_guard lock(impl->mutex);
  ++impl->counts.stores;
  impl->remember(key, std::make_shared<const std::vector<char>>(object.begin(),
                                                                object.end()));
}

void KernelCache::Impl::remember(const KernelKey &key, KernelBytes object) {
  if (auto found = entries.find(key); found != entries.end()) {
    memoryBytes -= found->second->object->size();
    recent.erase(found->second);
    entries.erase(found);
  }
  memoryBytes += object->size();
  recent.push_front({key, std::move(object)});
  entries[key] = recent.begin();
  while (memoryBytes > options.memoryLimitBytes && recent.size() > 1) {
    memoryBytes -= recent.back().object->size();
    entries.erase(recent.back().key);
    recent.pop_back();
  }
}

} // namespace mlirgym
