# shellcheck shell=bash
# Sourced by the scripts beside it: Debian packages, .venv, build/release. Each
# function does only what is missing, so that a second call takes seconds.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
venv=$root/.venv
others=$root/.venv-others
# Clones in other folders use the same cached objects, though each precompiles its own headers
# (cmake/MlirgymPrecompiled.cmake).
export CCACHE_BASEDIR=$root CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# All packages that are not part of a fresh Debian 12. LLVM 22 is in its security updates
# (bookworm-security).
packages=(
  ca-certificates ccache clang-22 clang-format-22 clang-tidy-22 cmake git
  libbenchmark-dev libcereal-dev libclang-rt-22-dev libcli11-dev libgmock-dev
  libgtest-dev libmlir-22-dev libomp-22-dev libseccomp-dev libsqlite3-dev
  libtbb-dev
  lld-22 llvm-22-dev llvm-22-tools mlir-22-tools ninja-build
  nlohmann-json3-dev python3-dev python3-venv sqlite3
)

# Emulators of other processors, and the compilers that link for them: devices that are absent
# without them, as `mlirgym doctor` says.
device_packages=(
  gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu libc6-dev-arm64-cross libc6-dev-riscv64-cross
  qemu-user
)

# missing_of PACKAGE...: those that Debian has not installed.
missing_of() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null) == installed ]] ||
      printf '%s\n' "$package"
  done
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# A failure is no reason to stop: tests of these devices are skipped without them.
install_device_packages() {
  local missing
  mapfile -t missing < <(missing_of "${device_packages[@]}")
  [[ ${#missing[@]} -eq 0 ]] && return
  if [[ $(id -u) -ne 0 ]]; then
    say "without other processors; as root: apt-get install ${missing[*]}"
    return
  fi
  say "installing ${missing[*]}"
  { apt-get update -q && apt_install "${missing[@]}"; } ||
    say "without other processors: ${missing[*]} cannot be installed"
}

install_packages() {
  command -v dpkg-query > /dev/null || {
    say "not a Debian system: assuming that these packages of $0 are installed: ${packages[*]}"
    return
  }
  install_device_packages
  local missing
  mapfile -t missing < <(missing_of "${packages[@]}")
  # A tool that was not installed by Debian is accepted as well.
  if [[ ${#missing[@]} -gt 0 && " ${missing[*]} " == *" cmake "* ]] &&
    command -v cmake > /dev/null; then
    mapfile -t missing < <(printf '%s\n' "${missing[@]}" | grep -vx cmake)
  fi
  [[ ${#missing[@]} -eq 0 ]] && return
  [[ $(id -u) -eq 0 ]] ||
    die "missing packages; as root: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  apt-get update -q
  apt_install "${missing[@]}"
}

hash_of() { sha256sum "$@" | sha256sum | cut -d' ' -f1; }

# done_before STAMP HASH: true if the same was done before; remember STAMP HASH records it.
done_before() { [[ -f $1 && $(< "$1") == "$2" ]]; }
remember() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" > "$1"
}

create_venv() {
  local stamp=$venv/.requirements hash
  hash=$(hash_of "$root/scripts/requirements.txt")
  done_before "$stamp" "$hash" && return
  say "installing Python packages into .venv"
  [[ -x $venv/bin/python ]] || python3 -m venv "$venv"
  local pip=("$venv/bin/pip" install --quiet --disable-pip-version-check)
  local torch
  torch=$(grep '^torch==' "$root/scripts/requirements.txt")
  # The CPU build, if the configured index or PyTorch's own has it; the plain wheel, which includes
  # CUDA libraries and is ten times the size, works as well.
  "${pip[@]}" "$torch+cpu" 2> /dev/null ||
    "${pip[@]}" --index-url https://download.pytorch.org/whl/cpu "$torch" 2> /dev/null ||
    "${pip[@]}" "$torch"
  "${pip[@]}" -r "$root/scripts/requirements.txt"
  remember "$stamp" "$hash"
}

# Trainers that need other versions than .venv has, what imports models, and protocols of language
# models: their packages come first on the path, and all others are those of .venv. On x86-64 it
# takes 2 GB, of which Ray, PyArrow and torch-mlir are a half.
create_others_venv() {
  local stamp=$others/.requirements hash
  local lists=("$root"/scripts/{trainers,agents}-requirements.txt
    "$root/tests/frameworks/requirements.txt")
  hash=$(hash_of "$root/scripts/requirements.txt" "${lists[@]}")
  done_before "$stamp" "$hash" && return
  say "installing further trainers, importers and protocols into .venv-others"
  rm -rf "$others"
  "$venv/bin/python" -m venv --without-pip "$others"
  # Unlike a plain path, a site folder has its own .pth files read: that of the editable package.
  (cd "$others"/lib/python*/site-packages && printf 'import site; site.addsitedir("%s")\n' \
    "$venv/${PWD#"$others/"}" > shared.pth)
  "$others/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile \
    "${lists[@]/#/-r}"
  remember "$stamp" "$hash"
}

# Compiling files that include MLIR takes up to 1.5 GB each.
build_jobs() {
  local cores memory_gb
  cores=$(nproc)
  memory_gb=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo)
  local by_memory=$((memory_gb * 2 / 3))
  ((by_memory < 1)) && by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}

# configure PRESET [ARGUMENT...]: runs CMake unless it has run with these arguments.
configure() {
  local preset=$1 folder=$root/build/$1 hash
  shift
  hash=$(printf '%s\n' "$@" | cat - "$root/CMakePresets.json" | sha256sum)
  [[ -f $folder/build.ninja ]] && done_before "$folder/.configured" "$hash" &&
    return
  say "configuring $folder"
  (cd "$root" && cmake --preset "$preset" "$@" > "/tmp/mlirgym-cmake.$$" 2>&1) ||
    {
      cat "/tmp/mlirgym-cmake.$$" >&2
      rm -f "/tmp/mlirgym-cmake.$$"
      die "cmake --preset $preset failed"
    }
  rm -f "/tmp/mlirgym-cmake.$$"
  remember "$folder/.configured" "$hash"
}

build_release() {
  local site
  site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  configure release \
    -DMLIRGYM_TORCH=ON -DMLIRGYM_PYTHON=ON -DMLIRGYM_BENCHMARKS=ON \
    "-DTorch_DIR=$site/torch/share/cmake/Torch" \
    "-DPython_EXECUTABLE=$venv/bin/python" \
    "-Dpybind11_DIR=$site/pybind11/share/cmake/pybind11"
  say "building build/release"
  ninja -C "$build" -j "$(build_jobs)" >&2
}

# The editable package: its Python files are used in the clone, and its modules in the folder where
# build_release has built them. Nothing is configured or built for it. The installation lists each
# file, so that it is made again after one was added or moved.
install_python_package() {
  [[ -f $root/pyproject.toml ]] || return 0
  local stamp=$venv/.package hash module modules=()
  for module in "$build"/python/_*.so; do
    [[ -f $module ]] || die "no Python modules in $build/python; build them first"
    modules+=("$module=mlirgym/$(basename "$module")")
  done
  hash=$({
    printf '%s\n' "${modules[@]}"
    cd "$root"
    find python/mlirgym -name '*.py' | sort
    cat pyproject.toml scripts/build_backend.py
  } | sha256sum)
  done_before "$stamp" "$hash" && return
  say "installing the Python package into $venv"
  SKBUILD_WHEEL_CMAKE=false \
    SKBUILD_WHEEL_FORCE_INCLUDE=$(IFS=';' && echo "${modules[*]}") \
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-build-isolation --no-deps --editable "$root" >&2
  remember "$stamp" "$hash"
}

# All of these steps.
setup() {
  install_packages
  create_venv
  build_release
  install_python_package
}
