"""Code for an older processor: settings that keep each library from using a feature of this one."""

from __future__ import annotations

import os
from pathlib import Path

#: Read by peers that compile: the target processor.
_CPU = "MLIRGYM_PEERS_CPU"

#: By the features as `--features` of mlirgym names them: variables of the libraries.
OLDER = {
    "-avx512f": {
        "ATEN_CPU_CAPABILITY": "avx2",  # PyTorch's own kernels
        "ONEDNN_MAX_CPU_ISA": "AVX2",  # oneDNN, in PyTorch and in OpenVINO
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "OPENBLAS_CORETYPE": "Haswell",
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
        "XLA_FLAGS": "--xla_cpu_max_isa=AVX2",
    }
}
#: They have no such switch, and use every feature of the machine.
UNLIMITED = ("onnxruntime",)


def environment_of(features: str) -> dict[str, str]:
    """Return the variables for all peers; none without features.

    Raises KeyError if the libraries cannot do without these features.
    """
    if not features:
        return {}
    is_amd = "AuthenticAMD" in Path("/proc/cpuinfo").read_text()
    # The last processors of each kind with AVX2 and without AVX-512.
    return {**OLDER[features], _CPU: "znver3" if is_amd else "alderlake"}


def compile_for() -> str | None:
    """Name the processor that a peer compiles for, as in LLVM; None: this machine."""
    return os.environ.get(_CPU)
