/* Loads, launches, verifies and times one schedule of this bundle on a GPU, and
   prints JSON for `mlirgym data import`. Needs a C11 compiler and NVIDIA's
   driver (libcuda.so.1, which is opened when it runs) only.

     make && ./main 0123456789abcdef.ptx [BUDGET_MS [TIMEOUT_S [warm|flushed]]]

   Exit code 0: the outputs are right. run.py does the same for all schedules,
   and also compares whole outputs of schedules with each other. */
#define _POSIX_C_SOURCE 200809L
#include "CudaCalls.h"
#include "bundle.h" /* the arguments, inputs and expected outputs of this program */
#include "schedules.h" /* the schedules by their files */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_LAUNCHES = 1024,
  MOST_BUFFERS = 256, /* of a launch, and of all */
  LEAST_REPEATS = 10,
  MOST_REPEATS = 100,
  FRESH_VALUE =
      0xff /* of outputs before a call: NaN in each floating-point type */
};

static CudaFunctions cuda;
static double timeout_s = 10;
static double budget_ms = 100;
static int is_flushed;                  /* the L2 cache, before each call */
static int has_gpu;                     /* it is there, and has a context */
static char gpu_name[256], timing[512]; /* members of the result */
static const struct schedule *schedule;

/* Prints `"name": "text", ` of any characters. */
static void print_text(const char *name, const char *text) {
  printf("\"%s\": \"", name);
  for (const char *c = text; *c; ++c)
    if (*c == '"' || *c == '\\')
      printf("\\%c", *c);
    else if ((unsigned char)*c < ' ')
      printf("\\u%04x", *c);
    else
      putchar(*c);
  printf("\", ");
}

/* Prints the result and ends. */
static void finish(const char *status, const char *message) {
  const char *cache = is_flushed ? "flushed" : "warm";
  char host[128] = "";
  gethostname(host, sizeof host - 1);
  printf("{\"format\": \"mlirgym-gpu-results\", \"version\": 1, \"protocol\": "
         "\"gpu1-%s-r0.5-n%d..%d-b%g\", \"l2\": \"%s\", \"host\": \"%s\", "
         "\"created_at\": %lld, \"gpu\": {\"name\": \"%s\"},\n",
         cache, LEAST_REPEATS, MOST_REPEATS, budget_ms, cache, host,
         (long long)time(NULL), gpu_name);
  printf(" \"programs\": [{");
  print_text("program", PROGRAM_NAME);
  printf("\"key\": \"%s\", "
         "\"operations\": %d, \"processor\": \"%s\", \"target\": \"%s\", "
         "\"toolchain\": \"%s\", \"metric\": \"nanoseconds\", "
         "\"schedules\":\n  [{",
         PROGRAM_KEY, PROGRAM_OPERATIONS, PROCESSOR, TARGET, TOOLCHAIN);
  print_text("message", message);
  printf("\"schedule\": \"%s\", \"object\": \"%s\", %s\"status\": "
         "\"%s\"}]}]}\n",
         schedule->text, schedule->object, timing, status);
  fflush(stdout);
  _Exit(strcmp(status, "ok") == 0
            ? 0
            : 1); /* without waiting for a kernel that hangs */
}

static void stop(const char *file, const char *why) {
  fprintf(stderr, "%s: %s\n", file, why);
  _Exit(2);
}

/* Of the driver: the GPU's before the code is loaded, then the schedule's. */
static void check(CudaResult result, const char *what) {
  if (result == 0)
    return;
  const char *text = NULL;
  char message[512];
  cuda.errorString(result, &text);
  snprintf(message, sizeof message, "%s: %s (%d)", what,
           text ? text : "an error", result);
  if (!has_gpu)
    stop("no GPU", message);
  finish(result == cudaOutOfMemory ? "out_of_memory" : "crashed", message);
}

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory)
    stop("main", "no memory");
  return memory;
}

static char *read_file(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file)
    stop(path, "cannot be opened");
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  char *contents = allocate(*bytes + 1);
  if (fread(contents, 1, *bytes, file) != *bytes)
    stop(path, "cannot be read");
  contents[*bytes] = 0;
  fclose(file);
  return contents;
}

/* The elements of an .npy file of format 1.0. */
static const char *read_array(const char *path, size_t bytes) {
  size_t size;
  char *file = read_file(path, &size);
  if (size < 10 || memcmp(file, "\x93NUMPY\x01", 7) != 0)
    stop(path, "no .npy file");
  size_t start =
      10 + ((unsigned char)file[8] | (size_t)(unsigned char)file[9] << 8);
  if (start + bytes != size)
    stop(path, "of another size than in bundle.h");
  return file + start;
}

