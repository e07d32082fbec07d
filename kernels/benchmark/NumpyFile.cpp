#include "kernels/benchmark/NumpyFile.h"
#include "outcome/ExecutionError.h"
#include "program/EnumNames.h"
#include "program/Program.h"
#include "program/files/ProgramFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

static constexpr EnumNames<ElementType::I8> descriptions = {
    {"<f8", "<f4", "<f2", "<u2", "<i8", "<i4", "|i1"}};

std::string toNumpyFile(ElementType type, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<char> bytes) {
  std::string header = std::string("{'descr': '") +
                       descriptions.of(type).str() +
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

namespace {
/// The parts of a header: {'descr': '<f4', 'fortran_order': False, 'shape':
/// (3, 4), }
struct Header {
  llvm::StringRef description;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
};

/// The text after `key` and its colon; nullopt if there is none.
std::optional<llvm::StringRef> valueOf(llvm::StringRef header,
                                       llvm::StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  if (at == llvm::StringRef::npos)
    return std::nullopt;
  return header.substr(at + key.size() + 3).ltrim();
}

std::optional<Header> parseHeader(llvm::StringRef text) {
  auto description = valueOf(text, "descr"),
       order = valueOf(text, "fortran_order"), shape = valueOf(text, "shape");
  if (!description || !order || !shape || !description->consume_front("'") ||
      !shape->consume_front("(") || !shape->contains(')'))
    return std::nullopt;
  Header header;
  header.description =
      description->take_until([](char c) { return c == '\''; });
  header.isFortranOrder = order->starts_with("True");
  llvm::StringRef extents = shape->take_until([](char c) { return c == ')'; });
  while (!extents.trim().empty()) {
    auto [first, rest] = extents.split(',');
    int64_t extent = 0;
    if (first.trim().getAsInteger(10, extent))
      return std::nullopt;
    header.shape.push_back(extent);
    extents = rest;
  }
  return header;
}

std::string textOf(llvm::ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (int64_t extent : shape)
    text += std::to_string(extent) + ",";
  return text + ")";
}

/// ml_dtypes writes bf16 as two bytes without a meaning.
bool isDescriptionOf(llvm::StringRef description, ElementType type) {
  return description == descriptions.of(type) ||
         (type == ElementType::BF16 && description.ends_with("V2")) ||
         (type == ElementType::I8 && description == "<i1");
}

llvm::Error fileError(const std::string &message) {
  return llvm::createStringError(message);
}
} // namespace

llvm::Expected<std::vector<char>>
parseNumpyFile(llvm::StringRef file, ElementType type,
               llvm::ArrayRef<int64_t> shape) {
  if (!file.consume_front("\x93NUMPY") || file.size() < 2)
    return fileError("not an .npy file; write it with numpy.save");
  // Version 1 has two bytes of length, later ones four.
  const size_t lengthBytes = file[0] == 1 ? 2 : 4;
  file = file.drop_front(2);
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes && i < file.size(); ++i)
    length |= size_t(static_cast<unsigned char>(file[i])) << (8 * i);
  file = file.drop_front(std::min(lengthBytes, file.size()));
  std::optional<Header> header = parseHeader(file.take_front(length));
  if (length > file.size() || !header)
    return fileError("its header is damaged; write it with numpy.save");
  if (!isDescriptionOf(header->description, type))
    return fileError("elements of type '" +
                     llvm::json::fixUTF8(header->description) + "' where " +
                     nameOfElement(type).str() + " ('" +
                     descriptions.of(type).str() + "') belongs");
  if (llvm::ArrayRef(header->shape) != shape)
    return fileError("shape " + textOf(header->shape) + " where " +
                     textOf(shape) + " belongs");
  if (header->isFortranOrder && shape.size() > 1)
    return fileError("column-major order; save numpy.ascontiguousarray(a)");
  llvm::StringRef data = file.drop_front(length);
  uint64_t bytes = sizeOfElement(type);
  for (int64_t extent : shape)
    bytes *= static_cast<uint64_t>(extent);
  if (data.size() != bytes)
    return fileError(std::to_string(data.size()) + " bytes of elements where " +
                     std::to_string(bytes) + " belong");
  return std::vector<char>(data.begin(), data.end());
}

llvm::Expected<std::vector<char>> readNumpyFile(llvm::StringRef path,
                                                ElementType type,
                                                llvm::ArrayRef<int64_t> shape) {
  constexpr uint64_t mostHeaderBytes = 1 << 16;
  uint64_t mostBytes = sizeOfElement(type);
  for (int64_t extent : shape)
    mostBytes *= static_cast<uint64_t>(extent);
  auto file = readRegularFile(path, mostBytes + mostHeaderBytes,
                              "give an array of the argument's shape");
  if (!file)
    return executionError("{0}", llvm::toString(file.takeError()));
  auto bytes = parseNumpyFile((*file)->getBuffer(), type, shape);
  if (!bytes)
    return executionError("{0}: {1}", path, llvm::toString(bytes.takeError()));
  return bytes;
}

} // namespace mlirgym
