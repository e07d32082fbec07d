// Wrong kernels must not pass, right ones must: real programs through real
// workers. Wrong kernels are made by transform scripts that rewrite a constant
// of the payload, a loop bound say, after they have tiled it.

#include "execution/Execution.h"
#include "execution/ProgramModule.h"
#include "execution/SandboxedLoader.h"
#include "program/ProgramLoader.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

namespace mlirgym {
namespace {

using testing::HasSubstr;

class VerificationTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0; // the machine may be busy
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
    execution = llvm::cantFail(Execution::create(options));
  }
  static void TearDownTestSuite() { execution.reset(); }

  static std::shared_ptr<const Program> load(const std::string &text) {
    auto program = ProgramLoader().loadText(text, "program");
    if (!program)
      llvm::report_fatal_error(program.takeError());
    return std::make_shared<const Program>(std::move(*program));
  }
  /// Of a schedule, or a script.
  Measurement measure(const std::string &text, const std::string &code) {
    auto request = ExecutionRequest::parse(load(text), code);
    if (!request)
      llvm::report_fatal_error(request.takeError());
    auto measurement = execution->measure(*request);
    if (!measurement)
      llvm::report_fatal_error(measurement.takeError());
    return std::move(*measurement);
  }

  static inline std::unique_ptr<Execution> execution;
};

/// Cuts the reduction of the first `op` into tiles of `tile`, then writes `to`
/// over the constant `from`: "16384 : index", "0 : index".
std::string script(const std::string &op, const std::string &tiles,
                   const std::string &from, const std::string &to,
                   const std::string &type) {
  return llvm::formatv(R"(
module attributes {{transform.with_named_sequence} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}) {{
    %m = transform.structured.match ops{{["{0}"]} in %root : (!transform.any_op) -> !transform.any_op
    {1}
    %c = transform.structured.match ops{{["arith.constant"]} attributes{{value = {2} : {4}} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant {3} : {4} -> !transform.any_param
    transform.annotate %c "value" = %p : !transform.any_op, !transform.any_param
    transform.yield
  }
})",
                       op, tiles, from, to, type);
}

std::string tiled(const std::string &sizes, unsigned loops) {
  std::string handles;
  for (unsigned i = 0; i < loops; ++i)
    handles += ", !transform.any_op";
  return llvm::formatv("%t{0} = transform.structured.tile_using_for %m "
                       "tile_sizes [{1}] : (!transform.any_op) -> "
                       "(!transform.any_op{2})",
                       loops == 1 ? ", %l" : ", %l:2", sizes, handles);
}

std::string reduction(const std::string &type, int64_t rows, int64_t columns,
                      const std::string &combiner, const std::string &start) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<{1}x{2}x{0}>) -> tensor<{1}x{0}> {{
  %lo = arith.constant {4} : {0}
  %e = tensor.empty() : tensor<{1}x{0}>
  %i = linalg.fill ins(%lo: {0}) outs(%e: tensor<{1}x{0}>) -> tensor<{1}x{0}>
  %0 = linalg.reduce {{{3}} ins(%a: tensor<{1}x{2}x{0}>) outs(%i: tensor<{1}x{0}>) dimensions=[1]
  return %0 : tensor<{1}x{0}>
})",
                       type, rows, columns, combiner, start);
}

struct Reduction {
  std::string type, combiner, start;
  int64_t columns;
};
class ReductionTest : public VerificationTest,
                      public testing::WithParamInterface<Reduction> {};

