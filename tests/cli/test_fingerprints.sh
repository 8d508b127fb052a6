#!/bin/bash
# Fingerprints of recorded runs: races that are alike in all but their lines keep them when
# one of them disappears, when another one comes, when lines move, and at other levels of
# optimisation.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
cd "$work" || exit 1

# prints NAME FLAGS...: of a program whose thread has $body, "TEXT FINGERPRINT" of each
# race between a line of it and the write in main, in order.
prints() {
  local name=$1
  shift
  mkdir -p "$name"
  cat >"$name/alike.c" <<C
#include <pthread.h>
static volatile int x;
static void *work (void *a) {
$body
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  x = 9;
  pthread_join (t, 0);
  return 0;
}
C
  "$cc" -g -pthread "$@" "$name/alike.c" -o "$name/alike" &&
    "$foretrace" run -q -n 0 -d "$name/run" -o "$name/json" -f json -- "$name/alike"
  jq -r '.races[] | select (.verdict == "certified") |
    (.pair | map (select (.function == "work"))[0].text | gsub (" +"; " ")) + " " +
    .fingerprint' "$name/json" | sort >"$name.txt"
}

# keeps OLD NEW COUNT TEXT: so many fingerprints of OLD are in NEW, by their lines.
keeps() {
  comm -12 "$1.txt" "$2.txt" >both
  [ "$(grep -c . both)" -eq "$3" ]
  local result=$?
  cat "$1.txt" "$2.txt" >out
  report $result "$4"
}

body='  x = 1;
  x = 2;
  x = 3;'
prints first -O1
[ "$(cut -d' ' -f4 first.txt | sort -u | grep -c .)" -eq 3 ]
report $? "three races that are alike have three fingerprints"
body='  x = 2;
  x = 3;'
prints less -O1
keeps first less 2 "the first one disappears"
body='  x = 1;
  x = 3;'
prints middle -O1
keeps first middle 2 "the second one disappears"
body='  x = 7;
  x = 1;
  x = 2;
  x = 8;
  x = 3;'
prints more -O1
keeps first more 3 "others come"
[ "$(grep -c . more.txt)" -eq 5 ]
report $? "which have fingerprints of their own"
body='
  // Comments.

    x = 1;
  if (a)
    return 0;
    x  =  2;
  x = 3;'
prints moved -O1
keeps first moved 3 "lines move, and get other blanks"
body='  x = 3;
  x = 1;
  x = 2;'
prints swapped -O1
keeps first swapped 3 "lines are swapped"
body='  x = 1;
  x = 2;
  x = 3;'
for level in -O0 -O2 -O3; do
  prints "level$level" "$level"
  keeps first "level$level" 3 "at $level"
done

# Equal lines are counted from above.
body='  x = 1;
  x = 1;
  x = 3;'
prints equal -O1
[ "$(cut -d' ' -f4 equal.txt | sort -u | grep -c .)" -eq 3 ]
report $? "equal lines have fingerprints of their own"
sort -u first.txt >one.txt
keeps one equal 2 "and the first one that of a line alone"

# Inlined: the line is in the function of the source.
for how in always_inline noinline; do
  cat >inlined.c <<C
#include <pthread.h>
static volatile int x;
static __attribute__ (($how)) void set (int n) {
  x = n;
}
static void *work (void *a) {
  set (1);
  x = 3;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  x = 9;
  pthread_join (t, 0);
  return 0;
}
C
  "$cc" -g -O2 -pthread inlined.c -o inlined
  "$foretrace" run -q -n 0 -d inlined.run -o json -f json -- ./inlined
  jq -r '.races[] | select (.verdict == "certified") | .fingerprint' json | sort >"$how.txt"
done
cmp -s always_inline.txt noinline.txt && [ "$(grep -c . noinline.txt)" -eq 2 ]
report $? "a function that is inlined or not"

# Without sources where the check is made, which has them from the program.
mv first/alike.c first/gone.c
"$foretrace" check first/run -f json -o gone.json >/dev/null
jq -r '.races[].fingerprint' gone.json | sort >gone.txt
cut -d' ' -f4 first.txt | sort | cmp -s - gone.txt
report $? "sources that are gone"
[ "$test_number" -gt 0 ]
