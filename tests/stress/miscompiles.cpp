// Seeded miscompilations for every element type: each must be detected, and
// correct kernels that round differently must be accepted. Then random legal
// schedules of all suites (`stress schedules`): none may be rejected.

#include "CKernel.h"
#include "benchmarks/Figures.h"
#include "execution/process/WorkerPath.h"
#include "execution/worker/CompileWorker.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

/// c = a b, or c += a b: `a` is M x K, `b` K x N, `c` M x N of type T; sums
/// have type S. `n8` is N rounded down to a multiple of 8.
struct Variant {
  const char *kind, *name, *body;
  /// Types to which the variant applies: 'f' floating point, 's' those with
  /// small rounding errors (f32, f64), 'd' f64, 'x' exact or almost exact ones
  /// (f32, f64, integers), 'w' integers of 32 or 64 bits, 'o' if the output is
  /// not an input, 't' if a term is larger than the rounding of its sum, '*'
  /// all. (In f16 and bf16, the tolerance of a single element is a fraction of
  /// the output's magnitude, since a sum rounded at each step may be off by as
  /// much.)
  char types = '*';
};

constexpr const char *rightBody =
    "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
    "for (long k = 0; k < K; ++k) s += A * B; C = s; }";

constexpr Variant wrong[] = {
    {"wrong bound", "last term of each sum",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K - 1; ++k) s += A * B; C = s; }",
     't'},
    {"wrong bound", "first column",
     "for (long i = 0; i < M; ++i) for (long j = 1; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * B; C = s; }"},
    {"wrong bound", "a term too many",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * B; s += a[i * K] * b[j]; C = s; }",
     't'},
    {"dropped tail", "last row",
     "for (long i = 0; i < M - 1; ++i) for (long j = 0; j < N; ++j) { S s = "
     "INIT; for (long k = 0; k < K; ++k) s += A * B; C = s; }"},
    {"dropped tail", "columns past a vector of 8",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < n8; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * B; C = s; }"},
    {"dropped tail", "terms past a vector of 8",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K - K % 8; ++k) s += A * B; C = s; }",
     't'},
    {"dropped tail", "one element",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { if (i == M - "
     "1 && j == N - 1) continue; S s = INIT; for (long k = 0; k < K; ++k) s += "
     "A * B; C = s; }",
     'o'},
    {"swapped operand", "a transposed",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += a[k * M + i] * B; C = s; }"},
    {"swapped operand", "b transposed",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * b[j * K + k]; C = s; }"},
    {"swapped operand", "result transposed",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * B; c[j * M + i] = s; }"},
    {"swapped operand", "a squared",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * a[(i * K + k + j) % (M * K)]; C = "
     "s; }"},
    {"swapped operand", "two rows exchanged",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) s += A * B; c[(i < 2 ? 1 - i : i) * N + j] "
     "= s; }"},
    {"stale accumulator", "never reset",
     "S s = 0; for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { s "
     "+= INIT; for (long k = 0; k < K; ++k) s += A * B; C = s; }"},
    {"stale accumulator", "reset once a row",
     "for (long i = 0; i < M; ++i) { S s = 0; for (long j = 0; j < N; ++j) { s "
     "+= INIT; for (long k = 0; k < K; ++k) s += A * B; C = s; } }"},
    {"stale accumulator", "kept from call to call",
     "static S kept[M * N]; for (long i = 0; i < M; ++i) for (long j = 0; j < "
     "N; ++j) { S s = kept[i * N + j] + INIT; for (long k = 0; k < K; ++k) s "
     "+= A * B; C = s; kept[i * N + j] = s; }"},
    {"stale accumulator", "last tile of the reduction only",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K; ++k) { if (k == K / 2) s = 0; s += A * B; } C = "
     "s; }"},
    {"stale accumulator", "added to what was there",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT + "
     "c[i * N + j]; for (long k = 0; k < K; ++k) s += A * B; C = s; }"},
    {"part of a sum", "a sixteenth of the terms",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K / 16; ++k) s += A * B; C = s; }"},
    {"part of a sum", "all but a sixteenth",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = INIT; "
     "for (long k = 0; k < K - K / 16; ++k) s += A * B; C = s; }"},
    {"right at first", "nothing from the second call on",
     "static int calls = 0; if (calls++ == 0) { RIGHT; }", 'o'},
    {"right at first", "a row less from the second call on",
     "static int calls = 0; for (long i = 0; i < M - (calls > 0); ++i) for "
     "(long j = 0; j < N; ++j) { S s = INIT; for (long k = 0; k < K; ++k) s += "
     "A * B; C = s; } ++calls;",
     'o'},
    {"write past the end", "next element", "RIGHT; c[M * N] = (T)1;"},
    {"write past the end", "next page", "RIGHT; c[M * N + 4096] = (T)1;"},
    {"write past the end", "next row of every row",
     "RIGHT; for (long j = 0; j < N; ++j) c[M * N + j] = (T)0;"},
    {"write before the begin", "element before", "RIGHT; c[-1] = (T)1;"},
    {"write before the begin", "page before", "RIGHT; c[-8192] = (T)1;"},
    {"write to an input", "one element", "RIGHT; ((T *)a)[0] = (T)1;"},
    {"wrong value", "an element that is not a number",
     "RIGHT; c[7] = (T)(0.0 / (double)zero);", 'f'},
    {"wrong value", "an element that is infinite",
     "RIGHT; c[7] = (T)(1.0 / (double)zero);", 'f'},
    {"wrong value", "off by one", "RIGHT; c[7] += 1;", 'x'},
    {"wrong value", "one element in a hundredth",
     "RIGHT; c[3] = (T)((double)c[3] + 0.05 * sqrt((double)K));", 's'},
    {"wrong value", "sums in float", // of f64
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { float s = "
     "INIT; for (long k = 0; k < K; ++k) s += (float)A * (float)B; C = s; }",
     'd'},
    {"wrong value", "sums in eight bits",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { signed char "
     "s "
     "= INIT; for (long k = 0; k < K; ++k) s += A * B; C = s; }",
     'w'},
};

constexpr Variant right[] = {
    {"right", "the same", "RIGHT;"},
    {"right", "from the end",
     "for (long i = M; i-- > 0;) for (long j = N; j-- > 0;) { S s = INIT; "
     "for (long k = K; k-- > 0;) s += A * B; C = s; }"},
    {"right", "outer product",
     "static S t[M * N]; for (long i = 0; i < M; ++i) for (long j = 0; j < N; "
     "++j) t[i * N + j] = INIT; for (long k = 0; k < K; ++k) for (long i = 0; "
     "i "
     "< M; ++i) for (long j = 0; j < N; ++j) t[i * N + j] += A * B; for (long "
     "i "
     "= 0; i < M; ++i) for (long j = 0; j < N; ++j) C = t[i * N + j];"},
    {"right", "eight partial sums",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s[8] = "
     "{INIT}; for (long k = 0; k < K; ++k) s[k % 8] += A * B; C = ((s[0] + "
     "s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])); }"},
    {"right", "the sum added last",
     "for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) { S s = 0; for "
     "(long k = 0; k < K; ++k) s += A * B; C = s + INIT; }"},
};

struct Type {
  ElementType type;
  const char *name, *c, *sum;
  double epsilon;
};
// Sums are rounded to the element type at each step, as in lowered kernels.
constexpr Type types[] = {
    {ElementType::F64, "f64", "double", "double", 0x1p-52},
    {ElementType::F32, "f32", "float", "float", 0x1p-23},
    {ElementType::F16, "f16", "_Float16", "_Float16", 0x1p-10},
    {ElementType::BF16, "bf16", "__bf16", "__bf16", 0x1p-7},
    {ElementType::I64, "i64", "long", "long", 0},
    {ElementType::I32, "i32", "int", "int", 0},
    {ElementType::I8, "i8", "signed char", "signed char", 0},
};

bool isNarrow(const Type &type) {
  return type.type == ElementType::F16 || type.type == ElementType::BF16;
}

struct Shape {
  int64_t m, n, k;
};

bool appliesTo(const Variant &variant, const Type &type, Shape shape,
               bool accumulates) {
  switch (variant.types) {
  case 's':
    return type.epsilon > 0 && !isNarrow(type);
  case 'x':
    return !isNarrow(type);
  case 'o':
    return !accumulates;
  case 't':
    // A term is 1 / sqrt(k) of a sum of k terms, the rounding error sqrt(k)
    // epsilon.
    return type.epsilon * double(shape.k) < 1;
  case 'f':
    return type.epsilon > 0;
  case 'd':
    return type.type == ElementType::F64;
  case 'w':
    return type.type == ElementType::I64 || type.type == ElementType::I32;
  default:
    return true;
  }
}

class Tester {
public:
  explicit Tester(unsigned threads) {
    options.path = orFail(findWorker(""));
    options.threads = threads;
    options.timeoutMs = 20000;
    worker = std::make_unique<MeasureWorker>(options);
    compiler = std::make_unique<CompileWorker>(options);
  }

  void testAll(const Type &type, Shape shape, bool accumulates) {
    ProgramData data = makeData(type, shape, accumulates);
    std::string source = header(type, shape, accumulates);
    unsigned count = 0;
    auto add = [&](const char *body) { source += kernel(body, count++); };
    add(rightBody);
    for (const Variant &variant : wrong)
      add(appliesTo(variant, type, shape, accumulates) ? variant.body
                                                       : rightBody);
    for (const Variant &variant : right)
      add(variant.body);
    // Integers are drawn from the whole range of their type.
    MemoryFile object = compileC(folder, source, "-O1 -fwrapv"),
               fast = compileC(folder, source,
                               "-O3 -march=native -ffast-math -fwrapv");
    std::string where =
        llvm::formatv("{0} {1}x{2}x{3}{4}", type.name, shape.m, shape.n,
                      shape.k, accumulates ? " +=" : "");
    unsigned index = 1;
    for (const Variant &variant : wrong) {
      unsigned entry = index++;
      // In an accumulation this is correct: the init is read on purpose.
      bool isRight = accumulates &&
                     llvm::StringRef(variant.name) == "added to what was there";
      if (!appliesTo(variant, type, shape, accumulates) || isRight)
        continue;
      judge(variant, where, run(data, object, entry), /*expectOk=*/false);
    }
    for (const Variant &variant : right) {
      judge(variant, where, run(data, object, index), /*expectOk=*/true);
      judge(variant, where + " -ffast-math", run(data, fast, index),
            /*expectOk=*/true);
      ++index;
    }
  }

  /// Two threads add to the same elements without synchronisation.
  void testRace(const Type &type, Shape shape) {
    ProgramData data = makeData(type, shape, /*accumulates=*/false);
    std::string zero = "for (long i = 0; i < M * N; ++i) c[i] = 0;\n";
    std::string add = "for (long i = 0; i < M; ++i) for (long j = 0; j < N; "
                      "++j) c[i * N + j] += A * B;";
    MemoryFile object = compileC(
        folder,
        header(type, shape, false) + kernel(rightBody, 0) +
            kernel(zero +
                       "_Pragma(\"omp parallel for\") for (long k = "
                       "0; k < K; ++k) " +
                       add,
                   1) +
            kernel("_Pragma(\"omp parallel for\") for (long i = 0; i < "
                   "M; ++i) for (long j = 0; j < N; ++j) { S s = 0; for "
                   "(long k = 0; k < K; ++k) s += A * B; C = s; }",
                   2),
        "-O1 -fopenmp");
    Variant race{"race on the output", "sums of two threads", ""};
    Variant split{"right", "rows of two threads", ""};
    judge(race, type.name, run(data, object, 1), /*expectOk=*/false);
    judge(split, type.name, run(data, object, 2), /*expectOk=*/true);
  }

  void addTo(Figures &figures) const {
    for (const auto &[kind, row] : rows) {
      std::string key = kind;
      std::replace(key.begin(), key.end(), ' ', '_');
      bool isRight = kind == "right";
      figures.add(key, row.kernels, "",
                  isRight ? "right kernels" : "kernels with: " + kind);
      figures.add(key + (isRight ? "_refused" : "_missed"), row.misjudged, "",
                  isRight ? "of them refused" : "of them not caught", "0");
    }
  }
  unsigned misjudged() const {
    unsigned sum = 0;
    for (const auto &[kind, row] : rows)
      sum += row.misjudged;
    return sum;
  }
  void absorb(const Tester &other) {
    for (const auto &[kind, row] : other.rows) {
      rows[kind].kernels += row.kernels;
      rows[kind].misjudged += row.misjudged;
    }
  }

private:
  struct Row {
    unsigned kernels = 0, misjudged = 0;
  };

  static std::string header(const Type &type, Shape shape, bool accumulates) {
    return llvm::formatv(
        "#include <math.h>\ntypedef {0} T; typedef {1} S;\nenum {{ M = {2}, N "
        "= {3}, K = {4}, n8 = N - N % 8 };\ntypedef struct {{ T *base, *data; "
        "long offset, sizes[2], strides[2]; } Matrix;\nstatic volatile int "
        "zero = 0;\n#define A a[i * K + k]\n#define B b[k * N + j]\n#define C "
        "c[i * N + j]\n#define INIT {5}\n#define RIGHT {6}\n",
        type.c, type.sum, shape.m, shape.n, shape.k,
        accumulates ? "c[i * N + j]" : "0", rightBody);
  }
  static std::string kernel(const std::string &body, unsigned entry) {
    return "void _mlir_ciface_kernel" + std::to_string(entry) +
           "(Matrix *am, Matrix *bm, Matrix *cm) {\nconst T *a = am->data, *b "
           "= bm->data; T *c = cm->data;\n" +
           body + "\n}\n";
  }

  /// Inputs and reference, prepared from MLIR as for any program.
  ProgramData makeData(const Type &type, Shape shape, bool accumulates) {
    auto matrix = [&](int64_t rows, int64_t columns) {
      return llvm::formatv("memref<{0}x{1}x{2}>", rows, columns, type.name)
          .str();
    };
    std::string a = matrix(shape.m, shape.k), b = matrix(shape.k, shape.n),
                c = matrix(shape.m, shape.n);
    std::string fill =
        llvm::formatv("%z = arith.constant 0{0} : {1}\n"
                      "linalg.fill ins(%z: {1}) outs(%c: {2})\n",
                      type.epsilon > 0 ? ".0" : "", type.name, c);
    std::string text = llvm::formatv(
        "func.func @f(%a: {0}, %b: {1}, %c: {2}) {{\n{3}linalg.matmul ins(%a, "
        "%b: {0}, {1}) outs(%c: {2})\nreturn }",
        a, b, c, accumulates ? "" : fill);
    Program program = orFail(ProgramLoader().loadText(text, "matmul"));
    PreparedData prepared = orFail(compiler->prepare(program));
    if (!prepared.data)
      fail(llvm::createStringError("no reference: " + prepared.message));
    return std::move(*prepared.data);
  }

  KernelOutcome run(const ProgramData &data, const MemoryFile &object,
                    unsigned entry, KernelRun kernel = {}) {
    std::string name = "kernel" + std::to_string(entry);
    kernel.entry = name;
    kernel.protocol.minRepeatMs = 0.02;
    kernel.protocol.budgetMs = 2;
    kernel.protocol.maxRepeats = 3;
    kernel.protocol.minRepeats = 1;
    return orFail(worker->run(data, object, kernel));
  }
  void judge(const Variant &variant, const std::string &where,
             const KernelOutcome &outcome, bool expectOk) {
    Row &row = rows[variant.kind];
    ++row.kernels;
    const Measurement &found = outcome.measurement;
    bool caught =
        found.status == Status::WrongResult || found.status == Status::Crashed;
    if (expectOk ? found.ok() : caught)
      return;
    ++row.misjudged;
    llvm::errs() << llvm::formatv("{0} ({1}), {2}: {3} {4}\n", variant.kind,
                                  variant.name, where, nameOf(found.status),
                                  found.message);
  }

  StressFolder folder;
  WorkerOptions options;
  std::unique_ptr<MeasureWorker> worker;
  std::unique_ptr<CompileWorker> compiler;
  std::map<std::string, Row> rows;
};

/// The results of `stress schedules`, the program beside this one.
nlohmann::json runSchedules(const char *argv0, const BenchmarkFlags &flags) {
  std::string self = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&runSchedules));
  llvm::SmallString<128> program(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(program, "stress_schedules");
  // The limit on compile times is a separate test.
  std::string command = "'" + program.str().str() + "' --json --limit-ms 1e9 " +
                        (flags.full    ? "--full"
                         : flags.quick ? "--quick --samples 25"
                                       : "");
  FILE *pipe = popen(command.c_str(), "r");
  std::string text;
  char buffer[4096];
  while (pipe && fgets(buffer, sizeof(buffer), pipe))
    text += buffer;
  if (pipe)
    pclose(pipe);
  nlohmann::json found =
      nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!found.is_object() || !found.contains("samples"))
    fail(llvm::createStringError(command + ": no answer; build it too"));
  return found;
}
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "Kernels with seeded errors, right ones, and 1000 random legal schedules "
      "(--quick: 25, --full: 5000); exit code 1 if an error is not caught or "
      "something right is refused");
  Figures figures("miscompiles");
  noteMachine(figures);

  Tester tester(/*threads=*/1);
  // Odd sizes, which no vector length divides; long sums; square shapes, where
  // exchanged operands have the same shape. The long sums are those whose terms
  // are below the rounding of f16 and bf16.
  std::vector<Shape> shapes = {{37, 29, 41}, {24, 17, 14405}};
  if (!flags.quick)
    shapes.insert(shapes.end(), {{50, 50, 50}, {13, 27, 700}});
  for (const Type &type : types)
    for (Shape shape : shapes)
      for (bool accumulates : {false, true})
        // With --quick, one type suffices to show that the output's contents
        // are read.
        if (!flags.quick || !accumulates || type.type == ElementType::F32)
          tester.testAll(type, shape, accumulates);

  Tester racing(/*threads=*/2);
  for (const Type &type : types)
    if (type.type == ElementType::F64 || type.type == ElementType::F32 ||
        type.type == ElementType::I32)
      for (unsigned times = 0; times < (flags.quick ? 1u : 5u); ++times)
        // Longer than a time slice, so that both threads run concurrently on a
        // busy machine, too.
        racing.testRace(type, {128, 96, 4096});
  tester.absorb(racing);
  tester.addTo(figures);

  nlohmann::json schedules = runSchedules(argv[0], flags);
  double samples = schedules["samples"].get<double>(),
         ok = schedules.value("ok", 0.0);
  figures.add("schedules", samples, "", "random legal schedules of all suites");
  figures.add("schedules_refused", samples - ok, "", "of them refused", "0");
  figures.print(flags.json);
  return tester.misjudged() == 0 && ok == samples ? 0 : 1;
}
