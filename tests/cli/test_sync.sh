#!/bin/bash
# What the runtime stands before: functions behave under the recorder as they
# do without it, and what they do is recorded.  The programs of tests/record
# are linked with the runtime and not instrumented, so that its own records are
# all there is; what the instrumenter would rename is renamed by objcopy.
. "$(dirname "$0")/lib.sh"

runtime=$build/lib/libforetrace-rt.a
if [ ! -f "$runtime" ]; then
  echo "ok 1 - no recorder in this build # SKIP"
  exit 0
fi

sync_records="LOCK_INIT LOCK_DESTROY ACQUIRE RELEASE ACQUIRE_SHARED
  RELEASE_SHARED TRIED TRIED_SHARED TRY_FAILED WAIT WAKE SIGNAL BROADCAST BARRIER_ARRIVE
  BARRIER_LEAVE SEM_INIT SEM_POST SEM_WAIT SEM_VALUE ATOMIC_READ ATOMIC_WRITE ATOMIC_RMW
  FORK JOIN"
memory_records="READ_RANGE WRITE_RANGE ALLOC FREE ATOMIC_RMW ATOMIC_READ"

run clang-19 -w -Isrc -o "$work/dump" tests/record/dump.c
report "$status" "the tool that prints records"

# Every listed name is defined, and nothing else is.
printf '#define FT_LIBC(name, wrapped, ...) @wrapped name\n#include "symex/libc/libc.def"\n' |
  clang-19 -E -P -Isrc -x c - | sed -n 's/^ *@ *C\(XX\)\{0,1\} //p' |
  sort >"$work/listed"
nm "$runtime" 2>/dev/null | grep -o ' [TW] __foretrace_.*' |
  sed 's/ [TW] __foretrace_//' | sort >"$work/defined"
run diff "$work/listed" "$work/defined"
report "$status" "every function that is renamed is defined"
sed 's/.*/& __foretrace_&/' "$work/listed" >"$work/renamed"

# build_program SOURCE NAME [RENAME] OPTION...
build_program() {
  local source=$1 name=$2 rename=$3 compiler=clang-19
  shift 3
  case $source in *.cpp) compiler=clang++-19 ;; esac
  run $compiler -w -g -fno-builtin "$@" -c -o "$work/$name.o" "$source" &&
    [ "$status" -eq 0 ] || return
  [ -z "$rename" ] ||
    objcopy --redefine-syms="$work/renamed" "$work/$name.o" || return
  run $compiler -o "$work/$name" "$work/$name.o" -Wl,--whole-archive \
    "$runtime" -Wl,--no-whole-archive -Wl,--export-dynamic \
    -lpthread -ldl -lrt -lm
}

# record NAME SCHEDULE SEED SLICE
record() {
  rm -rf "$work/run"
  mkdir "$work/run"
  printf 'mode full\nschedule %s\nseed %s\nslice %s\n' "$2" "$3" "$4" \
    >"$work/run/config"
  FORETRACE_RUN=$work/run run "$work/$1"
}

# behaves SOURCE RENAME OPTION...: the same output and status, recorded or not.
behaves() {
  local source=$1 rename=$2 name
  name=$(basename "${source%.*}")
  shift 2
  build_program "$source" "$name" "$rename" "$@"
  report "$status" "$name${rename:+, renamed}: built"
  run "$work/$name"
  cp "$work/out" "$work/plain"
  local plain=$status
  report "$status" "$name${rename:+, renamed}: runs"
  for how in "roundrobin 1 20000" "roundrobin 1 20" "random 1 100" \
    "random 2 20" "pct 3 200"; do
    record "$name" $how
    [ "$status" -eq "$plain" ] && diff "$work/plain" "$work/out" >"$work/err"
    report $? "$name${rename:+, renamed}: the same when recorded ($how)"
  done
}

# recorded SOURCE RENAME RECORD...: those that the program states.
recorded() {
  local source=$1 rename=$2 name
  name=$(basename "${source%.*}")
  shift 2
  build_program "$source" "$name" "$rename"
  record "$name" roundrobin 1 20000
  report "$status" "$name: recorded"
  grep -o '//= .*' "$source" | cut -c 5- >"$work/expected"
  "$work/dump" "$work/run" "$@" >"$work/actual"
  run diff "$work/expected" "$work/actual"
  [ "$status" -eq 0 ] && [ -s "$work/expected" ]
  report $? "$name: the records that it states"
}

recorded tests/record/records_sync.c "" $sync_records
recorded tests/record/records_memory.c rename $memory_records
for program in mutex_kinds rwlock_calls objects conditions c11_threads; do
  behaves tests/record/$program.c ""
done
behaves tests/record/blocking.c ""
behaves tests/record/blocking.c rename
behaves tests/record/library.c rename
behaves tests/record/cxx_threads.cpp "" -std=c++17
behaves tests/record/cxx_threads.cpp rename -std=c++20
behaves tests/record/containers.cpp rename -O1
