//===- actions/rules/Img2col.h - A convolution as a product -----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_IMG2COL_H
#define MLIRGYM_ACTIONS_RULES_IMG2COL_H

#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

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
  llvm::StringRef obstacle(const ScheduleState &state) const override;
  /// Replaces the convolution by the product.
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// `transform.structured.convert_conv2d_to_img2col`, then the tags of the
  /// product and of the gathering operation.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_IMG2COL_H