/* ---- Inputs: docs/gpu-bundles.md, "Inputs"
 * ---------------------------------------------------- */

static uint64_t split_mix(uint64_t seed, uint64_t i) {
  uint64_t h = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
  h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
  return h ^ (h >> 31);
}

/* Of a number that the type represents exactly. */
static uint16_t to_f16(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  uint32_t sign = bits >> 16 & 0x8000, mantissa = (bits & 0x7fffff) | 0x800000;
  int exponent = (int)(bits >> 23 & 0xff) - 127;
  if (value == 0)
    return (uint16_t)sign;
  if (exponent < -14) /* subnormal */
    return (uint16_t)(sign | mantissa >> (13 - 14 - exponent));
  return (uint16_t)(sign | (uint32_t)(exponent + 15) << 10 |
                    (mantissa >> 13 & 0x3ff));
}

static float from_f16(uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
  float size = exponent == 31 ? (mantissa ? NAN : INFINITY)
               : exponent     ? ldexpf((float)(mantissa | 0x400), exponent - 25)
                              : ldexpf((float)mantissa, -24);
  return bits & 0x8000 ? -size : size;
}

static void put(enum element type, char *to, double value) {
  float f = (float)value;
  uint32_t bits;
  uint16_t half;
  int64_t i = (int64_t)value;
  switch (type) {
  case ELEMENT_F64:
    memcpy(to, &value, 8);
    return;
  case ELEMENT_F32:
    memcpy(to, &f, 4);
    return;
  case ELEMENT_F16:
    half = to_f16(f);
    memcpy(to, &half, 2);
    return;
  case ELEMENT_BF16:
    memcpy(&bits, &f, 4);
    half = (uint16_t)(bits >> 16);
    memcpy(to, &half, 2);
    return;
  case ELEMENT_I64:
    memcpy(to, &i, 8);
    return;
  case ELEMENT_I32: {
    int32_t n = (int32_t)i;
    memcpy(to, &n, 4);
    return;
  }
  case ELEMENT_I8: {
    int8_t n = (int8_t)i;
    memcpy(to, &n, 1);
    return;
  }
  }
}

static double get(enum element type, const char *from) {
  double d;
  float f;
  uint16_t half;
  int64_t i;
  int32_t n;
  int8_t b;
  switch (type) {
  case ELEMENT_F64:
    memcpy(&d, from, 8);
    return d;
  case ELEMENT_F32:
    memcpy(&f, from, 4);
    return f;
  case ELEMENT_F16:
    memcpy(&half, from, 2);
    return from_f16(half);
  case ELEMENT_BF16: {
    uint32_t bits;
    memcpy(&half, from, 2);
    bits = (uint32_t)half << 16;
    memcpy(&f, &bits, 4);
    return f;
  }
  case ELEMENT_I64:
    memcpy(&i, from, 8);
    return (double)i;
  case ELEMENT_I32:
    memcpy(&n, from, 4);
    return n;
  case ELEMENT_I8:
    memcpy(&b, from, 1);
    return b;
  }
  return 0;
}

static void make_input(const struct input *recipe, char *to) {
  const struct argument *argument = &arguments[recipe->argument];
  static const int digits[] = {53, 24, 11, 8};
  for (uint64_t i = 0; i < argument->count; ++i) {
    uint64_t h = split_mix(recipe->seed, i);
    double value = 0;
    switch (recipe->generator) {
    case GENERATOR_UNIFORM:
      value = ldexp((double)(h >> (64 - digits[argument->type])),
                    1 - digits[argument->type]) -
              1;
      break;
    case GENERATOR_SPARSE:
      value = h >> 40 >= recipe->density ? 0 : h & 1 ? -1 : 1;
      break;
    case GENERATOR_RANGE:
      value =
          (double)(recipe->low + (int64_t)(h % ((uint64_t)recipe->high -
                                                (uint64_t)recipe->low + 1)));
      break;
    }
    put(argument->type, to + i * argument->element_bytes, value);
  }
}

/* ---- Comparison
 * -------------------------------------------------------------------------------
 */

