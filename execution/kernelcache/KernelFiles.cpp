#include "execution/kernelcache/KernelFiles.h"
#include "execution/kernelcache/KernelBundle.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
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

static constexpr llvm::StringLiteral fileSuffix = ".kernel",
                                     tempPrefix = "tmp-";
/// More than the object code and the IR of any supported program.
static constexpr uint64_t mostKernelBytes = uint64_t(1) << 30;

std::string KernelFiles::pathOf(const KernelKey &key) const {
  // 256 subdirectories: a directory of a million files is slow to list.
  std::string hex = key.hex();
  return pathIn(directory, hex.substr(0, 2), hex.substr(2) + fileSuffix);
}

KernelFiles::Found KernelFiles::read(const KernelKey &key) const {
  const std::string file = pathOf(key);
  auto buffer = readRegular(file, mostKernelBytes);
  if (!buffer)
    return {std::nullopt, false};
  std::optional<KernelBundle> bundle =
      decodeBundle(key, (*buffer)->getBuffer());
  if (!bundle)
    return {std::nullopt, true};
  // Sets the time of last use, by which any process evicts files.
  (void)::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  return {std::move(bundle), false};
}

void KernelFiles::write(const KernelKey &key, llvm::StringRef bytes) {
  if (!writeFile(bytes, pathOf(key)))
    return;
  const uint64_t mostBytes = limits.bytes / 16, mostCount = limits.count / 16;
  std::lock_guard lock(mutex);
  if (!counting) {
    // Listing a full directory takes tenths of a second, too long for each
    // process that writes only a few files. The count therefore starts at a
    // random number, so that many such processes list as often as one long
    // process. The key, a hash, serves as the random number.
    counting = true;
    const uint64_t random = llvm::support::endian::read64le(key.bytes.data());
    writtenBytes = random % (mostBytes + 1);
    writtenCount = random % (mostCount + 1);
  }
  writtenBytes += bytes.size();
  ++writtenCount;
  if (writtenBytes <= mostBytes && writtenCount <= mostCount)
    return;
  writtenBytes = writtenCount = 0;
  evict();
}

/// Writes an unnamed file (O_TMPFILE) and then links it to its name, so that a
/// process that is killed meanwhile leaves nothing behind. An existing file is
/// replaced by way of `temp`, so that the name always refers to a file. nullopt
/// if the file system does not support this.
static std::optional<bool> writeNameless(llvm::StringRef folder,
                                         llvm::StringRef bytes,
                                         const std::string &file,
                                         const std::string &temp) {
  int fd = ::open(folder.str().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (fd < 0)
    return std::nullopt;
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/false);
  out << bytes;
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

bool KernelFiles::writeFile(llvm::StringRef bytes, const std::string &file) {
  // No fsync: after a power failure the checksum shows damage.
  llvm::StringRef folder = path::parent_path(file);
  (void)fs::create_directory(folder); // opening below fails if this did
  llvm::SmallString<128> temp(folder);
  path::append(
      temp, llvm::formatv("{0}{1}-{2}", tempPrefix, ::getpid(), tempCount++));
  if (std::optional<bool> written =
          writeNameless(folder, bytes, file, temp.str().str()))
    return *written;
  bool whole = false;
  {
    std::error_code code;
    llvm::raw_fd_ostream out(temp, code, fs::CD_CreateNew);
    if (code)
      return false;
    out << bytes;
    out.close();
    whole = !out.has_error();
    out.clear_error();
  }
  if (whole && !fs::rename(temp, file))
    return true;
  (void)fs::remove(temp);
  return false;
}

/// The key of "<2 digits>/<62 digits>.kernel".
static std::optional<KernelKey> keyOfPath(llvm::StringRef file) {
  llvm::StringRef folder = path::filename(path::parent_path(file));
  return KernelKey::parse((folder + path::stem(file)).str());
}

std::vector<KernelFiles::File> KernelFiles::list() const {
  std::vector<File> files;
  auto now = std::chrono::system_clock::now();
  std::error_code code;
  for (fs::recursive_directory_iterator it(directory, code), end;
       it != end && !code; it.increment(code)) {
    llvm::ErrorOr<fs::basic_file_status> status = it->status();
    if (!status || status->type() != fs::file_type::regular_file)
      continue;
    llvm::StringRef name = path::filename(it->path());
    const auto used = status->getLastModificationTime();
    // Left behind by a process that was killed while writing.
    if (name.starts_with(tempPrefix) && now - used > std::chrono::minutes(10)) {
      (void)fs::remove(it->path());
      continue;
    }
    if (!name.ends_with(fileSuffix))
      continue; // not a file of the cache
    auto key = keyOfPath(it->path());
    if (!key)
      continue;
    files.push_back({*key,
                     std::chrono::duration_cast<std::chrono::microseconds>(
                         used.time_since_epoch())
                         .count(),
                     status->getSize(), it->path()});
  }
  return files;
}

void KernelFiles::evict() const {
  std::vector<File> files = list();
  uint64_t totalBytes = 0, count = files.size();
  for (const File &file : files)
    totalBytes += file.bytes;
  if (totalBytes <= limits.bytes && count <= limits.count)
    return;
  llvm::sort(files, [](const File &a, const File &b) {
    return a.usedAtUs < b.usedAtUs;
  });
  // Somewhat below the limits, since otherwise the next store would evict
  // again.
  const uint64_t fewBytes = limits.bytes - limits.bytes / 10,
                 fewFiles = limits.count - limits.count / 10;
  for (const File &file : files) {
    if (totalBytes <= fewBytes && count <= fewFiles)
      return;
    if (fs::remove(file.path))
      continue;
    totalBytes -= file.bytes;
    --count;
  }
}

} // namespace mlirgym
