#include "kernels/CProject.h"
#include "execution/device/image/Emulator.h"
#include "execution/device/image/Linker.h"
#include "kernels/Binding.h"
#include "kernels/KernelOutline.h"
#include "kernels/KernelOutliner.h"
#include "kernels/benchmark/NumpyFile.h"
#include "program/EnumNames.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace mlirgym::cproject {

static constexpr EnumNames<ElementType::I8> cTypes = {
    {"double", "float", "uint16_t", "uint16_t", "int64_t", "int32_t",
     "int8_t"}};

/// The enumerator of kernel_check.h.
static std::string enumeratorOf(ElementType type) {
  return "ELEMENT_" + nameOfElement(type).upper();
}

static std::string arrayName(const CFunction &kernel, llvm::StringRef what,
                             unsigned argument) {
  return (kernel.name + "." + what + llvm::Twine(argument) + ".npy").str();
}

/// "const float *__restrict arg0, ...".
static void writeParameters(llvm::raw_ostream &os, const CFunction &kernel) {
  llvm::ListSeparator comma(",\n    ");
  for (auto [i, argument] : llvm::enumerate(kernel.arguments))
    os << comma << (argument.isOutput ? "" : "const ")
       << cTypes.of(argument.elementType) << " *__restrict arg" << i;
}

CFunction functionOf(const OutlinedKernel &kernel) {
  return {kernel.name, kernel.program.arguments()};
}

DumpedFile header(const CFunction &kernel) {
  std::string guard = llvm::StringRef(kernel.name).upper() + "_H";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* Pointers to elements in row-major order, each a multiple of 64\n"
        "   bytes; no two arguments overlap. f16 and bf16 are passed as "
        "bits.\n";
  for (auto [i, argument] : llvm::enumerate(kernel.arguments))
    os << "     arg" << i << ": " << typeText(argument) << ", "
       << (!argument.isOutput ? "read"
           : argument.isInput ? "read and written"
                              : "written")
       << "\n";
  os << "*/\nvoid " << kernel.name << "(";
  writeParameters(os, kernel);
  os << ");\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return {kernel.name + ".h", std::move(text)};
}

DumpedFile wrapper(const CFunction &kernel) {
  const std::string entry = "_mlir_ciface_" + kernel.name;
  std::string text, call;
  llvm::raw_string_ostream os(text), arguments(call);
  llvm::ListSeparator comma, parameter;
  os << "/* " << kernel.name << " of " << kernel.name
     << "_code.o, whose function takes memref descriptors of MLIR:\n   two "
        "pointers, an offset, sizes and strides. */\n#include \""
     << kernel.name << ".h\"\n\nvoid " << entry << "(";
  for (size_t i = 0; i < kernel.arguments.size(); ++i)
    os << parameter << "int64_t *";
  os << ");\n\nvoid " << kernel.name << "(";
  writeParameters(os, kernel);
  os << ") {\n";
  for (auto [i, argument] : llvm::enumerate(kernel.arguments)) {
    os << "  int64_t memref" << i << "[] = {(int64_t)(intptr_t)arg" << i
       << ", (int64_t)(intptr_t)arg" << i << ", 0";
    int64_t stride = argument.numElements();
    std::string strides;
    for (int64_t size : argument.shape) {
      stride /= size;
      os << ", " << size;
      strides += ", " + std::to_string(stride);
    }
    os << strides << "};\n";
    arguments << comma << "memref" << i;
  }
  os << "  " << entry << "(" << call << ");\n}\n";
  return {kernel.name + ".c", std::move(text)};
}

std::vector<DumpedFile> arrays(const CFunction &kernel,
                               const GoldenData &data) {
  std::vector<DumpedFile> files;
  auto add = [&](llvm::StringRef what, const GoldenArray &array,
                 ElementType type) {
    const Argument &argument = kernel.arguments[array.argument];
    files.push_back({arrayName(kernel, what, array.argument),
                     toNumpyFile(type, argument.shape, array.bytes),
                     /*isText=*/false});
  };
  auto typeOf = [&](const GoldenArray &array) {
    return kernel.arguments[array.argument].elementType;
  };
  for (const GoldenArray &array : data.inputs)
    add("input", array, typeOf(array));
  for (const GoldenArray &array : data.outputs)
    add("output", array, typeOf(array));
  for (const GoldenArray &array : data.tolerances)
    add("tolerance", array,
        typeOf(array) == ElementType::F64 ? ElementType::F64
                                          : ElementType::F32);
  return files;
}

