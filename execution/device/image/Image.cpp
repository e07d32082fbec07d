#include "execution/device/image/Image.h"
#include "execution/device/image/Linker.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using worker::ArgumentRecord;

/// Words of a memref descriptor after the two pointers: offset, sizes, strides.
std::string descriptorTail(const ArgumentRecord &argument) {
  std::vector<int64_t> words{0};
  words.insert(words.end(), argument.shape.begin(), argument.shape.end());
  int64_t stride = 1;
  std::vector<int64_t> strides;
  for (int64_t extent : llvm::reverse(argument.shape)) {
    strides.insert(strides.begin(), stride);
    stride *= extent;
  }
  words.insert(words.end(), strides.begin(), strides.end());
  std::string text;
  for (int64_t word : words)
    text += ", " + std::to_string(word);
  return text;
}

/// The part that does not depend on the program. It follows `arguments`,
/// `numSets`, `setBytes`, `changesInputs` and call_kernel(). If calls change
/// their inputs, one more call on fresh arguments is compared. That call also
/// takes place without further calls, so that it cancels in the difference of
/// two runs.
constexpr llvm::StringLiteral runtime = R"c(
#ifdef MLIRGYM_TIME
#include <time.h>
static unsigned long long nanoseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}
#define MLIRGYM_CLOCK nanoseconds()
#endif

enum { slack = 256 };
static const unsigned char pattern = 0xa5;

static void fail(const char *what, int argument) {
  printf("argument %d: %s\n", argument, what);
  exit(1);
}

static void reset(int set) {
  for (int i = 0; i < numArguments; ++i) {
    struct argument *it = &arguments[i];
    memset(it->data - slack, pattern, slack);
    memset(it->data + it->bytes, pattern, slack);
    if (it->is_input)
      memcpy(it->data, inputs + set * setBytes + it->offset, it->bytes);
    else
      memset(it->data, 0xff, it->bytes);
  }
}

static void check(int set) {
  for (int i = 0; i < numArguments; ++i) {
    struct argument *it = &arguments[i];
    for (int byte = 0; byte < slack; ++byte)
      if (it->data[byte - slack] != pattern || it->data[it->bytes + byte] != pattern)
        fail("bytes just before or past it are overwritten", i);
    if (!it->is_output && memcmp(it->data, inputs + set * setBytes + it->offset, it->bytes) != 0)
      fail("is written, and is read only", i);
  }
}

static void save(FILE *file) {
  for (int i = 0; i < numArguments; ++i)
    if (arguments[i].is_output &&
        fwrite(arguments[i].data, 1, arguments[i].bytes, file) != arguments[i].bytes)
      exit(3);
}

int main(int argc, char **argv) {
  long further = argc > 1 ? atol(argv[1]) : 0;
  FILE *file = fopen("outputs", "wb");
  if (!file)
    return 3;
  for (int i = 0; i < numArguments; ++i) {
    size_t bytes = (arguments[i].bytes + 2 * slack + 63) / 64 * 64;
    unsigned char *memory = aligned_alloc(64, bytes);
    if (!memory) {
      fputs("no memory\n", stderr);
      return 3;
    }
    describe(i, memory + slack);
  }
  for (int set = 0; set < numSets; ++set) {
    reset(set);
    call_kernel();
    check(set);
    save(file);
  }
  reset(0);
#ifdef MLIRGYM_CLOCK
  const unsigned long long before = MLIRGYM_CLOCK;
#endif
  for (long call = 0; call < further; ++call)
    call_kernel();
#ifdef MLIRGYM_CLOCK
  if (further > 0)
    printf("mlirgym: %llu in %ld calls\n", (unsigned long long)(MLIRGYM_CLOCK) - before, further);
#endif
  if (changesInputs) {
    reset(0);
    call_kernel();
  }
  if (further > 0) {
    check(0);
    save(file);
  }
  return fclose(file) == 0 ? 0 : 3;
}

/* What arithmetic on f16 and bf16 calls, and the libgcc of RISC-V lacks. Their
   bits are the low ones of a register for floats. */
