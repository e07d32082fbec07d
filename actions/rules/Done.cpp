#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {
namespace {
/// `done`: ends the operation unchanged. Always legal.
class Done final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &) const override { return ""; }
  void apply(ScheduleState &, llvm::ArrayRef<int64_t>) const override {}
  /// Appends nothing.
  void emit(const ScheduleState &, llvm::ArrayRef<int64_t>,
            TransformScript &) const override {}
};
} // namespace

MLIRGYM_RULE(Done)
} // namespace mlirgym