DumpedFile mainFile(const CFunction &kernel, const GoldenData &data) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Calls " << kernel.name
     << " twice on the golden inputs and compares its outputs with the\n"
        "   golden ones. Exit code 0: all are within their tolerance. An "
        "argument is the\n   number of further calls. */\n"
     << "#include \"" << kernel.name << ".h\"\n#include \"kernel_check.h\"\n\n"
     << "int main(int argc, char **argv) {\n";
  llvm::ArrayRef<Argument> arguments = kernel.arguments;
  for (auto [i, argument] : llvm::enumerate(arguments))
    os << "  " << cTypes.of(argument.elementType) << " *arg" << i
       << " = new_array(" << argument.sizeBytes() << ");\n";
  os << "  int wrong = 0;\n"
        "  for (int call = 0; call < 2 && wrong == 0; ++call) {\n";
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    os << "    fill_array(arg" << i << ", " << argument.sizeBytes() << ", ";
    if (argument.isInput)
      os << "\"" << arrayName(kernel, "input", unsigned(i)) << "\");\n";
    else
      os << "NULL);\n";
  }
  std::string call = kernel.name + "(";
  for (size_t i = 0; i < arguments.size(); ++i)
    call += (i == 0 ? "arg" : ", arg") + std::to_string(i);
  call += ");\n";
  os << "    " << call;
  for (auto [array, limit] :
       llvm::zip_equal(data.outputs, data.averageLimits)) {
    const Argument &argument = arguments[array.argument];
    os << "    wrong += compare_array(\"" << kernel.name << ": arg"
       << array.argument << "\", arg" << array.argument
       << ",\n                           \""
       << arrayName(kernel, "output", array.argument)
       << "\",\n                           \""
       << arrayName(kernel, "tolerance", array.argument) << "\", "
       << argument.numElements() << ", " << enumeratorOf(argument.elementType)
       << ", " << llvm::formatv("{0:e17}", limit) << ");\n";
  }
  os << "    if (wrong > 0 && call > 0)\n"
        "      printf(\"correct at first, wrong when called again\\n\");\n"
        "  }\n  if (wrong > 0)\n    return 1;\n  printf(\""
     << kernel.name
     << ": correct\\n\");\n"
        "  for (long more = argc > 1 ? atol(argv[1]) : 0; more > 0; --more)\n"
        "    "
     << call << "  return 0;\n}\n";
  return {kernel.name + ".main.c", std::move(text)};
}

