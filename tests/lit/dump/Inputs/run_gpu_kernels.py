"""Run the kernels of a GPU on this processor, and compare the result with NumPy's.

The LLVM IR of the kernels is compiled for this processor. A block has the number of threads in the
launch plan, which wait for each other at barriers; blocks run one after the other, so that a global
variable is the shared memory of one block. What a schedule divides wrongly among blocks and
threads, and a barrier that is missing, then give other numbers than NumPy.

Usage: run_gpu_kernels.py [--without-barriers] MLIRGYM CLANG FOLDER PROGRAM SCHEDULE SHAPES EXPR

SHAPES are the shapes of the arguments, "4x5 5x6:bf16 4x6", f32 unless a type follows; the last one is the output; EXPR is Python on
the inputs a, b, c... and NumPy np. Prints "right", or the largest error and ends with 1.
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
typedef void Kernel(void *, void *, void *, void *, void *, void *, void *, void *);
static Kernel *kernel;
static void **buffers;
static unsigned num_threads;
unsigned sim_num_threads(void) { return num_threads; }
extern void sim_start_warps(unsigned threads);
static void *run(void *number) {
  thread = (unsigned)(unsigned long)number;
  kernel(buffers[0], buffers[1], buffers[2], buffers[3], buffers[4], buffers[5], buffers[6],
         buffers[7]);
  return 0;
}
int sim_launch(Kernel *which, unsigned x, unsigned y, unsigned z, unsigned threads, void **with) {
  pthread_t all[1024];
  kernel = which;
  buffers = with;
  num_threads = threads;
  sim_start_warps(threads);
  if (threads > 1024 || pthread_barrier_init(&barrier, 0, threads))
    return 1;
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
MOST_BUFFERS = 8
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


def for_this_processor(ir: str, *, barriers: bool) -> str:
    """Replace the parts of LLVM IR that only a GPU supports."""
    if not barriers:
        ir = re.sub(r"^.*call.*barrier.*$", "", ir, flags=re.MULTILINE)
    ir = re.sub(r"^target .*$", "", ir, flags=re.MULTILINE)
    ir = re.sub(r"^(attributes #\d+ = \{[^\"}]*).*$", r"\1}", ir, flags=re.MULTILINE)
    ir = ir.replace("ptx_kernel ", "").replace("immarg", "")
    ir = re.sub(r"@llvm\.nvvm\.read\.ptx\.sreg\.(tid|ctaid)\.([xyz])", r"@sim_\1_\2", ir)
    for name, simulated in WARP_INSTRUCTIONS.items():
        ir = ir.replace(f"@llvm.nvvm.{name}(", f"@{simulated}(")
    ir = re.sub(r"^declare .*@sim_(ldmatrix|mma)_.*$", "", ir, flags=re.MULTILINE)
    ir = re.sub(r"@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all", "@sim_barrier", ir)
    return ir + (Path(__file__).parent / "warps.ll").read_text()


def rounded(values: np.ndarray, of: str) -> np.ndarray:
    """The values as f32, rounded to a type."""
    return loaded(stored(values.astype(np.float32), of), of)


def stored(values: np.ndarray, of: str) -> np.ndarray:
    """The values of f32 in the bits of a type; bf16 rounds to nearest even."""
    if of == "bf16":
        bits = values.view(np.uint32).astype(np.uint64)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    return values.astype(np.float16) if of == "f16" else values


def loaded(values: np.ndarray, of: str) -> np.ndarray:
    """The bits of a type as f32."""
    if of == "bf16":
        return (values.astype(np.uint32) << 16).view(np.float32)
    return values.astype(np.float32)


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
    words += [str(place / "kernels.ll"), str(place / "blocks.c")]
    subprocess.run([*words, str(Path(__file__).parent / "warps.c"), "-lm"], check=True)
    code = ctypes.CDLL(str(library))

    random = np.random.default_rng(0)
    types = [(shape.split(":") + ["f32"])[:2] for shape in shapes.split()]
    values = [
        rounded(random.standard_normal([int(size) for size in shape.split("x")]), of)
        for shape, of in types
    ]
    names = dict(zip("abcdef", values[:-1], strict=False), np=np)
    expected = eval(expression, names)  # the text of a test
    values[-1][...] = np.nan
    buffers = [stored(value, of) for value, (_, of) in zip(values, types, strict=True)]
    result = buffers[-1]
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
    of = types[-1][1]
    error = np.abs(loaded(result, of) - expected).max()
    if error < {"f32": 1e-4, "f16": 1e-3, "bf16": 8e-3}[of] * max(1, np.abs(expected).max()):
        print("right")
        return 0
    print(f"wrong by up to {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
