//===- tests/execution/execdata/ExecDataFixture.h - Files and keys --------===//
#ifndef MLIRGYM_TESTS_EXECUTION_EXECDATA_EXECDATAFIXTURE_H
#define MLIRGYM_TESTS_EXECUTION_EXECDATA_EXECDATAFIXTURE_H

#include "execution/execdata/ExecData.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>

namespace mlirgym {

/// The text of an error, "" for success.
inline std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T> std::string messageOf(llvm::Expected<T> result) {
  return llvm::toString(result.takeError());
}

inline std::string readBytes(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void writeBytes(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline ExecDataKey testKey(std::string schedule, uint8_t program = 1) {
  ExecDataKey key;
  key.program.bytes.fill(program);
  key.schedule = std::move(schedule);
  key.machine = "znver3-0123456789abcdef";
  key.toolchain = "llvm22.1-lowering1";
  key.protocol = "r5-i0.01-b300";
  return key;
}

inline Measurement testMeasurement(double medianNs) {
  Measurement measurement;
  measurement.status = Status::Ok;
  measurement.medianNs = medianNs;
  measurement.minNs = medianNs * 0.875;
  measurement.spread = 0.015625;
  measurement.uncertainty = 0.0078125; // exact in a float
  measurement.repeats = 7;
  measurement.number = 321;
  return measurement;
}

inline Measurement testFailure(Status status, std::string message) {
  Measurement measurement;
  measurement.status = status;
  measurement.message = std::move(message);
  return measurement;
}

/// A folder of its own for each test, gone afterwards.
class ExecDataTest : public testing::Test {
protected:
  ExecDataTest() {
    std::string name =
        (std::filesystem::temp_directory_path() / "mlirgym-test-XXXXXX")
            .string();
    if (!mkdtemp(name.data()))
      ADD_FAILURE() << "cannot make " << name;
    folder = name;
    file = path("timings.db");
  }
  ~ExecDataTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  std::string path(const char *name) const { return (folder / name).string(); }

  static std::unique_ptr<ExecData> open(ExecData::Options options) {
    llvm::Expected<std::unique_ptr<ExecData>> data =
        ExecData::open(std::move(options));
    if (data)
      return std::move(*data);
    ADD_FAILURE() << llvm::toString(data.takeError());
    return nullptr;
  }
  std::unique_ptr<ExecData> openFile() const { return open({.file = file}); }

  static std::optional<Measurement> find(ExecData &data,
                                         const ExecDataKey &key) {
    llvm::Expected<std::optional<Measurement>> found = data.lookup(key);
    if (found)
      return *found;
    ADD_FAILURE() << llvm::toString(found.takeError());
    return std::nullopt;
  }
  static double medianOf(ExecData &data, const ExecDataKey &key) {
    std::optional<Measurement> found = find(data, key);
    return found ? found->medianNs : -1;
  }
  static void insert(ExecData &data, const ExecDataKey &key,
                     const Measurement &measurement,
                     const ExecDataProvenance &provenance = {
                         .programName = "matmul_4_5_6"}) {
    EXPECT_EQ(messageOf(data.insert(key, measurement, provenance)), "");
  }

  std::filesystem::path folder;
  std::string file;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_EXECDATA_EXECDATAFIXTURE_H
