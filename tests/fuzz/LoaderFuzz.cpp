// Any text, and any bytecode, loaded as a program: an error, or a program whose
// normal form loads as the same program. Inputs are made from sound programs by
// exchanging words, numbers, lines and bytes, so that most get past the lexer.
#include "Require.h"
#include "execution/SandboxedLoader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "program/ProgramLoader.h"
#include "program/payload/PayloadDialects.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <random>
#include <vector>

using namespace mlirgym;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static constexpr llvm::StringLiteral bytecodeMagic("ML\xefR");

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

/// One small program of each family, so that it fits into an input.
static const std::vector<std::string> &texts() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    for (const char *name :
         {"matmul_3_5_7", "batch_matmul_2_3_5_7",
          "conv_2d_nchw_fchw_1_2_9_9_3_3_3_7_7",
          "conv_2d_nhwc_hwcf_1_9_9_2_3_3_3_4_4",
          "depthwise_conv_2d_nhwc_hwc_1_9_9_2_3_3_7_7",
          "pooling_nchw_max_1_2_9_9_3_4_4", "add_3_4_5", "relu_3_4_f64",
          "softmax_3_4", "contraction_2_3_4_5_6", "matmul_bias_relu_3_5_7",
          "mlp_2_3_4_5", "attention_2_5_3"}) {
      made.push_back(llvm::cantFail(generateProgram(name)));
      // And its normal form, which has other operations, and memrefs.
      made.push_back(
          llvm::cantFail(ProgramLoader().loadGenerated(name)).text().str());
    }
    return made;
  }();
  return all;
}

static const std::vector<std::string> &bytecodes() {
  static const std::vector<std::string> all = [] {
    mlir::DialectRegistry registry;
    registerPayloadDialects(registry);
    mlir::MLIRContext context(registry);
    std::vector<std::string> made;
    for (const std::string &text : texts()) {
      auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
      llvm::raw_string_ostream os(made.emplace_back());
      require(mlir::succeeded(mlir::writeBytecodeToFile(*module, os)),
              "a seed has no bytecode");
    }
    return made;
  }();
  return all;
}

//===----------------------------------------------------------------------===//
// Mutation
//===----------------------------------------------------------------------===//

namespace {
using Random = std::minstd_rand;
} // namespace

static size_t below(Random &random, size_t bound) {
  return bound == 0 ? 0 : random() % bound;
}

/// Begin and length of each word, number and sign.
static std::vector<std::pair<size_t, size_t>> tokensOf(llvm::StringRef text) {
  std::vector<std::pair<size_t, size_t>> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t length =
        text.substr(i)
            .take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
            .size();
    length = std::max<size_t>(length, 1);
    if (!llvm::isSpace(text[i]))
      tokens.emplace_back(i, length);
    i += length;
  }
  return tokens;
}

static std::string someNumber(Random &random) {
  static constexpr const char *numbers[] = {"0",
                                            "1",
                                            "2",
                                            "-1",
                                            "64",
                                            "65",
                                            "4294967296",
                                            "9223372036854775807",
                                            "-9223372036854775808",
                                            "1099511627777",
                                            "?",
                                            "0x7FC00000",
                                            "1.0e400"};
  return numbers[below(random, std::size(numbers))];
}