DumpedFile checkHeader() {
  return {"kernel_check.h", R"c(#ifndef KERNEL_CHECK_H
#define KERNEL_CHECK_H

/* Reads .npy files and compares arrays. An element is correct if it differs from the golden one by
   at most its tolerance; NaN and infinities must be equal; an infinite tolerance accepts anything.
   On average the differences must be a fraction of the tolerance. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum element {
  ELEMENT_F64,
  ELEMENT_F32,
  ELEMENT_F16,
  ELEMENT_BF16,
  ELEMENT_I64,
  ELEMENT_I32,
  ELEMENT_I8
};

static void stop(const char *file, const char *why) {
  fprintf(stderr, "%s: %s\n", file, why);
  exit(2);
}

static void *new_array(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory)
    stop("new_array", "no memory");
  return memory;
}

#ifdef __x86_64__
/* Kernels for processors without instructions for bf16 call these two functions, which GCC's library
   has from version 13 on. The bits of their results are the low ones of a register for floats. */
static float as_bf16(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  if (value != value)
    bits |= 1u << 22; /* stays NaN */
  else
    bits += 0x7fff + (bits >> 16 & 1); /* to the nearest, or to the even one of two */
  bits >>= 16;
  memcpy(&value, &bits, sizeof value);
  return value;
}

__attribute__((weak)) float __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return as_bf16(bits);
}

__attribute__((weak)) float __truncdfbf2(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  if (narrow == narrow && (double)narrow != value) /* to the odd one of two: rounded once */
    bits = (bits - (fabs((double)narrow) > fabs(value))) | 1;
  return as_bf16(bits);
}
#endif

#ifdef KERNEL_CHECK_EMBEDDED
FILE *open_embedded(const char *file);
#else
#define open_embedded(file) fopen(file, "rb")
#endif

/* Without a file all bits are set: as a floating-point number, NaN. */
static void fill_array(void *memory, size_t bytes, const char *file) {
  unsigned char start[10];
  memset(memory, 0xff, bytes);
  if (!file)
    return;
  FILE *stream = open_embedded(file);
  if (!stream)
    stop(file, "cannot be opened; run the check in its folder");
  if (fread(start, 1, sizeof start, stream) != sizeof start || memcmp(start, "\x93NUMPY\x01", 7) != 0)
    stop(file, "is not an .npy file of format 1");
  if (fseek(stream, (long)sizeof start + start[8] + 256L * start[9], SEEK_SET) != 0 ||
      fread(memory, 1, bytes, stream) != bytes || fgetc(stream) != EOF)
    stop(file, "has another size than the argument");
  fclose(stream);
}

static void *read_array(const char *file, size_t bytes) {
  void *memory = new_array(bytes);
  fill_array(memory, bytes, file);
  return memory;
}

static size_t size_of(enum element type) {
  switch (type) {
  case ELEMENT_F64:
  case ELEMENT_I64:
    return 8;
  case ELEMENT_F32:
  case ELEMENT_I32:
    return 4;
  case ELEMENT_F16:
  case ELEMENT_BF16:
    return 2;
  default:
    return 1;
  }
}

static double half_as_number(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023, value;
  if (exponent == 31)
    value = fraction != 0 ? NAN : INFINITY;
  else if (exponent == 0)
    value = ldexp(fraction, -24);
  else
    value = ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -value : value;
}

static double number_at(const void *array, size_t i, enum element type) {
  uint16_t bits;
  uint32_t wide;
  float value;
  switch (type) {
  case ELEMENT_F64:
    return ((const double *)array)[i];
  case ELEMENT_F32:
    return (double)((const float *)array)[i];
  case ELEMENT_F16:
    return half_as_number(((const uint16_t *)array)[i]);
  case ELEMENT_BF16:
    bits = ((const uint16_t *)array)[i];
    wide = (uint32_t)bits << 16;
    memcpy(&value, &wide, sizeof value);
    return (double)value;
  case ELEMENT_I32:
    return ((const int32_t *)array)[i];
  case ELEMENT_I8:
    return ((const int8_t *)array)[i];
  default:
    return 0; /* i64: see distance() */
  }
}

/* |a - b|; NaN if only one of them is a number. */
static double distance(const void *got, const void *want, size_t i, enum element type) {
  if (type == ELEMENT_I64) {
    int64_t a = ((const int64_t *)got)[i], b = ((const int64_t *)want)[i];
    return (double)(a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b);
  }
  double a = number_at(got, i, type), b = number_at(want, i, type);
  if (a == b || (isnan(a) && isnan(b)))
    return 0;
  return fabs(a - b);
}

/* Returns 0 if `got` is correct, else 1 and prints the first wrong element. */
static int compare_array(const char *name, const void *got, const char *output,
                         const char *tolerance, size_t count, enum element type,
                         double average_limit) {
  int wide = type == ELEMENT_F64;
  void *want = read_array(output, count * size_of(type));
  void *allowed = read_array(tolerance, count * (wide ? 8 : 4));
  size_t wrong = 0, first = 0;
  double squares = 0;
  for (size_t i = 0; i < count; ++i) {
    double most = number_at(allowed, i, wide ? ELEMENT_F64 : ELEMENT_F32);
    double apart = distance(got, want, i, type);
    if (isinf(most) || apart == 0)
      continue;
    if (apart <= most)
      squares += apart / most * (apart / most);
    else if (wrong++ == 0)
      first = i;
  }
  double average = sqrt(squares / (double)count);
  if (wrong > 0 && type == ELEMENT_I64)
    printf("%s: element %zu is %" PRId64 " instead of %" PRId64 "; %zu of %zu are wrong\n", name,
           first, ((const int64_t *)got)[first], ((const int64_t *)want)[first], wrong, count);
  else if (wrong > 0)
    printf("%s: element %zu is %.17g instead of %.17g; %zu of %zu are wrong\n", name, first,
           number_at(got, first, type), number_at(want, first, type), wrong, count);
  else if (average > average_limit)
    printf("%s: off by %g of the tolerance on average where %g is allowed\n", name, average,
           average_limit);
  free(want);
  free(allowed);
  return wrong > 0 || average > average_limit;
}

#endif
)c"};
}