TEST_P(ReductionTest, RefusesWhatReadsAPart) {
  const auto &[type, combiner, start, columns] = GetParam();
  // One element may decide a row, at a random place: of 64 rows the last
  // sixteenth of the columns decides none in 2 % of the runs, of 192 in none of
  // 100,000.
  constexpr int64_t rows = 192;
  std::string text = reduction(type, rows, columns, combiner, start);
  std::string part = std::to_string(columns / 16);
  auto reads = [&](const std::string &bound) {
    return measure(text, script("linalg.reduce", tiled("0, " + part, 1),
                                std::to_string(columns), bound, "index"));
  };
  Measurement all = reads(std::to_string(columns));
  EXPECT_EQ(all.status, Status::Ok) << all.message;
  EXPECT_EQ(reads(part).status, Status::WrongResult);
  EXPECT_EQ(reads("0").status, Status::WrongResult);
  EXPECT_EQ(reads(std::to_string(columns - columns / 16)).status,
            Status::WrongResult);
}

INSTANTIATE_TEST_SUITE_P(
    Types, ReductionTest,
    testing::Values(Reduction{"bf16", "arith.addf", "0.0", 16384},
                    Reduction{"bf16", "arith.addf", "0.0", 512},
                    Reduction{"f16", "arith.addf", "0.0", 16384},
                    Reduction{"f32", "arith.addf", "0.0", 16384},
                    Reduction{"f64", "arith.addf", "0.0", 4096},
                    Reduction{"i32", "arith.addi", "0", 4096},
                    Reduction{"i32", "arith.maxsi", "-2147483648", 4096},
                    Reduction{"i64", "arith.minsi", "9223372036854775807",
                              4096},
                    Reduction{"i8", "arith.maxsi", "-128", 4096},
                    Reduction{"i8", "arith.minsi", "127", 4096},
                    Reduction{"i8", "arith.maxui", "0", 4096},
                    Reduction{"i8", "arith.minui", "-1", 4096},
                    Reduction{"i32", "arith.maxui", "0", 4096},
                    Reduction{"i8", "arith.andi", "-1", 4096},
                    Reduction{"i64", "arith.andi", "-1", 512},
                    Reduction{"i8", "arith.ori", "0", 4096},
                    Reduction{"i32", "arith.xori", "0", 4096},
                    Reduction{"i8", "arith.muli", "1", 4096},
                    Reduction{"i32", "arith.muli", "1", 16384},
                    Reduction{"f16", "arith.mulf", "1.0", 4096},
                    Reduction{"f32", "arith.mulf", "1.0", 4096},
                    Reduction{"f64", "arith.mulf", "1.0", 512},
                    Reduction{"bf16", "arith.maximumf", "0xFF80", 4096},
                    Reduction{"f16", "arith.minimumf", "0x7C00", 4096},
                    Reduction{"f32", "arith.maximumf", "0xFF800000", 4096}),
    [](const testing::TestParamInfo<Reduction> &info) {
      std::string name = info.param.type + "_" + info.param.combiner + "_" +
                         std::to_string(info.param.columns);
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

TEST_F(VerificationTest, RefusesHalfOfALongMaximumInF16) {
  // Each half of a row has the largest numbers below 1 several times, so that
  // only planted maxima show that a half is not read. All of them are the same.
  for (int64_t rows : {4, 8, 16, 32}) {
    std::string text =
        reduction("f16", rows, 14400, "arith.maximumf", "0xFC00");
    auto reads = [&](const std::string &bound) {
      return measure(text, script("linalg.reduce", tiled("0, 1440", 1), "14400",
                                  bound, "index"))
          .status;
    };
    EXPECT_EQ(reads("14400"), Status::Ok) << rows;
    EXPECT_EQ(reads("7200"), Status::WrongResult) << rows;
    EXPECT_EQ(reads("12960"), Status::WrongResult) << rows;
  }
}

TEST_F(VerificationTest, RefusesASixteenthOfALongSumInNarrowMatmuls) {
  // Rounding hides most of the terms of a long bf16 sum.
  std::string text = R"(
func.func @f(%a: tensor<64x4096xbf16>, %b: tensor<4096x48xbf16>, %c: tensor<64x48xbf16>) -> tensor<64x48xbf16> {
  %0 = linalg.matmul ins(%a, %b: tensor<64x4096xbf16>, tensor<4096x48xbf16>) outs(%c: tensor<64x48xbf16>) -> tensor<64x48xbf16>
  return %0 : tensor<64x48xbf16>
})";
  auto reads = [&](const std::string &bound) {
    return measure(text, script("linalg.matmul", tiled("0, 0, 256", 1), "4096",
                                bound, "index"));
  };
  Measurement all = reads("4096");
  EXPECT_EQ(all.status, Status::Ok) << all.message;
  EXPECT_EQ(reads("256").status, Status::WrongResult);
  EXPECT_EQ(reads("3840").status, Status::WrongResult);
}

std::string largeSums(const std::string &constant) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<13x5x17xf64>) -> tensor<13xf64> {{
  %z = arith.constant 0.0 : f64
  %c = arith.constant {0} : f64
  %e = tensor.empty() : tensor<13xf64>
  %i = linalg.fill ins(%z: f64) outs(%e: tensor<13xf64>) -> tensor<13xf64>
  %0 = linalg.generic {{indexing_maps=[affine_map<(i,k,l)->(i,k,l)>,affine_map<(i,k,l)->(i)>], iterator_types=["parallel","reduction","reduction"]} ins(%a: tensor<13x5x17xf64>) outs(%i: tensor<13xf64>) {{
  ^bb0(%x: f64, %y: f64):
    %m = arith.mulf %x, %c : f64
    %r = arith.addf %y, %m : f64
    linalg.yield %r : f64 } -> tensor<13xf64>
  return %0 : tensor<13xf64>
})",
                       constant);
}

