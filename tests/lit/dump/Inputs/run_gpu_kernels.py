"""Run the kernels of a GPU on this processor, and compare the result with NumPy's.

The LLVM IR of the kernels is compiled for this processor. A block has the number of threads in the
launch plan, which wait for each other at barriers; blocks run one after the other, so that a global
variable is the shared memory of one block. What a schedule divides wrongly among blocks and
threads, and a barrier that is missing, then give other numbers than NumPy.

Usage: run_gpu_kernels.py [--without-barriers] MLIRGYM CLANG FOLDER PROGRAM SCHEDULE SHAPES EXPR

SHAPES are the shapes of the arguments, "4x5 5x6 4x6:f16", f32 without a type; the last one is the
output; EXPR is Python on the inputs a, b, c... and NumPy np. Prints "right", or the largest error
and ends with 1.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

BLOCKS = r"""
#include <pthread.h>
static _Thread_local unsigned thread;
static unsigned block[3];
static pthread_barrier_t barrier;
unsigned sim_tid_x(void) { return thread; }
unsigned sim_ctaid_x(void) { return block[0]; }
unsigned sim_ctaid_y(void) { return block[1]; }
unsigned sim_ctaid_z(void) { return block[2]; }
void sim_barrier(unsigned number) { (void)number; pthread_barrier_wait(&barrier); }
static pthread_barrier_t warps[32];
static unsigned words[1024];
void sim_wait_for_warp(void) { pthread_barrier_wait(&warps[thread / 32]); }
unsigned sim_shuffle_i32(unsigned mask, unsigned value, unsigned distance, unsigned clamp) {
  words[thread] = value;
  pthread_barrier_wait(&warps[thread / 32]);
  value = words[thread ^ distance];
  pthread_barrier_wait(&warps[thread / 32]);
  return value;
}
float sim_shuffle_f32(unsigned mask, float value, unsigned distance, unsigned clamp) {
  union { float real; unsigned bits; } word = {value};
  word.bits = sim_shuffle_i32(mask, word.bits, distance, clamp);
  return word.real;
}
// For processors without bf16.
__bf16 __truncsfbf2(float value) {
  union { float real; unsigned bits; } word = {value};
  union { unsigned short bits; __bf16 real; } half;
  half.bits = (word.bits + 0x7fff + (word.bits >> 16 & 1)) >> 16;
  return half.real;
}
typedef void Kernel(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                    void *, void *, void *, void *, void *, void *);
static Kernel *kernel;
static void **b;
static void *run(void *number) {
  thread = (unsigned)(unsigned long)number;
  kernel(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
         b[14], b[15]);
  return 0;
}
int sim_launch(Kernel *which, unsigned x, unsigned y, unsigned z, unsigned threads, void **with) {
  pthread_t all[1024];
  kernel = which;
  b = with;
  if (threads > 1024 || threads % 32 || pthread_barrier_init(&barrier, 0, threads))
    return 1;
  for (unsigned i = 0; i < threads / 32; ++i)
    pthread_barrier_init(&warps[i], 0, 32);
  for (block[2] = 0; block[2] < z; ++block[2])
    for (block[1] = 0; block[1] < y; ++block[1])
      for (block[0] = 0; block[0] < x; ++block[0]) {
        for (unsigned long i = 0; i < threads; ++i)
          if (pthread_create(&all[i], 0, run, (void *)i))
            return 1;
        for (unsigned i = 0; i < threads; ++i)
          pthread_join(all[i], 0);
      }
  return pthread_barrier_destroy(&barrier);
}
"""
MOST_BUFFERS = 16
INPUTS = Path(__file__).parent
# What warps.c and warps.ll define.
WARP_INSTRUCTIONS = {
    "cp.async.cg.shared.global.16": "sim_cp_async",
    "cp.async.commit.group": "sim_no_op",
    "cp.async.wait.group": "sim_wait",
    "read.ptx.sreg.laneid": "sim_lane",
    "ldmatrix.sync.aligned.m8n8.x4.b16.p3": "sim_ldmatrix_x4",
    "ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3": "sim_ldmatrix_x4_trans",
    "mma.m16n8k16.row.col.bf16": "sim_mma_bf16",
    "mma.m16n8k16.row.col.f32.f32": "sim_mma_f16",
}
TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "i8": np.int8}
# Of the largest value; sums have some hundred terms.
TOLERANCES = {"f32": 1e-4, "f64": 1e-9, "f16": 2e-2, "bf16": 8e-2, "i32": 0, "i8": 0}


class Argument:
    """Memory of an argument, and its values as numbers of NumPy; NumPy has no bf16."""

    def __init__(self, text: str) -> None:
        sizes, self.type = [*text.split(":"), "f32"][:2]
        self.shape = [int(size) for size in sizes.split("x")]
        self.memory = np.zeros(self.shape, TYPES.get(self.type, np.uint16))

    def set(self, values: np.ndarray) -> None:
        """Round the values to the type."""
        if self.type == "bf16":
            bits = np.asarray(values, np.float32).view(np.uint32)
            self.memory[...] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
        else:
            self.memory[...] = values

    def get(self) -> np.ndarray:
        """Return the values in more precision, if there is more."""
        if self.type == "bf16":
            return (self.memory.astype(np.uint32) << 16).view(np.float32)
        return self.memory.astype(np.float32) if self.type == "f16" else self.memory


def for_this_processor(ir: str, *, barriers: bool) -> str:
    """Replace the parts of LLVM IR that only a GPU supports."""
    if not barriers:
        ir = re.sub(r"^.*call.*barrier.*$", "", ir, flags=re.MULTILINE)
    ir = re.sub(r"^target .*$", "", ir, flags=re.MULTILINE)
    ir = re.sub(r"^(attributes #\d+ = \{[^\"}]*).*$", r"\1}", ir, flags=re.MULTILINE)
    ir = ir.replace("ptx_kernel ", "").replace("immarg", "")
    ir = re.sub(r"@llvm\.nvvm\.read\.ptx\.sreg\.(tid|ctaid)\.([xyz])", r"@sim_\1_\2", ir)
    ir = re.sub(r"@llvm\.nvvm\.shfl\.sync\.bfly\.(\w+)", r"@sim_shuffle_\1", ir)
    ir = re.sub(r"@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all", "@sim_barrier", ir)
    for name, simulated in WARP_INSTRUCTIONS.items():
        ir = ir.replace(f"@llvm.nvvm.{name}(", f"@{simulated}(")
    ir = re.sub(r"^declare .*@sim_(ldmatrix|mma)_.*$", "", ir, flags=re.MULTILINE)
    return ir + (INPUTS / "warps.ll").read_text()


def main() -> int:
    """Run the script."""
    barriers = "--without-barriers" not in sys.argv
    mlirgym, clang, folder, program, schedule, shapes, expression = sys.argv[-7:]
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)

    def dump(stage: str) -> str:
        words = [mlirgym, "dump", program, "--schedule", schedule, "--stage", stage]
        words += ["--target", "nvptx64"]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    (place / "kernels.ll").write_text(for_this_processor(dump("llvm"), barriers=barriers))
    (place / "blocks.c").write_text(BLOCKS)
    library = place / "kernels.so"
    words = [clang, "-w", "-O1", "-fPIC", "-shared", "-pthread", "-o", str(library)]
    words += [str(place / "kernels.ll"), str(place / "blocks.c"), str(INPUTS / "warps.c")]
    subprocess.run([*words, "-lm"], check=True)
    code = ctypes.CDLL(str(library))

    random = np.random.default_rng(0)
    arguments = [Argument(shape) for shape in shapes.split()]
    for argument in arguments:
        scale = 100 if argument.type == "i32" else 1
        argument.set(random.standard_normal(argument.shape) * scale)
    names = dict(zip("abcdefghij", [each.get() for each in arguments[:-1]], strict=False), np=np)
    expected = eval(expression, names)  # the text of a test
    arguments[-1].set(np.full(arguments[-1].shape, -1 if "i" in arguments[-1].type else np.nan))
    buffers = [argument.memory for argument in arguments]
    for line in dump("asm").splitlines():
        words = line.split()
        if words[:2] == ["//mlirgym", "scratch"]:
            buffers += [np.zeros(int(size), np.uint8) for size in words[2:]]
        if words[:2] != ["//mlirgym", "launch"]:
            continue
        _, _, name, _, *grid, _, threads, _, _, _, _, _ = words[:14]
        used = [buffers[int(number)].ctypes.data for number in words[14:]]
        assert len(used) <= MOST_BUFFERS
        pointers = (ctypes.c_void_p * MOST_BUFFERS)(*used)
        failed = code.sim_launch(getattr(code, name), *map(int, grid), int(threads), pointers)
        assert failed == 0, "no threads"
    error = np.abs(arguments[-1].get() - expected).max()
    if error <= TOLERANCES[arguments[-1].type] * max(1, np.abs(expected).max()):
        print("right")
        return 0
    print(f"wrong by up to {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
