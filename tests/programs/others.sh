#!/bin/sh
# Programs that others wrote, from one recording each; see others/README.md.
#
#   tests/programs/others.sh [DIR]      fetches what is missing into DIR, runs all
#   CORPUS=DIR FT_BUILD=build PATTERN=REGEX LIMIT=SECONDS JOBS=N
#
# Needs 'deb-src' lines in apt's sources.  Nothing of this is run by 'make
# check', which has only programs of our own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
corpus=${1:-${CORPUS:-/tmp/foretrace-others}}
mkdir -p "$corpus"

# fetch PACKAGE DIRECTORY-GLOB PATH...: unpacks these paths of its source.
fetch () {
  package=$1 top=$2
  shift 2
  for unpacked in "$corpus"/$top; do
    [ -d "$unpacked" ] && return
  done
  (cd "$corpus" && apt-get source --download-only "$package" >&2)
  for tarball in "$corpus"/"$package"_*.orig.tar.*; do
    tar -C "$corpus" -xf "$tarball" --wildcards "$@"
  done
}

fetch valgrind 'valgrind-*' '*/drd/tests/*' '*/helgrind/tests/*' '*/drd/*.h' \
  '*/helgrind/*.h' '*/include/*.h' '*/tests/*.h'
fetch llvm-toolchain-19 'llvm-toolchain-19*' '*/compiler-rt/test/tsan/*' \
  '*/libcxx/test/std/thread/*' '*/libcxx/test/support/*' \
  '*/libcxx/test/std/atomics/*'
fetch glibc 'glibc-*' '*/nptl/*' '*/sysdeps/pthread/*' '*/support/*' \
  '*/test-skeleton.c' '*/include/intprops.h' '*/include/verify.h' \
  '*/include/array_length.h'

# glibc's tests are linked with helpers, which are compiled plainly.
for glibc in "$corpus"/glibc-*/; do
  [ -f "$glibc/libsupport.a" ] || sh "$here/others/support" "$glibc"
done

set --
for part in "$corpus"/*/; do
  set -- "$@" "$part"
done
exec nice -n 10 python3 "$here/others/others.py" run "$@" \
  -k "${PATTERN:-}" -j "${JOBS:-1}" --limit "${LIMIT:-30}" \
  --build "${FT_BUILD:-$here/../../build}"
