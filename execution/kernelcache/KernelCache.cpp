#include "execution/kernelcache/KernelCache.h"
#include "execution/outcome/ExecutionError.h"
#include "program/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <map>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlirgym {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Options and key
//===----------------------------------------------------------------------===//

static llvm::Error readSwitch(const char *name, bool &value) {
  std::optional<std::string> text = llvm::sys::Process::GetEnv(name);
  if (!text || text->empty())
    return llvm::Error::success();
  if (*text != "0" && *text != "1")
    return executionError("{0}={1}: neither 0 nor 1; use one of these", name,
                          *text);
  value = *text == "1";
  return llvm::Error::success();
}

static llvm::Error readSize(const char *name, uint64_t &bytes) {
  std::optional<std::string> text = llvm::sys::Process::GetEnv(name);
  if (!text || text->empty())
    return llvm::Error::success();
  llvm::StringRef digits(*text);
  unsigned shift = 0;
  if (digits.consume_back_insensitive("K"))
    shift = 10;
  else if (digits.consume_back_insensitive("M"))
    shift = 20;
  else if (digits.consume_back_insensitive("G"))
    shift = 30;
  uint64_t number = 0;
  if (digits.getAsInteger(10, number) || number > (~uint64_t(0) >> shift))
    return executionError("{0}={1}: not a size; give bytes, or a number with "
                          "K, M or G",
                          name, *text);
  bytes = number << shift;
  return llvm::Error::success();
}

llvm::Expected<KernelCacheOptions> KernelCacheOptions::fromEnvironment() {
  KernelCacheOptions options;
  if (llvm::Error error = readSwitch("MLIRGYM_CACHE_ON", options.on))
    return error;
  if (llvm::Error error =
          readSwitch("MLIRGYM_ALWAYS_COMPILE", options.alwaysCompile))
    return error;
  if (llvm::Error error =
          readSize("MLIRGYM_CACHE_LIMIT", options.diskLimitBytes))
    return error;
  options.directory =
      llvm::sys::Process::GetEnv("MLIRGYM_CACHE_DIR").value_or("");
  return options;
}

KernelKey KernelKey::of(const Program &program, llvm::StringRef schedule,
                        llvm::StringRef script, llvm::StringRef toolchain,
                        llvm::StringRef cpu, llvm::StringRef features) {
  llvm::BLAKE3 hash;
  auto add = [&](llvm::StringRef part) {
    // With its length: "ab" + "c" is not "a" + "bc".
    uint64_t size = part.size();
    hash.update(llvm::ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(&size), sizeof(size)));
    hash.update(part);
  };
  add("mlirgym kernel 1");
  add({reinterpret_cast<const char *>(program.key().bytes.data()),
       program.key().bytes.size()});
  for (llvm::StringRef part :
       {program.entry(), schedule, script, toolchain, cpu, features})
    add(part);
  return {hash.final<32>()};
}

