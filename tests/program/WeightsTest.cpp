#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto parameter = ParameterOrigin::Parameter,
               constant = ParameterOrigin::Constant,
               elided = ParameterOrigin::ElidedConstant;

/// Sixteen numbers from `first` on, as hexadecimal digits without "0x".
std::string digitsFrom(int first) {
  std::string bytes;
  for (int i = 0; i < 16; ++i) {
    const auto number = static_cast<float>(first + i);
    bytes.append(reinterpret_cast<const char *>(&number), sizeof(number));
  }
  return llvm::toHex(bytes);
}

/// Adds a constant to the argument; `values` define %w or more.
std::string withConstants(llvm::StringRef values, llvm::StringRef rest = "",
                          llvm::StringRef names = "%w",
                          llvm::StringRef arguments = "") {
  std::string text = "func.func @f(%a: tensor<16xf32>" + arguments.str() +
                     ") -> tensor<16xf32> {\n" + values.str() +
                     "  %e = tensor.empty() : tensor<16xf32>\n";
  std::string last = "%a";
  llvm::SmallVector<llvm::StringRef> all;
  names.split(all, ' ');
  for (auto [i, name] : llvm::enumerate(all)) {
    const std::string next = "%s" + std::to_string(i);
    text += llvm::formatv("  {0} = linalg.add ins({1}, {2} : tensor<16xf32>, "
                          "tensor<16xf32>) outs(%e : tensor<16xf32>) -> "
                          "tensor<16xf32>\n",
                          next, last, name);
    last = next;
  }
  return text + "  return " + last + " : tensor<16xf32>\n}\n" + rest.str();
}
std::string resources(llvm::StringRef entries) {
  return ("{-# dialect_resources: { builtin: { " + entries + " } } #-}\n")
      .str();
}
constexpr llvm::StringLiteral useOfW =
    "  %w = arith.constant dense_resource<w> : tensor<16xf32>\n";

/// A weight has at least 64 bytes here, and all constants together at most 65.
class WeightsTest : public testing::Test {
protected:
  struct Loaded {
    Program program;
    std::vector<ParameterOrigin> origins;
    std::vector<std::string> elements;
    std::string error;
  };
  Loaded load(llvm::StringRef text, uint64_t mostConstantBytes = 63) {
    ProgramLoader loader({mostConstantBytes, /*leastBytes=*/64});
    Loaded loaded;
    auto keep = [&](const SourceSignature &source,
                    llvm::ArrayRef<ConstantElements> elements) {
      size_t next = 0;
      for (const SourceSignature::Value &value : source.parameters) {
        loaded.origins.push_back(value.origin);
        if (value.origin != constant)
          continue;
        std::string bytes(size_t(value.shape.front()) *
                              sizeOfElement(value.elementType),
                          '\0');
        elements[next++].copyTo({bytes.data(), bytes.size()});
        loaded.elements.push_back(llvm::toHex(bytes));
      }
      EXPECT_EQ(next, elements.size());
    };
    auto parts = loader.parse(text, "test.mlir", {}, [] {}, keep);
    if (parts)
      loaded.program = ProgramLoader::assemble(std::move(*parts), "test");
    else
      loaded.error = llvm::toString(parts.takeError());
    return loaded;
  }
  std::string keyOf(llvm::StringRef text) {
    const Loaded loaded = load(text);
    EXPECT_EQ(loaded.error, "");
    return loaded.program.key().hex();
  }
};

TEST_F(WeightsTest, ConstantsBecomeArgumentsAsFrontEndsMakeThem) {
  const std::string two = digitsFrom(20), one = digitsFrom(1);
  const Loaded loaded = load(withConstants(
      "  %v = arith.constant dense<\"0x" + two + "\"> : tensor<16xf32>\n" +
          useOfW.str() +
          "  %again = arith.constant dense_resource<w> : tensor<16xf32>\n",
      resources("other: \"0x0400000001020304\", w: \"0x04000000" + one + "\""),
      "%v %w %again"));
  ASSERT_EQ(loaded.error, "");
  EXPECT_THAT(loaded.origins, ElementsAre(parameter, constant, constant));
  EXPECT_THAT(loaded.elements, ElementsAre(two, one));
  EXPECT_EQ(loaded.program.key().hex(),
            keyOf(withConstants("", "", "%v %w %w",
                                ", %v: tensor<16xf32>, %w: tensor<16xf32>")));
}

TEST_F(WeightsTest, EveryNotationOfAConstantIsTheSameProgram) {
  std::string list, one = digitsFrom(1);
  for (int i = 1; i <= 16; ++i)
    list += (i == 1 ? "" : ", ") + std::to_string(i) + ".0";
  const std::string start = "  %w = arith.constant ",
                    end = " : tensor<16xf32>\n";
  const std::string resource = resources("w: \"0x04000000" + one + "\"");
  for (const std::string &text :
       {withConstants(useOfW, resource),
        withConstants(start + "dense<\"0x" + one + "\">" + end),
        withConstants(start + "dense<[" + list + "]>" + end)}) {
    const Loaded loaded = load(text);
    EXPECT_EQ(loaded.error, "");
    EXPECT_THAT(loaded.elements, ElementsAre(one));
    EXPECT_EQ(loaded.program.key().hex(),
              keyOf(withConstants("", "", "%w", ", %w: tensor<16xf32>")));
    // 64 bytes of constants are the most that stay.
    EXPECT_THAT(load(text, 64).origins, ElementsAre(parameter));
  }
}

