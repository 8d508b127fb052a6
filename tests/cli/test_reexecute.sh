#!/bin/bash
# Code that is followed along the logs of real programs makes the very records
# that are there: at each level of optimisation no record differs.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# follows NAME LEVEL: builds, records, and asks what became of its records.
follows() {
  local source=tests/programs/$1 name=$1$2
  local cc="$build/bin/foretrace-cc -std=gnu11"
  [ "${1%.cc}" = "$1" ] || cc="$build/bin/foretrace-c++ -std=c++17"
  # shellcheck disable=SC2086
  $cc -g "$2" -pthread -w "$source" -o "$work/$name.bin" >"$work/out" \
    2>"$work/err" &&
    "$foretrace" record -o "$work/$name" -- "$work/$name.bin" \
      >"$work/out" 2>"$work/err"
  run "$foretrace" info "$work/$name"
  grep -q '^code followed: [1-9].*, 0 records differ$' "$work/out" &&
    grep -q '^  [1-9][0-9]* instructions, [0-9.]* % of them modelled$' "$work/out"
  report $? "$1 $2: records are what the code makes"
  run "$foretrace" convert "$work/$name" "$work/lines.jsonl"
  run "$foretrace" convert "$work/lines.jsonl" "$work/again.jsonl"
  cmp "$work/lines.jsonl" "$work/again.jsonl" >>"$work/out"
  report $? "$1 $2: its trace in JSON lines is read"
}

programs="passed_by_value.c passed_by_value_kept.c realloc_keeps.c cases_shared.c
  bit_field_other.c index_masked.c division_same.c function_of_assembly.c
  bounded_buffer_peek.c merge_sort_pool_progress.c buffer_grown_before_use.c"
for level in -O0 -O1 -O3; do
  for program in $programs; do
    follows "$program" "$level"
  done
done
for program in $(cd tests/programs && ls std_*.cc | head -n 4); do
  follows "$program" -O1
done

# What is concretized is counted by reason, most frequent first.  The debug log
# has a line for each time; alternative paths are not counted.
run env FT_LOG=symex:2 "$foretrace" info "$work/realloc_keeps.c-O0"
logged=$(grep -v 'on an alternative path' "$work/err" |
  sed -n 's/^foretrace: symex: thread .* concretizes .* at tick [0-9]*: //p' |
  sort -u | tr '\n' ' ')
counted=$(sed -n '/^  concretized: /,/^[^ ]/s/^  *[0-9]*  \([a-z-]*\)  .*/\1/p' "$work/out" |
  sort | tr '\n' ' ')
[ -n "$counted" ] && [ "$logged" = "$counted" ]
report $? "what is counted as concretized is what the debug log names"
run "$foretrace" info --format json "$work/realloc_keeps.c-O0"
valid foretrace-info-2 "$work/out" 2>"$work/err"
report $? "info of a recorded run is of its schema"
jq -e '.code.concretized | (.reasons | [.[]]) as $n |
       .values + .all == ($n | add) and $n == ($n | sort | reverse)' \
  "$work/out" >"$work/err"
report $? "reasons add up, most frequent first"
for reason in $(sed -n 's/^  R ([A-Z_]*, "\([a-z-]*\)".*/\1/p' src/symex/concretize_reason.h); do
  grep -q "^| \`$reason\` |" docs/internals/reexecution.md || echo "$reason"
done >"$work/out"
[ ! -s "$work/out" ]
report $? "each reason is explained"

# Of a grammar, or a trace of another origin, nothing is said of code.
run "$foretrace" convert "$work/passed_by_value.c-O1" "$work/plain.jsonl"
run "$foretrace" info "$work/plain.jsonl"
! grep -q '^code followed' "$work/out"
report $? "a trace without code says nothing of it"

# The way is known behind setjmp as long as nobody jumps there.
cat >"$work/kept.c" <<'EOC'
#include <pthread.h>
#include <setjmp.h>
static int shared;
static void *use (void *a) {
  jmp_buf back;
  int seen = a ? 0 : __atomic_load_n (&shared, __ATOMIC_RELAXED);
  if (setjmp (back))
    return a;
  for (int i = seen; i < 5; i++)
    if (i & 1)
      shared = i;
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, use, 0);
  use (&t);
  return pthread_join (t, 0);
}
EOC
"$build/bin/foretrace-cc" -g -O1 -pthread "$work/kept.c" -o "$work/kept.bin"
run "$foretrace" record -o "$work/kept" -- "$work/kept.bin"
run "$foretrace" info "$work/kept"
grep -q '^code followed: .*, desynchronised 0 times, 0 records differ$' "$work/out"
report $? "the first return of setjmp"

