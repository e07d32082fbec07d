// Measures the limits of the machine, with which scripts/bench limits compares
// kernels: loops of a few instructions, each thread on its own share and its
// own processor. Compiled for the processor on which it is built. Answers
// requests on standard input, one line of JSON each:
//
//   {"load": {"loop": "fma"}}
//       multiply-adds on registers -> {"work": operations per call}
//   {"load": {"loop": "i8 dots"}}, {"load": {"loop": "bf16 dots"}}
//       the same of the instructions that add several products to each lane,
//       or of those for whole tiles (AMX)
//   {"load": {"loop": "streams", "reads": 1 to 4, "bytes"}}
//       the sum of several arrays into another one, with non-temporal stores;
//       `bytes` in total -> {"work": bytes per call}
//   {"load": {"loop": "in order", "reads", "bytes"}}
//       the same for neighbouring elements of one array
//   {"load": {"loop": "cached streams", "reads", "bytes"}}
//       as "streams", with ordinary stores
//   {"time": {"batch_ms", "repeats"}} -> {"times_ns": [per call, one per
//   repeat]}
//
// Errors are answered by {"error": reason}.

#include <CLI/CLI.hpp>
#ifdef __AVX512F__
#include <immintrin.h>
#endif
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

using Json = nlohmann::json;

