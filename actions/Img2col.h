//===- actions/Img2col.h - A convolution as a product -----------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_IMG2COL_H
#define MLIRGYM_ACTIONS_IMG2COL_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `img2col`: the windows of the image that a two-dimensional convolution reads
/// are gathered into the rows of a matrix for each image of the batch, and the
/// convolution becomes the product of that matrix and the filter: its loops are
/// then the batch, two parallel ones and one reduction (batch, rows, filters, k
/// for images with the channels last; batch, filters, rows, k for those with
/// the channels first), to which every other action applies but those that
/// fuse. The gathering, `opK.windows`, is no operation that is visited: it
/// stays in front of the product, outside all tiles.
///
/// Legal for what MLIR 22 rewrites to that form, before any action that changed
/// the loops: linalg.conv_2d_nhwc_hwcf, conv_2d_nhwc_fhwc and conv_2d_nchw_fchw
/// with a dilation of 1, of any stride and element type. (It rewrites
/// depthwise_conv_2d_nhwc_hwc too: to four copies around products of a matrix
/// and a vector, and to IR that does not verify for more than one image.)
class Img2col final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// Errors: ActionError that says why the operation has no such form.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t>) const override;
  /// Puts the product in place of the convolution.
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// `transform.structured.convert_conv2d_to_img2col`, then the tags of the
  /// product and of the gathering.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_IMG2COL_H
