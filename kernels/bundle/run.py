#!/usr/bin/env python3
"""Run, verify and time the schedules of bundles on a GPU.

A bundle is a folder that `mlirgym dump PROGRAM --device cuda:sm_90a --dump-files-to DIR` has
written: PTX of schedules of one program, the recipe of its inputs, and expected outputs. This file
needs Python 3.9, NumPy and NVIDIA's driver (libcuda.so.1) only. docs/gpu-bundles.md of mlirgym
describes the bundle and the JSON that `--json` writes, which `mlirgym data import` reads.

Usage: run.py BUNDLE... [--json FILE] [--torch] [--l2 warm|flushed] [--only PATTERN]

Each bundle runs in a process of its own: a kernel that crashes or hangs costs its own schedule
only, and the next one runs in a new process. A damaged bundle costs its own schedules only.
"""

from __future__ import annotations

import argparse
import ctypes
import gzip
import json
import math
import mmap
import os
import platform
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads, since this process forks
import numpy as np

# This process has no other threads when it forks; NumPy's library may have idle ones.
warnings.filterwarnings("ignore", message=".*fork.*", category=DeprecationWarning)

PROTOCOL_VERSION = 1
GUARD_BYTES = 256
GUARD_VALUE = 0x5A
FRESH_VALUE = 0xFF  # outputs before a call: NaN in each floating-point type, -1 in integers
BATCH_MS = 0.5  # least duration of a repeat, when the cache is warm
LEAST_REPEATS, MOST_REPEATS = 10, 100
WARM_UP_MS = 20
LOAD_SECONDS = 120  # most time to compile a module
PARENT_DEATH_SIGNAL = 1  # an option of prctl(2)
COMPILED = None  # folder of compiled PTX
CHUNK = 1 << 16  # elements that are made at a time: they stay in a processor's cache
NUMPY_TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,  # NumPy has no bf16: the bits
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}
EPSILONS = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}


# --------------------------------------------------------------------------------------------------
# Arrays
# --------------------------------------------------------------------------------------------------


def split_mix(seed: int, first: int, count: int) -> np.ndarray:
    """Return the random words of elements [first, first + count): SplitMix64 by index."""
    h = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    h *= np.uint64(0x9E3779B97F4A7C15)
    h += np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        h ^= h >> np.uint64(shift)
        h *= np.uint64(factor)
    h ^= h >> np.uint64(31)
    return h


def to_bits_of_bf16(values: np.ndarray) -> np.ndarray:
    """Round f32 numbers that bf16 represents exactly."""
    return (values.view(np.uint32) >> np.uint32(16)).astype(np.uint16)


def make_elements(recipe: dict, kind: str, first: int, count: int) -> np.ndarray:
    """Return some elements of an input: see docs/gpu-bundles.md, "Inputs"."""
    h = split_mix(recipe["seed"], first, count)
    if recipe["generator"] == "range":
        low, high = recipe["low"], recipe["high"]
        values = (h % np.uint64(high - low + 1)).astype(np.int64) + np.int64(low)
        return values.astype(NUMPY_TYPES[kind])
    if recipe["generator"] == "sparse":
        signs = 1 - 2 * (h & np.uint64(1)).astype(np.int8)
        values = np.where(h >> np.uint64(40) < np.uint64(recipe["density"]), signs, np.int8(0))
        if kind == "bf16":
            return to_bits_of_bf16(values.astype(np.float32))
        return values.astype(NUMPY_TYPES[kind])
    if recipe["generator"] != "uniform":
        raise ValueError(f"no generator '{recipe['generator']}'; use the run.py of this bundle")
    # As many bits as the type has, so that no value is rounded.
    bits = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}[kind]
    wide = np.float64 if kind == "f64" else np.float32
    values = (h >> np.uint64(64 - bits)).astype(wide)
    values *= wide(2.0 ** (1 - bits))
    values -= wide(1)
    return to_bits_of_bf16(values) if kind == "bf16" else values.astype(NUMPY_TYPES[kind])


def in_chunks(count: int, work) -> list:
    """Call work(first, count) for chunks of elements, on all processors."""
    chunks = [(first, min(CHUNK, count - first)) for first in range(0, count, CHUNK)]
    with ThreadPoolExecutor(min(16, os.cpu_count() or 1)) as pool:
        return list(pool.map(lambda chunk: work(*chunk), chunks))


def make_input(recipe: dict, argument: dict) -> np.ndarray:
    """Return an input as a flat array."""
    made = np.empty(count_of(argument), NUMPY_TYPES[argument["type"]])

    def fill(first: int, count: int) -> None:
        made[first : first + count] = make_elements(recipe, argument["type"], first, count)

    in_chunks(made.size, fill)
    return made


def count_of(argument: dict) -> int:
    """Return the number of elements."""
    return math.prod(argument["shape"])


def bytes_of(argument: dict) -> int:
    """Return the size of an argument."""
    return count_of(argument) * np.dtype(NUMPY_TYPES[argument["type"]]).itemsize


