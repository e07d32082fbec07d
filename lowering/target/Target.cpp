#include "lowering/target/Target.h"

#include "program/Processors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace mlirgym {
namespace {

//===----------------------------------------------------------------------===//
// Vector registers
//===----------------------------------------------------------------------===//

/// Returns true if a target has a feature: "avx2".
using HasFeature = function_ref<bool(StringRef)>;

/// RISC-V names the length of its registers by one feature per power of two, of
/// which the longer ones include the shorter ones.
void setRiscvVectorUnit(Target &target, HasFeature has) {
  constexpr unsigned longest = 65536, shortest = 64, oneFloat = 32;
  if (!has("zve64d")) {
    target.vectorBits = oneFloat;
    return;
  }
  unsigned bits = longest;
  while (bits > shortest && !has("zvl" + std::to_string(bits) + "b"))
    bits /= 2;
  // A shorter vector takes a smaller group. A matmul of 256 x 256 x 256 takes
  // 2.9 million instructions with groups of four, 4.4 with pairs and 7.3 with
  // single registers, on as many registers each (ADR 26).
  target.registerGroup = 4;
  target.vectorBits = bits * target.registerGroup;
  target.vectorRegisters = 32 / target.registerGroup;
}

/// A program with vectors of a constant length uses SVE only if it knows the
/// length, which the architecture leaves to the processor.
unsigned sveBits(StringRef cpu) {
  return StringSwitch<unsigned>(cpu)
      .Case("a64fx", 512)
      .Case("neoverse-v1", 256)
      .Default(128);
}

void setVectorUnit(Target &target, HasFeature has) {
  constexpr unsigned neonBits = 128;
  const Triple triple(target.triple);
  target.vectorRegisters = 32;
  if (triple.isRISCV64()) {
    setRiscvVectorUnit(target, has);
    return;
  }
  // NEON, and SVE of unknown length. A GPU thread has no vectors, but reads and
  // writes this many bits at once.
  target.vectorBits = neonBits;
  if (triple.isAArch64() && has("sve"))
    target.vectorBits = sveBits(target.cpu);
  if (triple.isAArch64()) {
    // Code for bf16 uses NEON, not SVE (CodeGen.cpp).
    target.dots = {.i8 = has("i8mm"),
                   .bf16 = has("bf16") && target.vectorBits == neonBits,
                   .alike = has("dotprod")};
    target.dots.arm = target.dots != lowering::DotInstructions();
  }
  if (!triple.isX86())
    return;
  if (has("avx512f")) {
    const bool hasAll = has("avx512bw") && has("avx512vl");
    target.dots = {.i8 = hasAll && has("avx512vnni"),
                   .i16 = hasAll,
                   .bf16 = hasAll && has("avx512bf16")};
    target.dots.tiles = target.dots.i8 && target.dots.bf16 && has("amx-tile") &&
                        has("amx-int8") && has("amx-bf16");
    target.vectorBits = 512;
    return;
  }
  target.dots = {.i8 = has("avxvnni"), .i16 = has("avx2")};
  target.vectorRegisters = 16;
  if (has("avx"))
    target.vectorBits = 256;
}

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

/// Features in alphabetical order: LLVM stores them in a hash table, and their
/// text is part of object code and of keys.
std::vector<std::string> hostFeatures() {
  std::vector<std::string> features;
  for (const auto &feature : sys::getHostCPUFeatures())
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  std::sort(features.begin(), features.end());
  return features;
}

int64_t cacheBytes(int name) { return std::max<int64_t>(0, sysconf(name)); }

/// Cores that this process may use; containers limit them.
unsigned usableCores() {
  return static_cast<unsigned>(usableProcessors().size());
}

/// Does not use LLVM's tables of subtargets, since most processes do not
/// compile.
Target describeHost() {
  Target host;
  const std::vector<std::string> features = hostFeatures();
  host.triple = sys::getProcessTriple();
  host.cpu = sys::getHostCPUName().str();
  host.features = join(features, ",");
  setVectorUnit(host, [&](StringRef feature) {
    return is_contained(features, "+" + feature.str());
  });
  host.threads = usableCores();
  host.l1Bytes = cacheBytes(_SC_LEVEL1_DCACHE_SIZE);
  host.l2Bytes = cacheBytes(_SC_LEVEL2_CACHE_SIZE);
  host.l3Bytes = cacheBytes(_SC_LEVEL3_CACHE_SIZE);
  return host;
}

//===----------------------------------------------------------------------===//
// Targets by name
//===----------------------------------------------------------------------===//

bool isSupported(const Triple &triple) {
  if (triple.getArch() == Triple::nvptx64)
    return triple.getOS() == Triple::CUDA;
  return (triple.getArch() == Triple::x86_64 ||
          triple.getArch() == Triple::aarch64 ||
          triple.getArch() == Triple::riscv64) &&
         triple.isOSBinFormatELF();
}

/// "aarch64" and "aarch64-linux-gnu" are "aarch64-unknown-linux-gnu".
Triple tripleOf(StringRef name) {
  Triple host(sys::getProcessTriple());
  if (name.empty())
    return host;
  Triple triple(Triple::normalize(name == "nvptx64" ? "nvptx64-nvidia-cuda"
                                  : name.contains('-')
                                      ? name.str()
                                      : name.str() + "-unknown-linux-gnu"));
  // The vendor does not matter, but is part of the text.
  if (triple.getArch() == host.getArch() && triple.getOS() == host.getOS() &&
      triple.getEnvironment() == host.getEnvironment())
    return host;
  return triple;
}

StringRef genericCpu(const Triple &triple) {
  return triple.isX86()       ? "x86-64"
         : triple.isRISCV64() ? "generic-rv64"
         : triple.isNVPTX()   ? "sm_80"
                              : "generic";
}

/// The extensions of the generic processor without which no Linux runs.
StringRef genericFeatures(const Triple &triple) {
  return triple.isRISCV64() ? "+m,+a,+f,+d,+c" : "";
}

void registerTargetsOnce() {
  static const bool registered =
      (InitializeAllTargetInfos(), InitializeAllTargetMCs(), true);
  (void)registered;
}

std::unique_ptr<MCSubtargetInfo> subtargetOf(const llvm::Target &of,
                                             const Target &target) {
  return std::unique_ptr<MCSubtargetInfo>(of.createMCSubtargetInfo(
      Triple(target.triple), target.cpu, target.features));
}

/// "; did you mean ...?", or a way to list all of them.
template <typename Entries>
std::string advice(StringRef word, const Entries &known, const Triple &triple) {
  StringRef nearest;
  auto best = static_cast<unsigned>(word.size() / 3);
  for (const auto &entry : known)
    if (unsigned distance = word.edit_distance(entry.Key, true, best);
        distance <= best && (nearest.empty() || distance < best)) {
      best = distance;
      nearest = entry.Key;
    }
  if (!nearest.empty())
    return ("did you mean " + nearest + "?").str();
  return "`llc -mtriple=" + triple.str() + " -mcpu=help` lists them";
}

Error checkCpu(StringRef cpu, const MCSubtargetInfo &known,
               const Triple &triple) {
  if (known.isCPUStringValid(cpu))
    return Error::success();
  return createStringError(
      "'" + cpu + "' is no processor of " + triple.getArchName() + "; " +
      advice(cpu, known.getAllProcessorDescriptions(), triple));
}

Error checkFeatures(StringRef features, const MCSubtargetInfo &known,
                    const Triple &triple) {
  for (StringRef each : split(features, ',')) {
    if (each.empty() && features.empty())
      continue;
    StringRef word = each;
    if (!word.consume_front("+") && !word.consume_front("-"))
      return createStringError("the feature '" + each +
                               "' has no sign; write +" + each + " or -" +
                               each);
    if (none_of(
            known.getAllProcessorFeatures(),
            [&](const SubtargetFeatureKV &entry) { return entry.Key == word; }))
      return createStringError(
          "'" + word + "' is no feature of " + triple.getArchName() + "; " +
          advice(word, known.getAllProcessorFeatures(), triple));
  }
  return Error::success();
}

/// The text of this machine's features, with their signs in `changed`, followed
/// by the words of `change` about features that this machine's text does not
/// list.
std::string featuresLike(const MCSubtargetInfo &changed,
                         const MCSubtargetInfo &host, StringRef change) {
  SmallVector<std::string> words;
  auto isKnown = [&](StringRef feature) {
    return any_of(
        host.getAllProcessorFeatures(),
        [&](const SubtargetFeatureKV &each) { return each.Key == feature; });
  };
  StringSet<> listed;
  for (StringRef word : split(Target::host().features, ',')) {
    const StringRef feature = word.drop_front();
    const std::string with = "+" + feature.str();
    listed.insert(feature);
    if (isKnown(feature) &&
        host.checkFeatures(with) != changed.checkFeatures(with))
      words.push_back((changed.checkFeatures(with) ? "+" : "-") +
                      feature.str());
    else
      words.push_back(word.str());
  }
  for (StringRef word : split(change, ','))
    if (!listed.contains(word.drop_front()))
      words.push_back(word.str());
  return join(words, ",");
}
} // namespace

