#include "observation/Extractor.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>

namespace mlirgym {

unsigned ObservationSlice::size() const { return llvm::product_of(shape); }

unsigned ObservationSpec::size() const {
  return slices.empty() ? 0 : slices.back().offset + slices.back().size();
}

const ObservationSlice *ObservationSpec::find(llvm::StringRef name) const {
  auto slice = llvm::find_if(
      slices, [&](const ObservationSlice &s) { return s.name == name; });
  return slice == slices.end() ? nullptr : &*slice;
}

std::string ObservationSpec::table() const {
  size_t nameWidth = 0;
  for (const ObservationSlice &slice : slices)
    nameWidth = std::max(nameWidth, slice.name.size());
  std::string text;
  llvm::raw_string_ostream os(text);
  auto line = [&](llvm::StringRef offset, llvm::StringRef shape,
                  llvm::StringRef range, llvm::StringRef name,
                  llvm::StringRef meaning) {
    os << llvm::right_justify(offset, 6) << "  " << llvm::left_justify(shape, 8)
       << "  " << llvm::left_justify(range, 7) << "  "
       << llvm::left_justify(name, nameWidth) << "  " << meaning << '\n';
  };
  line("offset", "shape", "range", "name", "meaning");
  for (const ObservationSlice &slice : slices) {
    std::string shape;
    llvm::raw_string_ostream shapeStream(shape);
    llvm::interleave(slice.shape, shapeStream, ",");
    std::string range =
        llvm::formatv("[{0:f0}, {1:f0}]", slice.low, slice.high).str();
    line(std::to_string(slice.offset), "[" + shape + "]", range, slice.name,
         slice.summary);
  }
  return text;
}

unsigned LayoutBuilder::add(llvm::StringRef field,
                            llvm::ArrayRef<unsigned> shape, float low,
                            float high, llvm::StringRef summary) {
  unsigned offset = spec.size();
  ObservationSlice slice;
  slice.name = (prefix + "." + field).str();
  slice.offset = offset;
  slice.shape = shape.vec();
  slice.low = low;
  slice.high = high;
  slice.summary = summary.str();
  spec.slices.push_back(std::move(slice));
  return offset;
}

} // namespace mlirgym