TEST_F(VerificationTest, AScriptMayNotRewriteAConstant) {
  for (const char *value : {"1.0e+200", "3.0"}) {
    Measurement same = measure(
        largeSums(value), script("linalg.generic", "", value, value, "f64"));
    EXPECT_EQ(same.status, Status::Ok) << same.message;
    Measurement other = measure(
        largeSums(value), script("linalg.generic", "", value, "2.5", "f64"));
    EXPECT_EQ(other.status, Status::WrongResult);
    EXPECT_THAT(other.message, HasSubstr(" elements are wrong"));
  }
}

TEST_F(VerificationTest, AcceptsSumsThatCancel) {
  std::string text = R"(
#id = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<64x257xf32>) -> (tensor<64x257xf32>, tensor<64xf32>) {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 257.0 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %i = linalg.fill ins(%z: f32) outs(%e1: tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce {arith.addf} ins(%x: tensor<64x257xf32>) outs(%i: tensor<64xf32>) dimensions=[1]
  %e = tensor.empty() : tensor<64x257xf32>
  %c = linalg.generic {indexing_maps=[#id,#r,#id], iterator_types=["parallel","parallel"]} ins(%x, %s: tensor<64x257xf32>, tensor<64xf32>) outs(%e: tensor<64x257xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %q = arith.divf %m, %n : f32
    %d = arith.subf %a, %q : f32
    linalg.yield %d : f32 } -> tensor<64x257xf32>
  %m2 = linalg.reduce {arith.addf} ins(%c: tensor<64x257xf32>) outs(%i: tensor<64xf32>) dimensions=[1]
  return %c, %m2 : tensor<64x257xf32>, tensor<64xf32>
})";
  for (const char *schedule :
       {"op2: tile(8,32) vectorize", "op2: tile(4,16) vectorize",
        "op2: interchange(1,0)",
        "op1: tile(8,32) vectorize\nop0: tile(8,32) vectorize"}) {
    Measurement measurement = measure(text, schedule);
    EXPECT_EQ(measurement.status, Status::Ok)
        << schedule << ": " << measurement.message;
  }
}

