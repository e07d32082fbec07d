"""Virtual environments of the libraries to compare with: their packages are not the project's."""

from __future__ import annotations

import hashlib
import site
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements.txt"


def _run(*command: str | Path) -> bool:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        print("\n".join(done.stderr.strip().splitlines()[-2:]), file=sys.stderr)
    return done.returncode == 0


def install(folder: Path, requirements: Path = REQUIREMENTS) -> Path:
    """Path of a Python in which the required packages are installed, as far as they can.

    `folder` holds the virtual environment, which is created once. The packages of this Python
    (PyTorch, NumPy) can be imported there, too. A package that cannot be installed is named on
    stderr. Whatever needs it is then missing, and the next call tries again.
    """
    python = folder / "bin" / "python"
    stamp = folder / ".requirements"
    wanted = hashlib.sha256(requirements.read_bytes() + sys.prefix.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    print(f"installing the packages of {requirements} into {folder}", file=sys.stderr)
    if not python.exists():
        venv.create(folder, with_pip=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    shared = folder / "lib" / version / "site-packages" / "mlirgym-shared.pth"
    # Listed after the environment's own packages, which come first.
    folders = {
        sysconfig.get_path("purelib"),
        sysconfig.get_path("platlib"),
        *site.getsitepackages(),
    }
    shared.write_text("\n".join(sorted(folders)) + "\n")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    complete = _run(*pip, "-r", requirements)
    if not complete:
        # A missing package must not prevent the installation of the others.
        for line in requirements.read_text().splitlines():
            if line and not line.startswith("#") and not _run(*pip, line):
                print(f"{line}: not installed", file=sys.stderr)
    else:
        stamp.write_text(wanted)
    return python
