#include "execution/kernels/NumpyFile.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

} // namespace
} // namespace mlirgym