#ifdef __riscv
static float boxed(uint32_t bits) {
  float box;
  bits |= 0xffff0000u;
  memcpy(&box, &bits, 4);
  return box;
}
static float narrowed(double value, int exponentBits, int mantissaBits) {
  const uint64_t one = 1, infinity = ((one << exponentBits) - 1) << mantissaBits;
  uint64_t bits, sign, mantissa, result, rest;
  int exponent, shift = 52 - mantissaBits;
  memcpy(&bits, &value, 8);
  sign = bits >> 63 << 15;
  exponent = (int)(bits >> 52 & 2047);
  mantissa = bits & ((one << 52) - 1);
  if (exponent == 2047)
    return boxed((uint32_t)(sign | infinity | (mantissa ? one << (mantissaBits - 1) : 0)));
  exponent += (1 << (exponentBits - 1)) - 1 - 1023;
  if (exponent <= 0) { /* it has no leading one, or is zero */
    mantissa |= one << 52;
    shift += 1 - exponent;
    exponent = 0;
    if (shift > 54)
      return boxed((uint32_t)sign);
  }
  result = (mantissa >> shift) + ((uint64_t)exponent << mantissaBits);
  rest = mantissa & ((one << shift) - 1);
  if (rest > one << (shift - 1) || (rest == one << (shift - 1) && (result & 1)))
    ++result;
  return boxed((uint32_t)(sign | (result < infinity ? result : infinity)));
}
__attribute__((weak)) float __truncsfhf2(float value) { return narrowed(value, 5, 10); }
__attribute__((weak)) float __truncdfhf2(double value) { return narrowed(value, 5, 10); }
__attribute__((weak)) float __truncsfbf2(float value) { return narrowed(value, 8, 7); }
__attribute__((weak)) float __truncdfbf2(double value) { return narrowed(value, 8, 7); }
__attribute__((weak)) float __extendhfsf2(float box) {
  uint32_t bits, exponent, mantissa;
  float value;
  memcpy(&bits, &box, 4);
  exponent = bits >> 10 & 31;
  mantissa = bits & 1023;
  if (exponent == 0) {
    value = (float)mantissa * 0x1p-24f;
    return bits & 0x8000 ? -value : value;
  }
  bits = (bits & 0x8000) << 16 | (exponent == 31 ? 255 : exponent + 112) << 23 | mantissa << 13;
  memcpy(&value, &bits, 4);
  return value;
}
#endif

/* What parallel loops call, for one thread. */
typedef void microtask(int *, int *, ...);
__attribute__((weak)) int __kmpc_global_thread_num(void *where) { (void)where; return 0; }
__attribute__((weak)) void __kmpc_push_num_threads(void *where, int thread, int number) {
  (void)where; (void)thread; (void)number;
}
__attribute__((weak)) void __kmpc_barrier(void *where, int thread) { (void)where; (void)thread; }
__attribute__((weak)) void __kmpc_for_static_fini(void *where, int thread) { (void)where; (void)thread; }
__attribute__((weak)) void __kmpc_for_static_init_8u(void *where, int thread, int schedule, int *last,
    uint64_t *lower, uint64_t *upper, int64_t *stride, int64_t increment, int64_t chunk) {
  (void)where; (void)thread; (void)schedule; (void)increment; (void)chunk;
  *last = 1;
  *stride = (int64_t)(*upper - *lower + 1);
}
__attribute__((weak)) void __kmpc_for_static_init_4u(void *where, int thread, int schedule, int *last,
    uint32_t *lower, uint32_t *upper, int32_t *stride, int32_t increment, int32_t chunk) {
  (void)where; (void)thread; (void)schedule; (void)increment; (void)chunk;
  *last = 1;
  *stride = (int32_t)(*upper - *lower + 1);
}
__attribute__((weak)) void __kmpc_fork_call(void *where, int count, microtask *work, ...) {
  void *given[8] = {0};
  int thread = 0, bound = 0;
  va_list list;
  (void)where;
  if (count > 8)
    exit(3);
  va_start(list, work);
  for (int i = 0; i < count; ++i)
    given[i] = va_arg(list, void *);
  va_end(list);
  work(&thread, &bound, given[0], given[1], given[2], given[3], given[4], given[5], given[6],
       given[7]);
}
)c";

