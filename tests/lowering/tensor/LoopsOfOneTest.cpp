//===- lowering/tensor/LoopsOfOneTest.cpp - Extents of 1 ------------------===//
// Convolutions and pooling of every kind with extents of 1, wherever they may
// be: loops of one iteration disappear, and with them what tells how much of an
// input is read.
#include "tests/lowering/LoweringFixture.h"

#include "actions/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <limits>

namespace mlirgym {
namespace {

using scalar::Tensor;

/// Loops of a window operation, a letter each: batch n, channels c, filters f,
/// rows h and columns w of the output, rows k and columns l of the window.
constexpr llvm::StringLiteral loopNames = "nfhwckl";

/// A named operation, and a letter for each dimension of its operands; y is row
/// h * stride + k * dilation of the input, x the same for columns.
struct WindowOp {
  const char *name;
  const char *input, *filter, *output;
  enum { Sum, Max, Min } reduction = Sum;
  bool isPooling = false;
  bool hasStrides = true;
};

constexpr WindowOp windowOps[] = {
    {.name = "conv_1d",
     .input = "x",
     .filter = "l",
     .output = "w",
     .hasStrides = false},
    {.name = "conv_1d_nwc_wcf",
     .input = "nxc",
     .filter = "lcf",
     .output = "nwf"},
    {.name = "conv_1d_ncw_fcw",
     .input = "ncx",
     .filter = "fcl",
     .output = "nfw"},
    {.name = "depthwise_conv_1d_nwc_wc",
     .input = "nxc",
     .filter = "lc",
     .output = "nwc"},
    {.name = "depthwise_conv_1d_ncw_cw",
     .input = "ncx",
     .filter = "cl",
     .output = "ncw"},
    {.name = "pooling_ncw_max",
     .input = "ncx",
     .filter = "l",
     .output = "ncw",
     .reduction = WindowOp::Max,
     .isPooling = true},
    {.name = "pooling_nwc_sum",
     .input = "nxc",
     .filter = "l",
     .output = "nwc",
     .isPooling = true},
    {.name = "conv_2d",
     .input = "yx",
     .filter = "kl",
     .output = "hw",
     .hasStrides = false},
    {.name = "conv_2d_nchw_fchw",
     .input = "ncyx",
     .filter = "fckl",
     .output = "nfhw"},
    {.name = "conv_2d_nhwc_hwcf",
     .input = "nyxc",
     .filter = "klcf",
     .output = "nhwf"},
    {.name = "conv_2d_nhwc_fhwc",
     .input = "nyxc",
     .filter = "fklc",
     .output = "nhwf"},
    {.name = "depthwise_conv_2d_nhwc_hwc",
     .input = "nyxc",
     .filter = "klc",
     .output = "nhwc"},
    {.name = "depthwise_conv_2d_nchw_chw",
     .input = "ncyx",
     .filter = "ckl",
     .output = "nchw"},
    {.name = "pooling_nchw_max",
     .input = "ncyx",
     .filter = "kl",
     .output = "nchw",
     .reduction = WindowOp::Max,
     .isPooling = true},
    {.name = "pooling_nchw_sum",
     .input = "ncyx",
     .filter = "kl",
     .output = "nchw",
     .isPooling = true},
    {.name = "pooling_nhwc_max",
     .input = "nyxc",
     .filter = "kl",
     .output = "nhwc",
     .reduction = WindowOp::Max,
     .isPooling = true},
    {.name = "pooling_nhwc_min",
     .input = "nyxc",
     .filter = "kl",
     .output = "nhwc",
     .reduction = WindowOp::Min,
     .isPooling = true},
};

/// A window operation with its extents.
struct WindowCase {
  WindowOp op;
  /// In the order of loopNames.
  std::array<int64_t, 7> extents;
  int64_t stride = 1, dilation = 1;
  /// Rows and columns of the input that are not read.
  int64_t unread = 0;