TEST_F(WeightsTest, QuotationMarksInCommentsAndStringsAreText) {
  const std::string one = digitsFrom(1);
  const Loaded loaded =
      load("// it's \"one\n" +
           withConstants(
               "  %w = arith.constant {said = \"a \\\" and \\\\\"} dense<\"0x" +
               one + "\"> : tensor<16xf32> // \"0x" + one + "\n"));
  EXPECT_EQ(loaded.error, "");
  EXPECT_THAT(loaded.elements, ElementsAre(one));
}

TEST_F(WeightsTest, MasksHaveAByteForEachElement) {
  const Loaded loaded =
      load("func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {\n"
           "  %m = arith.constant dense<\"0x05000000000000FF\"> : "
           "tensor<64xi1>\n"
           "  %z = arith.constant dense<0.0> : tensor<64xf32>\n"
           "  %r = arith.select %m, %a, %z : tensor<64xi1>, tensor<64xf32>\n"
           "  return %r : tensor<64xf32>\n}\n");
  ASSERT_EQ(loaded.error, "");
  std::string expected = "010001";
  for (int i = 3; i < 64; ++i)
    expected += i < 56 ? "00" : "01";
  EXPECT_THAT(loaded.elements, ElementsAre(expected));
}

TEST_F(WeightsTest, ConstantsWithoutDataBecomeArguments) {
  const std::string start = " = arith.constant dense_resource<",
                    end = "> : tensor<16xf32>\n";
  const Loaded loaded =
      load(withConstants("  %v" + start + "__elided__" + end + "  %w" + start +
                             "__elided__" + end + "  %x" + start + "lost" +
                             end + "  %y" + start + "lost" + end,
                         "", "%v %w %x %y"),
           /*mostConstantBytes=*/1 << 20);
  EXPECT_EQ(loaded.error, "");
  EXPECT_THAT(loaded.origins, ElementsAre(parameter, elided, elided, elided));
  EXPECT_TRUE(loaded.elements.empty());
}

TEST_F(WeightsTest, LeavesSmallConstantsAndEqualElements) {
  std::string entries;
  for (int i = 0; i < 10000; ++i)
    entries += llvm::formatv("r{0}: \"0x0400000000000040\", ", i);
  const Loaded loaded = load(
      withConstants("  %w = arith.constant dense_resource<r0> : "
                    "tensor<1xf32>\n"
                    "  %s = arith.constant dense<2.0> : tensor<16xf32>\n",
                    resources(entries + "last: \"0x0400000000000040\""), "%s"));
  EXPECT_EQ(loaded.error, "");
  EXPECT_THAT(loaded.origins, ElementsAre(parameter));
}

TEST_F(WeightsTest, TellsWhatIsWrongWithDigits) {
  const std::string one = digitsFrom(1);
  auto errorOf = [&](const std::string &entries) {
    return load(withConstants(useOfW, resources(entries))).error;
  };
  EXPECT_THAT(errorOf("w: \"0x04000000" + one.substr(1) + "\""),
              AllOf(StartsWith("test.mlir:7:40: "),
                    HasSubstr("resource 'w' has an odd number of hexadecimal "
                              "digits; export the program again")));
  EXPECT_THAT(errorOf("w: \"0x04000000" + one.substr(2) + "\""),
              AllOf(StartsWith("test.mlir:2:"),
                    HasSubstr("dense_resource 'w' of 63 bytes does not fit "
                              "its type; export the program again")));
  EXPECT_THAT(errorOf("w: \"0x04000000" + one + "00000000\""),
              HasSubstr("dense_resource 'w' of 68 bytes does not fit"));
  EXPECT_THAT(errorOf("w: \"0x04000000" + one.substr(2) + "0g\""),
              HasSubstr("resource 'w' contains something else than "
                        "hexadecimal digits"));
  EXPECT_THAT(errorOf("w: \"0x03000000" + one + "\""),
              HasSubstr("resource 'w' begins with the alignment 3, which is "
                        "not a power of two"));
  EXPECT_THAT(
      errorOf("w: \"0x04000000" + one + "\", \"w\": \"0x04000000" + one + "\""),
      HasSubstr("resource 'w' has two values"));
  const std::string whole =
      withConstants(useOfW, resources("w: \"0x04000000" + one + "\""));
  EXPECT_THAT(load(llvm::StringRef(whole).take_front(whole.size() - 14)).error,
              HasSubstr("resource 'w' has no end: the file is cut off"));
  // Of a type that cannot be an argument.
  EXPECT_THAT(
      load(withConstants("  %w = arith.constant dense<\"0x" + one +
                             "\"> : tensor<16xf32>\n"
                             "  %i = arith.constant dense<\"0x" +
                             one + one +
                             "\"> : tensor<16xindex>\n"
                             "  %c = arith.constant 0 : index\n"
                             "  %x = tensor.extract %i[%c] : tensor<16xindex>\n"
                             "  %y = tensor.extract %w[%x] : tensor<16xf32>\n"
                             "  %z = tensor.insert %y into %w[%c] : "
                             "tensor<16xf32>\n",
                         "", "%z"))
          .error,
      HasSubstr("a large constant of type tensor<16xindex> cannot be an "
                "argument"));
}

} // namespace
} // namespace mlirgym
