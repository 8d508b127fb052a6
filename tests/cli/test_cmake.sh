# find_package (foretrace) in a project of CMake, against an installation.
. "$(dirname "$0")/lib.sh"
command -v cmake >/dev/null || { skip "no CMake"; exit 0; }

relative=${build#"$PWD"/}
run make -s -o all B="$relative" SAN="${FT_SAN:-}" install DESTDIR="$work/root" PREFIX=/opt/ft
report "$status" "make install"
mv "$work/root/opt/ft" "$work/a place" # moved, to where a blank is
export CMAKE_PREFIX_PATH="$work/a place"
sanitizer=
nm "$work/a place/lib/libforetrace.a" 2>/dev/null | grep -q __asan_ &&
  sanitizer=-fsanitize=address,undefined

mkdir "$work/p" "$work/p/include"
cp tests/cli/install_use.c examples/hidden.c examples/hidden.std "$work/p"
cat >"$work/p/include/answer.h" <<'C'
#pragma once
int answer (void);
C
cat >"$work/p/answer.c" <<'C'
#include "answer.h"
#include <pthread.h>
static int seen;
static void *ask (void *a) { seen = ANSWER; return a; }
int answer (void) {
  pthread_t t;
  pthread_create (&t, 0, ask, 0);
  int got = seen;
  pthread_join (t, 0);
  return got ? got : seen;
}
C
cat >"$work/p/calm.cc" <<'C'
#include <cstdio>
extern "C" {
#include "answer.h"
}
int main (int count, char **) { return count > 1 ? std::puts ("calm") < 0 : answer () - 42; }
C
cat >"$work/p/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required (VERSION 3.16)
project (p C CXX)
find_package (foretrace 0.1 REQUIRED)
find_package (Threads REQUIRED)
add_executable (use install_use.c)
target_link_libraries (use PRIVATE foretrace::foretrace)
target_link_options (use PRIVATE ${SANITIZER})
add_library (answer STATIC answer.c)
target_include_directories (answer PUBLIC include)
target_compile_definitions (answer PRIVATE ANSWER=42)
add_executable (calm calm.cc)
target_link_libraries (calm PRIVATE answer Threads::Threads)
if (RECORDER)
  foretrace_instrument (answer)
  foretrace_instrument (calm)
  enable_testing ()
  foretrace_add_test (calm calm quietly)
  foretrace_add_test (racy calm)
endif ()
message (STATUS "found ${foretrace_VERSION}")
CMAKE
recorder=OFF
[ -x "$build/bin/foretrace-cc" ] && [ -z "${FT_SAN:-}" ] && recorder=ON

generators="Unix Makefiles"
command -v ninja >/dev/null && generators="$generators|Ninja"
IFS='|'
for generator in $generators; do
  unset IFS
  b=$work/b-${generator%% *}
  exits 0 "$generator: configured" cmake -G "$generator" -S "$work/p" -B "$b" \
    -DRECORDER=$recorder -DSANITIZER="$sanitizer"
  shows "^-- found $("$foretrace" --version | cut -d' ' -f2)$" "finds the version"
  exits 0 "$generator: built" cmake --build "$b" -j2
  exits 0 "the library" "$b/use" "$work/p/hidden.std"
  shows '^1 x T1 write hidden.c:23' "finds the race"
  [ $recorder = ON ] || continue
  exits 0 "an instrumented program of C and C++" "$b/calm"
  (cd "$b" && ctest --output-on-failure) >"$work/out" 2>"$work/err"
  grep -q 'Test #1: calm \.* *Passed' "$work/out"
  report $? "a test in which nothing is certified passes"
  grep -q 'Test #2: racy \.*\*\*\*Failed' "$work/out" &&
    grep -q "data race on 'seen'.*CERTIFIED, CONFIRMED" "$work/out"
  report $? "one that races fails, with the race"
  touch "$work/p/include/answer.h"
  exits 0 "after a header" cmake --build "$b"
  shows 'answer.c' "what includes it is built again"
done
[ $recorder = ON ] || skip "no recorder: foretrace_instrument is not tried"

# wants VERSION STATUS TEXT
wants() {
  mkdir -p "$work/v"
  printf '%s\n' 'cmake_minimum_required (VERSION 3.16)' 'project (v C)' \
    "find_package (foretrace $1)" 'if (NOT foretrace_FOUND)' \
    'message (FATAL_ERROR no)' 'endif ()' >"$work/v/CMakeLists.txt"
  rm -rf "$work/vb"
  run cmake -S "$work/v" -B "$work/vb"
  [ "$([ "$status" -eq 0 ] && echo 0 || echo 1)" -eq "$2" ]
  report $? "$3"
}
version=$("$foretrace" --version | cut -d' ' -f2)
wants "$version EXACT" 0 "this version exactly"
wants "${version%.*}" 0 "this minor version"
wants 99.0 1 "a later version is not there"
wants 0.0.1 1 "a minor version of before 1.0 is another one"
rm "$work/a place/bin/foretrace-cc" 2>/dev/null
if [ $recorder = ON ]; then
  exits 1 "without foretrace-cc" cmake -S "$work/p" -B "$work/none" -DRECORDER=ON
  grep -q 'was built without LLVM 19' "$work/err"
  report $? "says why nothing can be instrumented"
fi