  bool has(char loop) const {
    return llvm::StringRef(op.output).contains(loop) ||
           llvm::StringRef(op.filter).contains(loop);
  }
  int64_t extent(char dim) const {
    if (dim == 'y' || dim == 'x') {
      bool isRow = dim == 'y';
      return (extent(isRow ? 'h' : 'w') - 1) * stride +
             (extent(isRow ? 'k' : 'l') - 1) * dilation + 1 + unread;
    }
    return extents[loopNames.find(dim)];
  }
  std::vector<int64_t> shape(llvm::StringRef dims) const {
    std::vector<int64_t> result;
    for (char dim : dims)
      result.push_back(extent(dim));
    return result;
  }
  std::string type(llvm::StringRef dims) const {
    return "tensor<" +
           llvm::join(llvm::map_range(shape(dims),
                                      [](int64_t extent) {
                                        return std::to_string(extent);
                                      }),
                      "x") +
           "xf32>";
  }
  size_t position(llvm::StringRef dims,
                  const std::array<int64_t, 7> &index) const {
    int64_t result = 0;
    for (char dim : dims) {
      int64_t at = 0;
      if (dim == 'y')
        at = index[2] * stride + index[5] * dilation;
      else if (dim == 'x')
        at = index[3] * stride + index[6] * dilation;
      else
        at = index[loopNames.find(dim)];
      result = result * extent(dim) + at;
    }
    return static_cast<size_t>(result);
  }

