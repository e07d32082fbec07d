#include "execution/wire/NarrowFloat.h"
#include "program/Program.h"
#include "llvm/ADT/APFloat.h"
#include <cassert>
#include <vector>

namespace mlirgym::worker {

static const llvm::fltSemantics &semanticsOf(ElementType type) {
  assert((type == ElementType::F16 || type == ElementType::BF16) &&
         "not a narrow float");
  return type == ElementType::F16 ? llvm::APFloat::IEEEhalf()
                                  : llvm::APFloat::BFloat();
}

static std::vector<float> makeTable(ElementType type) {
  std::vector<float> table(1 << 16);
  for (unsigned bits = 0; bits < table.size(); ++bits) {
    llvm::APFloat value(semanticsOf(type), llvm::APInt(16, bits));
    table[bits] = value.convertToFloat();
  }
  return table;
}

const float *narrowFloatTable(ElementType type) {
  static const std::vector<float> half = makeTable(ElementType::F16);
  static const std::vector<float> brain = makeTable(ElementType::BF16);
  return type == ElementType::F16 ? half.data() : brain.data();
}

uint16_t toNarrowFloat(ElementType type, float value) {
  llvm::APFloat number(value);
  bool losesInfo = false;
  number.convert(semanticsOf(type), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

} // namespace mlirgym::worker