/* Ends if an output differs from the expected one. */
static void compare(const struct golden *golden, const char *output,
                    const char *when) {
  const struct argument *argument = &arguments[golden->argument];
  const size_t bytes = argument->element_bytes,
               tolerance_bytes = argument->type == ELEMENT_F64 ? 8 : 4;
  const char *expected = read_array(golden->expected, golden->count * bytes);
  const char *allowed =
      read_array(golden->tolerances, golden->count * tolerance_bytes);
  const char *positions = golden->positions
                              ? read_array(golden->positions, golden->count * 8)
                              : NULL;
  double squares = 0;
  char message[256];
  for (uint64_t i = 0; i < golden->count; ++i) {
    int64_t at = (int64_t)i;
    if (positions)
      memcpy(&at, positions + i * 8, 8);
    double a = get(argument->type, output + (size_t)at * bytes),
           b = get(argument->type, expected + i * bytes);
    double most = get(tolerance_bytes == 8 ? ELEMENT_F64 : ELEMENT_F32,
                      allowed + i * tolerance_bytes);
    double apart = fabs(a - b);
    if ((isnan(a) && isnan(b)) || a == b)
      continue;
    if (apart <= most) {
      squares += apart / most * (apart / most);
      continue;
    }
    if (isinf(most))
      continue;
    snprintf(message, sizeof message,
             "%sargument %u: element %" PRId64
             " is %.9g instead of %.9g, where %.2e is allowed",
             when, golden->argument, at, a, b, most);
    finish("wrong_result", message);
  }
  double average = sqrt(squares / (double)golden->count);
  if (average > golden->average_limit) {
    snprintf(message, sizeof message,
             "%sargument %u: each element is within its tolerance, but they "
             "are off by %.2f of it "
             "on average where %.2f is allowed",
             when, golden->argument, average, golden->average_limit);
    finish("wrong_result", message);
  }
}

/* ---- The kernels
 * ------------------------------------------------------------------------------
 */

struct launch {
  CudaKernel kernel;
  unsigned count, buffers[MOST_BUFFERS];
  void *pointers[MOST_BUFFERS];
};
static struct launch launches[MOST_LAUNCHES];
static unsigned launch_count, buffer_count = ARGUMENT_COUNT;
static CudaBuffer buffers[MOST_BUFFERS]; /* the arguments, then the scratch
                                            buffers of the plan */
static CudaPointer addresses[MOST_BUFFERS];
static void *stream, *begin, *end;

/* Reads the first lines of the PTX, and finds the kernels. */
static void read_plan(const char *path, char *ptx, void *module) {
  char name[256];
  for (char *line = ptx; strncmp(line, "//mlirgym ", 10) == 0;
       line = strchr(line, '\n') + 1) {
    uint64_t bytes;
    if (!strchr(line, '\n'))
      stop(path, "ends within its plan");
    if (sscanf(line, "//mlirgym scratch %" SCNu64, &bytes) == 1) {
      if (buffer_count == MOST_BUFFERS)
        stop(path, "too many buffers");
      buffers[buffer_count++].bytes = bytes;
      continue;
    }
    int read = 0;
    CudaKernel kernel;
    memset(&kernel, 0, sizeof kernel);
    if (sscanf(line,
               "//mlirgym launch %255s grid %u %u %u block %u %u %u shared %u "
               "buffers%n",
               name, &kernel.grid[0], &kernel.grid[1], &kernel.grid[2],
               &kernel.block[0], &kernel.block[1], &kernel.block[2],
               &kernel.sharedBytes, &read) != 8 ||
        read == 0)
      continue; /* the entry */
    if (launch_count == MOST_LAUNCHES)
      stop(path, "too many launches");
    struct launch *launch = &launches[launch_count++];
    CudaResult result = cudaFindKernel(&cuda, module, name, &kernel);
    if (result != 0)
      finish("bad_module",
             "a kernel is missing, or needs more shared memory than there is");
    launch->kernel = kernel;
    char *next = line + read;
    while (*next == ' ') {
      unsigned long number = strtoul(next, &next, 10);
      if (number >= buffer_count || launch->count == MOST_BUFFERS)
        stop(path, "a launch with an unknown buffer");
      launch->buffers[launch->count++] = (unsigned)number;
    }
  }
  if (launch_count == 0)
    stop(path,
         "no launches in the first lines; give a .ptx file of this bundle");
}

static void launch_all(void) {
  for (unsigned i = 0; i < launch_count; ++i)
    check(cudaLaunchKernel(&cuda, &launches[i].kernel, launches[i].pointers,
                           stream),
          "a launch");
}

