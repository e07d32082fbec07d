//===- lowering/target/TargetTest.cpp - Targets of code -------------------===//
#include "lowering/target/Target.h"

#include "actions/Schedule.h"
#include "lowering/KernelCompiler.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "lowering/target/NarrowerHost.h"
#include "lowering/target/TargetFeatures.h"
#include "program/ProgramLoader.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tests/execution/NarrowerHost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Target find(const TargetName &name) {
  return llvm::cantFail(Target::find(name));
}

std::string errorOf(const TargetName &name) {
  auto target = Target::find(name);
  return target ? "no error" : llvm::toString(target.takeError());
}

TEST(TargetTest, WithoutANameItIsThisMachine) {
  EXPECT_EQ(find({}), Target::host());
  EXPECT_TRUE(find({.cpu = "native"}).isHost());
  EXPECT_TRUE(
      find({.triple = Target::host().triple, .cpu = "native"}).isHost());
  EXPECT_TRUE(Target::host().name().empty());
  EXPECT_EQ(Machine::host().target, Target::host());
}

/// Stored timings are found by it.
TEST(TargetTest, TheHostsIdIsOfItsProcessorAndFeaturesAlone) {
  const Target &host = Target::host();
  EXPECT_EQ(host.id(), llvm::formatv("{0}-{1:x-8}", host.cpu,
                                     static_cast<uint32_t>(
                                         llvm::xxh3_64bits(host.features)))
                           .str());
  EXPECT_EQ(Machine::host().id(), host.id());
}

struct Known {
  TargetName name;
  unsigned bits, registers;
};

TEST(TargetTest, VectorRegistersAreThoseOfTheArchitecture) {
  for (const Known &known : {
           Known{{.triple = "x86_64"}, 128, 16},
           Known{{.triple = "x86_64", .cpu = "x86-64-v3"}, 256, 16},
           Known{{.triple = "x86_64", .cpu = "x86-64-v4"}, 512, 32},
           Known{
               {.triple = "x86_64", .cpu = "x86-64-v4", .features = "-avx512f"},
               256,
               16},
           Known{{.triple = "aarch64-linux-gnu"}, 128, 32},
           Known{{.triple = "aarch64", .cpu = "neoverse-v1"}, 256, 32},
           Known{{.triple = "riscv64"}, 32, 32},
           Known{{.triple = "riscv64", .features = "+v"}, 512, 8},
           Known{{.triple = "riscv64", .features = "+v,+zvl512b"}, 2048, 8},
           Known{{.triple = "riscv64", .cpu = "sifive-x280"}, 2048, 8},
       }) {
    const Target target = find(known.name);
    EXPECT_EQ(target.vectorBits, known.bits) << target.id();
    EXPECT_EQ(target.vectorRegisters, known.registers) << target.id();
  }
}

TEST(TargetTest, ProductsAreAddedInGroupsWhereTheProcessorHasInstructions) {
  auto dots = [](const TargetName &name) { return find(name).dots.names(); };
  EXPECT_EQ(dots({.triple = "x86_64", .cpu = "x86-64-v4"}), "i16");
  EXPECT_EQ(dots({.triple = "x86_64", .cpu = "znver4"}), "i8,i16,bf16");
  EXPECT_EQ(dots({.triple = "x86_64", .cpu = "sapphirerapids"}),
            "i8,i16,bf16,tiles");
  EXPECT_EQ(dots({.triple = "x86_64",
                  .cpu = "sapphirerapids",
                  .features = "-amx-int8"}),
            "i8,i16,bf16");
  EXPECT_EQ(dots({.triple = "aarch64"}), "");
  EXPECT_EQ(dots({.triple = "aarch64", .features = "+dotprod"}), "alike,arm");
  EXPECT_EQ(dots({.triple = "aarch64", .features = "+i8mm,+bf16"}),
            "i8,bf16,arm");
  EXPECT_EQ(dots({.triple = "aarch64", .cpu = "neoverse-n2"}),
            "i8,bf16,alike,arm");
  // Code for bf16 uses NEON, and registers of SVE are longer.
  EXPECT_EQ(dots({.triple = "aarch64", .cpu = "neoverse-v1"}), "i8,alike,arm");
  EXPECT_EQ(dots({.triple = "riscv64", .features = "+v"}), "");
}