std::string KernelKey::hex() const {
  return llvm::toHex(llvm::ArrayRef<uint8_t>(bytes), /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
struct FileHeader {
  char magic[8];
  uint8_t checksum[32]; ///< BLAKE3 over key and object
  uint64_t objectBytes;
};
constexpr char fileMagic[8] = {'M', 'L', 'G', 'K', 'R', 'N', '0', '1'};
constexpr llvm::StringLiteral fileSuffix = ".kernel", tempPrefix = "tmp-";
/// More than the object code of any program that may be compiled.
constexpr uint64_t mostKernelBytes = uint64_t(1) << 30;

std::array<uint8_t, 32> checksumOf(const KernelKey &key,
                                   llvm::ArrayRef<char> object) {
  llvm::BLAKE3 hash;
  hash.update(key.bytes);
  hash.update(llvm::StringRef(object.data(), object.size()));
  return hash.final<32>();
}

/// Object code of a file; nullptr if the file is not what was written.
KernelBytes readKernel(llvm::StringRef bytes, const KernelKey &key) {
  FileHeader header;
  if (bytes.size() < sizeof(header))
    return nullptr;
  std::memcpy(&header, bytes.data(), sizeof(header));
  llvm::StringRef object = bytes.drop_front(sizeof(header));
  llvm::ArrayRef<char> content(object.data(), object.size());
  if (std::memcmp(header.magic, fileMagic, sizeof(fileMagic)) != 0 ||
      header.objectBytes != object.size() ||
      std::memcmp(header.checksum, checksumOf(key, content).data(),
                  sizeof(header.checksum)) != 0)
    return nullptr;
  return std::make_shared<const std::vector<char>>(object.begin(),
                                                   object.end());
}
} // namespace

//===----------------------------------------------------------------------===//
// KernelCache
//===----------------------------------------------------------------------===//

struct KernelCache::Impl {
  KernelCacheOptions options;

  mutable std::mutex mutex; // guards what follows
  struct Entry {
    KernelKey key;
    KernelBytes object;
  };
  std::list<Entry> recent; ///< most recently used first
  std::map<KernelKey, std::list<Entry>::iterator> entries;
  uint64_t memoryBytes = 0;
  KernelCacheStatistics counts;
  /// Written since the directory was last weighed; other processes write too.
  uint64_t writtenBytes = 0;
  bool weighed = false;

  std::atomic<uint64_t> tempCount = 0;

  void remember(const KernelKey &key, KernelBytes object);
  bool writeFile(const KernelKey &key, llvm::ArrayRef<char> object,
                 llvm::StringRef file);
  void evict();
};

KernelCache::KernelCache() : impl(std::make_unique<Impl>()) {}

//===----------------------------------------------------------------------===//
// Statistics of many processes
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral statisticsName = "statistics";

/// Five numbers of 64 bits in decimal fit many times.
static constexpr uint64_t mostStatisticsBytes = 4096;

static std::array<uint64_t *, 5> fieldsOf(KernelCacheStatistics &counts) {
  return {&counts.memoryHits, &counts.diskHits, &counts.misses, &counts.stores,
          &counts.rejected};
}

static KernelCacheStatistics parseStatistics(llvm::StringRef text) {
  KernelCacheStatistics counts;
  for (uint64_t *field : fieldsOf(counts)) {
    auto [word, rest] = text.split(' ');
    if (word.getAsInteger(10, *field))
      return {}; // somebody else's file, or half of ours
    text = rest;
  }
  return counts;
}

KernelCacheStatistics KernelCache::statisticsOf(llvm::StringRef directory) {
  llvm::SmallString<128> file(directory);
  path::append(file, statisticsName);
  auto buffer = readRegular(file, mostStatisticsBytes);
  return buffer ? parseStatistics((*buffer)->getBuffer())
                : KernelCacheStatistics();
}

/// A process that is stopped while it holds the lock must not stop all others.
static bool lockForAMoment(int file) {
  constexpr int stepUs = 1000, longestUs = 1'000'000;
  for (int waitedUs = 0; waitedUs < longestUs; waitedUs += stepUs) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;
    ::usleep(stepUs);
  }
  return false;
}

/// Adds to the file of the directory, one process after the other. Figures for
/// people: that they cannot be written is no error.
static void addStatistics(llvm::StringRef directory,
                          KernelCacheStatistics counts) {
  llvm::SmallString<128> file(directory);
  path::append(file, statisticsName);
  // A FIFO in its place is neither waited for nor written to.
  int fd =
      ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
  if (fd < 0)
    return;
  if (!checkRegular(fd) && lockForAMoment(fd)) {
    KernelCacheStatistics sums = KernelCache::statisticsOf(directory);
    std::string text;
    for (auto [sum, count] : llvm::zip_equal(fieldsOf(sums), fieldsOf(counts)))
      text += std::to_string(*sum + *count) + ' ';
    // Sums grow, so that what was there is overwritten whole.
    ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
    (void)written;
  }
  ::close(fd);
}

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
  // create_directories() is content with a file of that name.
  if (!options.directory.empty() && !fs::is_directory(options.directory))
    return executionError("{0}: a file, and the kernel cache is a folder; "
                          "choose another (--cache-dir, MLIRGYM_CACHE_DIR)",
                          options.directory);
  cache->impl->options = std::move(options);
  return cache;
}

const KernelCacheOptions &KernelCache::options() const { return impl->options; }

KernelCacheStatistics KernelCache::statistics() const {
  std::lock_guard lock(impl->mutex);
  return impl->counts;
}

std::string KernelCache::pathOf(const KernelKey &key) const {
  if (impl->options.directory.empty())
    return "";
  // 256 folders: a folder of a million files is slow to list.
  std::string hex = key.hex();
  llvm::SmallString<128> result(impl->options.directory);
  path::append(result, hex.substr(0, 2), hex.substr(2) + fileSuffix.str());
  return result.str().str();
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
  std::string file = pathOf(key);
  if (file.empty()) {
    std::lock_guard lock(impl->mutex);
    ++impl->counts.misses;
    return nullptr;
  }

  auto buffer = readRegular(file, mostKernelBytes);
  KernelBytes object =
      buffer ? readKernel((*buffer)->getBuffer(), key) : nullptr;
  std::lock_guard lock(impl->mutex);
  if (!object) {
    ++impl->counts.misses;
    impl->counts.rejected += buffer ? 1 : 0;
    return nullptr;
  }
  ++impl->counts.diskHits;
  impl->remember(key, object);
  // The time of last use, for eviction by any process.
  (void)::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  return object;
}

