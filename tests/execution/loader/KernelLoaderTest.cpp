#include "execution/loader/KernelLoader.h"
#include "execution/loader/KeptMemory.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

/// Code that a C compiler makes while the tests run.
class KernelLoaderTest : public testing::Test {
protected:
  KernelLoaderTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-loader", root));
  }
  ~KernelLoaderTest() override { llvm::sys::fs::remove_directories(root); }

  /// The bytes of `file`, which `command` makes of `code` in code.c.
  std::string make(const std::string &code, const std::string &command,
                   const std::string &file) const {
    const std::string folder(root);
    std::ofstream(folder + "/code.c") << code;
    EXPECT_EQ(std::system(("cd '" + folder + "' && " + command).c_str()), 0);
    auto buffer = llvm::MemoryBuffer::getFile(folder + "/" + file);
    EXPECT_TRUE(bool(buffer));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  std::string object(const std::string &code) const {
    return make(code, "gcc -O1 -c code.c", "code.o");
  }
  std::string library(const std::string &code) const {
    return make(code, "gcc -O1 -shared -fPIC code.c -o code.so", "code.so");
  }
  static std::string archive(const std::vector<std::string> &members) {
    std::vector<llvm::NewArchiveMember> list;
    for (const std::string &bytes : members)
      list.emplace_back(llvm::MemoryBufferRef(bytes, "member"));
    auto made = llvm::cantFail(llvm::writeArchiveToBuffer(
        list, llvm::SymtabWritingMode::NoSymtab, llvm::object::Archive::K_GNU,
        /*Deterministic=*/true, /*Thin=*/false));
    return made->getBuffer().str();
  }
  /// Values that the entry writes, after loading `bytes`.
  int resultOf(const std::string &bytes) {
    Kernel kernel =
        llvm::cantFail(loader->load({bytes.data(), bytes.size()}, "entry"));
    int result = 0;
    kernel.call({&result}, 1);
    return result;
  }

  llvm::SmallString<128> root;
  std::unique_ptr<KernelLoader> loader =
      llvm::cantFail(KernelLoader::create(keptMemoryFunctions()));
  const std::string entry =
      "int value(void); void entry(int *out) { *out = value(); }";
};

TEST_F(KernelLoaderTest, LinksTheMembersOfAnArchive) {
  EXPECT_EQ(resultOf(object("void entry(int *out) { *out = 1; }")), 1);
  EXPECT_EQ(resultOf(archive(
                {object(entry), object("int value(void) { return 2; }")})),
            2);
}

TEST_F(KernelLoaderTest, TakesOfAnInnerArchiveOnlyMembersThatAreNeeded) {
  // `value` is defined twice, but the first definition is enough.
  const std::string one = object("int value(void) { return 3; }"),
                    inner = make("int value(void) { return 4; }",
                                 "gcc -O1 -c code.c && ar rc code.a code.o",
                                 "code.a");
  EXPECT_EQ(resultOf(archive({object(entry), one, inner})), 3);
  EXPECT_EQ(resultOf(archive({object(entry), inner})), 4);
}

TEST_F(KernelLoaderTest, LoadsSharedLibraries) {
  const std::string first = library("int value(void) { return 5; }"),
                    second = library("int value(void) { return 6; }"),
                    caller = object(entry);
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(resultOf(archive({caller, first})), 5);
    EXPECT_EQ(resultOf(archive({caller, second})), 6);
  }
}

TEST_F(KernelLoaderTest, ALibraryThatStaysLoadedIsNotTakenForTheNext) {
  const std::string stays = make("int value(void) { return 7; }",
                                 "gcc -shared -fPIC -Wl,-z,nodelete code.c -o "
                                 "code.so",
                                 "code.so"),
                    next = library("int value(void) { return 8; }"),
                    caller = object(entry);
  EXPECT_EQ(resultOf(archive({caller, stays})), 7);
  EXPECT_EQ(resultOf(archive({caller, next})), 8);
}

TEST_F(KernelLoaderTest, AKernelThatStaysLoadedIsNotTakenForTheNext) {
  // Descriptors, and with them the paths /proc/self/fd/N of the libraries, are
  // used again; the first ones stay loaded under theirs.
  for (int value = 1; value <= 4; ++value) {
    const bool stays = value <= 2;
    EXPECT_EQ(resultOf(make("void entry(int *out) { *out = " +
                                std::to_string(value) + "; }",
                            std::string("gcc -shared -fPIC code.c -o code.so") +
                                (stays ? " -Wl,-z,nodelete" : ""),
                            "code.so")),
              value);
    std::ifstream maps("/proc/self/maps");
    const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
    EXPECT_THAT(mapped, HasSubstr("memfd:mlirgym-library"));
  }
  // The same bytes again are a library of their own, with its own data.
  const std::string counter =
      make("static int calls; void entry(int *out) { *out = ++calls; }",
           "gcc -shared -fPIC -Wl,-z,nodelete code.c -o code.so", "code.so");
  EXPECT_EQ(resultOf(counter), 1);
  EXPECT_EQ(resultOf(counter), 1);
}

TEST_F(KernelLoaderTest, NamesWhatIsMissing) {
  const std::string alone = archive({object(entry)});
  auto kernel = loader->load({alone.data(), alone.size()}, "entry");
  ASSERT_FALSE(bool(kernel));
  EXPECT_THAT(llvm::toString(kernel.takeError()), HasSubstr("value"));
  const std::string twice =
      archive({object(entry), object("int value(void) { return 1; }"),
               object("int value(void) { return 1; }")});
  kernel = loader->load({twice.data(), twice.size()}, "entry");
  ASSERT_FALSE(bool(kernel));
  EXPECT_THAT(llvm::toString(kernel.takeError()), HasSubstr("value"));
}

#if defined(__x86_64__) || defined(__aarch64__)
/// `gcc -Ofast` lets a library change the arithmetic of who loads it.
TEST_F(KernelLoaderTest, ALibraryDoesNotChangeArithmetic) {
  const std::string subnormal = "volatile double small = 1e-310;"
                                "int value(void) { return small / 2 > 0; }";
  auto keepsSubnormals = [] {
    volatile double small = 1e-310;
    return small / 2 > 0;
  };
  const std::string fast =
      make("int value(void);", "gcc -Ofast -shared -fPIC code.c -o code.so",
           "code.so");
  const std::string explicitly = library(
#if defined(__x86_64__)
      "__attribute__((constructor, destructor)) static void flush(void) {"
      "  __builtin_ia32_ldmxcsr(0x9fc0); }"
#else
      "__attribute__((constructor, destructor)) static void flush(void) {"
      "  __builtin_aarch64_set_fpcr64(1l << 24); }"
#endif
  );
  for (const std::string &flushing : {fast, explicitly}) {
    EXPECT_EQ(resultOf(archive({object(entry), object(subnormal), flushing})),
              1);
    EXPECT_TRUE(keepsSubnormals());
    // The library is unloaded.
    EXPECT_EQ(resultOf(archive({object(entry), object(subnormal)})), 1);
    EXPECT_TRUE(keepsSubnormals());
  }
}
#endif

} // namespace
} // namespace mlirgym::worker