TEST(TargetTest, AnAgentSeesItsVectorsAndItsCaches) {
  const Target target = llvm::cantFail(
      Target::find({.triple = "riscv64", .features = "+v,+zvl256b"}));
  // Code for RISC-V computes on groups of four registers.
  EXPECT_EQ(featuresOf(target, 3), (MachineFeatures{.threads = 3,
                                                    .vectorBits = 1024,
                                                    .l1Bytes = 0,
                                                    .l2Bytes = 0,
                                                    .l3Bytes = 0}));
  const Target &host = Target::host();
  EXPECT_EQ(featuresOf(host, 1).vectorBits, host.vectorBits);
  EXPECT_EQ(featuresOf(host, 1).l2Bytes, host.l2Bytes);
}

TEST(TargetTest, ThisMachineCanDoWithoutSomeOfItsFeatures) {
  const Target &host = Target::host();
  EXPECT_EQ(llvm::cantFail(narrowerHost("")), host);
  const std::string feature = removableFeature();
  if (feature.empty())
    GTEST_SKIP() << "no feature to remove from " << host.cpu;
  const Target narrower = llvm::cantFail(narrowerHost(feature));
  EXPECT_LT(narrower.vectorBits, host.vectorBits);
  EXPECT_NE(narrower.id(), host.id());
  EXPECT_FALSE(narrower.isHost());
  EXPECT_EQ(narrower.l2Bytes, host.l2Bytes);
  EXPECT_EQ(narrower.threads, host.threads);
  EXPECT_THAT(narrower.features, HasSubstr(feature));
  EXPECT_THAT(narrower.features, Not(HasSubstr("+" + feature.substr(1) + ",")));
  // One target, one text: what goes anyway need not be named.
  EXPECT_EQ(llvm::cantFail(narrowerHost(feature + "," + feature)), narrower);
  EXPECT_EQ(llvm::cantFail(narrowerHost("+" + feature.substr(1))), host);
  // Workers find it by its name, without the caches.
  const Target again = find(narrower.name());
  EXPECT_EQ(again.features, narrower.features);
  EXPECT_EQ(again.vectorBits, narrower.vectorBits);
  EXPECT_EQ(again.vectorRegisters, narrower.vectorRegisters);
}

TEST(TargetTest, WithoutAvx512ThisMachineIsOneOfAvx2) {
  if (removableFeature() != "-avx512f")
    GTEST_SKIP() << "no AVX-512";
  const Target narrower = llvm::cantFail(narrowerHost("-avx512f"));
  EXPECT_EQ(narrower.vectorBits, 256u);
  EXPECT_EQ(narrower.vectorRegisters, 16u);
  // Features that need it are removed, too.
  EXPECT_THAT(narrower.features, HasSubstr("-avx512vl"));
  EXPECT_THAT(narrower.features, Not(HasSubstr("+avx512")));
  EXPECT_EQ(llvm::cantFail(narrowerHost("-avx512vl,-avx512f")), narrower);
}

TEST(TargetTest, NamesAFeatureThatThisMachineLacks) {
  auto errorOf = [](llvm::StringRef features) {
    auto target = narrowerHost(features);
    return target ? "no error" : llvm::toString(target.takeError());
  };
  // No processor has both of them.
  const bool isX86 = Target::host().triple.starts_with("x86_64");
  const std::string lacking = isX86 ? "xop" : "sme2p2";
  if (!Target::find({.features = "-" + lacking}))
    GTEST_SKIP() << "LLVM does not know " << lacking;
  for (const char *sign : {"-", "+"})
    EXPECT_THAT(errorOf(sign + lacking),
                HasSubstr("has no feature '" + lacking));
  EXPECT_THAT(errorOf("avx2"), HasSubstr("has no sign"));
  EXPECT_THAT(errorOf("-warp9"), HasSubstr("'warp9' is no feature of"));
}