/// Typical mistakes: a word from elsewhere, repeated or missing; another
/// number; two words exchanged; a line lost or moved.
static void mutateText(std::string &text, Random &random) {
  const auto tokens = tokensOf(text);
  if (tokens.empty())
    return;
  const auto [begin, length] = tokens[below(random, tokens.size())];
  const std::string &other = texts()[below(random, texts().size())];
  const auto others = tokensOf(other);
  const auto [from, taken] = others[below(random, others.size())];
  switch (random() % 12) {
  case 0: // of another program
    text.replace(begin, length, other.substr(from, taken));
    return;
  case 1: // of this program
  {
    const auto [at, size] = tokens[below(random, tokens.size())];
    text.replace(begin, length, text.substr(at, size));
    return;
  }
  case 2:
    text.erase(begin, length);
    return;
  case 3:
    text.insert(begin, text.substr(begin, length) + " ");
    return;
  case 4:
  case 5: {
    std::vector<std::pair<size_t, size_t>> numbers;
    llvm::copy_if(tokens, std::back_inserter(numbers),
                  [&](auto token) { return llvm::isDigit(text[token.first]); });
    if (numbers.empty())
      return;
    const auto [at, size] = numbers[below(random, numbers.size())];
    text.replace(at, size, someNumber(random));
    return;
  }
  case 6: { // a line, to elsewhere
    size_t lineBegin = text.rfind('\n', begin);
    lineBegin = lineBegin == std::string::npos ? 0 : lineBegin + 1;
    size_t lineEnd = std::min(text.find('\n', begin), text.size() - 1);
    std::string line = text.substr(lineBegin, lineEnd + 1 - lineBegin);
    text.erase(lineBegin, line.size());
    size_t target = text.find('\n', below(random, text.size()));
    if (target != std::string::npos)
      text.insert(target + 1, line);
    return;
  }
  case 7: { // a line of another program
    size_t lineBegin = other.rfind('\n', from);
    lineBegin = lineBegin == std::string::npos ? 0 : lineBegin + 1;
    size_t lineEnd = std::min(other.find('\n', from), other.size() - 1);
    size_t target = text.find('\n', begin);
    if (target != std::string::npos)
      text.insert(target + 1, other.substr(lineBegin, lineEnd + 1 - lineBegin));
    return;
  }
  default: { // everywhere, so that types still agree
    const std::string word = text.substr(begin, length);
    const auto [at, size] = tokens[below(random, tokens.size())];
    const std::string by = llvm::isDigit(word.front())
                               ? std::to_string(1 + random() % 9)
                           : random() % 2 == 0 ? other.substr(from, taken)
                                               : text.substr(at, size);
    for (const auto &[first, count] : llvm::reverse(tokens))
      if (text.compare(first, count, word) == 0)
        text.replace(first, count, by);
    return;
  }
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  const char *bytes = reinterpret_cast<const char *>(data);
  std::string input(bytes, size);
  // From a sound program one time in four: what is broken twice seldom comes
  // far.
  if (input.size() < 16 || random() % 4 == 0) {
    const auto &seeds = random() % 3 == 0 ? bytecodes() : texts();
    input = seeds[below(random, seeds.size())];
  }
  if (llvm::StringRef(input).starts_with(bytecodeMagic)) {
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      input[below(random, input.size())] = static_cast<char>(random());
  } else if (random() % 16 == 0) { // bytes, as libFuzzer does
    input.resize(std::max(input.size(), size_t(64)) * 2);
    input.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(input.data()),
                                  input.size() / 2, input.size()));
  } else {
    for (unsigned changes = 1 + random() % 2; changes > 0; --changes)
      mutateText(input, random);
  }
  size = std::min(input.size(), maxSize);
  std::memcpy(data, input.data(), size);
  return size;
}

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

/// A new one now and then: a context keeps every type and attribute it has met.
static ProgramLoader &loader() {
  static ProgramLoader current;
  static unsigned loads = 0;
  if (++loads % 2000 == 0)
    current = ProgramLoader();
  return current;
}

namespace {
/// Says at the end how far the inputs came.
struct Tally {
  ~Tally() {
    llvm::errs() << "loaded " << loaded << ", refused " << refused
                 << " after and " << unparsed
                 << " before they were parsed; MLIR's parser crashed on "
                 << crashed << "\n";
  }
  size_t loaded = 0, refused = 0, unparsed = 0, crashed = 0;
};
} // namespace
static Tally tally;

/// Crashes of MLIR's parser are expected: only the worker crashes, and we
/// cannot fix them. A crash after the parser is a finding.
static bool isUpstreamsCrash(llvm::StringRef message) {
  return message.contains("MLIR's parser crashed on this file") ||
         message.contains("MLIR's parser does not terminate");
}

/// True if MLIR's parser refused it; it may then have written to what it had
/// freed, which costs the worker its life, not this process.
static bool isRefusedByParser(llvm::StringRef message) {
  return message.contains("; fix the MLIR") ||
         message.contains("not an MLIR module") ||
         message.contains("is not supported in a payload; ");
}

static void requireSameAgain(const Program &program) {
  llvm::Expected<Program> again = loader().loadText(program.text(), "payload");
  if (!again) {
    llvm::errs() << llvm::toString(again.takeError()) << "\n";
    require(false, "the normal form does not load");
  }
  require(again->key() == program.key(), "the normal form is another program");
  require(again->text() == program.text(), "the normal form has another text");
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static SandboxedLoader sandboxed(
      {.timeoutMs = 10000, .refusalsPerWorker = 200});
  const llvm::StringRef text(data, size);
  llvm::Expected<Program> program = sandboxed.loadText(text, "payload");
  if (!program) {
    const std::string message = llvm::toString(program.takeError());
    require(!message.empty(), "no message");
    if (isUpstreamsCrash(message)) {
      ++tally.crashed;
      return 0;
    }
    if (llvm::StringRef(message).contains("defect of mlirgym") ||
        llvm::StringRef(message).contains("took more than")) {
      llvm::errs() << message << "\n";
      require(false, "a defect");
    }
    if (isRefusedByParser(message)) {
      ++tally.unparsed;
      return 0;
    }
    ++tally.refused;
  }
  // Here too, where coverage is seen and sanitizers look: what the worker
  // survived. Damaged bytecode may survive by luck.
  if (program)
    ++tally.loaded;
  if (text.starts_with(bytecodeMagic)) {
    if (program)
      requireSameAgain(*program);
    return 0;
  }
  llvm::Expected<ProgramParts> here = loader().parse(text, "payload");
  require(bool(here) == bool(program), "the worker finds otherwise");
  if (!here) {
    llvm::consumeError(here.takeError());
    return 0;
  }
  require(here->key == program->key(), "the worker has another key");
  requireSameAgain(*program);
  return 0;
}
