#include "execution/kernels/NumpyFile.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ErrorHandling.h"
#include <string>

namespace mlirgym {

static const char *descriptionOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "<f8";
  case ElementType::F32:
    return "<f4";
  case ElementType::F16:
    return "<f2";
  case ElementType::BF16:
    return "<u2";
  case ElementType::I64:
    return "<i8";
  case ElementType::I32:
    return "<i4";
  case ElementType::I8:
    return "|i1";
  }
  llvm_unreachable("every element type has a description");
}

std::string toNumpyFile(ElementType type, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<char> bytes) {
  std::string header = std::string("{'descr': '") + descriptionOf(type) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    header += std::to_string(extent) + ",";
  header += "), }";
  // The data begin at a multiple of 64 bytes, after a newline.
  constexpr size_t prefixBytes = 10, alignment = 64;
  while ((prefixBytes + header.size() + 1) % alignment != 0)
    header += ' ';
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return file + header + std::string(bytes.begin(), bytes.end());
}

} // namespace mlirgym
