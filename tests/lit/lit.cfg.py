"""lit configuration: lit.site.cfg.py, written by CMake, loads it."""

import os
import shutil
import subprocess

import lit.formats

config.name = "mlirgym"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.mlirgym_obj

# The user's own timings and settings must not show in a test.
scratch = os.path.join(config.mlirgym_obj, "cache")
config.environment["XDG_CACHE_HOME"] = config.environment["XDG_DATA_HOME"] = scratch
config.environment["MLIRGYM_DATA_DIR"] = config.mlirgym_data
for name in ("MLIRGYM_EXEC_DATA", "MLIRGYM_CACHE_DIR", "MLIRGYM_WORKER"):
    config.environment.pop(name, None)

# `not`, FileCheck and mlir-opt of the LLVM that the library is built with.
config.environment["PATH"] = os.pathsep.join(
    [os.path.dirname(config.filecheck), config.environment["PATH"]]
)
# The longer name first: substitutions are made in their order.
config.substitutions.append(("%mlirgym-opt", os.path.join(config.mlirgym_bin, "mlirgym-opt")))
config.substitutions.append(("%mlirgym", os.path.join(config.mlirgym_bin, "mlirgym")))

config.substitutions.append(("%fake-cuda", os.path.join(config.mlirgym_bin, "fake-cuda.so")))
config.substitutions.append(("%root", os.path.dirname(config.mlirgym_data)))
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%peak", config.peak))
interrupt = os.path.join(config.test_source_root, "interrupt.py")
config.substitutions.append(("%interrupt", f"{config.python} {interrupt}"))
config.substitutions.append(("%llvm", os.path.dirname(config.filecheck)))

if config.has_torch:
    config.available_features.add("torch")
if os.path.exists(os.path.join(os.path.dirname(config.filecheck), "clang")):
    config.available_features.add("clang")
if subprocess.run([config.python, "-c", "import numpy"], capture_output=True).returncode == 0:
    config.available_features.add("numpy")
# Features that can be switched off to get code for an older processor.
with open("/proc/cpuinfo") as cpuinfo:
    if " avx2 " in cpuinfo.read():
        config.available_features.add("avx2")
# NVIDIA's assembler, which reports the memory that a kernel uses.
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
# Emulators, with the compilers that link for them.
for arch in ("aarch64", "riscv64"):
    if shutil.which(f"qemu-{arch}") and shutil.which(f"{arch}-linux-gnu-gcc"):
        config.available_features.add(f"qemu-{arch}")