namespace {
#if defined(__AVX512F__)
constexpr size_t vectorBytes = 64;
#elif defined(__AVX__)
constexpr size_t vectorBytes = 32;
#else
constexpr size_t vectorBytes = 16;
#endif
using Vector = float __attribute__((vector_size(vectorBytes)));
constexpr size_t lanes = vectorBytes / sizeof(float);

/// Work that is done once per call, one share per thread.
class Loop {
public:
  virtual ~Loop() = default;
  virtual void run(unsigned thread) = 0;
  /// The work of all threads.
  virtual double work() const = 0;
};

/// A step adds `products` products to each of `lanes` lanes.
template <typename Step> class MultiplyAdds : public Loop {
public:
  explicit MultiplyAdds(unsigned threads) : threads(threads) {}

  void run(unsigned) override {
    // Twelve chains hide a latency of 4 to 6 cycles of two units.
    Vector sums[chains] = {};
    for (unsigned i = 0; i < iterations; ++i)
#pragma clang loop unroll(full)
      for (Vector &sum : sums) {
        sum = Step::add(sum);
        // Makes the value observable, so that it is not computed in advance.
        asm volatile("" : "+v"(sum));
      }
  }
  double work() const override {
    return 2.0 * Step::products * chains * lanes * iterations * threads;
  }

private:
  static constexpr unsigned chains = 12, iterations = 20000;
  unsigned threads;
};

struct OneFloat {
  static constexpr unsigned products = 1;
  static Vector add(Vector sum) {
    return sum * (Vector{} + 0.5f) + (Vector{} + 1.0f);
  }
};

#if defined(__AMX_INT8__) && defined(__AMX_BF16__)
/// Products of tiles of 16 rows of 64 bytes, added to four tiles in turn, whose
/// sum is known after 52 cycles; `add` adds one to each of them.
template <unsigned products, void add()> class TileProducts : public Loop {
public:
  explicit TileProducts(unsigned threads) : threads(threads) {
    constexpr long request = 0x1023, tileData = 18; // ARCH_REQ_XCOMP_PERM
    syscall(SYS_arch_prctl, request, tileData);
  }

  void run(unsigned) override {
    struct alignas(64) {
      uint8_t palette = 1, row = 0, reserved[14] = {};
      uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
      uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
    } shapes;
    _tile_loadconfig(&shapes);
    for (unsigned i = 0; i < iterations; ++i)
      add();
    _tile_release();
  }
  double work() const override {
    return 2.0 * 4 * 16 * 16 * 16 * products * iterations * threads;
  }

private:
  static constexpr unsigned iterations = 5000;
  unsigned threads;
};

void addBytes() {
  _tile_dpbssd(0, 4, 5);
  _tile_dpbssd(1, 4, 6);
  _tile_dpbssd(2, 7, 5);
  _tile_dpbssd(3, 7, 6);
}

void addBfloats() {
  _tile_dpbf16ps(0, 4, 5);
  _tile_dpbf16ps(1, 4, 6);
  _tile_dpbf16ps(2, 7, 5);
  _tile_dpbf16ps(3, 7, 6);
}

using DotsOfBytes = TileProducts<4, addBytes>;
using DotsOfBfloats = TileProducts<2, addBfloats>;
#else
#ifdef __AVX512VNNI__
struct FourBytes {
  static constexpr unsigned products = 4;
  static Vector add(Vector sum) {
    const __m512i ones = _mm512_set1_epi8(1);
    return Vector(_mm512_dpbusd_epi32(__m512i(sum), ones, ones));
  }
};
using DotsOfBytes = MultiplyAdds<FourBytes>;
#endif

#ifdef __AVX512BF16__
struct TwoBfloats {
  static constexpr unsigned products = 2;
  static Vector add(Vector sum) {
    const auto ones = __m512bh(_mm512_set1_epi16(0x3f80));
    return Vector(_mm512_dpbf16_ps(__m512(sum), ones, ones));
  }
};
using DotsOfBfloats = MultiplyAdds<TwoBfloats>;
#endif
#endif

/// Zeroed memory on huge pages, like the arguments of kernels.
class Array {
public:
  explicit Array(size_t count) : bytes(count * vectorBytes) {
    void *memory = mmap(nullptr, bytes + hugePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    base = memory;
    auto address = reinterpret_cast<uintptr_t>(memory);
    begin = reinterpret_cast<Vector *>((address + hugePage - 1) / hugePage *
                                       hugePage);
    madvise(begin, bytes, MADV_HUGEPAGE);
    std::fill_n(reinterpret_cast<char *>(begin), bytes, 0);
  }
  ~Array() {
    if (base)
      munmap(base, bytes + hugePage);
  }
  Array(Array &&other) noexcept
      : begin(other.begin), bytes(other.bytes), base(other.base) {
    other.base = nullptr;
  }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  Vector *begin = nullptr;

private:
  static constexpr size_t hugePage = size_t(2) << 20;
  size_t bytes;
  void *base = nullptr;
};

enum class Kind : uint8_t {
  Streams, ///< several arrays are added, with non-temporal stores
  InOrder, ///< one array, whose neighbouring elements are added
  Cached,  ///< as Streams, with ordinary stores
};

template <unsigned Reads, Kind LoopKind> class Streams : public Loop {
  static constexpr bool InOrder = LoopKind == Kind::InOrder;

public:
  Streams(size_t bytes, unsigned threads)
      : share(bytes / (Reads + 1) / vectorBytes / threads), threads(threads) {
    for (unsigned i = 0; i < (InOrder ? 1 : Reads); ++i)
      inputs.emplace_back(share * threads * (InOrder ? Reads : 1));
  }

  void run(unsigned thread) override {
    constexpr size_t step = InOrder ? Reads : 1;
    const Vector *in[Reads];
    for (unsigned i = 0; i < Reads; ++i)
      in[i] = (InOrder ? inputs[0].begin + i : inputs[i].begin) +
              thread * share * step;
    Vector *out = output.begin + thread * share;
    for (size_t at = 0; at < share; ++at) {
      Vector sum = in[0][at * step];
      for (unsigned i = 1; i < Reads; ++i)
        sum += in[i][at * step];
      if constexpr (LoopKind == Kind::Cached)
        out[at] = sum;
      else
        __builtin_nontemporal_store(sum, out + at);
    }
  }
  double work() const override {
    return double(share) * threads * vectorBytes * (Reads + 1);
  }

private:
  size_t share; ///< number of vectors that each thread writes
  unsigned threads;
  std::vector<Array> inputs;
  Array output{share * threads};
};

template <Kind LoopKind>
std::unique_ptr<Loop> makeStreams(unsigned reads, size_t bytes,
                                  unsigned threads) {
  switch (reads) {
  case 1:
    return std::make_unique<Streams<1, LoopKind>>(bytes, threads);
  case 2:
    return std::make_unique<Streams<2, LoopKind>>(bytes, threads);
  case 3:
    return std::make_unique<Streams<3, LoopKind>>(bytes, threads);
  case 4:
    return std::make_unique<Streams<4, LoopKind>>(bytes, threads);
  default:
    throw std::invalid_argument("reads: give 1 to 4");
  }
}

class Machine {
public:
  explicit Machine(std::vector<int> processors)
      : processors(std::move(processors)) {}

