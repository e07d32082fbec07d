#include "actions/TransformScript.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {
namespace {
constexpr llvm::StringLiteral anyOp = "!transform.any_op";

std::string typeList(unsigned count) {
  return llvm::join(llvm::SmallVector<llvm::StringRef>(count, anyOp), ", ");
}

/// Some transform operations accept a single result type only without
/// parentheses.
std::string resultTypes(unsigned count) {
  return count == 1 ? anyOp.str() : "(" + typeList(count) + ")";
}
} // namespace

std::string listText(llvm::ArrayRef<int64_t> values) {
  return llvm::formatv("[{0:$[, ]}]",
                       llvm::make_range(values.begin(), values.end()));
}

TransformScript::Handle TransformScript::newName() {
  return llvm::formatv("%{0}", nextName++);
}

void TransformScript::line(llvm::StringRef text) {
  body += llvm::formatv("    {0}\n", text);
}

TransformScript::Handle TransformScript::match(llvm::StringRef tag) {
  return apply(
      llvm::formatv("transform.structured.match attributes{{mlirgym.op = "
                    "\"{0}\"} in %root",
                    tag)
          .str(),
      1, 1);
}

TransformScript::Handle TransformScript::apply(llvm::StringRef text,
                                               unsigned operands,
                                               unsigned results) {
  Handle name = newName();
  std::string left = results > 1 ? name + ":" + std::to_string(results) : name;
  line(llvm::formatv("{0} = {1} : ({2}) -> {3}", left, text, typeList(operands),
                     resultTypes(results))
           .str());
  return results > 1 ? name + "#0" : name;
}

TransformScript::Handle TransformScript::resultOf(llvm::StringRef first,
                                                  unsigned i) {
  return llvm::formatv("{0}#{1}", first.split('#').first, i);
}

void TransformScript::annotate(llvm::StringRef op, llvm::StringRef name,
                               llvm::StringRef value) {
  setAttribute(op, name, llvm::formatv("\"{0}\"", value).str());
}

void TransformScript::setAttribute(llvm::StringRef op, llvm::StringRef name,
                                   llvm::StringRef attribute) {
  Handle parameter = newName();
  line(llvm::formatv(
           "{0} = transform.param.constant {1} -> !transform.any_param",
           parameter, attribute)
           .str());
  line(llvm::formatv("transform.annotate {0} \"{1}\" = {2} : {3}, "
                     "!transform.any_param",
                     op, name, parameter, anyOp)
           .str());
}

void TransformScript::mark(llvm::StringRef op, llvm::StringRef name) {
  line(llvm::formatv("transform.annotate {0} \"{1}\" : {2}", op, name, anyOp)
           .str());
}

void TransformScript::removeDeadAndEqual() {
  Handle function =
      apply("transform.structured.match ops{[\"func.func\"]} in %root", 1, 1);
  // A loop bound that uses the size of a result would keep the operation alive;
  // canonicalisation takes that size from another value.
  line(llvm::formatv("transform.apply_patterns to {0} {{ "
                     "transform.apply_patterns.canonicalization } : {1}",
                     function, anyOp)
           .str());
  line(
      llvm::formatv("transform.apply_cse to {0} : {1}", function, anyOp).str());
}

std::string TransformScript::finish() const {
  return llvm::formatv(
      "module attributes {{transform.with_named_sequence} {{\n"
      "  transform.named_sequence @__transform_main(%root: {0} "
      "{{transform.readonly}) {{\n{1}    transform.yield\n  }\n}\n",
      anyOp, body);
}

} // namespace mlirgym
