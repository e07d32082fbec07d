#include "actions/Action.h"
#include "actions/ActionRule.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <iterator>

namespace mlirgym {
namespace {
/// The loops of a convolution along one dimension of the image, and the index
/// of that dimension.
struct Axis {
  unsigned dimension, results, window;
};
/// A convolution to which the algorithm applies: its rows, then its columns.
struct Form {
  llvm::StringRef kind;
  std::array<Axis, 2> axes;
};
constexpr std::array<Axis, 2> channelsLast = {{{1, 1, 4}, {2, 2, 5}}};
constexpr Form forms[] = {
    {.kind = "linalg.conv_2d_nchw_fchw", .axes = {{{2, 2, 5}, {3, 3, 6}}}},
    {.kind = "linalg.conv_2d_nhwc_hwcf", .axes = channelsLast},
    {.kind = "linalg.conv_2d_nhwc_fhwc", .axes = channelsLast},
};
constexpr int64_t windowExtent = 3, resultExtent = 2;

const Form *formOf(const Operation &op) {
  const Form *form = llvm::find_if(
      forms, [&](const Form &known) { return known.kind == op.kind; });
  return form == std::end(forms) ? nullptr : form;
}

bool isOfType(const Operation &op, ElementType type) {
  auto hasType = [type](const Operand &operand) {
    return operand.elementType == type;
  };
  return llvm::all_of(op.inputs, hasType) && llvm::all_of(op.inits, hasType);
}

/// The reason why the algorithm does not apply to such a convolution, whatever
/// its tiles; "" if it applies.
llvm::StringRef obstacleOf(const Operation &op, const Form &form) {
  for (const Axis &axis : form.axes) {
    const AffineTerm &term = op.inputs.front().map[axis.dimension];
    if (op.tripCounts[axis.window] != windowExtent)
      return "is for windows of 3 x 3; end it with vectorize";
    if (term.coefficients[axis.results] != 1)
      return "is for a stride of 1; end it with vectorize";
    if (term.coefficients[axis.window] != 1)
      return "is for a dilation of 1; end it with vectorize";
    if (op.tripCounts[axis.results] % resultExtent != 0)
      return "is for an even number of rows and of columns; end it with "
             "vectorize";
  }
  if (!isOfType(op, ElementType::F32) && !isOfType(op, ElementType::F64))
    return "is for f32 or f64 throughout; end it with vectorize";
  return "";
}

/// True if an action shows that the program is for a GPU.
bool isOnGpu(const ScheduleState &state) {
  return llvm::any_of(state.schedule().entries(), [](const auto &entry) {
    return llvm::any_of(entry.actions, [](const Action &action) {
      return isForGpu(action.kind);
    });
  });
}

/// `winograd`: marks a two-dimensional convolution with windows of 3 x 3; the
/// lowering computes the part that remains inside its tiles by Winograd's
/// algorithm F(2x2, 3x3): 16 products of matrices over transformed tiles of 2 x
/// 2 results take the place of 36 multiplications per 4 results. Ends the
/// operation.
///
/// Legal for linalg.conv_2d_nchw_fchw, conv_2d_nhwc_hwcf and conv_2d_nhwc_fhwc
/// of f32 or of f64 throughout, with stride and dilation 1, on processors. The
/// loops must be in their original order, the loops of the window untiled, all
/// trip counts static, and those of the image's rows and columns even. The
/// operation may be inside tiles of its own or of a consumer, and its inputs
/// may be promoted.
class Winograd final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override {
    const Operation &op = state.operation();
    const LoopNest &nest = state.nest();
    if (nest.isShaped())
      return LoopNest::shapedObstacle;
    if (nest.isRewritten || nest.reshapedBy)
      return "after img2col, which left no convolution; leave one of them out";
    const Form *form = formOf(op);
    if (!form)
      return "is for linalg.conv_2d_nchw_fchw, conv_2d_nhwc_hwcf and "
             "conv_2d_nhwc_fhwc; end it with vectorize";
    if (nest.isGeneric)
      return "after an action that left a linalg.generic; leave that one out";
    if (llvm::StringRef reason = obstacleOf(op, *form); !reason.empty())
      return reason;
    if (isOnGpu(state))
      return "is for processors, not for GPUs; end it with vectorize";
    for (const Axis &axis : form->axes)
      if (nest.loops[axis.window].tripCount != windowExtent)
        return "of a part of the window; leave its loops whole (size 0)";
    if (!llvm::all_of(nest.loops,
                      [](const Loop &loop) { return loop.isStatic; }))
      return "of a tile with a remainder; take sizes that divide the loops";
    for (const Axis &axis : form->axes)
      if (nest.loops[axis.results].tripCount % resultExtent != 0)
        return "of a tile with an odd number of rows or columns; take even "
               "sizes";
    return "";
  }
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override {
    state.nest().isVectorized = true;
    state.nest().markBy(kind);
  }
  /// The unit attribute `mlirgym.winograd`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override {
    script.mark(script.match(state.operation().tag), "mlirgym.winograd");
  }
};
} // namespace

MLIRGYM_RULE(Winograd)
} // namespace mlirgym
