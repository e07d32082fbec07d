#include "execution/reference/Preparation.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/ProgramData.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym::reference {
namespace {

using testing::HasSubstr;

/// A program with the data that its kernels are verified on.
class Subject {
public:
  explicit Subject(const std::string &text) {
    llvm::Expected<Program> loaded = ProgramLoader().loadText(text, "program");
    if (!loaded)
      llvm::report_fatal_error(loaded.takeError());
    program = std::move(*loaded);
    auto made = prepare(program.text(), program.entry(), program.arguments(),
                        worker::ProgramData::seedOf(program), [] {});
    if (!made)
      llvm::report_fatal_error(made.takeError());
    prepared = std::move(*made);
  }

  /// Values of a set of inputs; for an output, the correct ones.
  template <typename T>
  std::vector<T> contents(unsigned set, unsigned argument) const {
    const worker::LoadProgramMessage &record = prepared.program;
    const Argument &of = program.arguments()[argument];
    const char *begin =
        of.isOutput ? prepared.reference.bytes().data() +
                          set * record.referenceSetBytes() +
                          record.arguments[argument].referenceOffset
                    : prepared.inputs.bytes().data() + set * record.inputBytes +
                          record.arguments[argument].inputOffset;
    std::vector<T> elements(size_t(of.numElements()));
    std::memcpy(elements.data(), begin, size_t(of.sizeBytes()));
    return elements;
  }
  unsigned numSets() const { return prepared.program.inputSets; }

  /// True if a kernel that gives these elements passes in each set.
  template <typename T>
  bool
  accepts(unsigned output,
          const std::function<std::vector<T>(unsigned set)> &kernel) const {
    const worker::LoadProgramMessage &record = prepared.program;
    const Argument &of = program.arguments()[output];
    for (unsigned set = 0; set < numSets(); ++set) {
      std::vector<T> right = contents<T>(set, output), given = kernel(set);
      const char *tolerances =
          prepared.reference.bytes().data() + set * record.referenceSetBytes() +
          record.referenceBytes + record.arguments[output].toleranceOffset;
      auto bytesOf = [](const std::vector<T> &elements) {
        return llvm::ArrayRef<char>(
            reinterpret_cast<const char *>(elements.data()),
            elements.size() * sizeof(T));
      };
      worker::ReferenceOutput reference(of.elementType, bytesOf(right),
                                        tolerances, 1);
      if (reference.compare(bytesOf(given), of.shape))
        return false;
    }
    return true;
  }