DumpedFile embedded(llvm::ArrayRef<DumpedFile> files) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* The arrays as parts of the program. */\n"
        "#define _POSIX_C_SOURCE 200809L\n"
        "#include <stdio.h>\n#include <string.h>\n\n"
        "__asm__(\".pushsection .rodata\\n\"\n";
  for (auto [i, file] : llvm::enumerate(files))
    os << llvm::formatv("        \"embedded{0}: .incbin \\\"{1}\\\"\\n\"\n"
                        "        \"embedded{0}_end:\\n\"\n",
                        i, file.name);
  os << "        \".popsection\\n\");\n\n";
  for (size_t i = 0; i < files.size(); ++i)
    os << llvm::formatv("extern char embedded{0}[], embedded{0}_end[];\n", i);
  os << "\nstatic const struct {\n  const char *name;\n  char *begin, "
        "*end;\n} files[] = {\n";
  for (auto [i, file] : llvm::enumerate(files))
    os << llvm::formatv("    {{\"{1}\", embedded{0}, embedded{0}_end},\n", i,
                        file.name);
  os << R"c(};

FILE *open_embedded(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
    if (strcmp(files[i].name, name) == 0)
      return fmemopen(files[i].begin, (size_t)(files[i].end - files[i].begin), "rb");
  return NULL;
}
)c";
  return {"embedded.c", std::move(text)};
}

DumpedFile makefile(const Build &build) {
  const auto &[parts, checked, threads, target] = build;
  const std::string cross = crossCompilerName(target);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto objectsOf = [&](const CProjectPart &part) {
    std::string objects = part.name + ".o";
    for (const std::string &use : part.uses)
      objects += " " + use + ".o";
    return objects;
  };
  os << "# make check: runs every kernel on its golden inputs; make: shared "
        "libraries, too.\nCFLAGS ?= -O2 -Wall\nLDLIBS += -lm"
     << (threads == Threads::Several ? " -lomp" : "") << "\n\nCHECKS =";
  for (const std::string &name : checked)
    os << " " << name << ".check";
  if (!cross.empty())
    os << "\n# For " << target.triple
       << ".\nifeq ($(origin CC),default)\nCC = " << cross
       << "\nendif\nSTATIC ?= -static\nRUN ?= "
       << llvm::join(emulatorOf(target), " ");
  os << "\nLIBRARIES =";
  for (const CProjectPart &part : parts)
    os << " " << part.name << ".so";
  os << "\n\nall: $(CHECKS) $(LIBRARIES)\n\ncheck: $(CHECKS)\n"
        "\t@for check in $(CHECKS); do $(RUN) ./$$check || exit 1; done\n\n"
        "clean:\n\trm -f $(CHECKS) $(LIBRARIES)\n\n.PHONY: all check clean\n";
  for (const CProjectPart &part : parts) {
    if (part.isCompiled)
      os << "\n"
         << part.name << ".o: " << part.name << ".c " << part.name
         << ".h\n\t$(CC) $(CFLAGS) -fPIC -c -o $@ " << part.name << ".c\n";
    os << "\n"
       << part.name << ".so: " << objectsOf(part)
       << "\n\t$(CC) -shared $(LDFLAGS) -o $@ " << objectsOf(part)
       << " $(LDLIBS)\n";
    if (llvm::is_contained(checked, part.name))
      os << part.name << ".check: " << part.name << ".main.c " << part.name
         << ".h kernel_check.h " << objectsOf(part)
         << "\n\t$(CC) $(CFLAGS) $(STATIC) $(LDFLAGS) -o $@ " << part.name
         << ".main.c " << objectsOf(part) << " $(LDLIBS)\n";
  }
  return {"Makefile", std::move(text)};
}

} // namespace mlirgym::cproject
