#include "execution/kernelcache/KernelCache.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/kernelcache/KernelFiles.h"
#include "execution/kernelcache/SharedStatistics.h"
#include "outcome/ExecutionError.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
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

static llvm::Error makeDirectory(const std::string &directory) {
  if (std::error_code code = fs::create_directories(directory))
    return executionError("{0}: cannot make the kernel cache: {1}; choose "
                          "another folder (--cache-dir, MLIRGYM_CACHE_DIR)",
                          directory, code.message());
  // create_directories() succeeds if a file has that name.
  if (!fs::is_directory(directory))
    return executionError("{0}: a file, and the kernel cache is a folder; "
                          "choose another (--cache-dir, MLIRGYM_CACHE_DIR)",
                          directory);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<KernelCache>>
KernelCache::open(KernelCacheOptions options) {
  std::unique_ptr<KernelCache> cache(new KernelCache);
  if (!options.on)
    options.directory.clear();
  if (!options.directory.empty())
    if (llvm::Error error = makeDirectory(options.directory)) {
      if (options.ifUnusable == KernelCacheOptions::Unusable::Error)
        return std::move(error);
      llvm::consumeError(std::move(error));
      options.directory.clear();
    }
  if (!options.directory.empty())
    cache->impl->files.emplace(
        options.directory,
        KernelFiles::Limits{options.diskLimitBytes, options.diskLimitCount});
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
  if (!found.bundle) {
    ++impl->counts.misses;
    impl->counts.rejected += found.rejected ? 1 : 0;
    return nullptr;
  }
  ++impl->counts.diskHits;
  impl->remember(key, found.bundle->object);
  return found.bundle->object;
}

void KernelCache::store(const KernelKey &key, llvm::ArrayRef<char> object,
                        const KernelFacts &facts) {
  if (!impl->options.on)
    return;
  if (impl->files)
    impl->files->write(key, encodeBundle(key, facts, object));
  std::lock_guard lock(impl->mutex);
  ++impl->counts.stores;
  impl->remember(key, std::make_shared<const std::vector<char>>(object.begin(),
                                                                object.end()));
}

//===----------------------------------------------------------------------===//
// Kernels on disk
//===----------------------------------------------------------------------===//

std::optional<KernelBundle> KernelCache::bundle(const KernelKey &key) const {
  return impl->files ? impl->files->read(key).bundle : std::nullopt;
}

llvm::Expected<KernelBundle> KernelCache::find(llvm::StringRef hash) const {
  const std::string &folder = impl->options.directory;
  std::optional<KernelKey> key = KernelKey::parse(hash);
  if (!key && impl->files && !hash.empty())
    for (const KernelFiles::File &file : impl->files->list()) {
      if (!llvm::StringRef(file.key.hex()).starts_with(hash.lower()))
        continue;
      if (key)
        return executionError("{0}: several kernels begin with {1}; give more "
                              "digits of the hash",
                              folder, hash);
      key = file.key;
    }
  std::optional<KernelBundle> found = key ? bundle(*key) : std::nullopt;
  if (!found)
    return executionError("{0}: no kernel {1}, or a damaged one; `mlirgym "
                          "kernels list` lists the kernels of a folder",
                          folder, hash);
  return std::move(*found);
}

std::vector<KernelListing> KernelCache::list() const {
  std::vector<KernelListing> kernels;
  if (!impl->files)
    return kernels;
  for (const KernelFiles::File &file : impl->files->list()) {
    auto buffer = readRegular(file.path);
    auto bundle =
        buffer ? decodeBundle(file.key, (*buffer)->getBuffer()) : std::nullopt;
    if (bundle)
      kernels.push_back({file.key, bundle->facts.program,
                         bundle->facts.schedule, file.bytes, file.usedAtUs,
                         bundle->facts.isCallable()});
  }
  llvm::sort(kernels, [](const KernelListing &a, const KernelListing &b) {
    return std::tie(b.usedAtUs, a.key) < std::tie(a.usedAtUs, b.key);
  });
  return kernels;
}

void KernelCache::reset() {
  std::lock_guard lock(impl->mutex);
  impl->recent.clear();
  impl->entries.clear();
  impl->memoryBytes = 0;
}

uint64_t KernelCache::clear() {
  reset();
  uint64_t deleted = 0;
  if (!impl->files)
    return deleted;
  for (const KernelFiles::File &file : impl->files->list())
    deleted += fs::remove(file.path) ? 0 : 1;
  removeStatistics(impl->options.directory);
  std::lock_guard lock(impl->mutex);
  impl->counts = {};
  return deleted;
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
  while ((memoryBytes > options.memoryLimitBytes ||
          recent.size() > options.memoryLimitCount) &&
         recent.size() > 1) {
    memoryBytes -= recent.back().object->size();
    entries.erase(recent.back().key);
    recent.pop_back();
  }
}

} // namespace mlirgym