TEST(TargetTest, ItsNameFindsItAgain) {
  for (const TargetName &name :
       {TargetName{}, TargetName{.triple = "riscv64"},
        TargetName{.triple = "aarch64", .features = "+sve,+bf16"},
        TargetName{.triple = "x86_64", .cpu = "x86-64-v3"},
        TargetName{.triple = "nvptx64"},
        TargetName{.triple = "nvptx64", .cpu = "sm_90"},
        TargetName{.triple = "riscv64-linux-gnu", .features = "+v,+zvl256b"}}) {
    const Target target = find(name);
    EXPECT_EQ(find(target.name()), target) << target.id();
  }
}

TEST(TargetTest, IdsDifferWithEachPart) {
  const Target target = find({.triple = "aarch64", .features = "+sve"});
  EXPECT_EQ(target.vectorBits, 128u);
  // Processors with SVE of a length that is known.
  EXPECT_EQ(find({.triple = "aarch64", .cpu = "neoverse-v1"}).vectorBits, 256u);
  EXPECT_EQ(find({.triple = "aarch64", .cpu = "a64fx"}).vectorBits, 512u);
  EXPECT_EQ(find({.triple = "aarch64", .cpu = "a64fx", .features = "-sve"})
                .vectorBits,
            128u);
  EXPECT_NE(find({.triple = "aarch64"}).id(), target.id());
  EXPECT_NE(find({.triple = "aarch64-linux-musl", .features = "+sve"}).id(),
            target.id());
  EXPECT_NE(
      find({.triple = "aarch64", .cpu = "cortex-a53", .features = "+sve"}).id(),
      target.id());
}

TEST(TargetTest, AThreadOfAGpuReadsFourNumbersAtOnce) {
  const Target target = find({.triple = "nvptx64"});
  EXPECT_EQ(target.triple, "nvptx64-nvidia-cuda");
  EXPECT_EQ(target.cpu, "sm_80");
  EXPECT_EQ(target.vectorBits, 128u);
  EXPECT_EQ(find({.triple = "nvptx64-nvidia-cuda"}), target);
  EXPECT_THAT(errorOf({.triple = "nvptx64", .cpu = "sm_1"}),
              HasSubstr("'sm_1' is no processor of nvptx64"));
}

