# Sourced by bench and stress, which set $kind and $about: lists the programs
# build/release/bin/<kind>_<name>, or runs one.

# The names, from the CMake file that builds them.
names() {
  sed -n "s/^ *mlirgym_add_$kind[a-z]*(\([a-z_0-9]*\).*/\1/p" \
    "$root/benchmarks/CMakeLists.txt"
}

# What it shows: the first sentence of the comment that opens its source.
title_of() {
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
name=${1//-/_}
shift
names | grep -qx "$name" || {
  list >&2
  exit 2
}
setup
exec "$build/bin/${kind}_$name" "$@"
