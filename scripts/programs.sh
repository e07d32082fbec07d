# Sourced by bench and stress, which set $kind and $about: lists the programs
# build/release/bin/<kind>_<name>, or runs one; what is a folder, <name> or
# stress_<name>, is a Python program.

# The names, from the CMake file that builds them and from the folders.
names() {
  sed -n "s/^ *mlirgym_add_$kind[a-z]*(\([a-z_0-9]*\).*/\1/p" \
    "$root/benchmarks/CMakeLists.txt"
  local folder
  for folder in "$root"/benchmarks/*/__main__.py; do
    folder=$(basename "${folder%/__main__.py}")
    case $kind-$folder in
      stress-stress_*) echo "${folder#stress_}" ;;
      bench-stress_*) ;;
      bench-*) echo "$folder" ;;
    esac
  done
}

# What it shows: the first sentence of the comment that opens its source.
title_of() {
  if [[ -d $root/benchmarks/$1 ]]; then
    sed -n '1s/^"""\([^.]*\).*/\1/p' "$root/benchmarks/$1/__main__.py"
    return
  fi
  awk '/^\/\/===/ { next } /^\/\// { sub(/^\/\/ */, ""); text = text $0 " "; next }
       { exit } END { sub(/[.:;].*/, "", text); print text }' \
    "$root/benchmarks/$1.cpp"
}

list() {
  local name source
  echo "scripts/$kind NAME [--quick] [--json]: $about"
  for name in $(names); do
    source=$name
    [[ $kind == stress ]] && source=stress_$name
    printf '  %-12s %s\n' "${name//_/-}" "$(title_of "$source")"
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
# All names first, then the search: a reader that leaves a pipe at the first match
# (grep -q, head) takes the writer along by SIGPIPE, which pipefail calls a failure.
known=$(names)
[[ -n $name && $'\n'$known$'\n' == *$'\n'"$name"$'\n'* ]] || {
  echo "scripts/$kind: no program is called '$asked'; take one of these" >&2
  list >&2
  exit 2
}
setup
folder=$root/benchmarks/$name
[[ $kind == stress ]] && folder=$root/benchmarks/stress_$name
[[ -d $folder ]] && exec "$venv/bin/python" "$folder" "$@"
exec "$build/bin/${kind}_$name" "$@"