# Behind a path that is not known, the variables of a frame are where they were.
for level in -O0 -O2; do
  "$build/bin/foretrace-cc" -g "$level" -pthread tests/programs/path_unknown_between.c \
    -o "$work/between.bin"
  rm -rf "$work/between"
  run "$foretrace" record -o "$work/between" -- "$work/between.bin"
  run "$foretrace" info "$work/between"
  grep -q '^code followed: .*, desynchronised [1-9][0-9]* times, 0 records differ$' "$work/out" &&
    run "$foretrace" check --model mcm "$work/between" &&
    grep -q '^0 races certified, 0 undecided, [1-9]' "$work/out"
  report $? "a pair is decided by a branch behind a path that is not known ($level)"
done

# An alternative path ends where it comes round in a loop that waits.
cat >"$work/waits.c" <<'EOC'
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int lock;
static int data;
static void *run (void *a) {
  for (int i = 0; i < 3; i++) {
    while (atomic_exchange (&lock, 1))
      usleep (10);
    data++;
    atomic_store (&lock, 0);
  }
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, run, 0);
  run (&t);
  return pthread_join (t, 0);
}
EOC
"$build/bin/foretrace-cc" -g -O1 -pthread "$work/waits.c" -o "$work/waits.bin"
run "$foretrace" record -o "$work/waits" -- "$work/waits.bin"
run "$foretrace" convert "$work/waits" "$work/waits.jsonl"
updates=$(grep -o '"op":"atomic-rmw"' "$work/waits.jsonl" | wc -l)
[ "$updates" -gt 12 ] && [ "$updates" -lt 120 ]
report $? "alternative paths do not go round and round ($updates updates)"

# What a weak function does may be done by another one: a side that calls it is
# followed no further, and of a function that is its only definition it is.
called() {
  "$build/bin/foretrace-cc" -g -O1 -pthread "$work/$1.c" "${@:2}" \
    -o "$work/$1.bin" >"$work/out" 2>"$work/err" &&
    run "$foretrace" record -o "$work/$1" -- "$work/$1.bin"
  run "$foretrace" check --model path --format json "$work/$1"
  jq -r '[.races[] | select (.verdict == "certified") | .model] | @csv' \
    "$work/out" >"$work/certified"
}
declared="__attribute__ ((noinline)) static void refresh"
for kind in weak noinline; do
  sed "s/$declared/__attribute__ (($kind)) void refresh/" \
    tests/programs/branch_calls.c >"$work/$kind.c"
done
called noinline
grep -q '"path"' "$work/certified"
report $? "a side that calls the only function of a name"
called weak
! grep -q '"path"' "$work/certified"
report $? "a side that calls a weak function"
echo 'void refresh (void) {}' >"$work/strong.c"
cc -c "$work/strong.c" -o "$work/strong.o"
called weak "$work/strong.o"
! grep -q '"path"' "$work/certified"
report $? "a side that calls a weak function, which is another one"

# A weak alias is no more certain.
for kind in "weak, " ""; do
  sed -e "s/^$declared (void) {/static void own (void);\nvoid refresh (void) __attribute__ (($kind alias (\"own\")));\n__attribute__ ((noinline)) static void own (void) {/" \
    tests/programs/branch_calls.c >"$work/alias${kind:+_weak}.c"
done
called alias
grep -q '"path"' "$work/certified"
report $? "a side that calls a function by an alias"
called alias_weak "$work/strong.o"
! grep -q '"path"' "$work/certified"
report $? "a side that calls a weak alias, in whose place there is another function"

# Here the linker has '__wrap_refresh' called.
sed -e "s/^$declared (void) {/void refresh (void);\nvoid __wrap_refresh (void);\nvoid __wrap_refresh (void) {/" \
  -e '/^  data = 2;/d' -e 's/^static int data,/extern int data; static int/' \
  tests/programs/branch_calls.c >"$work/wrapped.c"
printf '%s\n' 'int data;' 'void refresh (void);' \
  'void refresh (void) { data = 2; }' >"$work/refresh.c"
sed 's/__wrap_/no_/' "$work/wrapped.c" >"$work/apart.c"
called apart "$work/refresh.c"
grep -q '"path"' "$work/certified"
report $? "a side that calls a function of another unit"
called wrapped "$work/refresh.c" -Wl,--wrap=refresh
! grep -q '"path"' "$work/certified"
report $? "a side that calls a function that is wrapped"

