#include "observation/Extractor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {

unsigned ObservationSlice::size() const {
  unsigned count = 1;
  for (unsigned extent : shape)
    count *= extent;
  return count;
}

unsigned ObservationSpec::size() const {
  return slices.empty() ? 0 : slices.back().offset + slices.back().size();
}

const ObservationSlice *ObservationSpec::find(llvm::StringRef name) const {
  auto slice = llvm::find_if(
      slices, [&](const ObservationSlice &s) { return s.name == name; });
  return slice == slices.end() ? nullptr : &*slice;
}

std::string ObservationSpec::table() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "offset  shape     range    name                        meaning\n";
  for (const ObservationSlice &slice : slices) {
    std::string shape;
    llvm::raw_string_ostream shapeStream(shape);
    shapeStream << '[';
    llvm::interleave(slice.shape, shapeStream, ",");
    shapeStream << ']';
    std::string range;
    llvm::raw_string_ostream(range)
        << llvm::format("[%g, %g]", slice.low, slice.high);
    os << llvm::format("%6u  %-8s  %-7s  %-26s  ", slice.offset, shape.c_str(),
                       range.c_str(), slice.name.c_str())
       << slice.summary << '\n';
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
