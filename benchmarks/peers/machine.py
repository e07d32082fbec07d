"""The machine of a race: the environment of every participant, facts for the output, limits."""

from __future__ import annotations

import json
import os
import platform
import re
from dataclasses import dataclass, field
from pathlib import Path

from operators import Operator
from participant import FAIR, Failure, Participant, built, processors, start


def _line(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return "unknown"


def facts(threads: int) -> dict[str, str]:
    """Describe the conditions of the times: processor, affinity, page size, C library."""
    model = re.search(r"model name\s*:\s*(.*)", _line("/proc/cpuinfo"))
    huge = re.search(r"\[(\w+)\]", _line("/sys/kernel/mm/transparent_hugepage/enabled"))
    size = _line("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size")
    return {
        "processor": model[1] if model else platform.machine(),
        "affinity": processors(threads),
        "page size": f"{os.sysconf('SC_PAGESIZE')} bytes; transparent huge pages of {size} bytes: "
        f"{huge[1] if huge else 'none'}",
        "C library": " ".join(platform.libc_ver()),
        "environment": " ".join(f"{name}={value}" for name, value in FAIR.items()),
    }


@dataclass
class Limit:
    """The shortest time in which the machine can compute an operator, and the limiting resource."""

    ns: float
    reason: str


@dataclass
class Limits:
    """Measures loops of benchmarks/limits/machine.cpp, in the same run as the operators."""

    bin: Path
    threads: int
    batch_ms: float
    rounds: int
    #: Operations per nanosecond of each type, and bytes per nanosecond of each mix and size.
    rates: dict[str, float] = field(default_factory=dict)
    loops: Participant | None = None

    def of(self, operator: Operator) -> Limit:
        """Return the limit that binds.

        Operations take the time of multiply-adds on registers; reading every input and writing the
        output once takes the time of a bare loop of the same size and mix. Raises Failure if the
        program of these loops is not built.
        """
        loop = f"{operator.dtype} dots" if operator.dtype in ("bf16", "i8") else "fma"
        width = 2 if operator.dtype == "f64" else 1  # half as many lanes
        compute = Limit(operator.flops * width / self._rate({"loop": loop}), "multiply-adds")
        moved = operator.read_bytes + operator.written_bytes
        reads = min(4, max(1, round(operator.read_bytes / operator.written_bytes)))
        memory = Limit(moved / self._bandwidth(reads, moved), "bandwidth")
        return max(compute, memory, key=lambda limit: limit.ns)

    def end(self) -> None:
        """End the process of the loops."""
        if self.loops:
            self.loops.end()

    def _bandwidth(self, reads: int, moved: int) -> float:
        # Stores that bypass the caches are faster for large results, slower for small ones.
        return max(
            self._rate({"loop": kind, "reads": reads, "bytes": moved})
            for kind in ("streams", "cached streams")
        )

    def _rate(self, load: dict[str, object]) -> float:
        key = json.dumps(load)
        if key not in self.rates:
            if self.loops is None:
                binary = built(self.bin, "machine_limits")
                self.loops = start([binary], "limits", self.threads, processors(self.threads))
            reply = self.loops.ask({"load": load})
            if "error" in reply:
                raise Failure(f"{load['loop']}: {reply['error']}")
            fastest = min(self.loops.time(self.batch_ms) for _ in range(self.rounds))
            self.rates[key] = reply["work"] / fastest
        return self.rates[key]
