#include "execution/evaluator/Tensor.h"
#include "execution/evaluator/Lanes.h"
#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <limits>

namespace mlirgym::reference {

bool isFloatElement(ElementType type) {
  return type == ElementType::F64 || type == ElementType::F32 ||
         type == ElementType::F16 || type == ElementType::BF16;
}

Format formatOfElement(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return Format::F64;
  case ElementType::F16:
    return Format::F16;
  case ElementType::BF16:
    return Format::BF16;
  default:
    return Format::F32;
  }
}

static size_t elementsOf(llvm::ArrayRef<int64_t> shape) {
  return static_cast<size_t>(llvm::product_of(shape, int64_t(1)));
}

Tensor Tensor::make(llvm::ArrayRef<int64_t> shape, ElementType type) {
  Tensor tensor;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.type = type;
  if (tensor.isFloat())
    tensor.value.assign(elementsOf(shape),
                        std::numeric_limits<double>::quiet_NaN());
  else
    tensor.number.assign(elementsOf(shape), 0);
  return tensor;
}

template <typename From, typename To>
static void readAll(const char *bytes, std::vector<To> &to) {
  for (size_t i = 0; i < to.size(); ++i) {
    From element;
    std::memcpy(&element, bytes + i * sizeof(From), sizeof(From));
    to[i] = static_cast<To>(element);
  }
}

Tensor Tensor::fromBytes(llvm::ArrayRef<int64_t> shape, ElementType type,
                         const char *bytes) {
  Tensor tensor = make(shape, type);
  switch (type) {
  case ElementType::F64:
    readAll<double>(bytes, tensor.value);
    break;
  case ElementType::F32:
    readAll<float>(bytes, tensor.value);
    break;
  case ElementType::F16:
  case ElementType::BF16: {
    const float *table = worker::narrowFloatTable(type);
    for (size_t i = 0; i < tensor.value.size(); ++i) {
      uint16_t bits;
      std::memcpy(&bits, bytes + 2 * i, 2);
      tensor.value[i] = table[bits];
    }
    break;
  }
  case ElementType::I64:
    readAll<int64_t>(bytes, tensor.number);
    break;
  case ElementType::I32:
    readAll<int32_t>(bytes, tensor.number);
    break;
  case ElementType::I8:
    readAll<int8_t>(bytes, tensor.number);
    break;
  }
  return tensor;
}

void Tensor::expandParts() {
  if (!isFloat())
    return;
  if (narrow.empty())
    narrow = value;
  if (!bound.empty())
    return;
  bound.resize(value.size());
  for (size_t i = 0; i < value.size(); ++i)
    bound[i] = boundOfExact(value[i]);
}

void Tensor::copyElement(size_t to, const Tensor &source, size_t from) {
  if (isFloat()) {
    value[to] = source.value[from];
    narrow[to] = source.narrowAt(from);
    bound[to] = source.boundAt(from);
    return;
  }
  if (!source.other.empty() && other.empty())
    other = number;
  number[to] = source.number[from];
  if (!other.empty())
    other[to] = source.otherAt(from);
}

llvm::SmallVector<int64_t, 4> stridesOf(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t, 4> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

} // namespace mlirgym::reference