# An inline function that two units have: one, if both have the same code.
cat >"$work/shared.h" <<'EOF'
extern int data, ready;
extern pthread_mutex_t lock;
__attribute__ ((noinline)) inline void refresh () {
#ifdef CAREFUL
  if (ready)
#endif
    data = 2;
}
EOF
sed -e 's/^static int data,/int data,/' -e 's/^static pthread_mutex_t/pthread_mutex_t/' \
  -e "/^$declared/,/^}/d" -e 's/^static void \*publish/#include "shared.h"\n&/' \
  tests/programs/branch_calls.c >"$work/inline.c"
printf '%s\n' '#include <pthread.h>' '#include "shared.h"' \
  'void again (void *);' 'void again (void *) { refresh (); }' >"$work/again.cc"
# inline FLAGS...: the program, with another unit that is built with these.
inline() {
  "$build/bin/foretrace-c++" -g -O1 -c "$@" "$work/again.cc" -o "$work/again.o"
  "$build/bin/foretrace-c++" -g -O1 -c -x c++ "$work/inline.c" -o "$work/inline.o"
  "$build/bin/foretrace-c++" -pthread "$work/inline.o" "$work/again.o" \
    -o "$work/inline.bin" &&
    run "$foretrace" record -o "$work/inline" -- "$work/inline.bin"
  run "$foretrace" check --model path --format json "$work/inline"
  jq -r '[.races[] | select (.verdict == "certified") | .model] | @csv' \
    "$work/out" >"$work/certified"
}
inline
grep -q '"path"' "$work/certified"
report $? "a side that calls an inline function that two units have"
inline -DCAREFUL
! grep -q '"path"' "$work/certified"
report $? "a side that calls a function of which another unit has other code"

# One that makes no records, and decides.
cat >"$work/shared.h" <<'EOF'
extern int data, ready;
#ifndef LIMIT
#define LIMIT 9
#endif
__attribute__ ((noinline)) inline int is_wanted (int n) { return n < LIMIT; }
EOF
sed -i 's/refresh ()/(void)is_wanted (1)/' "$work/again.cc"
sed -i 's/ refresh ();/ if (is_wanted (5)) data = 2;/' "$work/inline.c"
inline
grep -q '"path"' "$work/certified"
report $? "a side that asks an inline function that makes no records"
inline -DLIMIT=1
! grep -q '"path"' "$work/certified"
report $? "a side that asks one of which another unit has other code"

# A side that touches a variable of another unit, which has records or none.
sed 's/^static int data,/extern int data; static int/' \
  tests/programs/branch_calls.c >"$work/outside.c"
echo 'int data;' >"$work/data.c"
cc -c "$work/data.c" -o "$work/plain.o"
called outside "$work/data.c"
grep -q '"path"' "$work/certified"
report $? "a side that writes a variable of another unit"
called outside "$work/plain.o"
! grep -q '"path"' "$work/certified"
report $? "a side that writes a variable of a unit without records"

# In a shared library: a function that it exports may be another one's, as here
# that of a unit without records.
sed 's/^int main (void)/__attribute__ ((visibility ("default"))) void main_of (void)/' \
  "$work/noinline.c" >"$work/library.c"
echo 'void main_of (void); int main (void) { main_of (); }' >"$work/loads.c"
# from_library FLAGS...: the program with the library, and the further objects.
from_library() {
  "$build/bin/foretrace-cc" -g -O1 -pthread -w -fPIC -shared "$1" "$work/library.c" \
    -o "$work/libof.so" || return
  called loads "${@:2}" "-L$work" -lof "-Wl,-rpath,$work"
}
from_library -fvisibility=hidden
grep -q '"path"' "$work/certified"
report $? "a side in a library that calls a function of its own"
from_library -fvisibility=default "$work/strong.o" -Wl,--export-dynamic
! grep -q '"path"' "$work/certified"
report $? "a side in a library that calls a function which the program replaces"

# What the run has called from there it is.
sed -i 's/^  pthread_t t, u;/&\n  refresh ();/' "$work/library.c"
from_library -fvisibility=default
grep -q '"path"' "$work/certified"
report $? "a side in a library that calls an exported function which the run called"
from_library -fvisibility=default "$work/strong.o" -Wl,--export-dynamic
! grep -q '"path"' "$work/certified"
report $? "a side in a library that calls what is called in the program"
echo 'void refresh (void) {}' >"$work/other.c"
"$build/bin/foretrace-cc" -g -c "$work/other.c" -o "$work/other.o"
from_library -fvisibility=default "$work/other.o" -Wl,--export-dynamic
! grep -q '"path"' "$work/certified"
report $? "a side in a library that calls what is called in the program, with records"