TEST(TargetTest, SaysWhatCannotBeATargetAndWhy) {
  EXPECT_THAT(errorOf({.triple = "z80"}),
              AllOf(HasSubstr("no code can be made for 'z80'"),
                    HasSubstr("name a target with ELF on x86_64, aarch64 or "
                              "riscv64")));
  EXPECT_THAT(errorOf({.triple = "arm64-apple-macosx"}),
              HasSubstr("no code can be made for"));
  EXPECT_THAT(errorOf({.triple = "riscv32"}),
              HasSubstr("no code can be made for"));
  EXPECT_EQ(errorOf({.triple = "aarch64", .cpu = "neoverse-n11"}),
            "'neoverse-n11' is no processor of aarch64; did you mean "
            "neoverse-n1?");
  EXPECT_EQ(errorOf({.triple = "riscv64", .cpu = "pentium4"}),
            "'pentium4' is no processor of riscv64; `llc "
            "-mtriple=riscv64-unknown-linux-gnu -mcpu=help` lists them");
  EXPECT_EQ(
      errorOf({.triple = "x86_64", .cpu = "x86-64", .features = "+avx22"}),
      "'avx22' is no feature of x86_64; did you mean avx2?");
  EXPECT_EQ(errorOf({.triple = "riscv64", .features = "v"}),
            "the feature 'v' has no sign; write +v or -v");
  EXPECT_EQ(errorOf({.triple = "riscv64", .cpu = "rocket-rv32"}),
            "'rocket-rv32' is a processor of 32 bits; name one of 64");
  EXPECT_THAT(errorOf({.triple = "riscv64", .cpu = "native"}),
              HasSubstr("native is the processor of this machine"));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

struct ProgramCode {
  std::string program, text;
};

/// Assembly of programs under their reference schedules for one thread: all
/// that has a lowering of its own, from matmuls to windows with extrema.
const std::vector<ProgramCode> &assemblyFor(const TargetName &name) {
  // Two tests read AVX2's.
  static std::map<std::string, std::vector<ProgramCode>> known;
  auto [place, isNew] = known.try_emplace(find(name).id());
  std::vector<ProgramCode> &codes = place->second;
  if (!isNew)
    return codes;
  KernelCompiler compiler({.target = find(name)});
  ProgramLoader loader;
  const auto references = llvm::cantFail(ReferenceSchedules::load());
  for (const ReferenceSchedule &reference : references.all()) {
    // The same schedules for all targets, so that their code can be compared.
    if (reference.threads != 1 ||
        reference.machine->profile.vectors != MachineClass{256, 16})
      continue;
    const std::string &programName = reference.program;
    const Program program = llvm::cantFail(loader.loadText(
        llvm::cantFail(generateProgram(programName)), programName));
    const std::string script = llvm::cantFail(toTransformScript(
        program, llvm::cantFail(Schedule::parse(reference.text))));
    auto text = compiler.dump(program.text(), program.entry(), script,
                              LoweringStage::Assembly);
    EXPECT_TRUE(bool(text)) << programName << ": "
                            << (text ? "" : llvm::toString(text.takeError()));
    if (text)
      codes.push_back({programName, std::move(*text)});
  }
  EXPECT_GE(codes.size(), 20u);
  return codes;
}

size_t countWith(llvm::ArrayRef<ProgramCode> codes, llvm::StringRef pattern) {
  const llvm::Regex regex(pattern);
  return static_cast<size_t>(llvm::count_if(
      codes, [&](const ProgramCode &code) { return regex.match(code.text); }));
}

/// Operations of a loop of x86 on vector registers, per iteration.
struct VectorLoop {
  size_t multiplyAdds = 0, loads = 0, stores = 0, spills = 0;
};

/// The loop with the most multiply-adds; `assembly` is in the syntax of AT&T,
/// in which the last operand is written.
VectorLoop innermostLoop(llvm::StringRef assembly) {
  VectorLoop most, block;
  for (llvm::StringRef line : llvm::split(assembly, '\n')) {
    if (!line.starts_with("\t"))
      block = {}; // a label
    block.multiplyAdds += line.contains("fmadd");
    if (line.contains("mm") && line.contains("(%")) {
      block.spills += line.contains("(%rsp");
      ++(line.ends_with(")") ? block.stores : block.loads);
    }
    if (!line.starts_with("\tj"))
      continue;
    if (block.multiplyAdds > most.multiplyAdds)
      most = block;
    block = {};
  }
  return most;
}

/// Registers and masks that only AVX-512 has.
constexpr llvm::StringLiteral ofAvx512 =
    "%zmm|%[xy]mm(1[6-9]|2[0-9]|3[01])|%k[0-7][^a-z]";

TEST(TargetCodeTest, ForAvx2HoldsNothingOfAvx512) {
  const auto &texts = assemblyFor({.triple = "x86_64", .cpu = "x86-64-v3"});
  EXPECT_EQ(countWith(texts, ofAvx512), 0u);
  EXPECT_GE(countWith(texts, "vfmadd[0-9]+ps.*%ymm"), 10u);
  // The same schedules for AVX-512: the test can fail.
  EXPECT_GE(countWith(assemblyFor({.triple = "x86_64", .cpu = "x86-64-v4"}),
                      ofAvx512),
            10u);
}

TEST(TargetCodeTest, OfThisMachineWithoutAvx512HoldsNothingOfIt) {
  if (removableFeature() != "-avx512f")
    GTEST_SKIP() << "no AVX-512";
  const auto &texts = assemblyFor({.features = "-avx512f"});
  EXPECT_EQ(countWith(texts, ofAvx512), 0u);
  EXPECT_GE(countWith(texts, "vfmadd[0-9]+ps.*%ymm"), 10u);
}

TEST(TargetCodeTest, LoopsAreFoundInAssembly) {
  const VectorLoop loop = innermostLoop("first:\n"
                                        "\tvfmadd231ps\t%ymm1, %ymm2, %ymm3\n"
                                        ".LBB0_1:\n"
                                        "\tvbroadcastss\t(%rax,%rcx), %ymm1\n"
                                        "\tvfmadd231ps\t(%rbx), %ymm1, %ymm3\n"
                                        "\tvfmadd231ps\t%ymm2, %ymm1, %ymm4\n"
                                        "\tvmovups\t%ymm5, 32(%rsp)\n"
                                        "\taddq\t$4, (%rsp)\n"
                                        "\tjl\t.LBB0_1\n"
                                        "\tvmovups\t%ymm3, (%rdi)\n"
                                        "\tjmp\t.LBB0_2\n");
  EXPECT_EQ(loop.multiplyAdds, 2u);
  EXPECT_EQ(loop.loads, 2u);
  EXPECT_EQ(loop.stores, 1u);
  EXPECT_EQ(loop.spills, 1u);
}

/// On machines with AVX2 that nobody has at hand: the tiles of the references
/// stay in the 16 registers, and their loops load less than they compute.
TEST(TargetCodeTest, TilesForAvx2StayInItsRegisters) {
  const auto programs =
      llvm::cantFail(Suite::load("peers")).programs(Split::All);
  // Exponentials store their results; the others have no multiply-adds.
  const llvm::Regex others("softmax|attention|pooling|add_|relu_2");
  size_t checked = 0;
  for (const ProgramCode &code :
       assemblyFor({.triple = "x86_64", .cpu = "x86-64-v3"})) {
    if (!llvm::is_contained(programs, code.program) ||
        others.match(code.program))
      continue;
    ++checked;
    const VectorLoop loop = innermostLoop(code.text);
    EXPECT_GE(loop.multiplyAdds, 12u) << code.program;
    EXPECT_EQ(loop.spills, 0u) << code.program;
    EXPECT_EQ(loop.stores, 0u) << code.program;
    EXPECT_LE(static_cast<double>(loop.loads),
              0.84 * static_cast<double>(loop.multiplyAdds))
        << code.program;
  }
  EXPECT_GE(checked, 16u);
}

TEST(TargetCodeTest, ForAArch64ComputesInNeon) {
  const auto &texts = assemblyFor({.triple = "aarch64"});
  EXPECT_EQ(countWith(texts, "%[xyz]mm"), 0u);
  EXPECT_GE(countWith(texts, "fmla[[:space:]]+v[0-9]+\\.4s"), 10u);
}

TEST(TargetCodeTest, ForRiscVComputesInItsVectors) {
  const auto &texts = assemblyFor({.triple = "riscv64", .features = "+v"});
  EXPECT_GE(countWith(texts, "vfmacc\\.v[fv]|vfmadd\\.v[fv]"), 10u);
  const auto &scalars = assemblyFor({.triple = "riscv64"});
  EXPECT_EQ(countWith(scalars, "vset[i]?vli"), 0u);
  EXPECT_GE(countWith(scalars, "fmadd\\.s"), 10u);
}

} // namespace
} // namespace mlirgym
