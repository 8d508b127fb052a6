# For bench-recipe and bench-assumed: programs of tests/programs as their first
# lines say.  Needs 'build', 'foretrace' and 'work'.
# shellcheck shell=bash

# tag PROGRAM NAME: what its first lines say.
tag() {
  sed -n -e '/^\/\//!q' -e "s,^// $2: *,,p" "$1"
}

# record PROGRAM: into $work/run; fails when there is nothing to ask.
record() {
  local compiler="foretrace-cc -std=gnu11" flags arguments
  [ "${1%.cc}" = "$1" ] || compiler="foretrace-c++ -std=c++17"
  read -ra flags <<<"$(tag "$1" FLAGS)"
  read -ra arguments <<<"$(tag "$1" ARGS)"
  # shellcheck disable=SC2086
  "$build/bin/"$compiler -g -O1 -pthread -o "$work/program" "$1" \
    "${flags[@]}" >/dev/null 2>&1 || return 1
  rm -rf "$work/run"
  { # a program may be ended by a signal, which this shell would tell of
    (cd "$work" && timeout 60 "$foretrace" record -o run -- ./program "${arguments[@]}")
  } >/dev/null 2>&1 </dev/null || true
  [ -e "$work/run/control" ]
}