/* The time of some calls, one after the other. */
static double run_ms(unsigned calls) {
  float milliseconds = 0;
  check(cuda.eventRecord(begin, stream), "an event");
  for (unsigned i = 0; i < calls; ++i)
    launch_all();
  check(cuda.eventRecord(end, stream), "an event");
  const double deadline = now_s() + timeout_s * calls;
  CudaResult result;
  while ((result = cuda.eventQuery(end)) == cudaNotReady) {
    if (now_s() > deadline)
      finish("timed_out", "a kernel took longer than the limit");
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
  }
  check(result, "a kernel");
  check(cuda.eventElapsed(&milliseconds, begin, end), "the time of a call");
  return milliseconds;
}

/* Calls once on a set of inputs, and compares. */
static void verify(unsigned set, char **inputs, const char *when) {
  char message[128];
  for (unsigned i = 0; i < ARGUMENT_COUNT; ++i) {
    if (arguments[i].is_input)
      check(cuda.copyTo(addresses[i], inputs[i], buffers[i].bytes), "a copy");
    else
      check(cuda.fill(addresses[i], FRESH_VALUE, buffers[i].bytes), "a fill");
  }
  run_ms(1);
  for (unsigned i = 0; i < buffer_count; ++i) {
    int written;
    check(cudaFindWritten(&cuda, buffers[i], &written), "a copy");
    snprintf(message, sizeof message, "%sbytes next to buffer %u were written",
             when, i);
    if (written)
      finish("overflow", message);
  }
  for (unsigned i = 0; i < ARGUMENT_COUNT; ++i) {
    char *after = allocate(buffers[i].bytes);
    check(cuda.copyFrom(after, addresses[i], buffers[i].bytes), "a copy");
    snprintf(message, sizeof message,
             "%sargument %u was written, and is read only", when, i);
    if (!arguments[i].is_output &&
        memcmp(after, inputs[i], buffers[i].bytes) != 0)
      finish("wrong_result", message);
    for (unsigned g = 0; g < GOLDEN_COUNT; ++g)
      if (goldens[g].set == set && goldens[g].argument == i)
        compare(&goldens[g], after, when);
    free(after);
  }
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Linear between neighbours, as NumPy's. */
static double quantile(const double *sorted, unsigned count, double share) {
  const double place = share * (count - 1);
  const unsigned below = (unsigned)place;
  return below + 1 < count
             ? sorted[below] +
                   (place - below) * (sorted[below + 1] - sorted[below])
             : sorted[below];
}

static double positive(const char *text) {
  char *end_of_number;
  const double value = strtod(text, &end_of_number);
  if (*text == 0 || *end_of_number != 0 || !(value > 0 && value < INFINITY))
    stop(text, "no time; give a positive number");
  return value;
}

int main(int argc, char **argv) {
  if (argc < 2)
    stop("main", "give a .ptx file of this bundle");
  const char *name =
      strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
  for (unsigned i = 0; i < SCHEDULE_COUNT; ++i)
    if (strcmp(schedules[i].ptx, name) == 0)
      schedule = &schedules[i];
  if (!schedule)
    stop(argv[1], "no file of schedules.h; give a .ptx file of this bundle");
  budget_ms = argc > 2 ? positive(argv[2]) : 100;
  timeout_s = argc > 3 ? positive(argv[3]) : 10;
  is_flushed = argc > 4 && strcmp(argv[4], "flushed") == 0;
  if (argc > 4 && !is_flushed && strcmp(argv[4], "warm") != 0)
    stop(argv[4], "no state of the L2 cache; give warm or flushed");
  const double budget_s = budget_ms / 1000;
  size_t bytes;
  char *ptx = read_file(argv[1], &bytes),
       *inputs[SET_COUNT][ARGUMENT_COUNT] = {{0}};
  const char *path = getenv("MLIRGYM_CUDA_DRIVER");
  void *library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW),
       *context, *module;
  if (!library)
    stop(dlerror(), "install NVIDIA's driver");
  const char *missing = cudaFindFunctions(&cuda, library);
  if (missing)
    stop(missing, "is missing; install a newer driver");
  int device = 0, attribute = 0;
  char log[1 << 14];
  check(cuda.init(0), "the driver");
  check(cuda.deviceGet(&device, 0), "a GPU");
  check(cuda.deviceName(gpu_name, sizeof gpu_name, device), "a GPU");
  check(cuda.contextRetain(&context, device), "a context");
  check(cuda.setCurrent(context), "a context");
  check(cuda.streamCreate(&stream, 0), "a stream");
  check(cuda.eventCreate(&begin, 0), "an event");
  check(cuda.eventCreate(&end, 0), "an event");
  has_gpu = 1;
  if (cudaLoad(&cuda, ptx, &module, log, sizeof log) != 0)
    finish("bad_module", log[0] ? log : "the driver rejects this PTX");
  read_plan(argv[1], ptx, module);
  for (unsigned i = 0; i < buffer_count; ++i) {
    if (i < ARGUMENT_COUNT)
      buffers[i].bytes = arguments[i].count * arguments[i].element_bytes;
    check(cudaAllocateGuarded(&cuda, &buffers[i]), "memory");
    addresses[i] = cudaAddressOf(buffers[i]);
  }
  for (unsigned i = 0; i < launch_count; ++i)
    for (unsigned b = 0; b < launches[i].count; ++b)
      launches[i].pointers[b] = &addresses[launches[i].buffers[b]];
  for (unsigned i = 0; i < INPUT_COUNT; ++i) {
    char **input = &inputs[given[i].set][given[i].argument];
    *input = allocate(buffers[given[i].argument].bytes);
    make_input(&given[i], *input);
  }
  for (unsigned set = SET_COUNT;
       set-- > 0;) /* the first set is the last one, which is timed */
    verify(set, inputs[set], "");

  double times[MOST_REPEATS], one_ms = run_ms(1);
  unsigned number = 1, repeats = 0;
  if (one_ms > 1000 * budget_s) {
    times[repeats++] = one_ms * 1e6;
  } else {
    const double warm_up_ms = 20, batch_ms = 0.5, least_ms = 1e-3;
    run_ms((unsigned)ceil(warm_up_ms / fmax(one_ms, warm_up_ms / 1000)));
    one_ms = run_ms(1);
    number =
        is_flushed
            ? 1
            : (unsigned)ceil(batch_ms / fmin(fmax(one_ms, least_ms), batch_ms));
    CudaPointer scratch = 0;
    size_t scratch_bytes = 0;
    if (is_flushed) {
      const int l2_bytes_attribute = 38;
      check(cuda.deviceAttribute(&attribute, l2_bytes_attribute, device),
            "the size of the L2 cache");
      scratch_bytes = 2 * (size_t)attribute;
      check(cuda.allocate(&scratch, scratch_bytes), "memory");
    }
    const double started = now_s();
    while (repeats < MOST_REPEATS) {
      const double spent = (now_s() - started) / budget_s;
      if (spent > 1 && repeats >= (spent > 4 ? 1 : LEAST_REPEATS))
        break;
      /* Either keeps the GPU busy until the batch is in its queue. */
      if (is_flushed)
        check(cuda.fill(scratch, 0, scratch_bytes), "a fill");
      else
        launch_all();
      times[repeats++] = run_ms(number) * 1e6 / number;
    }
  }
  verify(0, inputs[0], "right at first, wrong when called again: ");

  qsort(times, repeats, sizeof *times, by_size);
  const double median = quantile(times, repeats, 0.5);
  /* The confidence interval of the median is that of order statistics. */
  const double rank = 0.98 * sqrt(repeats), middle = (repeats - 1) / 2.0;
  const double first = times[(unsigned)fmax(0, floor(middle - rank))],
               last = times[(unsigned)fmin(repeats - 1, ceil(middle + rank))];
  int registers = 0, local_bytes = 0;
  for (unsigned i = 0; i < launch_count; ++i) {
    check(cuda.functionAttribute(&attribute, 4, launches[i].kernel.function),
          "a kernel");
    registers = attribute > registers ? attribute : registers;
    check(cuda.functionAttribute(&attribute, 3, launches[i].kernel.function),
          "a kernel");
    local_bytes = attribute > local_bytes ? attribute : local_bytes;
  }
  snprintf(timing, sizeof timing,
           "\"median_ns\": %.1f, \"min_ns\": %.1f, \"spread\": %.5f, "
           "\"uncertainty\": %.5f, \"repeats\": %u, \"number\": %u, "
           "\"registers\": %d, \"local_bytes\": %d, ",
           median, times[0],
           (quantile(times, repeats, 0.75) - quantile(times, repeats, 0.25)) /
               median,
           (last - first) / 2 / median, repeats, number, registers,
           local_bytes);
  finish("ok", "");
}
