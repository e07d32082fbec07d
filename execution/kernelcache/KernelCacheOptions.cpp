#include "execution/kernelcache/KernelCache.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <optional>
#include <string>
#include <utility>

namespace mlirgym {

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

static llvm::Error readCount(const char *name, uint64_t &count) {
  std::optional<std::string> text = llvm::sys::Process::GetEnv(name);
  if (!text || text->empty())
    return llvm::Error::success();
  if (llvm::StringRef(*text).getAsInteger(10, count))
    return executionError("{0}={1}: not a number of kernels; give a whole "
                          "number",
                          name, *text);
  return llvm::Error::success();
}

std::string defaultKernelFolder() {
  llvm::SmallString<128> folder(
      llvm::sys::Process::GetEnv("XDG_CACHE_HOME").value_or(""));
  if (folder.empty()) {
    if (!llvm::sys::path::home_directory(folder))
      return "";
    llvm::sys::path::append(folder, ".cache");
  }
  llvm::sys::path::append(folder, "mlirgym", "kernels");
  return std::string(folder);
}

llvm::Expected<KernelCacheOptions>
KernelCacheOptions::fromEnvironment(std::string folder) {
  KernelCacheOptions options;
  MLIRGYM_TRY_TO(readSwitch("MLIRGYM_CACHE_ON", options.on));
  MLIRGYM_TRY_TO(readSwitch("MLIRGYM_ALWAYS_COMPILE", options.alwaysCompile));
  MLIRGYM_TRY_TO(readSize("MLIRGYM_CACHE_LIMIT", options.diskLimitBytes));
  MLIRGYM_TRY_TO(readSize("MLIRGYM_CACHE_MEMORY", options.memoryLimitBytes));
  MLIRGYM_TRY_TO(readCount("MLIRGYM_CACHE_COUNT", options.diskLimitCount));
  MLIRGYM_TRY_TO(
      readCount("MLIRGYM_CACHE_MEMORY_COUNT", options.memoryLimitCount));
  options.directory = std::move(folder);
  if (options.directory.empty())
    options.directory =
        llvm::sys::Process::GetEnv("MLIRGYM_CACHE_DIR").value_or("");
  if (options.directory.empty()) {
    options.directory = defaultKernelFolder();
    options.ifUnusable = Unusable::MemoryOnly;
  }
  return options;
}

} // namespace mlirgym