def as_numbers(elements: np.ndarray, kind: str) -> np.ndarray:
    """Return elements in a type that NumPy can subtract."""
    if kind == "bf16":
        return (elements.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return elements.astype(np.float32) if kind == "f16" else elements


def index_of(offset: int, shape: list) -> list:
    """Return the indices of a row-major offset."""
    return [int(i) for i in np.unravel_index(int(offset), shape)] if shape else []


def difference(actual: np.ndarray, expected: np.ndarray, allowed: np.ndarray, kind: str):
    """Return the wrong elements as a mask, and the squares of difference / tolerance."""
    a, b = as_numbers(actual, kind), as_numbers(expected, kind)
    if kind not in EPSILONS:
        return np.abs(a.astype(np.float64) - b.astype(np.float64)) > allowed, None
    with np.errstate(all="ignore"):
        apart = np.abs(a - b)
        right = (apart <= allowed) | (a == b) | (np.isnan(a) & np.isnan(b)) | np.isinf(allowed)
        parts = np.where((apart > 0) & np.isfinite(apart) & (allowed > 0), apart / allowed, 0)
    return ~right, parts.astype(np.float64) ** 2


class Golden:
    """Expected elements of one output, for one set of inputs."""

    def __init__(self, folder: Path, entry: dict, argument: dict) -> None:
        self.argument = argument
        self.number = entry["argument"]
        self.limit = entry["average_limit"]
        self.largest = entry["largest_tolerance"]
        kind, count = argument["type"], entry["count"]
        self.expected = load_array(folder / entry["expected"], NUMPY_TYPES[kind], count)
        tolerance = np.float64 if kind == "f64" else np.float32
        self.allowed = load_array(folder / entry["tolerances"], tolerance, count)
        self.positions = None
        if entry["positions"]:
            self.positions = load_array(folder / entry["positions"], np.int64, count)
            if self.positions.min() < 0 or self.positions.max() >= count_of(argument):
                raise BundleError(f"{entry['positions']}: damaged; {DUMP_AGAIN}")

    def compare(self, output: np.ndarray) -> str:
        """Return what is wrong with an output, or ""."""
        kind = self.argument["type"]
        actual = output if self.positions is None else output[self.positions]
        wrong, squares = difference(actual, self.expected, self.allowed, kind)
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            at = first if self.positions is None else int(self.positions[first])
            a, b = (as_numbers(x[first : first + 1], kind)[0] for x in (actual, self.expected))
            return (
                f"argument {self.number}: {index_of(at, self.argument['shape'])} is {a:.9g} "
                f"instead of {b:.9g}, where {self.allowed[first]:.2e} is allowed; "
                f"{int(wrong.sum())} of {wrong.size} compared elements are wrong"
            )
        average = 0.0 if squares is None else math.sqrt(squares.mean())
        if average > self.limit:
            return (
                f"argument {self.number}: each element is within its tolerance, but they are off "
                f"by {average:.2f} of it on average where {self.limit:.2f} is allowed"
            )
        return ""

    def compare_whole(self, output: np.ndarray, other: np.ndarray) -> str:
        """Compare with the whole output of a schedule that is right where it was compared."""
        if same_bytes(output, other):
            return ""
        kind = self.argument["type"]
        relative = 16 * EPSILONS.get(kind, 0)

        def look(first: int, count: int):
            a, b = output[first : first + count], other[first : first + count]
            allowed = 2 * self.largest + relative * np.abs(as_numbers(b, kind)).astype(np.float64)
            wrong = np.flatnonzero(difference(a, b, allowed, kind)[0])
            return wrong.size, first + int(wrong[0]) if wrong.size else -1

        found = in_chunks(output.size, look)
        count = sum(each[0] for each in found)
        if count == 0:
            return ""
        at = next(each[1] for each in found if each[0])
        a, b = (as_numbers(x[at : at + 1], kind)[0] for x in (output, other))
        return (
            f"argument {self.number}: {index_of(at, self.argument['shape'])} is {a:.9g}, and "
            f"{b:.9g} in the first schedule that was right; {count} of {output.size} elements "
            "differ"
        )


def load_array(path: Path, kind: type, count: int) -> np.ndarray:
    """Read a flat array of a bundle."""
    try:
        array = np.load(path)
    except (OSError, ValueError, EOFError) as error:
        raise BundleError(f"{path}: {error}; {DUMP_AGAIN}") from error
    if array.dtype != kind or array.size != count:
        raise BundleError(f"{path}: damaged; {DUMP_AGAIN}")
    return array.reshape(-1)


def same_bytes(a: np.ndarray, b: np.ndarray) -> bool:
    """Compare two arrays bit by bit."""
    memcmp = ctypes.CDLL(None).memcmp
    memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    return a.nbytes == b.nbytes and memcmp(a.ctypes.data, b.ctypes.data, a.nbytes) == 0


# --------------------------------------------------------------------------------------------------
# Bundles
# --------------------------------------------------------------------------------------------------


DUMP_AGAIN = "write the bundle again by `mlirgym dump`"
PROGRAM_FACTS = ("program", "key", "operations", "processor", "target", "toolchain", "metric",
                 "flops", "bytes")  # fmt: skip


class BundleError(Exception):
    """A bundle that cannot be read; the message has the file."""


def check_facts(facts: dict) -> None:
    """Raise what a bundle.json that is not as `mlirgym dump` writes it raises, or ValueError."""

    def need(is_so: bool, what: str) -> None:
        if not is_so:
            raise ValueError(what)

    def is_whole(value, limit: int = 1 << 64) -> bool:
        return type(value) is int and 0 <= value < limit

    for key in (*PROGRAM_FACTS, "torch"):
        need(key in facts, f"no {key}")
    arguments = facts["arguments"]
    for argument in arguments:
        need(all(size and is_whole(size) for size in argument["shape"]), "a shape")
        need(argument["type"] in NUMPY_TYPES, f"the type '{argument['type']}'")
        need({argument["input"], argument["output"]} <= {True, False}, "an argument")
    need(any(argument["output"] for argument in arguments), "no argument is an output")
    need(len(facts["sets"]) > 0, "no set of inputs")
    for entry in facts["sets"]:
        for recipe in entry["inputs"]:
            need(is_whole(recipe["argument"], len(arguments)), "an input of no argument")
            need(is_whole(recipe["seed"]), "a seed")
        given = {recipe["argument"] for recipe in entry["inputs"]}
        need(given == {n for n, a in enumerate(arguments) if a["input"]}, "the inputs of a set")
        need(len(entry["outputs"]) > 0, "no output of a set")
        for output in entry["outputs"]:
            need(is_whole(output["argument"], len(arguments)), "an output of no argument")
            need(arguments[output["argument"]]["output"], "an output that is only read")
            need(output["count"] > 0, "the size of an output")
            need(0 <= output["average_limit"] + output["largest_tolerance"], "a limit")
            names = [output[name] for name in ("expected", "tolerances", "positions")]
            need(all(isinstance(name, str) for name in names), "a file of an output")
    for entry in facts["schedules"]:
        need(isinstance(entry["schedule"], str), "a schedule")
        kinds = {"ok": ("ptx", "object"), "refused": ("message",)}[entry["status"]]
        need(all(isinstance(entry[kind], str) for kind in kinds), "an entry of a schedule")


class Launch:
    """A kernel of a plan."""

    def __init__(self, words: list) -> None:
        self.kernel = words[0]
        self.grid = [int(word) for word in words[2:5]]
        self.block = [int(word) for word in words[6:9]]
        self.shared = int(words[10])
        self.buffers = [int(word) for word in words[12:]]


class Plan:
    """The first lines of PTX: scratch buffers and launches."""

    def __init__(self, ptx: bytes) -> None:
        self.scratch, self.launches = [], []
        try:
            for line in ptx.decode(errors="replace").splitlines():
                words = line.split()
                if not words or words[0] != "//mlirgym":
                    break
                if words[1] == "scratch":
                    self.scratch.append(int(words[2]))
                elif words[1] == "launch":
                    self.launches.append(Launch(words[2:]))
        except (ValueError, IndexError):
            self.launches = []
        if not self.launches:
            why = "no launch plan in the first lines of the PTX; dump this schedule again"
            raise BundleError(why)


class Bundle:
    """A program with its schedules. Errors: BundleError."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        path = self.folder / "bundle.json"
        try:
            self.facts = json.loads(path.read_text())
            known = self.facts["format"] == "mlirgym-gpu-bundle" and self.facts["version"] == 1
        except (OSError, ValueError, KeyError, TypeError) as error:
            hint = "name a folder that `mlirgym dump` has written"
            raise BundleError(f"{path}: {error}; {hint}") from error
        if not known:
            hint = "use the run.py in its folder"
            raise BundleError(f"{path}: not a bundle of this version; {hint}")
        try:
            check_facts(self.facts)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise BundleError(f"{path}: damaged: {error}; {DUMP_AGAIN}") from error
        self.name = self.facts["program"]
        self.arguments = self.facts["arguments"]
        self.schedules = self.facts["schedules"]
        self.inputs, self.goldens = [], []
        self.reference = None

    def prepare(self) -> None:
        """Make inputs, and memory for the outputs of the first schedule that is right."""
        for entry in self.facts["sets"]:
            inputs = {
                recipe["argument"]: make_input(recipe, self.arguments[recipe["argument"]])
                for recipe in entry["inputs"]
            }
            self.inputs.append(inputs)
            self.goldens.append(
                [Golden(self.folder, g, self.arguments[g["argument"]]) for g in entry["outputs"]]
            )
        self.reference = Reference(self.arguments)

    def release(self) -> None:
        """Free what prepare() has made."""
        self.inputs, self.goldens, self.reference = [], [], None

    def code(self, schedule: dict) -> bytes:
        """Return what compile_all() has made of the PTX, or the PTX."""
        compiled = COMPILED / f"{schedule['object']}.cubin" if COMPILED else None
        if compiled and compiled.exists():
            return compiled.read_bytes()
        return self.ptx(schedule) + b"\0"

    def ptx(self, schedule: dict) -> bytes:
        """Read the code of a schedule; the file may be compressed."""
        path = self.folder / schedule["ptx"]
        packed = path.with_name(path.name + ".gz")
        try:
            if packed.exists() and not path.exists():
                return gzip.decompress(packed.read_bytes())
            return path.read_bytes()
        except (OSError, EOFError, zlib.error) as error:
            raise BundleError(f"{path}: {error}; dump this schedule again") from error


class Reference:
    """Whole outputs of the first schedule that was right, shared with child processes."""

    def __init__(self, arguments: list) -> None:
        self.flag = mmap.mmap(-1, 8)
        self.outputs = {}
        for number, argument in enumerate(arguments):
            if argument["output"]:
                memory = mmap.mmap(-1, max(bytes_of(argument), 1))
                kind = NUMPY_TYPES[argument["type"]]
                self.outputs[number] = np.frombuffer(memory, kind, count_of(argument))

    def valid(self) -> bool:
        """Return whether there is one."""
        return self.flag[0] != 0

    def keep(self, outputs: dict) -> None:
        """Store the outputs."""
        for number, output in outputs.items():
            self.outputs[number][:] = output
        self.flag[0] = 1


# --------------------------------------------------------------------------------------------------
# The driver
# --------------------------------------------------------------------------------------------------

POINTER = ctypes.c_uint64  # of the GPU
HANDLE = ctypes.c_void_p
NOT_READY = 600
OUT_OF_MEMORY = 2
BAD_MODULE = {200, 209, 218, 220, 221, 222, 223}
ATTRIBUTES = {
    "multiprocessors": 16,
    "clock_khz": 13,
    "memory_clock_khz": 36,
    "memory_bus_bits": 37,
    "l2_bytes": 38,
    "threads_per_multiprocessor": 39,
    "shared_bytes_per_multiprocessor": 81,
    "shared_bytes_per_block": 97,
    "registers_per_multiprocessor": 82,
    "capability_major": 75,
    "capability_minor": 76,
    "ecc": 32,
}
FUNCTION_ATTRIBUTES = {"registers": 4, "local_bytes": 3, "shared_bytes": 1}
MAX_DYNAMIC_SHARED = 8
ERROR_LOG = (5, 6)  # options of the compiler: a buffer, and its size
INPUT_IS_PTX = 1


class CudaError(Exception):
    """A result of the driver other than success."""

    def __init__(self, result: int, text: str) -> None:
        super().__init__(text)
        self.result = result


class TimedOutError(Exception):
    """A call that took too long."""


class Driver:
    """The functions of libcuda, and one context, stream and pair of events."""

    def __init__(self, ordinal: int) -> None:
        path = os.environ.get("MLIRGYM_CUDA_DRIVER") or "libcuda.so.1"
        try:
            self.library = ctypes.CDLL(path)
        except OSError as error:
            raise CudaError(0, f"{error}; install NVIDIA's driver") from error
        self.call("cuInit", ctypes.c_uint(0))
        self.device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(self.device), ctypes.c_int(ordinal))
        self.context = HANDLE()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.device)
        self.call("cuCtxSetCurrent", self.context)
        self.stream = HANDLE()
        self.call("cuStreamCreate", ctypes.byref(self.stream), ctypes.c_uint(0))
        # The calls of a timed loop, without the look-up.
        self.launch_kernel = self.library.cuLaunchKernel
        self.launch_kernel.argtypes = (
            [HANDLE] + [ctypes.c_uint] * 7 + [HANDLE, ctypes.c_void_p, ctypes.c_void_p]
        )
        self.record_event = self.library.cuEventRecord
        self.record_event.argtypes = [HANDLE, HANDLE]

    def call(self, name: str, *arguments) -> None:
        """Call a function, whose arguments are ctypes objects."""
        self.check(getattr(self.library, name)(*arguments), name)

    def check(self, result: int, what: str) -> None:
        """Raise the error that a result stands for."""
        if result == 0:
            return
        text = ctypes.c_char_p()
        self.library.cuGetErrorString(ctypes.c_int(result), ctypes.byref(text))
        reason = text.value.decode() if text.value else f"error {result}"
        raise CudaError(result, f"{what}: {reason}")

    def facts(self) -> dict:
        """Describe the GPU."""
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, ctypes.c_int(256), self.device)
        version, memory = ctypes.c_int(), ctypes.c_size_t()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.call("cuDeviceTotalMem_v2", ctypes.byref(memory), self.device)
        facts = {"name": name.value.decode(), "cuda_version": version.value}
        for key, attribute in ATTRIBUTES.items():
            value = ctypes.c_int()
            self.call("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(attribute),
                      self.device)  # fmt: skip
            facts[key] = value.value
        facts["processor"] = f"sm_{facts['capability_major']}{facts['capability_minor']}"
        # Two transfers per clock, of the width of the bus.
        facts["memory_gb_per_s"] = round(
            2 * facts["memory_clock_khz"] * facts["memory_bus_bits"] / 8 / 1e6, 1
        )
        facts["memory_bytes"] = memory.value
        return facts

    def allocate(self, size: int) -> int:
        """Return the address of new memory."""
        pointer = POINTER()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(size, 1)))
        return pointer.value

    def free(self, pointer: int) -> None:
        """Free memory."""
        self.call("cuMemFree_v2", POINTER(pointer))

    def upload(self, pointer: int, array: np.ndarray) -> None:
        """Copy an array to the GPU."""
        self.call("cuMemcpyHtoD_v2", POINTER(pointer), ctypes.c_void_p(array.ctypes.data),
                  ctypes.c_size_t(array.nbytes))  # fmt: skip

    def download(self, array: np.ndarray, pointer: int) -> None:
        """Copy from the GPU into an array."""
        self.call("cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data), POINTER(pointer),
                  ctypes.c_size_t(array.nbytes))  # fmt: skip

    def fill(self, pointer: int, value: int, size: int) -> None:
        """Set bytes, in the order of the stream."""
        self.call("cuMemsetD8Async", POINTER(pointer), ctypes.c_ubyte(value),
                  ctypes.c_size_t(size), self.stream)  # fmt: skip

    def event(self) -> ctypes.c_void_p:
        """Return a new event."""
        event = HANDLE()
        self.call("cuEventCreate", ctypes.byref(event), ctypes.c_uint(0))
        return event

    def record(self, event: ctypes.c_void_p) -> None:
        """Record an event in the stream."""
        self.check(self.record_event(event, self.stream), "cuEventRecord")

    def wait(self, event: ctypes.c_void_p, seconds: float) -> None:
        """Wait until everything before an event has run."""
        deadline = time.monotonic() + seconds
        query = self.library.cuEventQuery
        while (result := query(event)) == NOT_READY:
            if time.monotonic() > deadline:
                raise TimedOutError(f"a kernel took more than {seconds:g} s")
            time.sleep(20e-6)
        self.check(result, "a kernel")

    def elapsed_ms(self, begin: ctypes.c_void_p, end: ctypes.c_void_p) -> float:
        """Return the time between two events that have run."""
        milliseconds = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), begin, end)
        return milliseconds.value


class Buffer:
    """Memory of the GPU between two guards."""

    def __init__(self, driver: Driver, size: int) -> None:
        self.driver, self.size = driver, size
        self.base = driver.allocate(size + 2 * GUARD_BYTES)
        self.address = self.base + GUARD_BYTES
        self.pointer = POINTER(self.address)
        self.set_guards()

    def guards(self) -> list:
        """Return the addresses of both guards."""
        return [self.base, self.address + self.size]

    def set_guards(self) -> None:
        """Write the pattern that no kernel may change."""
        for guard in self.guards():
            self.driver.fill(guard, GUARD_VALUE, GUARD_BYTES)

    def is_intact(self) -> bool:
        """Return whether both guards are as they were."""
        found = np.empty(GUARD_BYTES, np.uint8)
        for guard in self.guards():
            self.driver.download(found, guard)
            if (found != GUARD_VALUE).any():
                return False
        return True

    def free(self) -> None:
        """Free the memory."""
        self.driver.free(self.base)


class Module:
    """The code of a schedule on the GPU, with its scratch buffers."""

    def __init__(self, driver: Driver, ptx: bytes, code: bytes) -> None:
        self.driver = driver
        self.plan = Plan(ptx)
        self.handle = HANDLE()
        self.load(code)
        self.functions, self.scratch = [], []
        self.facts = {key: 0 for key in FUNCTION_ATTRIBUTES}
        self.facts["dynamic_shared_bytes"] = 0
        for launch in self.plan.launches:
            function = HANDLE()
            driver.call("cuModuleGetFunction", ctypes.byref(function), self.handle,
                        ctypes.c_char_p(launch.kernel.encode()))  # fmt: skip
            driver.call("cuFuncSetAttribute", function, ctypes.c_int(MAX_DYNAMIC_SHARED),
                        ctypes.c_int(launch.shared))  # fmt: skip
            self.functions.append(function)
            for key, attribute in FUNCTION_ATTRIBUTES.items():
                value = ctypes.c_int()
                driver.call("cuFuncGetAttribute", ctypes.byref(value), ctypes.c_int(attribute),
                            function)  # fmt: skip
                self.facts[key] = max(self.facts[key], value.value)
            shared = self.facts["dynamic_shared_bytes"]
            self.facts["dynamic_shared_bytes"] = max(shared, launch.shared)
        for size in self.plan.scratch:
            self.scratch.append(Buffer(driver, size))

    def load(self, code: bytes) -> None:
        """Load the code; an error has the log of the compiler."""
        log = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int * 2)(*ERROR_LOG)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        try:
            self.driver.call("cuModuleLoadDataEx", ctypes.byref(self.handle),
                             ctypes.c_char_p(code), ctypes.c_uint(2), options, values)  # fmt: skip
        except CudaError as problem:
            text = log.value.decode(errors="replace").strip()
            raise CudaError(problem.result, f"{problem}\n{text}".strip()) from problem

    def bind(self, arguments: list):
        """Return a function that launches all kernels on these buffers."""
        pointers = [buffer.pointer for buffer in [*arguments, *self.scratch]]
        calls, keep = [], []
        for launch, function in zip(self.plan.launches, self.functions):
            used = [ctypes.addressof(pointers[number]) for number in launch.buffers]
            array = (ctypes.c_void_p * max(len(used), 1))(*used)
            keep.append(array)
            calls.append(
                (function, *launch.grid, *launch.block, launch.shared, self.driver.stream,
                 ctypes.addressof(array), None)
            )  # fmt: skip
        kernel = self.driver.launch_kernel
        check = self.driver.check

        def run(_keep=(pointers, keep)) -> None:
            for call in calls:
                if result := kernel(*call):
                    check(result, "cuLaunchKernel")

        return run

    def free(self) -> None:
        """Unload the code."""
        for buffer in self.scratch:
            buffer.free()
        self.driver.call("cuModuleUnload", self.handle)


# --------------------------------------------------------------------------------------------------
# Timing
# --------------------------------------------------------------------------------------------------


def statistics_of(times_ns: list, number: int) -> dict:
    """Describe repeats; the confidence interval of their median is that of order statistics."""
    ordered = sorted(times_ns)
    count = len(ordered)
    median = float(np.median(ordered))
    low, high = np.percentile(ordered, [25, 75])
    rank = 0.98 * math.sqrt(count)  # 1.96 standard deviations of a rank
    first = max(0, math.floor((count - 1) / 2 - rank))
    last = min(count - 1, math.ceil((count - 1) / 2 + rank))
    return {
        "median_ns": round(median, 1),
        "min_ns": round(ordered[0], 1),
        "spread": round(float(high - low) / median, 5),
        "uncertainty": round((ordered[last] - ordered[first]) / 2 / median, 5),
        "repeats": count,
        "number": number,
        "times_ns": [round(ns, 1) for ns in times_ns],
    }


def protocol_of(options: argparse.Namespace) -> str:
    """Return the name of how times are taken, a part of the key of a timing."""
    return (
        f"gpu{PROTOCOL_VERSION}-{options.l2}-r{BATCH_MS:g}-n{LEAST_REPEATS}..{MOST_REPEATS}"
        f"-b{options.budget_ms:g}"
    )


class Clock:
    """Times calls by events of the driver."""

    def __init__(self, driver: Driver, options: argparse.Namespace, l2_bytes: int) -> None:
        self.driver, self.options = driver, options
        self.flushed = 2 * l2_bytes if options.l2 == "flushed" else 0
        self.scratch = driver.allocate(self.flushed) if self.flushed else 0
        self.events = [driver.event() for _ in range(16)]

    def once_ms(self, run) -> float:
        """Call once."""
        begin, end = self.events[:2]
        self.driver.record(begin)
        run()
        self.driver.record(end)
        self.driver.wait(end, self.options.timeout)
        return self.driver.elapsed_ms(begin, end)

    def measure(self, run) -> dict:
        """Take repeats until the budget is spent."""
        first_ms = max(self.once_ms(run), 1e-3)
        if first_ms > self.options.budget_ms:
            return statistics_of([first_ms * 1e6], 1)
        if first_ms < WARM_UP_MS:
            for _ in range(min(1000, math.ceil(WARM_UP_MS / first_ms))):
                run()
            first_ms = max(self.once_ms(run), 1e-3)
        number = 1 if self.flushed else max(1, math.ceil(BATCH_MS / first_ms))
        times, started = [], time.monotonic()
        while len(times) < MOST_REPEATS:
            spent = (time.monotonic() - started) * 1000 / self.options.budget_ms
            enough = 1 if spent > 4 else LEAST_REPEATS
            if spent > 1 and len(times) >= enough:
                break
            times += self.flushed_repeats(run) if self.flushed else [self.repeat(run, number)]
        return statistics_of(times, number)

    def repeat(self, run, number: int) -> float:
        """Return the time of a call in a batch.

        The call before it keeps the GPU busy until the batch is in its queue.
        """
        begin, end = self.events[:2]
        run()
        self.driver.record(begin)
        for _ in range(number):
            run()
        self.driver.record(end)
        self.driver.wait(end, self.options.timeout * (number + 1))
        return self.driver.elapsed_ms(begin, end) * 1e6 / number

    def flushed_repeats(self, run) -> list:
        """Return the times of some calls, each after a buffer of twice the L2 cache was written.

        This also keeps the GPU busy until the call is in its queue.
        """
        pairs = list(zip(self.events[::2], self.events[1::2]))
        for begin, end in pairs:
            self.driver.fill(self.scratch, 0, self.flushed)
            self.driver.record(begin)
            run()
            self.driver.record(end)
        self.driver.wait(pairs[-1][1], self.options.timeout * len(pairs))
        return [self.driver.elapsed_ms(begin, end) * 1e6 for begin, end in pairs]


# --------------------------------------------------------------------------------------------------
# A bundle in a process of its own
# --------------------------------------------------------------------------------------------------


class Runner:
    """Runs schedules of one bundle in this process."""

    def __init__(self, bundle: Bundle, options: argparse.Namespace, tell) -> None:
        self.bundle, self.options, self.tell = bundle, options, tell
        self.driver = Driver(options.gpu)
        facts = self.driver.facts()
        tell({"gpu": facts})
        self.outputs = {
            number: np.empty(count_of(argument), NUMPY_TYPES[argument["type"]])
            for number, argument in enumerate(bundle.arguments)
            if argument["output"]
        }
        self.copies = {}  # of inputs, after a call
        # Outputs are shared by all sets; inputs are not.
        written = {
            number: Buffer(self.driver, bytes_of(bundle.arguments[number]))
            for number in self.outputs
        }
        self.sets = []
        for inputs in bundle.inputs:
            buffers = []
            for number, argument in enumerate(bundle.arguments):
                buffer = written.get(number) or Buffer(self.driver, bytes_of(argument))
                if number in inputs:
                    self.driver.upload(buffer.address, inputs[number])
                buffers.append(buffer)
            self.sets.append(buffers)
        self.clock = Clock(self.driver, options, facts["l2_bytes"])

    def run(self, number: int) -> dict:
        """Run one schedule. Errors: exceptions that leave the context useless."""
        schedule = self.bundle.schedules[number]
        begun = time.monotonic()
        try:
            module = Module(self.driver, self.bundle.ptx(schedule), self.bundle.code(schedule))
        except CudaError as error:
            if error.result not in BAD_MODULE and error.result != OUT_OF_MEMORY:
                # A kernel name that is missing, too much shared memory: of this module only.
                if error.result not in {1, 500}:
                    raise
            status = "out_of_memory" if error.result == OUT_OF_MEMORY else "bad_module"
            return {"status": status, "message": str(error)}
        except BundleError as error:  # says nothing about the schedule
            return {"status": "not_run", "message": str(error)}
        result = {"load_ms": round(1000 * (time.monotonic() - begun), 1), **module.facts}
        self.tell({"loaded": number})
        result.update(self.verify_and_time(module))
        module.free()
        return result

    def verify_and_time(self, module: Module) -> dict:
        """Call on all sets of inputs, compare, time, and compare again."""
        # The first set is the last one, which is then timed.
        for number in reversed(range(len(self.sets))):
            run = module.bind(self.sets[number])
            self.set_outputs(number)
            self.clock.once_ms(run)
            if problem := self.problem_of(module, number):
                return problem
            if number == 0 and (problem := self.compare_whole()):
                return problem
        timing = self.clock.measure(run)
        self.tell({"timed": 0})
        changes = any(a["input"] and a["output"] for a in self.bundle.arguments)
        if not changes:
            self.set_outputs(0)
            self.clock.once_ms(run)
            if problem := self.problem_of(module, 0):
                problem["message"] = (
                    "right at first, wrong when called again: " + problem["message"]
                )
                return problem
        return {"status": "ok", "message": "", **timing}

    def set_outputs(self, number: int) -> None:
        """Give outputs values that no kernel computes, and inputs that are written theirs."""
        for index, argument in enumerate(self.bundle.arguments):
            buffer = self.sets[number][index]
            if argument["output"] and argument["input"]:
                self.driver.upload(buffer.address, self.bundle.inputs[number][index])
            elif argument["output"]:
                self.driver.fill(buffer.address, FRESH_VALUE, buffer.size)

    def problem_of(self, module: Module, number: int):
        """Return what is wrong after a call, as a result; None if nothing is."""
        buffers = self.sets[number]
        for index, buffer in enumerate([*buffers, *module.scratch]):
            if not buffer.is_intact():
                for each in [*buffers, *module.scratch]:
                    each.set_guards()
                self.restore_inputs()
                what = f"argument {index}" if index < len(buffers) else "a scratch buffer"
                message = f"bytes next to {what} were written"
                return {"status": "overflow", "message": message}
        for index, argument in enumerate(self.bundle.arguments):
            if argument["input"] and not argument["output"]:
                now = self.copies.setdefault(
                    index, np.empty_like(self.bundle.inputs[number][index])
                )
                self.driver.download(now, buffers[index].address)
                if not same_bytes(now, self.bundle.inputs[number][index]):
                    self.restore_inputs()
                    message = f"argument {index} was written, and is read only"
                    return {"status": "wrong_result", "message": message}
        for golden in self.bundle.goldens[number]:
            output = self.outputs[golden.number]
            self.driver.download(output, buffers[golden.number].address)
            if wrong := golden.compare(output):
                first = "on the second set of inputs: " if number > 0 else ""
                return {"status": "wrong_result", "message": first + wrong}
        return None

    def restore_inputs(self) -> None:
        """Upload all inputs again."""
        for buffers, inputs in zip(self.sets, self.bundle.inputs):
            for index, array in inputs.items():
                self.driver.upload(buffers[index].address, array)

    def compare_whole(self):
        """Compare the outputs with those of the first schedule that was right."""
        reference = self.bundle.reference
        if not reference.valid():
            reference.keep(self.outputs)
            return None
        for golden in self.bundle.goldens[0]:
            if golden.positions is None:
                continue
            output, other = self.outputs[golden.number], reference.outputs[golden.number]
            if wrong := golden.compare_whole(output, other):
                return {"status": "wrong_result", "message": wrong}
        return None


def run_in_child(bundle: Bundle, numbers: list, options: argparse.Namespace, tell) -> None:
    """Run schedules until one destroys the context."""
    try:
        runner = Runner(bundle, options, tell)
    except CudaError as error:
        tell({"fatal": str(error)})
        return
    for number in numbers:
        tell({"start": number})
        try:
            result = runner.run(number)
        except CudaError as error:
            status = "out_of_memory" if error.result == OUT_OF_MEMORY else "crashed"
            tell({"done": number, "result": {"status": status, "message": str(error)}})
            return
        except TimedOutError as error:
            tell({"done": number, "result": {"status": "timed_out", "message": str(error)}})
            return
        tell({"done": number, "result": result})


class Child:
    """A forked process that sends JSON, one object a line."""

    def __init__(self, work) -> None:
        read, write = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(read)
            # The caller, which is told to stop, ends this process by its own end.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)

            def tell(message: dict) -> None:
                os.write(write, (json.dumps(message) + "\n").encode())

            try:
                work(tell)
            except BrokenPipeError:
                pass  # the caller has ended
            except BaseException:
                tell({"fatal": traceback.format_exc()})
            os._exit(0)  # without the driver's destructors, which wait for a kernel that hangs
        os.close(write)
        self.pipe, self.rest = read, b""

    def messages(self, patience):
        """Yield the messages; None when patience() seconds have passed without one."""
        since = time.monotonic()
        while True:
            *lines, self.rest = self.rest.split(b"\n")
            for line in lines:
                since = time.monotonic()
                yield json.loads(line)
            left = since + patience() - time.monotonic()
            if left <= 0 or not select.select([self.pipe], [], [], left)[0]:
                yield None
                return
            data = os.read(self.pipe, 1 << 20)
            if not data:
                return
            self.rest += data

    def kill(self) -> None:
        """End the process at once."""
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> str:
        """Wait for the end of the process, or kill it; return how it ended, or ""."""
        os.close(self.pipe)
        for _ in range(50):
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                return "" if status == 0 else f"the process ended with status {status}"
            time.sleep(0.01)
        self.kill()
        for _ in range(500):
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return "the process was killed"
            time.sleep(0.01)
        return "the process cannot be killed"


# --------------------------------------------------------------------------------------------------
# Compilation
# --------------------------------------------------------------------------------------------------


def compile_some(todo: list, options: argparse.Namespace, tell) -> None:
    """Compile PTX; what cannot be compiled is left to the process that runs it."""
    driver = Driver(options.gpu)
    for bundle, schedule in todo:
        try:
            ptx = bundle.ptx(schedule)
        except BundleError:
            continue
        state, code, size = HANDLE(), ctypes.c_void_p(), ctypes.c_size_t()
        driver.call("cuLinkCreate_v2", ctypes.c_uint(0), None, None, ctypes.byref(state))
        try:
            driver.call("cuLinkAddData_v2", state, ctypes.c_int(INPUT_IS_PTX),
                        ctypes.c_char_p(ptx), ctypes.c_size_t(len(ptx) + 1),
                        ctypes.c_char_p(b"kernels.ptx"), ctypes.c_uint(0), None, None)  # fmt: skip
            driver.call("cuLinkComplete", state, ctypes.byref(code), ctypes.byref(size))
            path = COMPILED / f"{schedule['object']}.cubin"
            part = path.with_suffix(".part")
            part.write_bytes(ctypes.string_at(code, size.value))
            part.replace(path)
        except CudaError:
            pass
        driver.call("cuLinkDestroy", state)
        tell({})


class Compilers:
    """Processes that compile the PTX of all schedules, while something else runs."""

    def __init__(self, bundles: list, options: argparse.Namespace) -> None:
        todo = {}
        for bundle in bundles:
            for _, schedule in wanted_of(bundle, options):
                if schedule["status"] == "ok":
                    todo[schedule["object"]] = (bundle, schedule)
        todo = list(todo.values())
        count = min(options.jobs, len(todo))
        self.children = [
            Child(lambda tell, i=i: compile_some(todo[i::count], options, tell))
            for i in range(count)
        ]

    def wait(self) -> None:
        """Wait until all have ended."""
        for child in self.children:
            for message in child.messages(lambda: LOAD_SECONDS):
                if message is None:
                    child.kill()
            child.end()
        self.children = []


# --------------------------------------------------------------------------------------------------
# PyTorch
# --------------------------------------------------------------------------------------------------


def torch_call(torch, bundle: Bundle, inputs: dict, device: str = "cuda"):
    """Return a function that computes the same by PyTorch."""
    functional = torch.nn.functional
    types = {
        "f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16,
    }  # fmt: skip

    def to_gpu(number: int):
        argument = bundle.arguments[number]
        bits = torch.from_numpy(inputs[number].view(np.int16)
                                if argument["type"] == "bf16" else inputs[number])  # fmt: skip
        tensor = bits.to(device).view(types[argument["type"]])
        return tensor.reshape(argument["shape"])

    given = [to_gpu(number) for number in sorted(inputs)]
    output = next(a for a in bundle.arguments if a["output"])
    kind = types[output["type"]]
    operation = bundle.facts["torch"]
    if operation == "matmul":
        a, b = given
        if a.dtype == kind:
            out = torch.empty(output["shape"], dtype=kind, device=device)
            return lambda: torch.matmul(a, b, out=out)
        return lambda: torch.mm(a, b, out_dtype=kind)
    if operation == "matmul_bias_relu":
        a, b, bias = given
        return lambda: torch.relu(torch.addmm(bias, a, b))
    if operation == "softmax":
        return lambda: torch.softmax(given[0], -1)
    if operation == "add":
        out = torch.empty_like(given[0])
        return lambda: torch.add(given[0], given[1], out=out)
    if operation == "relu":
        return lambda: torch.relu(given[0])
    if operation == "attention":
        # Four dimensions, since some of PyTorch's kernels need them.
        given = [tensor.unsqueeze(0) for tensor in given]
        return lambda: functional.scaled_dot_product_attention(*given)
    if operation == "sum":
        dimensions = [d for d, size in enumerate(given[0].shape)
                      if d >= len(output["shape"]) or size != output["shape"][d]]  # fmt: skip
        return lambda: torch.sum(given[0], dimensions)
    if operation in {"conv2d", "conv2d_channels_last"}:
        image, filters = given[:2]
        spatial = 2
        if operation == "conv2d_channels_last":
            # The same memory, by PyTorch's names of dimensions; the result is channels last, too.
            image = image.permute(0, 3, 1, 2)
            filters = filters.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
            spatial = 1
        strides = []
        for d in range(2):
            extent, window = image.shape[2 + d], filters.shape[2 + d]
            results = output["shape"][spatial + d]
            strides.append(1 if results == 1 else (extent - window) // (results - 1))

        def convolve():
            result = functional.conv2d(image, filters, stride=strides)
            wanted = output["shape"][spatial : spatial + 2]
            return result[:, :, : wanted[0], : wanted[1]]

        if operation == "conv2d":
            return convolve
        return lambda: convolve().permute(0, 2, 3, 1)
    raise ValueError(f"no operation '{operation}'")


def time_torch(bundles: list, options: argparse.Namespace, tell) -> None:
    """Time the operations that bundles name, by the same protocol, and compare the results."""
    try:
        import torch
    except ImportError as error:
        tell({"fatal": f"no torch: {error}"})
        return
    torch.cuda.set_device(options.gpu)
    # f32 is f32: TF32 would be another operation.
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    # The events of PyTorch and those of the driver are the same; its stream is the current one.
    l2_bytes = Driver(options.gpu).facts()["l2_bytes"]
    scratch = torch.empty(2 * l2_bytes, dtype=torch.uint8, device="cuda")
    for index, bundle in enumerate(bundles):
        if not bundle.facts["torch"]:
            continue
        tell({"start": index})
        try:
            bundle.prepare()
            with torch.inference_mode():
                run = torch_call(torch, bundle, bundle.inputs[0])
                result = bytes_of_tensor(torch, run())
                timing = time_calls_of_torch(torch, run, scratch, options)
            golden = bundle.goldens[0][0]
            output = result.view(NUMPY_TYPES[golden.argument["type"]])
            wrong = golden.compare(output) if output.size == count_of(golden.argument) else "shape"
            timing.update({"status": "ok", "differs": wrong})
        except Exception as error:
            timing = {"status": "crashed", "message": f"{type(error).__name__}: {error}"}
        timing.update({"gpu": torch.cuda.get_device_name(), "version": torch.__version__})
        bundle.release()
        tell({"done": index, "result": timing})


def bytes_of_tensor(torch, tensor) -> np.ndarray:
    """Return the elements of a tensor as bytes."""
    return tensor.contiguous().view(torch.uint8).cpu().numpy().reshape(-1).copy()


def time_calls_of_torch(torch, run, scratch, options: argparse.Namespace) -> dict:
    """Take repeats as Clock does."""

    class Events(Clock):
        """Clock by PyTorch's events."""

        def __init__(self) -> None:
            self.driver, self.options = self, options
            self.flushed = scratch.numel() if options.l2 == "flushed" else 0
            self.scratch = scratch
            self.events = [torch.cuda.Event(enable_timing=True) for _ in range(16)]

        def record(self, event) -> None:
            event.record()

        def wait(self, event, _seconds: float) -> None:
            event.synchronize()

        def elapsed_ms(self, begin, end) -> float:
            return begin.elapsed_time(end)

        def fill(self, what, value: int, _size: int) -> None:
            what.fill_(value)

    return Events().measure(run)


# --------------------------------------------------------------------------------------------------
# Results
# --------------------------------------------------------------------------------------------------


def system_facts() -> dict:
    """Return what nvidia-smi knows; {} if it is not there."""
    names = ["name", "driver_version", "clocks.sm", "clocks.mem", "clocks.max.sm",
             "clocks.max.mem", "temperature.gpu", "power.draw", "power.limit"]  # fmt: skip
    try:
        done = subprocess.run(
            ["nvidia-smi", f"--query-gpu={','.join(names)}", "--format=csv,noheader"],
            capture_output=True, text=True, timeout=20, check=True,
        )  # fmt: skip
        values = done.stdout.splitlines()[0].split(", ")
        return dict(zip(names, values))
    except (OSError, subprocess.SubprocessError, IndexError):
        return {}


class Results:
    """What is written as JSON."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.json = {
            "format": "mlirgym-gpu-results",
            "version": 1,
            "protocol": protocol_of(options),
            "l2": options.l2,
            "host": platform.node(),
            "created_at": round(time.time(), 3),
            "gpu": {},
            "system": system_facts(),
            "programs": [],
        }
        self.written = time.monotonic()

    def add(self, bundle: Bundle) -> dict:
        """Begin the results of a bundle."""
        facts = {key: bundle.facts[key] for key in PROGRAM_FACTS}
        facts.update({"folder": str(bundle.folder), "schedules": []})
        self.json["programs"].append(facts)
        return facts

    def write(self, *, now: bool = True) -> None:
        """Write the file, at most every few seconds unless it is the end of a bundle."""
        if not self.options.json or (not now and time.monotonic() - self.written < 5):
            return
        self.written = time.monotonic()
        path = Path(self.options.json)
        part = path.with_name(path.name + ".part")
        if path.exists() and not path.is_file():  # replace() would take the place of a device
            sys.exit(f"{path}: not a regular file; name another file with --json")
        try:
            part.write_text(json.dumps(self.json, indent=1) + "\n")
            part.replace(path)
        except OSError as error:
            sys.exit(f"{path}: {error}; name another file with --json")


def print_row(bundle: Bundle, place: str, result: dict, schedule: str) -> None:
    """Print one line of the table."""
    numbers = ""
    if median := result.get("median_ns"):
        numbers = (
            f"{median / 1e3:12.2f} us {bundle.facts['flops'] / median:10.1f} GFLOP/s"
            f" {bundle.facts['bytes'] / median:9.1f} GB/s"
        )
    spill = f" spills {result['local_bytes']} B" if result.get("local_bytes") else ""
    print(f"{place:>9} {result['status']:<12}{numbers:<49}{spill}  {schedule}", flush=True)
    if message := result.get("message", ""):
        print("          " + message.replace("\n", "\n          "), flush=True)


def wanted_of(bundle: Bundle, options: argparse.Namespace) -> list:
    """Return the schedules that --only names, with their numbers."""
    return [
        (number, schedule)
        for number, schedule in enumerate(bundle.schedules)
        if options.only.search(f"{bundle.name} {schedule['schedule']}")
    ]


def run_bundle(bundle: Bundle, results: Results, options: argparse.Namespace) -> int:
    """Run all schedules of a bundle; return how many were right."""
    facts = results.add(bundle)
    wanted = [number for number, _ in wanted_of(bundle, options)]
    print(f"{bundle.name}: {len(wanted)} of {len(bundle.schedules)} schedules", flush=True)
    done = {}

    def finish(number: int, result: dict) -> None:
        schedule = bundle.schedules[number]
        entry = {key: schedule.get(key, "") for key in ("schedule", "object", "reason")}
        entry.update(result)
        done[number] = entry
        facts["schedules"].append(entry)
        print_row(bundle, f"{len(done)}/{len(wanted)}", result, schedule["schedule"] or "(none)")
        results.write(now=False)

    for number in wanted:
        if bundle.schedules[number]["status"] != "ok":
            finish(number, {"status": "refused", "message": bundle.schedules[number]["message"]})
    begun = time.monotonic()
    try:
        bundle.prepare()
    except Exception as error:
        what = str(error) if isinstance(error, BundleError) else f"{type(error).__name__}: {error}"
        print(f"{bundle.name}: {what}", file=sys.stderr, flush=True)
        facts["error"] = what
        for number in wanted:
            if number not in done:
                finish(number, {"status": "not_run", "message": "the bundle is damaged"})
    facts["prepare_seconds"] = round(time.monotonic() - begun, 2)
    while left := [number for number in wanted if number not in done]:
        if options.until and time.monotonic() > options.until:
            for number in left:
                finish(number, {"status": "not_run", "message": "the time was over"})
            break
        child = Child(lambda tell, left=left: run_in_child(bundle, left, options, tell))
        state = {"current": None, "seconds": LOAD_SECONDS, "fatal": ""}
        for message in child.messages(lambda state=state: state["seconds"]):
            if message is None:
                state["fatal"] = f"no answer for {state['seconds']:.0f} s"
                break
            if "gpu" in message:
                results.json["gpu"] = message["gpu"]
            elif "fatal" in message:
                state["fatal"] = message["fatal"]
            elif "start" in message:
                state.update({"current": message["start"], "seconds": LOAD_SECONDS})
                if options.until and time.monotonic() > options.until:
                    break
            elif "done" in message:
                state["current"] = None
                finish(message["done"], message["result"])
            else:  # the kernel runs: its own limit is checked by the child
                state["seconds"] = 60 + 4 * options.timeout
        ended = child.end()
        over = options.until and time.monotonic() > options.until
        if state["current"] is not None and not over:
            why = state["fatal"] or ended or "the process ended"
            silent = why.startswith("no answer")
            finish(state["current"], {"status": "timed_out" if silent else "crashed",
                                      "message": why})  # fmt: skip
        elif state["fatal"] and not over:
            print(f"{bundle.name}: {state['fatal']}", file=sys.stderr, flush=True)
            facts["error"] = state["fatal"]
            break
    bundle.release()
    results.write()
    return sum(entry["status"] == "ok" for entry in done.values())


def run_torch(bundles: list, results: Results, options: argparse.Namespace) -> dict:
    """Return the results of PyTorch per program."""
    found = {}
    child = Child(lambda tell: time_torch(bundles, options, tell))
    for message in child.messages(lambda: 120):
        if message is None:
            print("torch: no answer", file=sys.stderr, flush=True)
            break
        if "fatal" in message:
            print(f"torch: {message['fatal']}", file=sys.stderr, flush=True)
            results.json["torch_error"] = message["fatal"]
        elif "done" in message:
            bundle, result = bundles[message["done"]], message["result"]
            found[bundle.name] = result
            print_row(bundle, "torch", {**result, "message": result.get("message")
                                        or result.get("differs", "")}, bundle.name)  # fmt: skip
    child.end()
    return found


def pattern(text: str) -> re.Pattern:
    """Return a regular expression; an option's type."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}") from error


def positive(text: str) -> float:
    """Return a positive number; an option's type."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not positive and finite")
    return value


def whole(text: str) -> int:
    """Return a number of 0 or more; an option's type."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return value


def options_of_command_line() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("bundles", nargs="*", metavar="BUNDLE", help="bundles [default: the folder of this file]")
    add("--json", metavar="FILE", help="write the results to FILE")
    about = "only schedules where 'PROGRAM SCHEDULE' has this regular expression [default: all]"
    add("--only", type=pattern, default=pattern(""), metavar="PATTERN", help=about)
    about = "contents of the L2 cache: of the last call, or something else [default: warm]"
    add("--l2", choices=["warm", "flushed"], default="warm", help=about)
    about = "time to measure one schedule, in milliseconds [default: 100]"
    add("--budget-ms", type=positive, default=100, metavar="MS", help=about)
    about = "most time of one call [default: 10]"
    add("--timeout", type=positive, default=10, metavar="SECONDS", help=about)
    about = "begin no schedule after this time [default: no limit]"
    add("--max-seconds", type=positive, metavar="SECONDS", help=about)
    about = "time the same operations by PyTorch, if it is installed"
    add("--torch", action="store_true", help=about)
    cores = os.cpu_count() or 1
    about = "processes that compile PTX before schedules run [default: one per core, at most 16]"
    add("--jobs", type=whole, default=min(cores, 16), metavar="N", help=about)
    add("--gpu", type=whole, default=0, metavar="N", help="number of the GPU [default: 0]")
    options = parser.parse_args()
    options.until = time.monotonic() + options.max_seconds if options.max_seconds else 0
    options.bundles = options.bundles or [str(Path(__file__).parent)]
    return options


def read_bundles(results: Results, folders: list) -> list:
    """Return the bundles that can be read; the results name the others."""
    bundles = []
    for folder in folders:
        try:
            bundles.append(Bundle(folder))
        except BundleError as error:
            print(error, file=sys.stderr, flush=True)
            results.json.setdefault("errors", []).append(str(error))
    return bundles


def run_all(results: Results, options: argparse.Namespace) -> int:
    """Run all bundles; return the exit code."""
    bundles = read_bundles(results, options.bundles)
    begun = time.monotonic()
    compilers = Compilers(bundles, options)
    torch = run_torch(bundles, results, options) if options.torch else {}
    compilers.wait()
    results.json["compile_seconds"] = round(time.monotonic() - begun, 1)
    right = total = 0
    for bundle in bundles:
        right += run_bundle(bundle, results, options)
        program = results.json["programs"][-1]
        if bundle.name in torch:
            program["torch"] = torch[bundle.name]
        total += len(program["schedules"])
        results.write()
    results.json["seconds"] = round(time.monotonic() - begun, 1)
    results.write()
    if total == 0 and bundles:
        print("no schedule to run; give another --only, or add schedules by `mlirgym dump`",
              file=sys.stderr)  # fmt: skip
    print(f"{right} of {total} schedules are right, in {results.json['seconds']} s on "
          f"{results.json['gpu'].get('name', 'no GPU')}")  # fmt: skip
    failed = "errors" in results.json or any("error" in p for p in results.json["programs"])
    return 0 if right == total > 0 and not failed else 1


def interrupt(_signal: int, _frame) -> None:
    """End as by Ctrl-C."""
    raise KeyboardInterrupt


def main() -> int:
    """Run the script."""
    global COMPILED
    options = options_of_command_line()
    signal.signal(signal.SIGTERM, interrupt)
    results = Results(options)
    COMPILED = Path(tempfile.mkdtemp(prefix="mlirgym-bundle-"))
    try:
        results.write()  # fails here rather than after the run
        return run_all(results, options)
    except KeyboardInterrupt:
        results.json["interrupted"] = True
        results.write()
        print("interrupted", file=sys.stderr)
        return 130
    finally:
        shutil.rmtree(COMPILED, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