TEST_F(VerificationTest, AcceptsSumsThatLoseInfiniteTerms) {
  // Quotients by the number of the row: infinite or NaN in row 0, where their
  // differences are NaN. LLVM adds 0 in place of them.
  const std::string infinite = R"(
func.func @f(%x: tensor<8x4xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%z: f32) outs(%e: tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps=[affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types=["parallel", "reduction"]} ins(%x: tensor<8x4xf32>) outs(%i: tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %row = linalg.index 0 : index
    %n = arith.index_cast %row : index to i32
    %b = arith.sitofp %n : i32 to f32
    %q = arith.divf %a, %b : f32
    %d = arith.subf %q, %q : f32
    %t = arith.addf %d, %a : f32
    %r = arith.addf %o, %t : f32
    linalg.yield %r : f32 } -> tensor<8xf32>
  return %s : tensor<8xf32>
})";
  const std::string noNumber =
      std::regex_replace(infinite, std::regex("divf %a, %b"), "divf %b, %b");
  for (const std::string &text : {infinite, noNumber})
    for (const char *schedule : {"", "op0: tile(2,2)"}) {
      Measurement measurement = measure(text, schedule);
      EXPECT_EQ(measurement.status, Status::Ok)
          << text << schedule << ": " << measurement.message;
    }
}

TEST_F(VerificationTest, AcceptsSaturatedFunctionsOfLongSums) {
  // Like an LSTM cell: errors of the sum are larger than the gate's distance
  // from 1.
  std::string text = R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<32x512xf32>, %b: tensor<512x64xf32>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%z: f32) outs(%e: tensor<32x64xf32>) -> tensor<32x64xf32>
  %s = linalg.matmul ins(%a, %b: tensor<32x512xf32>, tensor<512x64xf32>) outs(%i: tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel","parallel"]} ins(%s, %c: tensor<32x64xf32>, tensor<32x64xf32>) outs(%e: tensor<32x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %n = arith.negf %x : f32
    %p = math.exp %n : f32
    %q = arith.addf %p, %one : f32
    %g = arith.divf %one, %q : f32
    %t = math.tanh %x : f32
    %h = arith.subf %one, %g : f32
    %u = arith.mulf %h, %y : f32
    %v = arith.mulf %g, %t : f32
    %w = arith.addf %u, %v : f32
    linalg.yield %w : f32 } -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
})";
  for (const char *schedule : {"op0: tile(4,16,1) vectorize",
                               "op0: tile(0,0,16) tile(4,16,1) vectorize",
                               "op1: tile(4,16) vectorize"}) {
    Measurement measurement = measure(text, schedule);
    EXPECT_EQ(measurement.status, Status::Ok)
        << schedule << ": " << measurement.message;
  }
}

std::string elementwise(const std::string &body) {
  return R"(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<999xf32>) -> tensor<999xf32> {
  %e = tensor.empty() : tensor<999xf32>
  %0 = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%a: tensor<999xf32>) outs(%e: tensor<999xf32>) {
  ^bb0(%x: f32, %o: f32):
)" + body +
         R"(
    linalg.yield %r : f32 } -> tensor<999xf32>
  return %0 : tensor<999xf32>
})";
}

TEST_F(VerificationTest, OutputsThatAreNoNumbersAreNoCheck) {
  Measurement never = measure(elementwise(R"(
    %m = arith.mulf %x, %x : f32
    %one = arith.constant -1.0 : f32
    %s = arith.subf %one, %m : f32
    %r = math.log %s : f32)"),
                              "op0: tile(100)");
  EXPECT_EQ(never.status, Status::WrongResult);
  EXPECT_THAT(never.message, HasSubstr("nothing can be compared: argument 1 is "
                                       "not a number anywhere"));
}

TEST_F(VerificationTest, DrawsOtherInputsWhereTheFirstGiveNoNumbers) {
  // A row's sum of logarithms is a number only if all its elements are
  // positive.
  std::string text = R"(
func.func @f(%a: tensor<20x300xf32>) -> tensor<20xf32> {
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<20xf32>
  %i = linalg.fill ins(%z: f32) outs(%e1: tensor<20xf32>) -> tensor<20xf32>
  %e = tensor.empty() : tensor<20x300xf32>
  %l = linalg.log ins(%a: tensor<20x300xf32>) outs(%e: tensor<20x300xf32>) -> tensor<20x300xf32>
  %s = linalg.reduce {arith.addf} ins(%l: tensor<20x300xf32>) outs(%i: tensor<20xf32>) dimensions=[1]
  return %s : tensor<20xf32>
})";
  Measurement right = measure(text, "op1: tile(4,50) vectorize");
  EXPECT_EQ(right.status, Status::Ok) << right.message;
  Measurement wrong = measure(
      text, script("linalg.reduce", tiled("0, 100", 1), "300", "200", "index"));
  EXPECT_EQ(wrong.status, Status::WrongResult);
}

