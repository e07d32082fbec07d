"""What pip calls: scikit-build-core, with a build folder of its own for each environment.

One folder for all would be configured anew, and built anew, whenever another environment's
Python, pybind11 or LibTorch installs from the same clone; and `build/release` is what
scripts/setup.sh configures.
"""

from __future__ import annotations

import hashlib
import os
import sys

from scikit_build_core import build as _build
from scikit_build_core.build import (  # noqa: F401 (hooks that build nothing)
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

Settings = dict[str, list[str] | str] | None


def build_folder() -> str:
    """Folder, relative to the clone, of the environment that this runs in."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(sys.prefix))).hexdigest()[:8]
    return f"build/{{wheel_tag}}-{name}"


def with_folder(settings: Settings) -> Settings:
    """Build settings that name a folder; one that the caller names is kept."""
    given = dict(settings or {})
    named = {"build-dir", "skbuild.build-dir"} & given.keys()
    if not named and "SKBUILD_BUILD_DIR" not in os.environ:
        given["build-dir"] = build_folder()
    return given


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel; return its file name."""
    settings = with_folder(config_settings)
    return _build.build_wheel(wheel_directory, settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel that leads to the clone; return its file name."""
    settings = with_folder(config_settings)
    return _build.build_editable(wheel_directory, settings, metadata_directory)