# One unit of the library calls its own, and the others what the program replaces.
cat >"$work/own.c" <<'EOF'
extern int data;
__attribute__ ((noinline)) void refresh (void) { data = 2; }
void own (void) { refresh (); }
EOF
sed -e 's/^static int data,/int data; static int/' \
  -e 's/^__attribute__ ((noinline)) static \(void refresh (void)\) {/\1, own (void);/' \
  -e '/^  data = 2;/,/^}/d' -e 's/^  pthread_t t, u;/&\n  own ();/' \
  -e 's/^int main (void)/void main_of (void)/' \
  tests/programs/branch_calls.c >"$work/asks.c"
# of_units FLAGS...: the same with a library of both units.
of_units() {
  "$build/bin/foretrace-cc" -g -O1 -pthread -fPIC -fno-semantic-interposition \
    -shared "$work/asks.c" "$work/own.c" -o "$work/libof.so" || return
  called loads "$@" "-L$work" -lof "-Wl,-rpath,$work"
}
of_units "$work/other.o" -Wl,--export-dynamic
! grep -q '"path"' "$work/certified"
report $? "a side in a library that calls what the program replaces, and another unit not"

# More is added than is kept while a thread waits: nothing comes between that and
# its wake.
if [ -z "${SAN:-}" ]; then
  cat >"$work/tired.c" <<'EOF'
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waits, seed, seen;
static void *wait_for (void *arg) {
  pthread_mutex_lock (&m);
  seen = seed;
  waits = 1;
  while (!ready)
    pthread_cond_wait (&c, &m);
  seen++;
  pthread_mutex_unlock (&m);
  return arg;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, wait_for, NULL);
  pthread_mutex_lock (&m);
  while (!waits) {
    pthread_mutex_unlock (&m);
    sched_yield ();
    pthread_mutex_lock (&m);
  }
  unsigned x = (unsigned)seed;
  pthread_mutex_unlock (&m);
  for (int i = 0; i < 1200000; i++)
    if ((x = x * 1664525 + 1013904223) == 7)
      puts ("seven");
  pthread_mutex_lock (&m);
  ready = 1;
  seed = (int)x;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
EOF
  "$build/bin/foretrace-cc" -g -O1 -pthread "$work/tired.c" -o "$work/tired.bin"
  run "$foretrace" record -o "$work/tired" -- "$work/tired.bin"
  run "$foretrace" info "$work/tired"
  added=$(sed -n 's/^code followed: .*, \([0-9]*\) events added.*/\1/p' "$work/out")
  [ "${added:-0}" -gt 4194304 ]
  report $? "a program of which more is added than is kept, while a thread waits"
fi

# Floats that re-execution has no term for take no pair away: 'use' gets to the write
# also with what 'noise' leaves.
cat >"$work/floats.c" <<'C'
#include <pthread.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static NUMBER level = FIRST;
static double limit = 0.5;
static int data;
static void put (NUMBER v) {
  pthread_mutex_lock (&l);
  level = v;
  pthread_mutex_unlock (&l);
}
static void *noise (void *a) { put (NOISE); return a; }
static void *publish (void *a) { data = 1; put (0.75f); return a; }
static void *use (void *a) {
  pthread_mutex_lock (&l);
  NUMBER s = level;
  pthread_mutex_unlock (&l);
  if (HOLDS)
    data = 2;
  return a;
}
int main (void) {
  void *(*const run[]) (void *) = {noise, publish, use};
  pthread_t t[3];
  limit = 0.5;
  for (int i = 0; i < 3; i++)
    pthread_create (t + i, 0, run[i], 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
}
C
# floats NAME NUMBER FIRST NOISE HOLDS
floats() {
  "$build/bin/foretrace-cc" -g -O1 -pthread "$work/floats.c" "-DNUMBER=$2" \
    "-DFIRST=$3" "-DNOISE=$4" "-DHOLDS=$5" -o "$work/floats"
  for input in '' '--symbolic stdin'; do
    rm -rf "$work/floats.run"
    # shellcheck disable=SC2086
    "$foretrace" record -q $input -o "$work/floats.run" -- "$work/floats" </dev/null
    run "$foretrace" check -q "$work/floats.run"
    grep -q ' 0 pairs impossible' "$work/out" &&
      grep -q '^1 more pair is impossible as recorded, and open' "$work/out"
    report $? "$1 ${input:-without input}: the pair stays open"
  done
}
floats "a subnormal float" float 0 1e-40f 's > 0'
floats "a subnormal double" double 0 1e-310 's > 0'
floats "a NaN that is widened" float 0.5f '__builtin_nanf ("")' 's != limit'