  Json load(const Json &request) {
    loop.reset();
    loop = make(request);
    return {{"work", loop->work()}};
  }

  Json time(const Json &request) {
    if (!loop)
      return {{"error", "nothing to time; load a loop first"}};
    const double wantedNs = request.at("batch_ms").get<double>() * 1e6;
    unsigned calls = 1;
    run(calls); // warm-up
    while (run(calls) < wantedNs / 2)
      calls *= 2;
    std::vector<double> times(request.at("repeats").get<unsigned>());
    for (double &time : times)
      time = run(calls) / calls;
    return {{"times_ns", times}};
  }

private:
  std::unique_ptr<Loop> make(const Json &request) {
    const auto threads = static_cast<unsigned>(processors.size());
    const auto name = request.at("loop").get<std::string>();
    if (name == "fma")
      return std::make_unique<MultiplyAdds<OneFloat>>(threads);
#ifdef __AVX512VNNI__
    if (name == "i8 dots")
      return std::make_unique<DotsOfBytes>(threads);
#endif
#ifdef __AVX512BF16__
    if (name == "bf16 dots")
      return std::make_unique<DotsOfBfloats>(threads);
#endif
    if (name.ends_with(" dots"))
      throw std::invalid_argument("this processor has no such instruction");
    const auto bytes = request.at("bytes").get<size_t>();
    const auto reads = request.at("reads").get<unsigned>();
    if (name == "streams")
      return makeStreams<Kind::Streams>(reads, bytes, threads);
    if (name == "in order")
      return makeStreams<Kind::InOrder>(reads, bytes, threads);
    if (name == "cached streams")
      return makeStreams<Kind::Cached>(reads, bytes, threads);
    throw std::invalid_argument(
        name + ": no such loop; fma, i8 dots, bf16 dots, streams, in order or "
               "cached streams");
  }

  /// Nanoseconds from the start of all threads to the end of the last one.
  double run(unsigned calls) {
    using Clock = std::chrono::steady_clock;
    std::barrier ready(static_cast<std::ptrdiff_t>(processors.size()));
    std::vector<Clock::time_point> begins(processors.size()),
        ends(processors.size());
    auto body = [&](unsigned thread) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(processors[thread], &one);
      sched_setaffinity(0, sizeof one, &one);
      ready.arrive_and_wait();
      begins[thread] = Clock::now();
      for (unsigned call = 0; call < calls; ++call)
        loop->run(thread);
      ends[thread] = Clock::now();
    };
    std::vector<std::thread> others;
    for (unsigned thread = 0; thread < processors.size(); ++thread)
      others.emplace_back(body, thread);
    for (std::thread &other : others)
      other.join();
    return std::chrono::duration<double, std::nano>(
               *std::max_element(ends.begin(), ends.end()) -
               *std::min_element(begins.begin(), begins.end()))
        .count();
  }

  std::vector<int> processors;
  std::unique_ptr<Loop> loop;
};
} // namespace

int main(int argc, char **argv) {
  CLI::App app("Answers the requests of scripts/bench limits; not meant to be "
               "called by hand");
  unsigned threads = 1;
  std::vector<int> processors;
  app.add_option("--threads", threads, "of the loops");
  app.add_option("--cpus", processors, "one per thread")
      ->delimiter(',')
      ->required();
  CLI11_PARSE(app, argc, argv);
  if (processors.size() != threads) {
    std::cerr << "--cpus: give one per thread\n";
    return 2;
  }

  Machine machine(std::move(processors));
  for (std::string line; std::getline(std::cin, line);) {
    Json reply = {{"error", "neither load nor time; send one of these"}};
    try {
      Json request = Json::parse(line);
      if (request.contains("load"))
        reply = machine.load(request["load"]);
      else if (request.contains("time"))
        reply = machine.time(request["time"]);
    } catch (const std::exception &error) {
      reply = {{"error", error.what()}};
    }
    std::cout << reply.dump() << '\n' << std::flush;
  }
  return 0;
}