const Target &Target::host() {
  static const Target host = describeHost();
  return host;
}

Expected<Target> Target::find(const TargetName &name) {
  if (name.empty())
    return host();
  const Triple triple = tripleOf(name.triple);
  if (!isSupported(triple))
    return createStringError("no code can be made for '" + name.triple +
                             "'; name a target with ELF on x86_64, aarch64 or "
                             "riscv64, such as riscv64-linux-gnu, or nvptx64");
  registerTargetsOnce();
  std::string problem;
  const llvm::Target *known = TargetRegistry::lookupTarget(triple, problem);
  if (!known)
    return createStringError("this LLVM makes no code for " + triple.str() +
                             ": " + problem +
                             "; use one with all of its back ends");

  const bool isNative =
      name.cpu == "native" || (name.cpu.empty() && name.triple.empty());
  if (isNative && triple.str() != host().triple)
    return createStringError("native is the processor of this machine (" +
                             host().triple + "), and the target is " +
                             triple.str() + "; name a processor");
  Target target;
  target.triple = triple.str();
  if (isNative) {
    target = host();
  } else if (name.cpu.empty()) {
    target.cpu = genericCpu(triple).str();
    target.features = genericFeatures(triple).str();
  } else {
    target.cpu = name.cpu;
  }
  const std::unique_ptr<MCSubtargetInfo> nothing(
      known->createMCSubtargetInfo(triple, "", ""));
  if (Error error = checkCpu(target.cpu, *nothing, triple))
    return std::move(error);
  if (Error error = checkFeatures(name.features, *nothing, triple))
    return std::move(error);
  if (!name.features.empty())
    target.features += (target.features.empty() ? "" : ",") + name.features;
  if (isNative && !name.features.empty())
    // A target has one text, independent of the words that name it.
    target.features = featuresLike(*subtargetOf(*known, target),
                                   *subtargetOf(*known, host()), name.features);
  // This is the name of the host, passed from another process.
  if (target.triple == host().triple && target.cpu == host().cpu &&
      target.features == host().features)
    return host();

  const std::unique_ptr<MCSubtargetInfo> subtarget =
      subtargetOf(*known, target);
  if (!triple.isAArch64() && !triple.isNVPTX() &&
      !subtarget->checkFeatures("+64bit"))
    return createStringError("'" + target.cpu +
                             "' is a processor of 32 bits; name one of 64");
  setVectorUnit(target, [&](StringRef feature) {
    return subtarget->checkFeatures("+" + feature.str());
  });
  return target;
}

TargetName Target::name() const {
  return isHost() ? TargetName{} : TargetName{triple, cpu, features};
}

std::string Target::id() const {
  const std::string hashed =
      triple == host().triple ? features : triple + "," + features;
  return formatv("{0}-{1:x-8}", cpu, static_cast<uint32_t>(xxh3_64bits(hashed)))
      .str();
}
} // namespace mlirgym
