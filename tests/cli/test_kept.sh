#!/bin/bash
# The trace of a long run is kept beside it: the next command reports the same,
# byte for byte; what is damaged, or of other contents, is not used.
# FT_ALTPATH_WORDS=0 makes any run a long one; with a greater number alternative
# paths are followed in runs of at most so many words.
. "$(dirname "$0")/lib.sh"
. tests/cli/recorder.sh

# record_program FILE [ARGUMENTS...]: into $work/run.
record_program() {
  local file=$1
  shift
  rm -rf "$work/run"
  FT_BUILD=$build tests/programs/built "$file" "$work/program" &&
    timeout "$patience" "$foretrace" record -q -o "$work/run" -- \
      "$work/program" "$@" >/dev/null 2>&1 </dev/null
}

# without_times FILE: nothing that depends on the clock or on memory.
without_times() {
  sed -E -e 's/[0-9.]+ s$/S/' -e 's/"(seconds|left|peak)": [0-9.e+-]+/"\1": N/g' "$1"
}

# reported NAME: what commands say about the run, and how they end.
reported() {
  local format
  for format in text json; do
    "$foretrace" check "$work/run" -j 1 --expand all -t 0 -b 0 --format $format \
      -o "$work/checked" 2>"$work/said"
    echo "exit $?"
    without_times "$work/checked"
    cat "$work/said"
  done >"$work/$1.check"
  {
    "$foretrace" filter "$work/run" --order hb,wcp,dc,hybrid,lockset --format json
    echo "exit $?"
  } 2>&1 | sed -E 's/"(seconds|peak[a-z_]*)": [0-9.e+-]+/"\1": N/g' >"$work/$1.filter"
}

kept() { compgen -G "$work/run/loaded-*.$1"; }
# used WANTED TEXT: whether a check takes what is kept.
used() {
  FT_LOG=load:1 "$foretrace" check "$work/run" --expand all -o /dev/null \
    2>"$work/err" >"$work/out"
  [ "$(grep -c 'the trace is that of an earlier load' "$work/err")" -eq "$1" ]
  report $? "$2"
}

# same NAME: with nothing kept and with the trace.
same() {
  FT_KEEP=0 reported without
  [ -z "$(kept ftp)$(kept json)" ]
  report $? "$1: FT_KEEP=0 keeps nothing"
  reported first
  [ -n "$(kept ftp)" ] && [ -n "$(kept json)" ]
  report $? "$1: a check keeps the trace"
  reported second
  used 1 "$1: the next one takes it"
  cmp "$work/without.check" "$work/first.check" >"$work/out" 2>&1 &&
    cmp "$work/without.check" "$work/second.check" >"$work/out" 2>&1
  report $? "$1: the same report, byte for byte"
  cmp "$work/without.filter" "$work/second.filter" >"$work/out" 2>&1
  report $? "$1: the same filters, byte for byte"
}

export FT_ALTPATH_WORDS=0
for program in counter.c use_after_free.c left_behind.c condition_predicate.c; do
  record_program tests/programs/$program
  same "$program"
done
export FT_ALTPATH_WORDS=400
for program in double_checked.c merge_sort_pool_progress.c; do
  record_program tests/programs/$program
  same "$program, alternative paths"
done

# The run of a forked process is read together with that of its parent, which
# the key does not have.
cat >"$work/forks.c" <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static int x;
static void *add (void *a) { x++; return a; }
int main (void) {
  pthread_t t;
  if (fork ()) {
    wait (NULL);
    return 0;
  }
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  return 0;
}
C
build_program forks
rm -rf "$work/run" "$work/parent"
"$foretrace" record -q -o "$work/parent" -- "$work/forks" >/dev/null 2>&1
run=$(echo "$work"/parent/process-*)
exits 66 "a forked process" "$foretrace" check "$run" --expand all
! compgen -G "$run/loaded-*" >/dev/null
report $? "is not kept"

# ---- what is kept is damaged, or something else -----------------------------

export FT_ALTPATH_WORDS=0
record_program tests/programs/bank_transfer_deadlock.c
reported without
file=$(kept ftp)
notes=$(kept json)
size=$(stat -c %s "$file")
cp "$file" "$work/whole"

unhurt() { # TEXT
  reported damaged
  cmp "$work/without.check" "$work/damaged.check" >"$work/out" 2>&1 &&
    cmp "$work/without.filter" "$work/damaged.filter" >"$work/out" 2>&1
  report $? "$1: the run is loaded"
  cmp "$file" "$work/whole" >"$work/out" 2>&1
  report $? "$1: the trace is kept anew"
}

for at in 0 9 40 $((size / 2)) $((size - 5)); do
  printf '\x5a\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc 2>/dev/null
  unhurt "bytes changed at $at"
done
for length in 0 1 100 $((size - 1)); do
  truncate -s "$length" "$file"
  unhurt "cut to $length bytes"
done
echo '[{"sort": 1}]' >"$notes"
unhurt "notes are damaged"
rm "$notes"
unhurt "notes are missing"

cp "$file" "$work/run/loaded-0123456789abcdef.ftp"
rm "$file"
used 0 "the trace of other contents is not read"
[ "$(kept ftp)" = "$file" ]
report $? "and goes when one is kept"

rm "$file" "$notes"
mkdir "$file" "$notes"
reported blocked
cmp "$work/without.check" "$work/blocked.check" >"$work/out" 2>&1
report $? "where nothing can be written, the report is the same"
rmdir "$file" "$notes"

used 0 "kept once more"
rm -f "$work/run"/thread-1*
exits 65 "a run that is damaged later is not read from what is kept" \
  "$foretrace" check "$work/run"
