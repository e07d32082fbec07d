#include "actions/ActionRule.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <optional>

namespace mlirgym {
namespace {
/// The product form of one named convolution. Its loops are batch, filters,
/// image rows and image columns in an order that depends on the convolution,
/// then three reduction loops, which become one.
struct Form {
  llvm::StringRef kind;
  /// For each loop of the product before k, the loops of the convolution that
  /// it replaces, the outer one first; -1: there is no second loop.
  std::array<std::array<int, 2>, 3> loops;
  /// Position in `loops` of the rows (windows), and of the filters.
  unsigned rows, filters;
  /// The filter is [filters, k], else [k, filters].
  bool filtersFirst;
};
constexpr int none = -1;
constexpr Form forms[] = {
    {.kind = "linalg.conv_2d_nhwc_hwcf",
     .loops = {{{0, none}, {1, 2}, {3, none}}},
     .rows = 1,
     .filters = 2,
     .filtersFirst = false},
    {.kind = "linalg.conv_2d_nhwc_fhwc",
     .loops = {{{0, none}, {1, 2}, {3, none}}},
     .rows = 1,
     .filters = 2,
     .filtersFirst = true},
    {.kind = "linalg.conv_2d_nchw_fchw",
     .loops = {{{0, none}, {1, none}, {2, 3}}},
     .rows = 2,
     .filters = 1,
     .filtersFirst = true},
};
constexpr unsigned batch = 0, k = 3, numLoops = 4;

const Form *formOf(const Operation &op) {
  const Form *form = llvm::find_if(
      forms, [&](const Form &known) { return known.kind == op.kind; });
  return form == std::end(forms) ? nullptr : form;
}

/// True if the elements of a window are adjacent (dilation 1).
bool isDense(const Operation &op) {
  return llvm::all_of(op.inputs.front().map, [&](const AffineTerm &term) {
    for (auto [coefficient, iterator] :
         llvm::zip_equal(term.coefficients, op.iteratorTypes))
      if (iterator == IteratorType::Reduction && coefficient > 1)
        return false;
    return true;
  });
}

/// An operand of the product that the loops of `dims` index, one each.
Operand operandOf(const Operand &from, const Operation &product,
                  llvm::ArrayRef<unsigned> dims) {
  Operand operand = from;
  operand.map.clear();
  operand.shape.clear();
  for (unsigned dim : dims) {
    AffineTerm term;
    term.coefficients.assign(numLoops, 0);
    term.coefficients[dim] = 1;
    operand.map.push_back(std::move(term));
    operand.shape.push_back(product.tripCounts[dim]);
  }
  return operand;
}

Operation productOf(const Operation &convolution, const Form &form) {
  Operation product = convolution;
  product.kind = "linalg.generic";
  product.tripCounts.clear();
  for (auto [outer, inner] : form.loops)
    product.tripCounts.push_back(
        convolution.tripCounts[size_t(outer)] *
        (inner == none ? 1 : convolution.tripCounts[size_t(inner)]));
  product.tripCounts.push_back(1);
  for (int64_t trips : llvm::ArrayRef(convolution.tripCounts).take_back(3))
    product.tripCounts.back() *= trips;
  product.iteratorTypes.assign(numLoops, IteratorType::Parallel);
  product.iteratorTypes.back() = IteratorType::Reduction;

  const bool rowsFirst = form.rows < form.filters;
  llvm::SmallVector<unsigned, 3> gathered = {batch, form.rows, k};
  llvm::SmallVector<unsigned, 2> weights = {form.filters, k};
  if (!rowsFirst)
    std::swap(gathered[1], gathered[2]);
  if (!form.filtersFirst)
    std::swap(weights[0], weights[1]);
  Operand windows = operandOf(convolution.inputs[0], product, gathered);
  windows.source = Operand::Source::Other;
  windows.producer = -1;
  Operand filter = operandOf(convolution.inputs[1], product, weights);
  if (filter.source == Operand::Source::Operation)
    filter.source = Operand::Source::Other; // it is read through a reshape
  filter.producer = -1;
  product.inputs = {windows, filter};
  // MLIR multiplies the smaller index of the result first.
  if (!rowsFirst)
    std::swap(product.inputs[0], product.inputs[1]);
  product.inits = {operandOf(convolution.inits[0], product, {0, 1, 2})};
  return product;
}

/// `img2col`: gathers the windows that a two-dimensional convolution reads into
/// the rows of a matrix, one matrix per image of the batch, and replaces the
/// convolution by the product of that matrix and the filter. The loops are then
/// the batch, two parallel loops and one reduction: (batch, rows, filters, k)
/// if the channels are last, (batch, filters, rows, k) if they are first. All
/// other actions apply to them, except those that fuse. The gathering
/// operation, `opK.windows`, is not visited: it stays in front of the product,
/// outside all tiles.
///
/// Legal for the operations that MLIR 22 rewrites to that form, before any
/// action that changed the loops: linalg.conv_2d_nhwc_hwcf, conv_2d_nhwc_fhwc
/// and conv_2d_nchw_fchw with a dilation of 1, of any stride and element type.
/// (MLIR also rewrites depthwise_conv_2d_nhwc_hwc, but to four copies around
/// matrix-vector products, and for more than one image to IR that does not
/// verify.)
class Img2col final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override {
    const Operation &op = state.operation();
    const LoopNest &nest = state.nest();
    if (nest.isShaped())
      return LoopNest::shapedObstacle;
    if (nest.isRewritten)
      return "was applied already; leave it out";
    if (!nest.tileLoops.empty())
      return "of an operation that lies in tiles; put it before tiling";
    if (nest.isGeneric)
      return "after an action that left a linalg.generic; put it first";
    if (!formOf(op))
      return "is for linalg.conv_2d_nhwc_hwcf, conv_2d_nhwc_fhwc and "
             "conv_2d_nchw_fchw; leave it out";
    return isDense(op) ? "" : "of windows with a dilation; leave it out";
  }
  /// Replaces the convolution by the product.
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override {
    const Operation &op = state.operation();
    state.rewrite(productOf(op, *formOf(op)));
    state.nest().reshapedBy = kind;
  }
  /// `transform.structured.convert_conv2d_to_img2col`, then the tags of the
  /// product and of the gathering operation.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override {
    const std::string &tag = state.operation().tag;
    TransformScript::Handle windows = script.apply(
        llvm::formatv("transform.structured.convert_conv2d_to_img2col {0}",
                      script.match(tag))
            .str(),
        1, 2);
    std::string results = llvm::StringRef(windows).split('#').first.str();
    // The returned handle is that of the reshape after the product.
    TransformScript::Handle product = script.apply(
        llvm::formatv("transform.get_producer_of_operand {0}#1[0]", results)
            .str(),
        1, 1);
    script.annotate(windows, "mlirgym.op", tag + ".windows");
    script.annotate(product, "mlirgym.op", tag);
  }
};
} // namespace

MLIRGYM_RULE(Img2col)
} // namespace mlirgym