  Program program;
  Prepared prepared;
};

/// An operation on each element of `k` and of an f32 `x`.
std::string elementwise(const std::string &body, const std::string &type,
                        const std::string &shape = "64x64",
                        const std::string &result = "f32") {
  return llvm::formatv(
      R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%k: tensor<{0}x{1}>, %x: tensor<{0}xf32>) -> tensor<{0}x{3}> {{
  %e = tensor.empty() : tensor<{0}x{3}>
  %0 = linalg.generic {{indexing_maps=[#id,#id,#id], iterator_types=["parallel","parallel"]} ins(%k, %x: tensor<{0}x{1}>, tensor<{0}xf32>) outs(%e: tensor<{0}x{3}>) {{
  ^bb0(%a: {1}, %v: f32, %o: {3}):
    {2}
    linalg.yield %y : {3} } -> tensor<{0}x{3}>
  return %0 : tensor<{0}x{3}>
})",
      shape, type, body, result);
}

struct Branch {
  const char *name, *type, *condition;
};
class BranchTest : public testing::TestWithParam<Branch> {};

TEST_P(BranchTest, AKernelWithoutItIsFoundOut) {
  const auto &[name, type, condition] = GetParam();
  for (const char *shape : {"64x64", "3x5"}) {
    Subject subject(elementwise(std::string(condition) +
                                    "\n%t = math.tanh %v : f32\n"
                                    "%y = arith.select %c, %t, %v : f32",
                                type, shape));
    ASSERT_EQ(subject.prepared.outcome, Prepared::Outcome::Done)
        << subject.prepared.message;
    EXPECT_EQ(subject.prepared.message, "");
    auto copies = [&](unsigned set) { return subject.contents<float>(set, 1); };
    EXPECT_FALSE(subject.accepts<float>(2, copies)) << shape;
    auto tanhs = [&](unsigned set) {
      std::vector<float> all = copies(set);
      for (float &x : all)
        x = std::tanh(x);
      return all;
    };
    EXPECT_FALSE(subject.accepts<float>(2, tanhs)) << shape;
    auto right = [&](unsigned set) { return subject.contents<float>(set, 2); };
    EXPECT_TRUE(subject.accepts<float>(2, right));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, BranchTest,
    testing::Values(
        Branch{"Zero", "i32",
               "%z = arith.constant 0 : i32\n"
               "%c = arith.cmpi eq, %a, %z : i32"},
        Branch{"Hundred", "i32",
               "%z = arith.constant 100 : i32\n"
               "%c = arith.cmpi eq, %a, %z : i32"},
        Branch{"NotHundred", "i64",
               "%z = arith.constant 100 : i64\n"
               "%c = arith.cmpi ne, %a, %z : i64"},
        Branch{"AboveFive", "f32",
               "%z = arith.constant 5.0 : f32\n"
               "%c = arith.cmpf ogt, %a, %z : f32"},
        Branch{"AboveHundred", "f32",
               "%z = arith.constant 100.0 : f32\n"
               "%c = arith.cmpf ogt, %a, %z : f32"},
        Branch{"BelowMinusHundred", "f64",
               "%z = arith.constant -100.0 : f64\n"
               "%c = arith.cmpf ult, %a, %z : f64"},
        Branch{"FloatZero", "f32",
               "%z = arith.constant 0.0 : f32\n"
               "%c = arith.cmpf oeq, %a, %z : f32"},
        Branch{"ATenthInBF16", "bf16",
               "%z = arith.constant 0.1 : bf16\n"
               "%c = arith.cmpf oeq, %a, %z : bf16"},
        Branch{"NotANumber", "f32", "%c = arith.cmpf uno, %a, %a : f32"},
        Branch{"NotItself", "f16", "%c = arith.cmpf une, %a, %a : f16"},
        Branch{"Infinite", "f32",
               "%z = arith.constant 0x7F800000 : f32\n"
               "%c = arith.cmpf oeq, %a, %z : f32"},
        Branch{"MinusInfinity", "f32",
               "%z = arith.constant 0xFF800000 : f32\n"
               "%c = arith.cmpf oeq, %a, %z : f32"},
        Branch{"IsInfinite", "f32", "%c = math.isinf %a : f32"},
        Branch{"IsFinite", "bf16", "%c = math.isfinite %a : bf16"},
        Branch{"TwiceIsLarge", "f32",
               "%z = arith.constant 500.0 : f32\n"
               "%two = arith.addf %a, %a : f32\n"
               "%c = arith.cmpf ogt, %two, %z : f32"},
        Branch{"TwiceIsEqual", "i32",
               "%z = arith.constant 500 : i32\n"
               "%two = arith.constant 2 : i32\n"
               "%d = arith.muli %a, %two : i32\n"
               "%c = arith.cmpi eq, %d, %z : i32"},
        Branch{"Both", "i32",
               "%z = arith.constant 100 : i32\n"
               "%w = arith.constant 105 : i32\n"
               "%p = arith.cmpi sge, %a, %z : i32\n"
               "%q = arith.cmpi sle, %a, %w : i32\n"
               "%c = arith.andi %p, %q : i1"}),
    [](const testing::TestParamInfo<Branch> &info) { return info.param.name; });

TEST(PreparationTest, EachBoundOfAClampIsReached) {
  const char *bodies[] = {
      "%l = arith.constant -100.0 : f32\n%h = arith.constant 50.0 : f32\n"
      "%m = arith.maximumf %a, %l : f32\n%y = arith.minimumf %m, %h : f32",
      // Close to a bound, it does not show.
      "%l = arith.constant -100.0 : f32\n%h = arith.constant 50.0 : f32\n"
      "%p = arith.cmpf olt, %a, %l : f32\n%q = arith.cmpf ogt, %a, %h : f32\n"
      "%m = arith.select %p, %l, %a : f32\n%y = arith.select %q, %h, %m : f32",
      "%l = arith.constant -100.0 : f32\n%h = arith.constant 50.0 : f32\n"
      "%y = math.clampf %a to [%l, %h] : f32"};
  for (const char *body : bodies) {
    Subject subject(elementwise(body, "f32"));
    EXPECT_EQ(subject.prepared.message, "");
    for (bool low : {false, true}) {
      auto kernel = [&](unsigned set) {
        std::vector<float> all = subject.contents<float>(set, 0);
        for (float &x : all)
          x = low ? std::max(x, -100.0f) : std::min(x, 50.0f);
        return all;
      };
      // x is not read, so that the result is argument 1.
      EXPECT_FALSE(subject.accepts<float>(1, kernel)) << body << low;
    }
  }
}

TEST(PreparationTest, ConditionsOfTwoArgumentsAreMet) {
  // The same number in the same place.
  Subject subject(elementwise("%c = arith.cmpf oeq, %a, %v : f32\n"
                              "%z = arith.constant 0.0 : f32\n"
                              "%y = arith.select %c, %z, %v : f32",
                              "f32"));
  EXPECT_EQ(subject.prepared.message, "");
  auto copies = [&](unsigned set) { return subject.contents<float>(set, 1); };
  EXPECT_FALSE(subject.accepts<float>(2, copies));
}

const char *relu = R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @dead(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %big = arith.constant {0} : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.subf %x, %big : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
})";

TEST(PreparationTest, ASaturatedOutputIsBroughtToLife) {
  for (const char *far : {"4000.0", "1.0e+9"}) {
    Subject subject(llvm::formatv(relu, far));
    ASSERT_EQ(subject.prepared.outcome, Prepared::Outcome::Done)
        << far << subject.prepared.message;
    EXPECT_EQ(subject.prepared.message, "");
    auto zeros = [](unsigned) { return std::vector<float>(64 * 64, 0); };
    EXPECT_FALSE(subject.accepts<float>(2, zeros)) << far;
  }
}

TEST(PreparationTest, MostElementsAreAsClose) {
  // Rows with a planted number allow larger errors.
  Subject subject(llvm::formatv(relu, "4000.0"));
  unsigned large = 0;
  for (float x : subject.contents<float>(1, 0))
    large += !(std::fabs(x) < 10);
  EXPECT_GT(large, 0u);
  EXPECT_LE(large, 16u);
  for (float x : subject.contents<float>(0, 0)) // the set that is timed
    ASSERT_LE(std::fabs(x), 1);
}

TEST(PreparationTest, InputsDoNotChangeWhereEveryBranchIsTaken) {
  Subject subject(llvm::formatv(relu, "1.0"));
  for (unsigned set = 0; set < subject.numSets(); ++set)
    for (unsigned argument : {0, 1})
      for (float x : subject.contents<float>(set, argument))
        ASSERT_LE(std::fabs(x), 9);
}

TEST(PreparationTest, ASumMayHoldAFewThatAreNoNumbers) {
  // y = sum over j of (k is a number ? k : 0)
  Subject subject(R"(
func.func @f(%k: tensor<64x100xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %i = linalg.fill ins(%z: f32) outs(%e: tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps=[affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types=["parallel","reduction"]} ins(%k: tensor<64x100xf32>) outs(%i: tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32):
    %c = arith.cmpf uno, %a, %a : f32
    %v = arith.select %c, %z, %a : f32
    %y = arith.addf %s, %v : f32
    linalg.yield %y : f32 } -> tensor<64xf32>
  return %0 : tensor<64xf32>
})");
  EXPECT_EQ(subject.prepared.message, "");
  unsigned none = 0;
  for (unsigned set = 0; set < subject.numSets(); ++set)
    for (float x : subject.contents<float>(set, 0))
      none += std::isnan(x);
  EXPECT_GT(none, 0u);
  EXPECT_LE(none, 2u);
}

TEST(PreparationTest, WhatStaysUntakenIsNamed) {
  Subject never(elementwise("%s = arith.muli %a, %a : i32\n"
                            "%z = arith.constant 7 : i32\n"
                            "%c = arith.cmpi eq, %s, %z : i32\n"
                            "%t = math.tanh %v : f32\n"
                            "%y = arith.select %c, %t, %v : f32",
                            "i32"));
  EXPECT_EQ(never.prepared.outcome, Prepared::Outcome::Done);
  EXPECT_EQ(never.prepared.message,
            "not verified, for lack of inputs: that 'arith.cmpi eq' of op0 is "
            "true");
  Subject positive(elementwise("%s = math.exp %a : f32\n"
                               "%z = arith.constant -1.0 : f32\n"
                               "%y = arith.maximumf %s, %z : f32",
                               "f32"));
  EXPECT_THAT(positive.prepared.message,
              HasSubstr("that 'arith.maximumf' of op0 is its second operand, "
                        "not the first"));
}

TEST(PreparationTest, WhatInputsDoNotDecideIsNoBranch) {
  // Above the diagonal, and a comparison that holds for every index.
  Subject subject(elementwise("%i = linalg.index 0 : index\n"
                              "%j = linalg.index 1 : index\n"
                              "%h = arith.constant 100 : index\n"
                              "%p = arith.cmpi sgt, %j, %i : index\n"
                              "%q = arith.cmpi slt, %j, %h : index\n"
                              "%c = arith.andi %p, %q : i1\n"
                              "%z = arith.constant 0.0 : f32\n"
                              "%y = arith.select %c, %z, %v : f32",
                              "f32"));
  EXPECT_EQ(subject.prepared.outcome, Prepared::Outcome::Done);
  EXPECT_EQ(subject.prepared.message, "");
}

TEST(PreparationTest, AnOutputThatIsAlwaysTheSameIsNoCheck) {
  Subject subject(elementwise("%one = arith.constant 1 : i32\n"
                              "%p = arith.andi %a, %one : i32\n"
                              "%y = arith.ori %p, %one : i32",
                              "i32", "8x8", "i32"));
  EXPECT_EQ(subject.prepared.outcome, Prepared::Outcome::Unusable);
  EXPECT_THAT(subject.prepared.message,
              HasSubstr("nothing can be compared: argument"));
  EXPECT_THAT(subject.prepared.message,
              HasSubstr("is the same for all inputs tried"));
}

TEST(PreparationTest, SaysWhyAnOutputCannotBeCompared) {
  // Tangents are between -1 and 1, and 1 / 1e-39 is infinite.
  Subject reciprocal(elementwise("%c = arith.constant 1.0e-39 : f32\n"
                                 "%t = math.tanh %v : f32\n"
                                 "%y = arith.divf %t, %c : f32",
                                 "f32"));
  EXPECT_EQ(reciprocal.prepared.outcome, Prepared::Outcome::Unusable);
  EXPECT_EQ(reciprocal.prepared.message,
            "nothing can be compared: argument 2 may leave the range of f32 "
            "everywhere, or what it is computed from may (as a reciprocal), "
            "for any inputs tried; scale the numbers");
  Subject undecided(elementwise("%c = arith.constant 0.1 : f32\n"
                                "%n = arith.constant 10.0 : f32\n"
                                "%s = arith.addf %v, %c : f32\n"
                                "%d = arith.subf %s, %v : f32\n"
                                "%m = arith.mulf %d, %n : f32\n"
                                "%y = arith.fptosi %m : f32 to i32",
                                "f32", "8x8", "i32"));
  EXPECT_EQ(undecided.prepared.outcome, Prepared::Outcome::Unusable);
  EXPECT_EQ(undecided.prepared.message,
            "nothing can be compared: argument 2 depends on rounding "
            "everywhere, for any inputs tried");
  Subject negative(elementwise("%c = arith.constant -1.0 : f32\n"
                               "%m = arith.mulf %v, %v : f32\n"
                               "%s = arith.subf %c, %m : f32\n"
                               "%y = math.log %s : f32",
                               "f32"));
  EXPECT_EQ(negative.prepared.message,
            "nothing can be compared: argument 2 is not a number anywhere, "
            "for any inputs tried");
}

TEST(PreparationTest, AnOutputThatOnlyRoundingVariesIsNamed) {
  // The sums of rows whose mean is taken off, but for what is large or no
  // number.
  Subject subject(R"(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %large = arith.constant 3.0 : f32
  %n = arith.constant 16.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %c = tensor.empty() : tensor<8x16xf32>
  %i = linalg.fill ins(%zero: f32) outs(%e: tensor<8xf32>) -> tensor<8xf32>
  %small = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel"]} ins(%a: tensor<8x16xf32>) outs(%c: tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %b = math.absf %x : f32
    %q = arith.cmpf olt, %b, %large : f32
    %y = arith.select %q, %x, %zero : f32
    linalg.yield %y : f32 } -> tensor<8x16xf32>
  %sum = linalg.reduce { arith.addf } ins(%small: tensor<8x16xf32>) outs(%i: tensor<8xf32>) dimensions=[1]
  %off = linalg.generic {indexing_maps=[#id,#row,#id], iterator_types=["parallel","parallel"]} ins(%small, %sum: tensor<8x16xf32>, tensor<8xf32>) outs(%c: tensor<8x16xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %x, %m : f32
    linalg.yield %d : f32 } -> tensor<8x16xf32>
  %r = linalg.reduce { arith.addf } ins(%off: tensor<8x16xf32>) outs(%i: tensor<8xf32>) dimensions=[1]
  return %r : tensor<8xf32>
})");
  EXPECT_EQ(subject.prepared.outcome, Prepared::Outcome::Done);
  EXPECT_EQ(subject.prepared.message,
            "not verified, for lack of inputs: argument 1, which is the same "
            "but for rounding");
}

TEST(PreparationTest, EachOfSeveralOutputsIsJudged) {
  // The first is a copy, the second always one.
  const std::string text = R"(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<99xf32>) -> (tensor<99xf32>, tensor<99xi32>) {
  %e = tensor.empty() : tensor<99xf32>
  %g = tensor.empty() : tensor<99xi32>
  %0:2 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a: tensor<99xf32>) outs(%e, %g: tensor<99xf32>, tensor<99xi32>) {
  ^bb0(%x: f32, %o: f32, %p: i32):
    %n = arith.negf %x : f32
    %b = arith.bitcast %x : f32 to i32
    %one = arith.constant 1 : i32
    %m = arith.constant MASK : i32
    %s = arith.andi %b, %m : i32
    %t = arith.ori %s, %one : i32
    linalg.yield %n, %t : f32, i32 } -> (tensor<99xf32>, tensor<99xi32>)
  return %0#0, %0#1 : tensor<99xf32>, tensor<99xi32>
})";
  auto with = [&](const char *mask) {
    std::string changed = text;
    return changed.replace(changed.find("MASK"), 4, mask);
  };
  Subject same(with("1"));
  EXPECT_EQ(same.prepared.outcome, Prepared::Outcome::Unusable);
  EXPECT_THAT(same.prepared.message, HasSubstr("argument 2 is the same"));
  EXPECT_EQ(Subject(with("255")).prepared.outcome, Prepared::Outcome::Done);
}

TEST(PreparationTest, WhatNoInputEntersIsRightOrWrong) {
  // A fill, and the numbers of the rows: one answer is right.
  for (const char *body :
       {"%y = arith.constant 3.0 : f32",
        "%i = linalg.index 0 : index\n%n = arith.index_cast %i : index to i32\n"
        "%y = arith.sitofp %n : i32 to f32"}) {
    Subject subject(elementwise(body, "f32"));
    EXPECT_EQ(subject.prepared.outcome, Prepared::Outcome::Done)
        << subject.prepared.message;
    EXPECT_EQ(subject.prepared.message, "");
  }
}

} // namespace
} // namespace mlirgym::reference
