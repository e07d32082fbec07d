#include "program/Try.h"
#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "program/generators/Pieces.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

/// The smallest stride with floor((extent - kernel) / stride) + 1 == output.
static llvm::Expected<int64_t> strideOf(int64_t extent, int64_t kernel,
                                        int64_t output) {
  int64_t stride = extent < kernel ? 0 : (extent - kernel) / output + 1;
  if (stride == 0 || (extent - kernel) / stride + 1 != output)
    return llvm::createStringError(llvm::formatv(
        "no stride gives {0} outputs from {1} inputs and a window of {2}; "
        "the outputs are (inputs - window) / stride + 1",
        output, extent, kernel));
  return stride;
}

llvm::Expected<std::string> windowAttributes(const Window &window) {
  MLIRGYM_TRY(auto strideH, strideOf(window.h, window.kh, window.oh));
  MLIRGYM_TRY(auto strideW, strideOf(window.w, window.kw, window.ow));
  return llvm::formatv("dilations = dense<1> : tensor<2xi64>, strides = "
                       "dense<[{0}, {1}]> : tensor<2xi64>",
                       strideH, strideW)
      .str();
}

/// A zero fill, then the named convolution.
static llvm::Expected<Tensor> emitConvolution(PayloadText &text,
                                              llvm::StringRef op, Shape image,
                                              Shape kernel, Shape output,
                                              const Window &window) {
  MLIRGYM_TRY(auto attributes, windowAttributes(window));
  Tensor input = text.argument(std::move(image));
  Tensor weights = text.argument(std::move(kernel));
  Tensor zeros = text.filled(text.zero(), std::move(output));
  return text.named(op, {input, weights}, zeros, attributes);
}

static llvm::Expected<Tensor> emitNchw(PayloadText &text,
                                       const FamilyRequest &r) {
  return emitConvolution(text, "linalg.conv_2d_nchw_fchw",
                         {r[0], r[1], r[2], r[3]}, {r[4], r[1], r[5], r[6]},
                         {r[0], r[4], r[7], r[8]},
                         {r[2], r[3], r[5], r[6], r[7], r[8]});
}

llvm::Expected<std::string> generateConv2dNchwFchw(const FamilyRequest &r) {
  PayloadText text(r.type, r.argumentType);
  MLIRGYM_TRY(auto result, emitNchw(text, r));
  return text.finish(result);
}

llvm::Expected<std::string> generateConvBiasReluNchw(const FamilyRequest &r) {
  PayloadText text(r.type);
  MLIRGYM_TRY(auto result, emitNchw(text, r));
  return text.finish(emitBias(text, result, 1, Activation::Relu));
}

llvm::Expected<std::string> generateConv2dNhwcHwcf(const FamilyRequest &r) {
  PayloadText text(r.type, r.argumentType);
  MLIRGYM_TRY(auto result,
              emitConvolution(
                  text, "linalg.conv_2d_nhwc_hwcf", {r[0], r[1], r[2], r[3]},
                  {r[5], r[6], r[3], r[4]}, {r[0], r[7], r[8], r[4]},
                  {r[1], r[2], r[5], r[6], r[7], r[8]}));
  return text.finish(result);
}

llvm::Expected<std::string>
generateDepthwiseConv2dNhwcHwc(const FamilyRequest &r) {
  PayloadText text(r.type);
  MLIRGYM_TRY(auto result,
              emitConvolution(text, "linalg.depthwise_conv_2d_nhwc_hwc",
                              {r[0], r[1], r[2], r[3]}, {r[4], r[5], r[3]},
                              {r[0], r[6], r[7], r[3]},
                              {r[1], r[2], r[4], r[5], r[6], r[7]}));
  return text.finish(result);
}

llvm::Expected<std::string> generatePoolingNchwMax(const FamilyRequest &r) {
  MLIRGYM_TRY(auto attributes,
              windowAttributes({r[2], r[3], r[4], r[4], r[5], r[6]}));
  PayloadText text(r.type);
  Tensor input = text.argument({r[0], r[1], r[2], r[3]});
  // The named operation takes the shape of its window from a tensor that is
  // never read.
  Tensor window = text.empty({r[4], r[4]});
  Tensor lowest = text.filled(text.lowest(), {r[0], r[1], r[5], r[6]});
  return text.finish(text.named("linalg.pooling_nchw_max", {input, window},
                                lowest, attributes));
}

} // namespace mlirgym
