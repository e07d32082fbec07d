#include "execution/kernelcache/KernelFiles.h"
#include "execution/kernelcache/KernelCache.h"
#include "program/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace mlirgym {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
struct FileHeader {
  char magic[8];
  uint8_t checksum[32]; ///< BLAKE3 over key and object
  uint64_t objectBytes;
};
constexpr char fileMagic[8] = {'M', 'L', 'G', 'K', 'R', 'N', '0', '1'};
constexpr llvm::StringLiteral fileSuffix = ".kernel", tempPrefix = "tmp-";
/// More than the object code of any supported program.
constexpr uint64_t mostKernelBytes = uint64_t(1) << 30;

std::array<uint8_t, 32> checksumOf(const KernelKey &key,
                                   llvm::ArrayRef<char> object) {
  llvm::BLAKE3 hash;
  hash.update(key.bytes);
  hash.update(llvm::StringRef(object.data(), object.size()));
  return hash.final<32>();
}

/// Object code of a file; nullptr if the file is damaged.
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

std::string KernelFiles::pathOf(const KernelKey &key) const {
  // 256 subdirectories: a directory of a million files is slow to list.
  std::string hex = key.hex();
  llvm::SmallString<128> result(directory);
  path::append(result, hex.substr(0, 2), hex.substr(2) + fileSuffix.str());
  return result.str().str();
}

KernelFiles::Found KernelFiles::read(const KernelKey &key) {
  const std::string file = pathOf(key);
  auto buffer = readRegular(file, mostKernelBytes);
  if (!buffer)
    return {nullptr, false};
  KernelBytes object = readKernel((*buffer)->getBuffer(), key);
  if (!object)
    return {nullptr, true};
  // The time of last use, by which any process evicts files.
  (void)::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  return {std::move(object), false};
}

void KernelFiles::write(const KernelKey &key, llvm::ArrayRef<char> object) {
  if (!writeFile(key, object, pathOf(key)))
    return;
  std::lock_guard lock(mutex);
  writtenBytes += object.size() + sizeof(FileHeader);
  if (weighed && writtenBytes <= limitBytes / 16)
    return;
  weighed = true;
  writtenBytes = 0;
  evict();
}

/// Writes an unnamed file (O_TMPFILE) and then links it to its name, so that a
/// process that is killed meanwhile leaves nothing behind. An existing file is
/// replaced by way of `temp`, so that the name always refers to a file. nullopt
/// if the file system does not support this.
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
    // The existing file may be damaged: it was rejected, or not looked up.
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

bool KernelFiles::writeFile(const KernelKey &key, llvm::ArrayRef<char> object,
                            llvm::StringRef file) {
  FileHeader header{};
  std::memcpy(header.magic, fileMagic, sizeof(fileMagic));
  std::memcpy(header.checksum, checksumOf(key, object).data(),
              sizeof(header.checksum));
  header.objectBytes = object.size();
  llvm::StringRef headerBytes(reinterpret_cast<const char *>(&header),
                              sizeof(header));
  llvm::StringRef objectBytes(object.data(), object.size());

  // No fsync: after a power failure the checksum shows damage.
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

void KernelFiles::evict() const {
  struct File {
    llvm::sys::TimePoint<> used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<File> files;
  uint64_t totalBytes = 0;
  auto now = std::chrono::system_clock::now();
  std::error_code code;
  for (fs::recursive_directory_iterator it(directory, code), end;
       it != end && !code; it.increment(code)) {
    llvm::ErrorOr<fs::basic_file_status> status = it->status();
    if (!status || status->type() != fs::file_type::regular_file)
      continue;
    llvm::StringRef name = path::filename(it->path());
    // Left behind by a process that was killed while writing.
    if (name.starts_with(tempPrefix) &&
        now - status->getLastModificationTime() > std::chrono::minutes(10)) {
      (void)fs::remove(it->path());
      continue;
    }
    if (!name.ends_with(fileSuffix))
      continue; // not a file of the cache
    files.push_back(
        {status->getLastModificationTime(), status->getSize(), it->path()});
    totalBytes += status->getSize();
  }
  if (totalBytes <= limitBytes)
    return;
  llvm::sort(files,
             [](const File &a, const File &b) { return a.used < b.used; });
  // Somewhat below the limit, since otherwise the next store would evict again.
  uint64_t target = limitBytes - limitBytes / 10;
  for (const File &file : files) {
    if (totalBytes <= target)
      return;
    if (!fs::remove(file.path))
      totalBytes -= file.bytes;
  }
}

} // namespace mlirgym
