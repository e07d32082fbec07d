# shellcheck shell=bash
# Sourced by bench and stress, which set $kind, $folder and $about: lists the programs
# build/release/bin/<kind>_<name>, or runs one; what is a folder is a Python program.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
folder=$root/${folder:?}

# The names, from the CMake file that builds them and from the folders.
names() {
  sed -n "s/^ *mlirgym_add_${kind:?}[a-z]*(\([a-z_0-9]*\) .*/\1/p" "$folder/CMakeLists.txt"
  local main
  for main in "$folder"/*/__main__.py; do
    basename "${main%/__main__.py}"
  done
}

# The title: the first sentence of the comment at the top of its source.
title_of() {
  if [[ -d $folder/$1 ]]; then
    sed -n '1s/^"""\([^.]*\).*/\1/p' "$folder/$1/__main__.py"
    return
  fi
  awk '/^\/\/===/ { next } /^\/\// { sub(/^\/\/ */, ""); text = text $0 " "; next }
       { exit } END { sub(/[.:;].*/, "", text); print text }' "$folder/$1.cpp"
}

list() {
  local name
  echo "scripts/${kind:?} NAME [--quick] [--json]: ${about:?}"
  for name in $(names); do
    printf '  %-12s %s\n' "${name//_/-}" "$(title_of "$name")"
  done
}

case ${1:-} in
  '' | -h | --help)
    list
    exit 0
    ;;
esac
asked=$1 name=${1//-/_}
shift
# Collect all names before searching: if the reader of a pipe ends at the first match (grep -q,
# head), the writer gets SIGPIPE, which pipefail treats as a failure.
known=$(names)
[[ -n $name && $'\n'$known$'\n' == *$'\n'"$name"$'\n'* ]] || {
  echo "scripts/$kind: no program is called '$asked'; take one of these" >&2
  list >&2
  exit 2
}
setup
# Kernels of earlier runs must not be found, nor stored where the user's are.
MLIRGYM_CACHE_DIR=$(mktemp -d)
export MLIRGYM_CACHE_DIR
trap 'rm -rf "$MLIRGYM_CACHE_DIR"' EXIT
if [[ -d $folder/$name ]]; then
  "$venv/bin/python" "$folder/$name" "$@"
else
  "$build/bin/${kind}_$name" "$@"
fi
