//===- lowering/LoweringFixture.cpp ---------------------------------------===//
#include "LoweringFixture.h"

#include "actions/Schedule.h"
#include "execution/process/WorkerPath.h"
#include "program/suites/Suite.h"
#include <cmath>
#include <cstring>
#include <sys/wait.h>

namespace mlirgym {
namespace {

template <typename T>
void widen(const char *bytes, std::vector<double> &values) {
  for (size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
}

/// bf16 is the upper half of an f32.
void widenBFloat(const char *bytes, std::vector<double> &values) {
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t half;
    std::memcpy(&half, bytes + i * sizeof(half), sizeof(half));
    uint32_t word = uint32_t(half) << 16;
    float value;
    std::memcpy(&value, &word, sizeof(value));
    values[i] = value;
  }
}

scalar::Tensor readTensor(const Argument &argument, const char *bytes) {
  scalar::Tensor tensor({argument.shape.begin(), argument.shape.end()});
  switch (argument.elementType) {
  case ElementType::F64:
    widen<double>(bytes, tensor.values);
    break;
  case ElementType::F32:
    widen<float>(bytes, tensor.values);
    break;
  case ElementType::F16:
    widen<_Float16>(bytes, tensor.values);
    break;
  case ElementType::BF16:
    widenBFloat(bytes, tensor.values);
    break;
  case ElementType::I64:
    widen<int64_t>(bytes, tensor.values);
    break;
  case ElementType::I32:
    widen<int32_t>(bytes, tensor.values);
    break;
  case ElementType::I8:
    widen<int8_t>(bytes, tensor.values);
    break;
  }
  return tensor;
}

/// Distance from 1 to the next number.
double epsilonOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 0x1p-52;
  case ElementType::F32:
    return 0x1p-23;
  case ElementType::F16:
    return 0x1p-10;
  case ElementType::BF16:
    return 0x1p-7;
  default:
    return 0;
  }
}

double rms(const std::vector<double> &values) {
  double sum = 0;
  size_t count = 0;
  for (double value : values)
    if (std::isfinite(value)) {
      sum += value * value;
      ++count;
    }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}
} // namespace

std::string fillIn(
    std::string text,
    std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>> words) {
  for (auto [word, by] : words)
    for (size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), by);
  return text;
}

void expectEqual(const scalar::Tensor &actual, const scalar::Tensor &expected,
                 ElementType type, int64_t sumLength) {
  ASSERT_EQ(actual.shape, expected.shape);
  double tolerance =
      epsilonOf(type) * (4 + 2 * std::sqrt(static_cast<double>(sumLength)));
  double magnitude = rms(expected.values);
  std::vector<double> differences;
  for (size_t i = 0; i < actual.values.size(); ++i) {
    double a = actual.values[i], b = expected.values[i];
    if (!std::isfinite(a) || !std::isfinite(b)) {
      ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b)))
          << "element " << i << ": " << a << " instead of " << b;
      continue;
    }
    ASSERT_LE(std::abs(a - b), tolerance * (std::abs(b) + magnitude))
        << "element " << i << ": " << a << " instead of " << b;
    differences.push_back(a - b);
  }
  EXPECT_LE(rms(differences), tolerance / 4 * magnitude);
}

void LoweringTest::SetUp() { useThreads(1); }

void LoweringTest::TearDown() {
  measurer.reset();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1); // no process is left
}

void LoweringTest::useThreads(unsigned count) {
  worker::WorkerOptions options;
  options.path = llvm::cantFail(worker::findWorker(""));
  options.role = worker::WorkerRole::Measure;
  options.memoryLimitBytes = uint64_t(1) << 30;
  options.timeoutMs = 60000;
  options.threads = count;
  measurer = std::make_unique<worker::MeasureWorker>(options);
}

KernelCompiler &LoweringTest::compiler() {
  if (!kernels)
    kernels = std::make_unique<KernelCompiler>(
        KernelCompilerOptions{.verifyEach = true});
  return *kernels;
}

Program LoweringTest::loadText(llvm::StringRef text) {
  return llvm::cantFail(loader.loadText(text, "test"));
}

Program LoweringTest::generate(llvm::StringRef name) {
  return llvm::cantFail(
      loader.loadText(llvm::cantFail(generateProgram(name)), name));
}

std::optional<worker::MemoryFile>
LoweringTest::call(const Program &program, llvm::StringRef schedule,
                   const worker::ProgramData &data) {
  std::string script;
  if (!schedule.empty()) {
    auto text =
        toTransformScript(program, llvm::cantFail(Schedule::parse(schedule)));
    if (!text) {
      ADD_FAILURE() << llvm::toString(text.takeError());
      return std::nullopt;
    }
    script = std::move(*text);
  }
  CompileOutput compiled =
      compiler().compile(program.text(), program.entry(), script);
  if (compiled.status != Status::Ok) {
    ADD_FAILURE() << nameOf(compiled.status).str() << ": " << compiled.message;
    return std::nullopt;
  }
  auto object = llvm::cantFail(
      worker::MemoryFile::create("test-object", compiled.object));
  worker::KernelRun request;
  request.entry = program.entry();
  request.makeReference = true; // that is: give the outputs back
  request.time = false;
  worker::KernelOutcome outcome =
      llvm::cantFail(measurer->run(data, object, request));
  if (!outcome.measurement.ok()) {
    ADD_FAILURE() << nameOf(outcome.measurement.status).str() << ": "
                  << outcome.measurement.message;
    return std::nullopt;
  }
  return std::move(outcome.reference);
}

std::optional<std::vector<char>>
LoweringTest::runOn(const Program &program, llvm::StringRef schedule,
                    llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
  auto data =
      llvm::cantFail(worker::ProgramData::create(program.arguments(), inputs));
  std::optional<worker::MemoryFile> outputs = call(program, schedule, data);
  if (!outputs)
    return std::nullopt;
  std::vector<char> result;
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    const Argument &argument = program.arguments()[i];
    if (argument.isOutput)
      llvm::append_range(
          result,
          outputs->bytes().slice(data.message().arguments[i].referenceOffset,
                                 size_t(argument.sizeBytes())));
  }
  return result;
}

std::optional<KernelRunData> LoweringTest::run(const Program &program,
                                               llvm::StringRef schedule) {
  auto data = llvm::cantFail(worker::ProgramData::create(
      program.arguments(), /*seed=*/1, /*tolerance=*/0));
  std::optional<worker::MemoryFile> outputs = call(program, schedule, data);
  if (!outputs)
    return std::nullopt;

  KernelRunData result;
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    const Argument &argument = program.arguments()[i];
    const worker::ArgumentRecord &record = data.message().arguments[i];
    if (argument.isInput)
      result.inputs.push_back(readTensor(
          argument, data.inputs().bytes().data() + record.inputOffset));
    if (!argument.isOutput)
      continue;
    result.type = argument.elementType;
    result.output =
        readTensor(argument, outputs->bytes().data() + record.referenceOffset);
  }
  return result;
}

void LoweringTest::check(const Program &program,
                         std::initializer_list<llvm::StringRef> schedules,
                         const Expectation &expected, int64_t sumLength) {
  std::optional<scalar::Tensor> right;
  for (llvm::StringRef schedule : schedules) {
    SCOPED_TRACE((program.name() + ": " + schedule).str());
    std::optional<KernelRunData> found = run(program, schedule);
    if (!found)
      continue;
    if (!right) // the inputs are the same each time
      right = scalar::wrapped(expected(found->inputs), found->type);
    expectEqual(found->output, *right, found->type, sumLength);
  }
}

} // namespace mlirgym
