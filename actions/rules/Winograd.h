//===- actions/rules/Winograd.h - A convolution by fewer products ---------===//
#ifndef MLIRGYM_ACTIONS_RULES_WINOGRAD_H
#define MLIRGYM_ACTIONS_RULES_WINOGRAD_H

#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

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
  llvm::StringRef obstacle(const ScheduleState &state) const override;
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// The unit attribute `mlirgym.winograd`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_WINOGRAD_H