TEST_F(VerificationTest, IndicesAreDrawnWithinWhatTheyIndex) {
  for (const char *type : {"i32", "i64"}) {
    std::string text = llvm::formatv(R"(
#id = affine_map<(i) -> (i)>
func.func @f(%t: tensor<50x7xf32>, %i: tensor<40x{0}>) -> tensor<40xf32> {{
  %e = tensor.empty() : tensor<40xf32>
  %0 = linalg.generic {{indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%i: tensor<40x{0}>) outs(%e: tensor<40xf32>) {{
  ^bb0(%x: {0}, %o: f32):
    %n = arith.index_cast %x : {0} to index
    %c = arith.constant 3 : index
    %v = tensor.extract %t[%n, %c] : tensor<50x7xf32>
    linalg.yield %v : f32 } -> tensor<40xf32>
  return %0 : tensor<40xf32>
})",
                                     type);
    Measurement right = measure(text, "op0: tile(8)");
    EXPECT_EQ(right.status, Status::Ok) << right.message;
    Measurement wrong =
        measure(text, script("linalg.generic", "", "3", "4", "index"));
    EXPECT_EQ(wrong.status, Status::WrongResult) << wrong.message;
  }
}

TEST_F(VerificationTest, AProgramThatReadsOutsideItsTensorsIsNotRun) {
  Measurement measurement = measure(R"(
#id = affine_map<(i) -> (i)>
func.func @f(%t: tensor<50xf32>) -> tensor<40xf32> {
  %e = tensor.empty() : tensor<40xf32>
  %0 = linalg.generic {indexing_maps=[#id], iterator_types=["parallel"]} outs(%e: tensor<40xf32>) {
  ^bb0(%o: f32):
    %n = linalg.index 0 : index
    %c = arith.constant 20 : index
    %m = arith.addi %n, %c : index
    %v = tensor.extract %t[%m] : tensor<50xf32>
    linalg.yield %v : f32 } -> tensor<40xf32>
  return %0 : tensor<40xf32>
})",
                                    "op0: tile(8)");
  EXPECT_EQ(measurement.status, Status::WrongResult);
  EXPECT_THAT(measurement.message,
              HasSubstr("tensor.extract reads index 50 of dimension 0, which "
                        "has 50 elements"));
}

TEST_F(VerificationTest, MessagesShowTheDigitsThatDiffer) {
  std::string text = elementwise(R"(
    %c = arith.constant 0.18 : f32
    %z = arith.constant 1.0e-9 : f32
    %s = arith.mulf %x, %z : f32
    %r = arith.addf %s, %c : f32)");
  Measurement wrong =
      measure(text, script("linalg.generic", "", "0.18", "0.1801", "f32"));
  EXPECT_EQ(wrong.status, Status::WrongResult);
  EXPECT_THAT(wrong.message, HasSubstr(" is 0.1800999"));
  EXPECT_THAT(wrong.message, HasSubstr(" instead of 0.1800000"));
}

TEST_F(VerificationTest, TheUntransformedProgramIsCheckedToo) {
  Measurement measurement = llvm::cantFail(
      execution->baseline(load(reduction("f32", 8, 100, "arith.addf", "0.0"))));
  EXPECT_EQ(measurement.status, Status::Ok);
  EXPECT_EQ(measurement.message, "");
}

/// Sums of rows whose mean is taken off: 0, but for rounding.
std::string centredRows(int64_t rows, int64_t columns) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<{0}x{1}xf32>) -> tensor<{0}xf32> {{
  %zero = arith.constant 0.0 : f32
  %n = arith.constant {1}.0 : f32
  %e = tensor.empty() : tensor<{0}xf32>
  %i = linalg.fill ins(%zero: f32) outs(%e: tensor<{0}xf32>) -> tensor<{0}xf32>
  %sum = linalg.reduce {{ arith.addf } ins(%a: tensor<{0}x{1}xf32>) outs(%i: tensor<{0}xf32>) dimensions=[1]
  %c = tensor.empty() : tensor<{0}x{1}xf32>
  %centred = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%a, %sum: tensor<{0}x{1}xf32>, tensor<{0}xf32>) outs(%c: tensor<{0}x{1}xf32>) {{
  ^bb0(%x: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %n : f32
    %d = arith.subf %x, %mean : f32
    linalg.yield %d : f32
  } -> tensor<{0}x{1}xf32>
  %0 = linalg.reduce {{ arith.addf } ins(%centred: tensor<{0}x{1}xf32>) outs(%i: tensor<{0}xf32>) dimensions=[1]
  return %0 : tensor<{0}xf32>
})",
                       rows, columns);
}

TEST_F(VerificationTest, ASumThatCancelsToNothingMayBeOff) {
  // The reference is 0 in f64, and 0 in f32 by chance where rows are short: as
  // whole a number as any.
  for (int64_t rows : {3, 13, 40})
    for (int64_t columns : {16, 64})
      for (const char *schedule : {"", "op0: tile_reduction(0,8)"}) {
        Measurement measurement = measure(centredRows(rows, columns), schedule);
        EXPECT_EQ(measurement.status, Status::Ok)
            << rows << " x " << columns << ' ' << schedule << ": "
            << measurement.message;
      }
}

/// A function of sums that cancel: its slope at 0 is 0 or infinite.
class CancelledTest : public VerificationTest,
                      public testing::WithParamInterface<const char *> {};

TEST_P(CancelledTest, MayBeOff) {
  for (int64_t rows : {1, 13, 300})
    for (const char *schedule : {"", "op0: tile_reduction(0,8)"}) {
      std::string text = centredRows(rows, 64);
      const std::string end =
          llvm::formatv("return %0 : tensor<{0}xf32>", rows);
      const std::string function = llvm::formatv(
          R"(%to = tensor.empty() : tensor<{0}xf32>
  %1 = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%0: tensor<{0}xf32>) outs(%to: tensor<{0}xf32>) {{
  ^bb0(%x: f32, %o: f32):
    {1}
    linalg.yield %y : f32
  } -> tensor<{0}xf32>
  return %1 : tensor<{0}xf32>)",
          rows, GetParam());
      text.replace(text.find(end), end.size(), function);
      Measurement measurement = measure(text, schedule);
      EXPECT_EQ(measurement.status, Status::Ok)
          << rows << " rows, " << schedule << ": " << measurement.message;
    }
}
INSTANTIATE_TEST_SUITE_P(Functions, CancelledTest,
                         testing::Values("%y = arith.mulf %x, %x : f32",
                                         "%two = arith.constant 2.0 : f32\n"
                                         "%y = math.powf %x, %two : f32",
                                         "%square = arith.mulf %x, %x : f32\n"
                                         "%y = math.sqrt %square : f32",
                                         "%square = arith.mulf %x, %x : f32\n"
                                         "%y = arith.mulf %square, %x : f32"));

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Masking of the scores of an attention, and its error.
struct Masking {
  const char *type, *mask;
  /// "select": of a score or the mask. "add": of 0 or the mask, added to it.
  const char *how = "select";
  /// Of column and row: for which the score counts.
  const char *counts = "ule";
  /// This row of the result is 1.5 times the correct one; -1: none.
  int wrongRow = -1;
};

/// Softmax of masked scores, times values: 40 rows of 16.
std::string maskedAttention(const Masking &masking) {
  bool isAdded = llvm::StringRef(masking.how) == "add";
  const char *score = isAdded ? "%m = arith.select %c, %zero, %mask : T\n"
                                "    %r = arith.addf %x, %m : T"
                              : "%r = arith.select %c, %x, %mask : T";
  std::string lowest = llvm::StringSwitch<const char *>(masking.type)
                           .Case("f64", "0xFFF0000000000000")
                           .Case("f32", "0xFF800000")
                           .Case("f16", "0xFC00")
                           .Default("0xFF80");
  std::string text = llvm::formatv(R"(
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @f(%q: tensor<40x16xT>, %k: tensor<16x40xT>, %v: tensor<40x16xT>) -> tensor<40x16xT> {{
  %zero = arith.constant 0.0 : T
  %lowest = arith.constant {3} : T
  %mask = arith.constant {0} : T
  %e = tensor.empty() : tensor<40x40xT>
  %z = linalg.fill ins(%zero: T) outs(%e: tensor<40x40xT>) -> tensor<40x40xT>
  %s = linalg.matmul ins(%q, %k: tensor<40x16xT>, tensor<16x40xT>) outs(%z: tensor<40x40xT>) -> tensor<40x40xT>
  %masked = linalg.generic {{indexing_maps=[#ij,#ij], iterator_types=["parallel","parallel"]} ins(%s: tensor<40x40xT>) outs(%e: tensor<40x40xT>) {{
  ^bb0(%x: T, %o: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi {1}, %j, %i : index
    {2}
    linalg.yield %r : T } -> tensor<40x40xT>
  %e1 = tensor.empty() : tensor<40xT>
  %low = linalg.fill ins(%lowest: T) outs(%e1: tensor<40xT>) -> tensor<40xT>
  %most = linalg.reduce {{arith.maximumf} ins(%masked: tensor<40x40xT>) outs(%low: tensor<40xT>) dimensions=[1]
  %power = linalg.generic {{indexing_maps=[#ij,#i,#ij], iterator_types=["parallel","parallel"]} ins(%masked, %most: tensor<40x40xT>, tensor<40xT>) outs(%e: tensor<40x40xT>) {{
  ^bb0(%x: T, %m: T, %o: T):
    %d = arith.subf %x, %m : T
    %r = math.exp %d : T
    linalg.yield %r : T } -> tensor<40x40xT>
  %z1 = linalg.fill ins(%zero: T) outs(%e1: tensor<40xT>) -> tensor<40xT>
  %sum = linalg.reduce {{arith.addf} ins(%power: tensor<40x40xT>) outs(%z1: tensor<40xT>) dimensions=[1]
  %p = linalg.generic {{indexing_maps=[#ij,#i,#ij], iterator_types=["parallel","parallel"]} ins(%power, %sum: tensor<40x40xT>, tensor<40xT>) outs(%e: tensor<40x40xT>) {{
  ^bb0(%x: T, %m: T, %o: T):
    %r = arith.divf %x, %m : T
    linalg.yield %r : T } -> tensor<40x40xT>
  %e2 = tensor.empty() : tensor<40x16xT>
  %z2 = linalg.fill ins(%zero: T) outs(%e2: tensor<40x16xT>) -> tensor<40x16xT>
  %a = linalg.matmul ins(%p, %v: tensor<40x40xT>, tensor<40x16xT>) outs(%z2: tensor<40x16xT>) -> tensor<40x16xT>
)",
                                   masking.mask, masking.counts, score, lowest);
  text += masking.wrongRow < 0 ? "  return %a : tensor<40x16xT>\n}"
                               : llvm::formatv(R"(
  %w = linalg.generic {{indexing_maps=[#ij,#ij], iterator_types=["parallel","parallel"]} ins(%a: tensor<40x16xT>) outs(%e2: tensor<40x16xT>) {{
  ^bb0(%x: T, %o: T):
    %row = arith.constant {0} : index
    %more = arith.constant 1.5 : T
    %i = linalg.index 0 : index
    %c = arith.cmpi eq, %i, %row : index
    %y = arith.mulf %x, %more : T
    %r = arith.select %c, %y, %x : T
    linalg.yield %r : T } -> tensor<40x16xT>
  return %w : tensor<40x16xT>
})",
                                               masking.wrongRow)
                                     .str();
  return std::regex_replace(text, std::regex("(\\b|x)T\\b"),
                            "$1" + std::string(masking.type));
}

class MaskTest : public VerificationTest {
protected:
  using VerificationTest::measure;
  /// Of `kernel` as an implementation of `program`.
  Measurement measure(const Masking &program, const Masking &kernel) {
    auto loaded = load(maskedAttention(program));
    return llvm::cantFail(execution->measureModule(
        loaded,
        llvm::cantFail(loader.loadModule(maskedAttention(kernel), *loaded))));
  }

  SandboxedLoader loader;
};

class CausalAttentionTest : public MaskTest,
                            public testing::WithParamInterface<Masking> {};

TEST_P(CausalAttentionTest, IsComparedInEachRow) {
  const Masking &right = GetParam();
  std::string text = maskedAttention(right);
  for (const char *schedule :
       {"", "op6: tile(4,8,1) vectorize\nop4: tile(4,8) vectorize\n"
            "op3: tile(4,8) vectorize\nop1: tile(4,8) vectorize\n"
            "op0: tile(4,8,1) vectorize"}) {
    Measurement measurement = measure(text, schedule);
    EXPECT_EQ(measurement.status, Status::Ok)
        << schedule << ": " << measurement.message;
  }
  for (int row : {0, 7, 39}) {
    Masking wrong = right;
    wrong.wrongRow = row;
    Measurement measurement = measure(right, wrong);
    EXPECT_EQ(measurement.status, Status::WrongResult) << row;
    EXPECT_THAT(measurement.message,
                HasSubstr("[" + std::to_string(row) + ", "));
  }
  Masking unmasked = right;
  unmasked.counts = "uge";
  EXPECT_EQ(measure(right, unmasked).status, Status::WrongResult);
}

INSTANTIATE_TEST_SUITE_P(
    Masks, CausalAttentionTest,
    testing::Values(
        Masking{"f64", "0xFFF0000000000000"}, Masking{"f64", "-1.0e9", "add"},
        Masking{"f32", "0xFF800000"}, Masking{"f32", "0xFF800000", "add"},
        Masking{"f32", "-1.0e9", "add"}, Masking{"f16", "0xFC00", "add"},
        Masking{"f16", "-6.0e4"}, Masking{"bf16", "0xFF80"},
        Masking{"bf16", "-1.0e9", "add"}),
    [](const testing::TestParamInfo<Masking> &info) {
      return std::string(info.param.type) + "_" + info.param.how + "_" +
             (info.param.mask[0] == '-' ? "finite" : "infinite");
    });

TEST_F(MaskTest, RowsThatAreMaskedAltogetherAreNaN) {
  Masking right{"f32", "0xFF800000", "select", "ult"}; // the first row
  for (const char *schedule : {"", "op6: tile(4,8,1) vectorize\n"
                                   "op3: tile(4,8) vectorize"}) {
    Measurement measurement = measure(maskedAttention(right), schedule);
    EXPECT_EQ(measurement.status, Status::Ok)
        << schedule << ": " << measurement.message;
  }
  Masking wrong = right;
  wrong.wrongRow = 9;
  EXPECT_EQ(measure(right, wrong).status, Status::WrongResult);
  // A number where the row is NaN: the diagonal counts.
  wrong = right;
  wrong.counts = "ule";
  Measurement number = measure(right, wrong);
  EXPECT_EQ(number.status, Status::WrongResult);
  EXPECT_THAT(number.message, HasSubstr("[0, 0] is "));
  EXPECT_THAT(number.message, HasSubstr(" instead of nan"));
}

} // namespace
} // namespace mlirgym