  std::string text() const;
  Tensor evaluate(const std::vector<Tensor> &inputs) const;
};

std::string WindowCase::text() const {
  std::string attributes;
  if (op.hasStrides) {
    bool isRank1 = !llvm::StringRef(op.output).contains('h');
    attributes = llvm::formatv(
        "{{dilations = dense<{0}> : tensor<{2}xi64>, strides = dense<{1}> : "
        "tensor<{2}xi64>}",
        dilation, stride, isRank1 ? 1 : 2);
  }
  const char *start = op.reduction == WindowOp::Sum   ? "0.0"
                      : op.reduction == WindowOp::Max ? "0xFF800000"
                                                      : "0x7F800000";
  return llvm::formatv(
      "func.func @window(%i: {0}{1}) -> {3} {{\n"
      "  %start = arith.constant {4} : f32\n"
      "  %empty = tensor.empty() : {3}\n"
      "{5}"
      "  %filled = linalg.fill ins(%start : f32) outs(%empty : {3}) -> {3}\n"
      "  %r = linalg.{6} {7} ins(%i, %k : {0}, {2}) outs(%filled : {3}) -> "
      "{3}\n"
      "  return %r : {3}\n}",
      type(op.input), op.isPooling ? "" : ", %k: " + type(op.filter),
      type(op.filter), type(op.output), start,
      op.isPooling ? "  %k = tensor.empty() : " + type(op.filter) + "\n" : "",
      op.name, attributes);
}

Tensor WindowCase::evaluate(const std::vector<Tensor> &inputs) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Tensor result(shape(op.output), op.reduction == WindowOp::Sum   ? 0
                                  : op.reduction == WindowOp::Max ? -infinity
                                                                  : infinity);
  std::array<int64_t, 7> index = {};
  for (bool isDone = false; !isDone;) {
    double value = inputs[0].values[position(op.input, index)];
    if (!op.isPooling)
      value *= inputs[1].values[position(op.filter, index)];
    double &element = result.values[position(op.output, index)];
    element = op.reduction == WindowOp::Sum   ? element + value
              : op.reduction == WindowOp::Max ? std::max(element, value)
                                              : std::min(element, value);
    size_t loop = index.size();
    while (loop > 0 && (!has(loopNames[loop - 1]) ||
                        ++index[loop - 1] == extents[loop - 1]))
      index[--loop] = 0;
    isDone = loop == 0;
  }
  return result;
}

/// Those of which every action is legal.
std::vector<std::string> legalSchedules(const Program &program) {
  const Operation &op = program.operations().front();
  auto tile = [&](auto sizeOf) {
    std::string sizes;
    for (auto [tripCount, type] : llvm::zip(op.tripCounts, op.iteratorTypes)) {
      int64_t size = sizeOf(type == IteratorType::Reduction);
      sizes += (sizes.empty() ? "" : ",") +
               std::to_string(size < tripCount ? size : 0);
    }
    return "(" + sizes + ")";
  };
  const std::string windows = tile([](bool isWindow) { return isWindow; });
  const std::string outputs = tile([](bool isWindow) { return !isWindow; });
  const std::string pairs = tile([](bool) { return 2; });
  std::vector<std::string> legal;
  for (const std::string &text :
       {std::string("op0: done"), std::string("op0: vectorize"),
        "op0: tile" + windows + " vectorize",
        "op0: tile" + outputs + " vectorize",
        "op0: tile" + pairs + " vectorize",
        "op0: tile_fuse" + outputs + " tile" + windows + " vectorize"}) {
    if (llvm::Expected<std::string> script =
            toTransformScript(program, llvm::cantFail(Schedule::parse(text))))
      legal.push_back(text);
    else
      llvm::consumeError(script.takeError());
  }
  return legal;
}

class LoopsOfOne : public LoweringTest,
                   public testing::WithParamInterface<WindowOp> {
protected:
  /// Under one of `step` legal schedules, the `first` and those after it.
  void check(const WindowCase &window, size_t first, size_t step) {
    const Program program = loadText(window.text());
    const std::vector<std::string> schedules = legalSchedules(program);
    for (size_t i = first % schedules.size(); i < schedules.size(); i += step) {
      const std::string &schedule = schedules[i];
      SCOPED_TRACE(window.text() + '\n' + schedule);
      std::optional<KernelRunData> found = run(program, schedule);
      ASSERT_TRUE(found);
      const int64_t terms =
          window.extent('c') * window.extent('k') * window.extent('l');
      expectEqual(found->output, window.evaluate(found->inputs), found->type,
                  terms);
      ASSERT_FALSE(HasFailure());
    }
  }
  void checkAll(size_t step);
};

/// Every set of loops with more than one iteration, under one of `step`
/// schedules each; n and f in turn.
void LoopsOfOne::checkAll(size_t step) {
  constexpr std::array<int64_t, 7> longest = {2, 3, 2, 5, 2, 2, 3};
  unsigned turn = 0;
  for (unsigned isLong = 0; isLong < 32; ++isLong) {
    WindowCase window = {.op = GetParam(), .extents = {}};
    bool isUseful = true;
    for (auto [i, loop] : llvm::enumerate(loopNames.drop_front(2))) {
      isUseful &= window.has(loop) || !(isLong >> i & 1);
      window.extents[i + 2] = isLong >> i & 1 ? longest[i + 2] : 1;
    }
    if (!isUseful)
      continue;
    ++turn;
    for (size_t i = 0; i < 2; ++i)
      window.extents[i] =
          window.has(loopNames[i]) && (turn >> i & 1) ? longest[i] : 1;
    window.unread = turn % 3;
    // Every second one steps; others of the next operation.
    if (window.op.hasStrides &&
        (turn + llvm::StringRef(window.op.name).size()) % 2 == 0) {
      window.stride = 2 + turn % 2;
      window.dilation = 1 + turn / 2 % 2;
    }
    check(window, (turn + turn / 3) % step, step);
  }
  EXPECT_GT(turn, 3u);
}

TEST_P(LoopsOfOne, ReadWhatTheWindowCovers) { checkAll(/*step=*/3); }
TEST_P(LoopsOfOne, DISABLED_ReadItUnderEverySchedule) { checkAll(/*step=*/1); }

INSTANTIATE_TEST_SUITE_P(Named, LoopsOfOne, testing::ValuesIn(windowOps),
                         [](const testing::TestParamInfo<WindowOp> &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace mlirgym
