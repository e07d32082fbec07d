#include "kernels/benchmark/NumpyFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(NumpyFileTest, StatesTypeOrderAndShape) {
  const char bytes[] = {1, 0, 0, 0, 2, 0, 0, 0};
  std::string file = toNumpyFile(ElementType::I32, {2, 1}, bytes);
  EXPECT_THAT(file, StartsWith(std::string("\x93NUMPY\x01\x00", 8)));
  EXPECT_THAT(file, HasSubstr("{'descr': '<i4', 'fortran_order': False, "
                              "'shape': (2,1,), }"));
  EXPECT_THAT(file, EndsWith(std::string(bytes, sizeof(bytes))));
  EXPECT_EQ((file.size() - sizeof(bytes)) % 64, 0u);
  const size_t headerBytes = static_cast<unsigned char>(file[8]) +
                             256 * static_cast<unsigned char>(file[9]);
  EXPECT_EQ(10 + headerBytes + sizeof(bytes), file.size());
}

TEST(NumpyFileTest, WritesAScalarWithAnEmptyShape) {
  const char byte[] = {7};
  EXPECT_THAT(toNumpyFile(ElementType::I8, {}, byte), HasSubstr("'shape': ()"));
}

TEST(NumpyFileTest, IsReadAsItWasWritten) {
  const std::vector<char> bytes{1, 0, 0, 0, 2, 0, 0, 0};
  for (ElementType type : {ElementType::I32, ElementType::F32})
    EXPECT_EQ(llvm::cantFail(parseNumpyFile(toNumpyFile(type, {2, 1}, bytes),
                                            type, {2, 1})),
              bytes);
  EXPECT_EQ(
      llvm::cantFail(parseNumpyFile(toNumpyFile(ElementType::BF16, {4}, bytes),
                                    ElementType::BF16, {4})),
      bytes);
  const std::vector<char> scalar{7};
  EXPECT_EQ(llvm::cantFail(parseNumpyFile(
                toNumpyFile(ElementType::I8, {}, scalar), ElementType::I8, {})),
            scalar);
}

/// The error of reading `file` as 2 x 1 elements of i32.
std::string complaint(const std::string &file) {
  auto bytes = parseNumpyFile(file, ElementType::I32, {2, 1});
  EXPECT_FALSE(bool(bytes));
  return bytes ? "" : llvm::toString(bytes.takeError());
}

TEST(NumpyFileTest, SaysWhatDiffersFromTheArgument) {
  const std::vector<char> bytes(8, 0);
  const std::string good = toNumpyFile(ElementType::I32, {2, 1}, bytes);
  EXPECT_THAT(complaint(toNumpyFile(ElementType::F32, {2, 1}, bytes)),
              HasSubstr("type '<f4' where i32 ('<i4') belongs"));
  EXPECT_THAT(complaint(toNumpyFile(ElementType::I32, {2}, bytes)),
              HasSubstr("shape (2,) where (2,1,) belongs"));
  std::string order = good;
  order.replace(order.find("False"), 5, "True ");
  EXPECT_THAT(complaint(order), HasSubstr("ascontiguousarray"));
  EXPECT_THAT(complaint(good.substr(0, good.size() - 1)),
              HasSubstr("7 bytes of elements where 8 belong"));
  EXPECT_THAT(complaint("text"), HasSubstr("not an .npy file"));
  std::string damaged = good;
  damaged.replace(damaged.find("<i4"), 1, "\xff");
  EXPECT_TRUE(llvm::json::isUTF8(complaint(damaged)));
}

TEST(NumpyFileTest, NoBeginningOfAFileIsAccepted) {
  const std::string good =
      toNumpyFile(ElementType::I32, {2, 1}, std::vector<char>(8, 0));
  for (size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(complaint(good.substr(0, length)).empty());
}

} // namespace
} // namespace mlirgym