std::string sourceOf(const worker::LoadProgramMessage &program,
                     llvm::StringRef entry) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#include <stdarg.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        "#include <stdlib.h>\n#include <string.h>\n\n"
        "__asm__(\".pushsection .rodata\\n .balign 64\\n\"\n"
        "        \"mlirgym_inputs: .incbin \\\"inputs.bin\\\"\\n .byte 0\\n\"\n"
        "        \".popsection\\n\");\n"
        "extern const unsigned char inputs[] __asm__(\"mlirgym_inputs\");\n\n"
        "struct argument {\n  size_t bytes, offset;\n  int is_input, "
        "is_output;\n  unsigned char *data;\n};\n";
  const size_t count = program.arguments.size();
  os << "enum { numArguments = " << count << ", numSets = " << program.inputSets
     << ", changesInputs = "
     << int(llvm::any_of(program.arguments,
                         [](const ArgumentRecord &argument) {
                           return argument.isInput && argument.isOutput;
                         }))
     << " };\n"
     << "static const size_t setBytes = " << program.inputBytes << "u;\n"
     << "static struct argument arguments[] = {\n";
  for (const ArgumentRecord &argument : program.arguments)
    os << "    {" << worker::bytesOf(argument) << "u, " << argument.inputOffset
       << "u, " << int(argument.isInput) << ", " << int(argument.isOutput)
       << ", 0},\n";
  os << "};\n";
  for (auto [i, argument] : llvm::enumerate(program.arguments))
    os << "static int64_t memref" << i << "[] = {0, 0"
       << descriptorTail(argument) << "};\n";
  os << "static int64_t *const memrefs[] = {";
  llvm::ListSeparator between;
  for (size_t i = 0; i < count; ++i)
    os << between << "memref" << i;
  os << "};\n\nstatic void describe(int i, unsigned char *data) {\n"
        "  arguments[i].data = data;\n"
        "  memrefs[i][0] = memrefs[i][1] = (int64_t)(intptr_t)data;\n}\n\n"
        "void kernel(";
  llvm::ListSeparator comma;
  for (size_t i = 0; i < count; ++i)
    os << comma << "void *";
  os << ") __asm__(\"_mlir_ciface_" << entry << "\");\n"
     << "static void call_kernel(void) {\n  kernel(";
  llvm::ListSeparator next;
  for (size_t i = 0; i < count; ++i)
    os << next << "memref" << i;
  os << ");\n}\n" << runtime;
  return text;
}

constexpr llvm::StringLiteral archiveMagic = "!<arch>\n";
} // namespace

std::string imageSource(const worker::ProgramData &data,
                        llvm::StringRef entry) {
  return sourceOf(data.message(), entry);
}

llvm::Expected<ImageFrame> ImageFrame::make(const worker::ProgramData &data,
                                            llvm::StringRef entry,
                                            const Target &target) {
  ImageFrame image;
  image.inputs = data.inputs().identity();
  image.name = entry.str();
  image.target = target;
  const std::string source = imageSource(data, entry);
  const llvm::ArrayRef<char> inputs = data.inputs().bytes();
  auto frame = mlirgym::link(
      {{"main.c", source}, {"inputs.bin", {inputs.data(), inputs.size()}}},
      LinkedForm::Object, target);
  if (!frame)
    return executionError("no image can be made for {0}: {1}", target.triple,
                          llvm::toString(frame.takeError()));
  image.frame = std::move(*frame);
  return image;
}

llvm::Expected<std::string>
ImageFrame::link(llvm::ArrayRef<char> object) const {
  const llvm::StringRef bytes(object.data(), object.size());
  const bool isArchive = bytes.starts_with(archiveMagic);
  return mlirgym::link(
      {{"frame.o", frame}, {isArchive ? "kernel.a" : "kernel.o", bytes}},
      LinkedForm::Executable, target);
}

} // namespace mlirgym
