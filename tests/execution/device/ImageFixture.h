//===- tests/execution/device/ImageFixture.h - Images made of C -----------===//
#ifndef MLIRGYM_TESTS_EXECUTION_DEVICE_IMAGEFIXTURE_H
#define MLIRGYM_TESTS_EXECUTION_DEVICE_IMAGEFIXTURE_H

#include "execution/device/Device.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/device/image/Linker.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <system_error>

namespace mlirgym {

/// Images made of C, by the cross compiler of each device; its parameter is the
/// id. Skips where emulator or compiler are not installed.
class ImageFixture : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    const Target target = llvm::cantFail(Device::describe(GetParam())).target;
    compiler = crossCompilerName(target);
    const std::string emulator =
        "qemu-" + llvm::Triple(target.triple).getArchName().str();
    for (const std::string &tool : {emulator, compiler})
      if (!llvm::sys::findProgramByName(tool))
        GTEST_SKIP() << tool << " is not installed";
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-image", root));
  }
  void TearDown() override {
    if (!root.empty())
      llvm::sys::fs::remove_directories(root);
  }

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> file(root);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  std::string imageOf(const std::string &main) const {
    std::error_code error;
    llvm::raw_fd_ostream(path("main.c"), error)
        << "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
           "int main(int argc, char **argv) {\n"
        << main << "\n}\n";
    EXPECT_EQ(std::system((compiler + " -static -O1 -o " + path("image") + " " +
                           path("main.c"))
                              .c_str()),
              0);
    auto bytes = llvm::MemoryBuffer::getFile(path("image"));
    return bytes ? (*bytes)->getBuffer().str() : "";
  }
  using Opened = std::unique_ptr<EmbeddedDevice>;
  Opened open(const DeviceOptions &options = {}) const {
    auto device = llvm::cantFail(Device::open(GetParam(), "", options));
    return Opened(static_cast<EmbeddedDevice *>(device.release()));
  }

  llvm::SmallString<128> root;
  std::string compiler;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_DEVICE_IMAGEFIXTURE_H
