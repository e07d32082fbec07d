#include "execution/evaluator/Tensor.h"
#include "execution/evaluator/Lanes.h"
#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <limits>
#include <type_traits>

namespace mlirgym::reference {

Format formatOfElement(ElementType type) {
  constexpr Format ofFloats[] = {Format::F64, Format::F32, Format::F16,
                                 Format::BF16};
  return isFloat(type) ? ofFloats[static_cast<size_t>(type)] : Format::F32;
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

Tensor Tensor::fromBytes(llvm::ArrayRef<int64_t> shape, ElementType type,
                         const char *bytes) {
  Tensor tensor = make(shape, type);
  worker::withStorage(type, [&](auto element) {
    using Stored = decltype(element);
    constexpr bool isNarrow = std::is_same_v<Stored, uint16_t>;
    [[maybe_unused]] const float *table =
        isNarrow ? worker::narrowFloatTable(type) : nullptr;
    for (size_t i = 0; i < tensor.size(); ++i) {
      std::memcpy(&element, bytes + i * sizeof(element), sizeof(element));
      if constexpr (isNarrow)
        tensor.value[i] = table[element];
      else if constexpr (std::is_floating_point_v<Stored>)
        tensor.value[i] = element;
      else
        tensor.number[i] = static_cast<int64_t>(element);
    }
  });
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