void KernelCache::store(const KernelKey &key, llvm::ArrayRef<char> object) {
  if (!impl->options.on)
    return;
  std::string file = pathOf(key);
  bool written = !file.empty() && impl->writeFile(key, object, file);
  std::lock_guard lock(impl->mutex);
  ++impl->counts.stores;
  impl->remember(key, std::make_shared<const std::vector<char>>(object.begin(),
                                                                object.end()));
  if (!written)
    return;
  impl->writtenBytes += object.size() + sizeof(FileHeader);
  if (impl->weighed && impl->writtenBytes <= impl->options.diskLimitBytes / 16)
    return;
  impl->weighed = true;
  impl->writtenBytes = 0;
  impl->evict();
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

/// Writes a file without a name and then gives it one, so that a process that
/// is killed meanwhile leaves nothing. In the place of another it goes by way
/// of `temp`: at no time is the name without a file. nullopt where the file
/// system cannot.
static std::optional<bool> writeNameless(llvm::StringRef folder,
                                         llvm::StringRef header,
                                         llvm::StringRef object,
                                         const std::string &file,
                                         const std::string &temp) {
  int fd = ::open(folder.str().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (fd < 0)
    return std::nullopt;
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/false);
  out << header << object;
  out.flush();
  bool named = false;
  if (!out.has_error()) {
    std::string source = llvm::formatv("/proc/self/fd/{0}", fd);
    auto link = [&](const std::string &name) {
      return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(),
                      AT_SYMLINK_FOLLOW) == 0;
    };
    named = link(file);
    // What has the name may be damaged: it was not found, or not asked for.
    if (!named && errno == EEXIST && link(temp)) {
      named = !fs::rename(temp, file);
      if (!named)
        (void)fs::remove(temp);
    }
  }
  out.clear_error();
  ::close(fd);
  return named;
}

bool KernelCache::Impl::writeFile(const KernelKey &key,
                                  llvm::ArrayRef<char> object,
                                  llvm::StringRef file) {
  FileHeader header{};
  std::memcpy(header.magic, fileMagic, sizeof(fileMagic));
  std::memcpy(header.checksum, checksumOf(key, object).data(),
              sizeof(header.checksum));
  header.objectBytes = object.size();
  llvm::StringRef headerBytes(reinterpret_cast<const char *>(&header),
                              sizeof(header));
  llvm::StringRef objectBytes(object.data(), object.size());

  // No fsync: after a power failure the checksum tells.
  llvm::StringRef folder = path::parent_path(file);
  (void)fs::create_directory(folder); // opening below fails if this did
  llvm::SmallString<128> temp(folder);
  path::append(
      temp, llvm::formatv("{0}{1}-{2}", tempPrefix, ::getpid(), tempCount++));
  if (std::optional<bool> written = writeNameless(
          folder, headerBytes, objectBytes, file.str(), temp.str().str()))
    return *written;
  bool whole = false;
  {
    std::error_code code;
    llvm::raw_fd_ostream out(temp, code, fs::CD_CreateNew);
    if (code)
      return false;
    out << headerBytes << objectBytes;
    out.close();
    whole = !out.has_error();
    out.clear_error();
  }
  if (whole && !fs::rename(temp, file))
    return true;
  (void)fs::remove(temp);
  return false;
}

void KernelCache::Impl::evict() {
  struct File {
    llvm::sys::TimePoint<> used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<File> files;
  uint64_t totalBytes = 0;
  auto now = std::chrono::system_clock::now();
  std::error_code code;
  for (fs::recursive_directory_iterator it(options.directory, code), end;
       it != end && !code; it.increment(code)) {
    llvm::ErrorOr<fs::basic_file_status> status = it->status();
    if (!status || status->type() != fs::file_type::regular_file)
      continue;
    llvm::StringRef name = path::filename(it->path());
    // Left by a process that was killed while it wrote.
    if (name.starts_with(tempPrefix) &&
        now - status->getLastModificationTime() > std::chrono::minutes(10)) {
      (void)fs::remove(it->path());
      continue;
    }
    if (!name.ends_with(fileSuffix))
      continue; // not ours
    files.push_back(
        {status->getLastModificationTime(), status->getSize(), it->path()});
    totalBytes += status->getSize();
  }
  if (totalBytes <= options.diskLimitBytes)
    return;
  llvm::sort(files,
             [](const File &a, const File &b) { return a.used < b.used; });
  // A little below the limit, or the next store would be here again.
  uint64_t target = options.diskLimitBytes - options.diskLimitBytes / 10;
  for (const File &file : files) {
    if (totalBytes <= target)
      return;
    if (!fs::remove(file.path))
      totalBytes -= file.bytes;
  }
}

} // namespace mlirgym
