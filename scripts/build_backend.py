"""pip's build backend: scikit-build-core, with a separate build folder per environment.

A common folder would be configured and built again for every environment that has another Python,
pybind11 or LibTorch and installs from the same clone. `build/release` is the folder that
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
    """Build folder of the current environment, relative to the clone."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(sys.prefix))).hexdigest()[:8]
    return f"build/{{wheel_tag}}-{name}"


def with_folder(settings: Settings) -> Settings:
    """Build settings that name a folder; a folder given by the caller is kept."""
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
    """Build a wheel that refers to the clone; return its file name."""
    settings = with_folder(config_settings)
    return _build.build_editable(wheel_directory, settings, metadata_directory)
